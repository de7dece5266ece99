# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of calling contexts share: runs with --calls=yes, whose sums are checked, and paths of calls."""

import filecmp
import os

import callsfile
import harness
import outfile

SMALL = ["--I1=4096,2,64", "--D1=4096,2,64", "--L2=65536,8,64", "--L3=none", "--ITLB=16,4", "--DTLB=16,4",
         "--L2TLB=64,4"]


def paths_to(calls, function, starts):
    """How often it was called, by path from one of these functions on, without functions that are inlined: those
    depend on the compiler."""
    paths = {}
    for context in calls.contexts[1:]:
        if context.function[0] != function or not context.calls:
            continue
        names = calls.path(context, inlined=False)
        first = next((i for i, name in enumerate(names) if name in starts), 0)
        path = tuple(names[first:])
        paths[path] = paths.get(path, 0) + context.calls
    return paths


def wrong_sums(calls, counts):
    """What is wrong, as texts: the file is whole, its parts agree, and its totals are those of memsim.out."""
    wrong = []
    sums = callsfile.total((context.counts for context in calls.contexts[1:]), calls.events)
    own = callsfile.total(calls.own.values(), calls.events)
    if calls.nodes != len(calls.contexts) - 1:
        wrong.append(f"{calls.nodes} contexts are announced, {len(calls.contexts) - 1} are there")
    shared = len(counts.events)  # counts of pages follow
    if calls.events[:shared] != counts.events or not sums == own == calls.summary or sums[:shared] != list(counts.total):
        wrong.append(f"contexts {sums}, functions {own}, summary {calls.summary}, memsim.out {counts.total}")
    if any(times == 0 for times, _ in calls.edges.values()):
        wrong.append("a call that was never made")
    if any(count < 0 for context in calls.contexts[1:] for count in context.counts):
        wrong.append("a count below 0")
    return wrong


def finds_planted(calls, counts):
    """Whether wrong_sums() finds one count too many in a context."""
    before = wrong_sums(calls, counts)
    calls.contexts[-1].counts[0] += 1
    found = len(wrong_sums(calls, counts)) == len(before) + 1
    calls.contexts[-1].counts[0] -= 1
    return found


class Checks:
    """Runs of guests, and how many of the checks failed."""

    def __init__(self, runner):
        self.runner, self.failures = runner, 0

    def complain(self, text):
        self.failures += 1
        print("FAIL:", text)

    def read(self, name, files=""):
        """The file of calls of the last run with these files, whose sums are right."""
        calls = callsfile.Calls(self.runner.path("calls" + files))
        for text in wrong_sums(calls, outfile.read(self.runner.path("counts" + files))):
            self.complain(f"{name}: {text}")
        return calls

    def run(self, name, command, *options, files="", expect=0):
        """One run with calls; returns its file of them."""
        path = self.runner.path
        self.runner.run("memsim", [*SMALL, "--calls=yes", f"--calls-out-file={path('calls' + files)}",
                                   f"--memsim-out-file={path('counts' + files)}", *options], command, expect=expect)
        return self.read(name, files)

    def same_paths(self, name, calls, function, wanted):
        """The function is reached on these paths, each as often as wanted."""
        found = paths_to(calls, function, {path[0] for path in wanted})
        if found != wanted:
            self.complain(f"{name}: {function} is reached by {found}, not {wanted}")

    def check_paths(self, name, command, function, wanted, **how):
        calls = self.run(name, command, **how)
        self.same_paths(name, calls, function, wanted)
        return calls

    def check_elsewhere(self, command, *options):
        """Observers in the program's process and in another, and a replay, write the same."""
        path = self.runner.path
        self.run("inside", command, "--observers=inside", *options, f"--trace-file={path('trace')}", files=".inside")
        self.run("outside", command, "--observers=outside", *options, files=".outside")
        replay = [harness.find_command(), "replay", "--quiet", f"--calls-out-file={path('calls.replay')}",
                  f"--memsim-out-file={path('counts.replay')}", *self.runner.other_files(), path("trace")]
        status = os.spawnv(os.P_WAIT, replay[0], replay)
        if status != 0:
            self.complain(f"replay: status {status}")
            return
        for other in ("outside", "replay"):
            for file in ("calls", "counts"):
                if not filecmp.cmp(path(f"{file}.inside"), path(f"{file}.{other}"), shallow=False):
                    self.complain(f"{' '.join(command)}: the file of {file} of {other} is another one")

    def check_planted(self):
        """In the last run, a planted fault is found."""
        if not finds_planted(callsfile.Calls(self.runner.path("calls")), outfile.read(self.runner.path("counts"))):
            self.complain("a planted fault was not found")
