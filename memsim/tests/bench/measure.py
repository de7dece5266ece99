# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs one command and measures it: elapsed time, user and system CPU time, and
the peak resident memory, of the process itself and of those that it waited for,
as the kernel counts them. Valgrind's launcher replaces itself by the tool, so
that is the tool and its guest. The observers' processes are nobody's children, so
this process adopts what has no parent, and adds their time.
The peak is that of the largest process; sharing.py has the peak of all together.

The peak includes the memory of this process when it started the other, because
the kernel carries it over. So this process stays far smaller than any tool:
inputs are made in a child."""

import os
import statistics
import time

import adopted
import harness


class Suite:
    """What all measurements share: memsim-in-place, a folder for files, how many
    rounds, whether inputs are small, and a function that reports progress."""

    def __init__(self, memsim, folder, rounds, small, say):
        self.memsim, self.folder, self.rounds = memsim, folder, rounds
        self.small, self.say = small, say


class Sample:
    """One run: CPU seconds, elapsed seconds, peak bytes."""

    def __init__(self, cpu, elapsed, peak):
        self.cpu, self.elapsed, self.peak = cpu, elapsed, peak


class Failed(Exception):
    """A run ended with another status than 0."""


def out_option(tool, folder):
    """Where a tool writes its counts; none has nowhere."""
    if tool == "none":
        return []
    options = [f"--{tool}-out-file={os.path.join(folder, 'counts.out')}"]
    if tool == "memsim":
        options += [f"--{kind}-out-file={os.path.join(folder, kind + '.out')}"
                    for kind in ("heap", "alloc", "pagein")]
    return options


def _become(argv, environment, folder, stdin):
    """In the child: descriptors and folder, then the command."""
    try:
        os.chdir(folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        os.dup2(os.open(stdin or os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open("guest.stdout", flags, 0o600), 1)
        os.dup2(os.open("guest.stderr", flags, 0o600), 2)
        os.execve(argv[0], argv, environment)
    finally:
        os._exit(127)


def run(memsim, tool, options, workload, folder, wait=None):
    """Runs a workload under a tool once; raises Failed. wait() as below."""
    environment = dict(harness.GUEST_ENVIRONMENT)
    if tool != "memsim":
        environment["MEMSIM_TOOL"] = tool
    argv = [memsim, "--log-file=" + os.path.join(folder, "tool.log"),
            *out_option(tool, folder), *options, *workload.command]
    return run_command(argv, workload, folder, environment, wait)


def run_command(argv, workload, folder, environment=None, wait=None):
    """Runs any command with a workload's input once; raises Failed. wait(process)
    may take the place of os.wait4(process, 0), to look at the process meanwhile."""
    environment = environment or dict(harness.GUEST_ENVIRONMENT)
    adopted.begin()
    before = time.monotonic()
    child = os.fork()
    if child == 0:
        _become(argv, environment, folder, workload.stdin)
    _, status, usage = wait(child) if wait else os.wait4(child, 0)
    elapsed = time.monotonic() - before
    cpu = usage.ru_utime + usage.ru_stime + adopted.cpu_seconds()
    if status != 0:
        raise Failed(f"{workload.name}: {argv[0]}: wait status {status:#x}, see its log:\n"
                     + _tail(os.path.join(folder, "tool.log")))
    return Sample(cpu, elapsed, usage.ru_maxrss * 1024)


def _tail(path):
    try:
        with open(path, errors="replace") as file:
            return "".join(file.readlines()[-8:])
    except OSError:
        return "(none)"


def cpus():
    """How many CPUs a process started here may run on."""
    return len(os.sched_getaffinity(0))


def rotated(items, turn):
    """The items in an order that rotates by one per round."""
    items = list(items)
    start = turn % len(items) if items else 0
    return items[start:] + items[:start]


def succeeded(samples):
    """Those samples whose run did not fail; None stands for one that did."""
    return [sample for sample in samples if sample is not None]


def median(samples, what):
    """The median of one attribute over samples, None where there are none."""
    samples = succeeded(samples)
    return statistics.median(getattr(s, what) for s in samples) if samples else None


def ratio(cell, run, other, what="cpu"):
    """The median of the ratios in pairs: of the two runs of each round. None if
    there are no pairs."""
    pairs = [(getattr(ours, what), getattr(theirs, what))
             for ours, theirs in zip(cell.get(run, []), cell.get(other, []))
             if ours is not None and theirs is not None]
    ratios = [ours / theirs for ours, theirs in pairs if theirs]
    return statistics.median(ratios) if ratios else None


def in_turn(suite, label, runs, run, chosen):
    """Samples by program and run: `run` makes one, of a name of `runs` and a workload."""
    results = {}
    for turn in range(suite.rounds):
        for workload in chosen:
            cell = results.setdefault(workload.name, {name: [] for name in runs})
            for name in rotated(runs, turn):
                sample = run(suite, name, workload)
                cell[name].append(sample)
                suite.say(f"{label} {workload.name} {name} {sample.cpu:.2f} s, elapsed {sample.elapsed:.2f} s")
    return results
