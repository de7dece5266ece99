# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures the twins of progs/process/twins.c, two threads each: how much longer the one takes natively whose threads
share lines, beside how much longer it should take by memsim's counts, and how many lines the cores take from each
other. There is no target: what a line costs is the machine's.

Natively, a twin has as many rounds as keep the slow one busy for a second and a half. CPU time is compared: both
threads are busy all the time, and other work on the machine counts less. But where that leaves less than two CPUs,
threads run one after the other and share nothing: how many ran at once is beside the ratio, which says nothing if that
is far below 2.

The prediction is the ratio of the cycles that a round takes:

    cycles = Est. cycles (docs/machines.md)

which has what a line from another core costs, and each copy that is taken away. The start of the program is left out: it is in both of two runs with different rounds,
whose difference counts. The latencies are of the order of this processor's, and the same for all twins."""

import os

import harness
import measure
import report
import variants
import workloads

CASES = ("counters", "statistics", "mutex", "queue", "regression", "bitmap", "heap", "tickets", "config", "work")
TWINS = ("together", "apart")
FIRST_ROUNDS = 1 << 20
BUSY, BUSY_SMALL = 1.5, 0.4  # seconds of each thread
COUNTED_ROUNDS = (20000, 40000)
LATENCY = "--latency=L2:12,L3:46,memory:250,L2TLB:7,walk:30,transfer:46"


def _workload(case, twin, rounds):
    return workloads.Workload(case, [harness.find_built("twins"), case, twin, str(rounds)])


def _natively(suite, case, twin, rounds):
    native = _workload(case, twin, rounds)
    return measure.run_command(native.command, native, suite.folder)


def _rounds(suite, case):
    """So many that the slow twin is busy for as long as it should be."""
    wanted, rounds = BUSY_SMALL if suite.small else BUSY, FIRST_ROUNDS
    while True:
        took = _natively(suite, case, TWINS[0], rounds).cpu / 2
        if took >= wanted / 4:
            return max(1, int(rounds * wanted / took))
        rounds *= 4


def _counts(suite, case, twin, rounds):
    """The totals of a run on two cores, and its estimated cycles."""
    options = [*variants.GEOMETRY, LATENCY, "--cores=2", *variants.ONLY_COUNTS, "--share-out-file=none"]
    measure.run(suite.memsim, "memsim", options, _workload(case, twin, rounds), suite.folder)
    with open(os.path.join(suite.folder, "counts.out"), encoding="utf-8", errors="replace") as file:
        words = {line.split()[0]: line.split()[1:] for line in file if line.startswith(("events:", "summary:"))}
    with open(os.path.join(suite.folder, "tool.log"), encoding="utf-8", errors="replace") as file:
        line = next(line for line in file if "Est. cycles:" in line)
    total = dict(zip(words["events:"], map(int, words["summary:"])))
    total["Cy"] = int(line.split("Est. cycles:")[1].split()[0].replace(",", ""))
    return total


def _a_round(suite, case, twin):
    """The cycles of a round, and the lines that are taken in it."""
    few, many = (_counts(suite, case, twin, rounds) for rounds in COUNTED_ROUNDS)
    per = {event: (many[event] - few[event]) / (COUNTED_ROUNDS[1] - COUNTED_ROUNDS[0]) for event in many}
    return per["Cy"], per["CHr"] + per["CHw"]


def measure_all(suite, _chosen):
    """Samples by case and twin, and what a round of each counts."""
    rounds = {case: _rounds(suite, case) for case in CASES}
    results = measure.in_turn(suite, "twins", TWINS, lambda suite, twin, workload: _natively(
        suite, workload.name, twin, rounds[workload.name]), [_workload(case, TWINS[0], 1) for case in CASES])
    for case, cell in results.items():
        counted = [_a_round(suite, case, twin) for twin in TWINS]
        cell["rounds"] = rounds[case]
        cell["cycles"], cell["lines"] = (tuple(each) for each in zip(*counted))
    return results


def _at_once(cell):
    """CPU seconds of the slow twin for each second."""
    return measure.median(cell[TWINS[0]], "cpu") / measure.median(cell[TWINS[0]], "elapsed")


def _row(case, cell):
    cycles = cell["cycles"]
    return [case, str(round(cell["rounds"] / 1000000)),
            *(report.number(measure.median(cell[twin], "cpu")) for twin in TWINS),
            report.number(_at_once(cell), 1), report.number(measure.ratio(cell, *TWINS), 1), *(report.number(each, 1) for each in cycles),
            report.number(cycles[0] / cycles[1], 1), *(report.number(1000 * each, 0) for each in cell["lines"])]


def table(results):
    """Prints the table."""
    print("\ntwins: two threads; natively, CPU seconds of both, medians; predicted, cycles of both in a round; lines taken "
          "from the other core in 1,000 rounds")
    report.grid([["twins", "M rounds", *(f"{twin} s" for twin in TWINS), "at once", "native", *(f"{twin} cy" for twin in TWINS),
                  "predicted", *(f"{twin} lines" for twin in TWINS)],
                 *(_row(case, cell) for case, cell in results.items())])
    return True
