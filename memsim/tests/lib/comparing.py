# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs one guest under two tools or the model and compares the counts."""

import argparse
import os
import subprocess
import sys

import harness
import outfile

CACHEGRIND = ("Ir", "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Dw", "D1mw", "DLmw")
MEMSIM = ("Ir", "I1mr", "I2mr", "Dr", "D1mr", "D2mr", "Dw", "D1mw", "D2mw")


def _fresh(runner, name):
    """The path of a file that is not there: an older one must not be read."""
    path = runner.path(name)
    if os.path.exists(path):
        os.unlink(path)
    return path


def memsim(runner, guest, geometry, out="m.out"):
    path = _fresh(runner, out)
    runner.run("memsim", [f"--memsim-out-file={path}", *geometry.for_memsim()],
               guest.command, guest.stdin, guest.status)
    return outfile.read(path)


def cachegrind(runner, guest, geometry, events=CACHEGRIND, names=MEMSIM):
    """Cachegrind's counts of these events, named as memsim's."""
    path = _fresh(runner, "c.out")
    runner.run("cachegrind", [harness.NO_CHASE, "--cache-sim=yes",
                              f"--cachegrind-out-file={path}", *geometry.for_cachegrind()],
               guest.command, guest.stdin, guest.status)
    counts = outfile.read(path).only(events)
    counts.events = list(names)
    return counts


def _wait_for(traced, simulator):
    """The status of the traced process, which is ended if nobody reads its trace any more."""
    while True:
        try:
            return traced.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            if simulator.poll() is not None:
                traced.kill()


def _traced(runner, guest, arguments, out):
    """The naive model's output over Lackey's trace of a guest, in a file. The trace goes through a pipe
    that has a name: the guest's own descriptors stay as under the other tools."""
    pipe = runner.path("tool.log")
    if os.path.exists(pipe):
        os.unlink(pipe)
    os.mkfifo(pipe)
    # Opened for both directions first, so that neither side waits for the other.
    both = os.open(pipe, os.O_RDWR)
    with open(pipe, "rb") as trace, open(out, "w", encoding="ascii") as to, subprocess.Popen(
            [harness.find_built("lackeymodel"), *arguments], stdin=trace, stdout=to) as simulator:
        traced = runner.start("lackey", [harness.NO_CHASE, "--basic-counts=no",
                                         "--trace-mem=yes", "-q"],
                              guest.command, guest.stdin)
        status = _wait_for(traced, simulator)
        os.close(both)
        simulator.wait()
    os.unlink(pipe)
    if status != guest.status or simulator.returncode != 0:
        raise harness.ToolError(f"lackey and model: {guest.name}: status {status} and "
                                f"{simulator.returncode}\n{runner.tail('stderr')}")


def _totals(lines):
    rows = [line.split()[1:] for line in lines if line.startswith(("events:", "summary:"))]
    return [(events, tuple(map(int, totals)))
            for events, totals in zip(rows[0::2], rows[1::2])]


def model(runner, guest, geometries, fault=0):
    """Totals of the naive model for several geometries over one trace, as one
    (events, totals) each."""
    arguments, out = [], runner.path("model")
    for geometry in geometries:
        arguments += ["--next"] * bool(arguments) + geometry.for_model()
        if fault:
            arguments.append(f"--fault={fault}")
    _traced(runner, guest, arguments, out)
    with open(out, encoding="ascii") as file:
        return _totals(file)


def each_reference(runner, guest, geometry, which, marks):
    """What the model says of each reference that is asked for ("misses", "accesses"), as an open file of its
    lines, and its (events, totals)."""
    out = runner.path("model")
    _traced(runner, guest, [*geometry.for_model(), f"--each={which}", f"--mark={marks[0]:x},{marks[1]:x}"], out)
    with open(out, "rb") as file:
        file.seek(max(0, os.path.getsize(out) - 4096))
        (totals,) = _totals(file.read().decode().splitlines()[-2:])
    return open(out, encoding="ascii"), totals


class Guest:
    """A command to run under tools, and the exit status it must have."""

    def __init__(self, name, command, stdin=None, status=0):
        self.name, self.command, self.stdin, self.status = name, command, stdin, status


def own_guests(names):
    """The suite's own programs in a small size."""
    arguments = {
        "chase": ["200000", "3", "random", "30000"],
        "matmul": ["naive", "40"],
        "manyfuncs": ["30000"],
        "strcopy": ["1"],
        "straddle": ["1"],
        "smc": ["100"],
        "bigtext": ["2", "3000"],
        "dlopener": [harness.find_built("dlplug"), "5"],
        "growing": ["64"],
        "mappings": ["50"],
        "onelines": [], "nolibc": [], "nolibc_rep": [],
    }
    return [Guest(name, [harness.find_built(name), *arguments[name]]) for name in names]


def arguments(*more):
    """--quick; --only=NAME,..., as a set; and others that a script has."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", type=lambda names: set(filter(None, names.split(","))), default="")
    for name in more:
        parser.add_argument(name, default="")
    return parser.parse_args()


def asked(guests, only):
    """Those of them whose names were given, or all."""
    return (guest for guest in guests if not only or guest.name in only)


def each(guests, what, check, planted):
    """check() returns what is wrong with a guest, of how many, and what planted() then finds a fault in. How many there
    were, and whether any failed."""
    done, failed, last = 0, False, None
    for done, guest in enumerate(guests, 1):
        wrong, compared, last = check(guest)
        failed |= bool(wrong)
        print(f"{'FAIL' if wrong else 'ok  '}  {guest.name}: {compared} {what}, {len(wrong)} different", flush=True)
        print("".join(f"      {line}\n" for line in wrong[:40]), end="")
    if last and not planted(*last):
        failed = True
        print("FAIL: planted differences were not found")
    return done, failed


class Table:
    """Prints one line per comparison and remembers whether any failed."""

    def __init__(self):
        self.failed = 0
        self.passed = 0

    def row(self, guest, geometry, against, differences, note=""):
        verdict = "FAIL" if differences else "ok"
        print(f"{verdict:4} {guest:14} {geometry:22} {against:12} {note}", flush=True)
        for text in differences:
            print(f"       {text}")
        if differences:
            self.failed += 1
        else:
            self.passed += 1

    def end(self):
        print(f"{self.passed} equal, {self.failed} different")
        return 1 if self.failed or not self.passed else 0
