# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures the twins of progs/process/twins.c, two threads each: how much longer the one takes natively whose threads
share lines, beside how many lines memsim says that they take from each other. There is no target: what a line costs
is the machine's."""

import os

import harness
import measure
import report
import variants
import workloads

CASES = ("counters", "statistics", "mutex", "queue", "regression", "bitmap", "heap")
TWINS = ("together", "apart")
NATIVE_ROUNDS, COUNTED_ROUNDS = 20000000, 20000


def _workload(case, twin, rounds):
    return workloads.Workload(case, [harness.find_built("twins"), case, twin, str(rounds)])


def _native(suite, twin, workload):
    native = _workload(workload.name, twin, NATIVE_ROUNDS // (5 if suite.small else 1))
    return measure.run_command(native.command, native, suite.folder)


def _lines(suite, case, twin):
    """Lines that the two cores take from each other, in a thousand rounds."""
    options = [*variants.GEOMETRY, "--cores=2", *variants.ONLY_COUNTS, "--share-out-file=none"]
    measure.run(suite.memsim, "memsim", options, _workload(case, twin, COUNTED_ROUNDS), suite.folder)
    with open(os.path.join(suite.folder, "counts.out"), encoding="utf-8", errors="replace") as file:
        words = {line.split()[0]: line.split()[1:] for line in file if line.startswith(("events:", "summary:"))}
    total = dict(zip(words["events:"], map(int, words["summary:"])))
    return (total["CHr"] + total["CHw"]) * 1000 / COUNTED_ROUNDS


def measure_all(suite, _chosen):
    """Samples by case and twin, and the lines of each."""
    cases = [_workload(case, "together", 1) for case in CASES]
    results = measure.in_turn(suite, "twins", TWINS, _native, cases)
    for case, cell in results.items():
        cell["lines"] = tuple(_lines(suite, case, twin) for twin in TWINS)
    return results


def table(results):
    """Prints the table."""
    print("\ntwins: two threads; elapsed natively, medians, and lines taken from the other core in 1,000 rounds")
    report.grid([["twins", *(f"{twin} s" for twin in TWINS), "ratio", *(f"{twin} lines" for twin in TWINS)],
                 *([case, *(report.number(measure.median(cell[twin], "elapsed")) for twin in TWINS),
                    report.number(measure.ratio(cell, *TWINS, "elapsed")), *map(report.number, cell["lines"])]
                   for case, cell in results.items())])
    return True
