# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures many short processes: programs under one shell, where observers may leave
their process, and children that a program forks while its observers are outside. Short
ones must not pay for that."""

import shutil
import tempfile

import harness
import measure
import report
import variants
import workloads

PROCESSES = 200
CHILDREN = 1000
CPUS = 2        # on a single one, auto is the same as inside

# What is compared with inside, and at most how many times as long it takes.
TARGETS = {"programs": ("auto", 1.05), "children": ("outside", 2.0)}


def _programs(small):
    count = PROCESSES // 5 if small else PROCESSES
    true = shutil.which("true", path="/bin:/usr/bin") or shutil.which("true")
    loop = f"i=0; while [ $i -lt {count} ]; do {true}; i=$((i + 1)); done"
    return workloads.Workload(f"{count} of {true}", ["/bin/sh", "-c", loop])


def _children(small):
    count = CHILDREN // 5 if small else CHILDREN
    return workloads.Workload(f"{count} children", [harness.find_built("children"), str(count)])


def measure_all(suite, _):
    """Samples by guest and place."""
    guests = {"programs": _programs(suite.small), "children": _children(suite.small)}
    return {kind: _measure(suite, guest, ("inside", TARGETS[kind][0])) for kind, guest in guests.items()}


def _measure(suite, guest, places):
    cell = {"guest": guest.name, **{place: [] for place in places}}
    for turn in range(suite.rounds):
        for place in measure.rotated(places, turn):
            options = [*variants.options_of("outside", "memsim"), "--trace-children=yes",
                       f"--observers={place}"]
            # Each process leaves files, which are in nobody's way in a folder of their own.
            with tempfile.TemporaryDirectory(dir=suite.folder) as folder:
                sample = measure.run(suite.memsim, "memsim", options, guest, folder)
            cell[place].append(sample)
            suite.say(f"processes, {guest.name} {place} {sample.cpu:.2f} s, elapsed {sample.elapsed:.2f} s")
    return cell


def table(results):
    """Prints the table and the verdicts; whether no target was missed."""
    print("\nprocesses: many short ones, --trace-children=yes; seconds, medians")
    rows, met = [["", "inside", "auto or outside", "/inside"]], True
    for kind, cell in results.items():
        place = TARGETS[kind][0]
        for what in ("cpu", "elapsed"):
            rows.append([f"{cell['guest']}, {report.WHAT[what]}",
                         *(report.number(measure.median(cell[each], what)) for each in ("inside", place)),
                         report.number(measure.ratio(cell, place, "inside", what))])
    report.grid(rows)
    for kind, cell in results.items():
        place, target = TARGETS[kind]
        for what in ("cpu", "elapsed"):
            met &= report.verdict(f"processes, {cell['guest']}, {report.WHAT[what]}, {place} / inside",
                                  measure.ratio(cell, place, "inside", what), target, CPUS)
    return met
