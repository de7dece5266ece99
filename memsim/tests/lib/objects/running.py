# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a program with files of objects, and checks what must hold for any program: sums are memsim.out's, no other
file changes, and observers inside and outside of the process and a replay write the same bytes."""

import glob
import os
import subprocess

import harness
import objectsfile
import outfile

# All files that a run writes beside the trace.
FILES = ("memsim", "calls", "heap", "alloc", "pagein", "objects")
MACHINE = ["--I1=4096,2,64", "--D1=4096,2,64", "--L2=32768,8,64", "--L3=262144,16,64", "--ITLB=16,4", "--DTLB=16,4",
           "--L2TLB=64,4"]


class Checks:
    def __init__(self, runner):
        self.runner, self.failed, self.passed = runner, 0, 0
        self.command = harness.find_command()

    def complain(self, text):
        print(f"FAIL: {text}", flush=True)
        self.failed += 1

    def equal(self, what, kinds, ours, theirs):
        for kind in kinds:
            if ours.get(kind) is None or ours.get(kind) != theirs.get(kind):
                self.complain(f"{what}: memsim.{kind}: {sized(ours.get(kind))}, {sized(theirs.get(kind))}")
            else:
                self.passed += 1

    def options(self, objects):
        files = [f"--{kind}-out-file={self.runner.path(kind)}.%p" for kind in FILES]
        return [*files, "--calls=yes", "--pagein-detail=yes", f"--objects-sim={objects}"]

    def remove(self):
        for kind in (*FILES, "trace"):
            for path in glob.glob(self.runner.path(kind) + ".*"):
                os.unlink(path)

    def written(self, keep=False):
        """The files by process, in the order of these: a dictionary of bytes each."""
        found = [{kind: read(self.runner.path(f"{kind}.{pid}")) for kind in FILES} for pid in self.processes()]
        if not keep:
            self.remove()
        return found

    def run(self, guest, objects, *options, keep=False, machine=MACHINE):
        self.remove()
        self.runner.run("memsim", [*machine, *self.options(objects), *options], guest.command, guest.stdin,
                        guest.status)
        return self.written(keep)

    def sums(self, what, path, out, is_accesses=None):
        """The sums of a file; returns it."""
        try:
            found, compared, objects = objectsfile.check(path, out)
        except (objectsfile.BadFile, outfile.BadFile, OSError) as error:
            self.complain(f"{what}: {error}")
            return None
        if is_accesses is not None and (objects.references == "accesses") != is_accesses:
            found.append(f"references: {objects.references}")
        for text in found[:8]:
            self.complain(f"{what}: {text}")
        self.passed += compared
        return objects

    def replay(self, what, objects, trace):
        """What a replay of a trace writes."""
        self.remove_but(trace)
        done = subprocess.run([self.command, "replay", *self.options(objects), trace], capture_output=True,
                              cwd=self.runner.folder)
        if done.returncode:
            self.complain(f"{what}: replay: status {done.returncode}: {done.stderr.decode()[-400:]}")
        return self.written(True)

    def remove_but(self, trace):
        for kind in FILES:
            for path in glob.glob(self.runner.path(kind) + ".*"):
                os.unlink(path)
        assert os.path.exists(trace)

    def processes(self):
        return harness.ordered(int(path.rsplit(".", 1)[1]) for path in glob.glob(self.runner.path("memsim") + ".*"))

    def all_sums(self, what, objects):
        """The sums of each process that is still there; returns the first's objects."""
        read_back = [self.sums(what, self.runner.path(f"objects.{pid}"), self.runner.path(f"memsim.{pid}"),
                               objects == "accesses") for pid in self.processes()]
        return read_back[0] if read_back else None

    def brief(self, guest):
        """As `whole`, with one trace for both replays: all references are counted outside and misses inside, and each
        is compared with a replay of the trace. Not with the other way of observing, for which `whole` is."""
        others = [kind for kind in FILES if kind != "objects"]
        plain = self.run(guest, "no", "--observers=outside")
        inside = self.run(guest, "yes", "--observers=inside", keep=True)
        result = self.all_sums(f"{guest.name}, misses", "yes")
        live = self.run(guest, "accesses", f"--trace-file={self.runner.path('trace.%p')}", "--observers=outside", keep=True)
        self.all_sums(f"{guest.name}, accesses", "accesses")
        if not len(plain) == len(inside) == len(live):
            self.complain(f"{guest.name}: {len(plain)}, {len(inside)} and {len(live)} processes")
            return None
        for number, pid in enumerate(self.processes()):
            for objects, ours in ("accesses", live[number]), ("yes", inside[number]):
                what = f"{guest.name}, --objects-sim={objects}"
                self.equal(f"{what}: another file than without", others, ours, plain[number])
                again = self.replay(what, objects, self.runner.path(f"trace.{pid}"))
                if len(again) == 1:
                    self.equal(f"{what}: the replay", FILES, again[0], ours)
                else:
                    self.complain(f"{what}: a replay wrote {len(again)} files")
        self.remove()
        return result

    def whole(self, guest, inside=True, repeats=True, machine=MACHINE):
        """All of it; returns the objects of its misses. A program that does not run the same each time (repeats=False)
        is only compared with its replay. Without `inside`, it is not run with observers in its own process, whose
        memory may move what it maps."""
        others = [kind for kind in FILES if kind != "objects"]
        plain = self.run(guest, "no", "--observers=outside", machine=machine)
        result = None
        for objects in "yes", "accesses":
            what = f"{guest.name}, --objects-sim={objects}"
            trace = self.runner.path("trace.%p")
            live = self.run(guest, objects, f"--trace-file={trace}", "--observers=outside", keep=True,
                            machine=machine)
            if len(live) != len(plain):
                self.complain(f"{what}: {len(live)} processes, {len(plain)} without")
                continue
            pids = self.processes()
            result = self.all_sums(what, objects) or result
            for before, after in zip(plain, live) if repeats else ():
                self.equal(f"{what}: another file than without", others, after, before)
            for number, pid in enumerate(pids):
                again = self.replay(what, objects, self.runner.path(f"trace.{pid}"))
                if len(again) == 1:
                    self.equal(f"{what}: the replay", FILES, again[0], live[number])
                else:
                    self.complain(f"{what}: a replay wrote {len(again)} files")
            if inside and repeats:
                apart = self.run(guest, objects, "--observers=inside", machine=machine)
                for before, after in zip(live, apart):
                    self.equal(f"{what}: observers inside", FILES, after, before)
        self.remove()
        return result


def sized(data):
    return "none" if data is None else f"{len(data)} bytes"


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None
