# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures many short processes under one shell: where observers may leave their
process, the short ones must not pay for it."""

import shutil
import tempfile

import measure
import report
import variants
import workloads

PROCESSES = 200
TARGET = 1.05   # auto, of inside
CPUS = 2        # on a single one, auto is the same as inside
PLACES = ("inside", "auto")


def _guest(small):
    count = PROCESSES // 5 if small else PROCESSES
    true = shutil.which("true", path="/bin:/usr/bin") or shutil.which("true")
    loop = f"i=0; while [ $i -lt {count} ]; do {true}; i=$((i + 1)); done"
    return workloads.Workload(f"{count} of {true}", ["/bin/sh", "-c", loop])


def measure_all(suite, _):
    """Samples by guest and place."""
    guest = _guest(suite.small)
    cell = {place: [] for place in PLACES}
    for turn in range(suite.rounds):
        for place in measure.rotated(PLACES, turn):
            options = [*variants.options_of("outside", "memsim"), "--trace-children=yes",
                       f"--observers={place}"]
            # Each process leaves files, which are in nobody's way in a folder of their own.
            with tempfile.TemporaryDirectory(dir=suite.folder) as folder:
                sample = measure.run(suite.memsim, "memsim", options, guest, folder)
            cell[place].append(sample)
            suite.say(f"processes {place} {sample.cpu:.2f} s, elapsed {sample.elapsed:.2f} s")
    return {guest.name: cell}


def table(results):
    """Prints the table and the verdicts; whether no target was missed."""
    print("\nprocesses: many short ones under one shell, --trace-children=yes; seconds, medians")
    rows, met = [["", *(f"--observers={place}" for place in PLACES), "/inside"]], True
    for name, cell in results.items():
        for what in ("cpu", "elapsed"):
            rows.append([f"{name}, {report.WHAT[what]}",
                         *(report.number(measure.median(cell[place], what)) for place in PLACES),
                         report.number(measure.ratio(cell, "auto", "inside", what))])
    report.grid(rows)
    for name, cell in results.items():
        for what in ("cpu", "elapsed"):
            met &= report.verdict(f"processes, {name}, {report.WHAT[what]}, auto / inside",
                                  measure.ratio(cell, "auto", "inside", what), TARGET, CPUS)
    return met
