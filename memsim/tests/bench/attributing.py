# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures what objects cost, everything on, calls too, in the program's process: --objects-sim=yes and --objects-sim=accesses beside
a run without."""

import os

import measure
import report
import variants

# CPU, of the same run without objects.
TARGETS = {"yes": 1.15, "accesses": 1.6}

RUNS = ("no", *TARGETS)  # --objects-sim


def _run(suite, name, workload):
    options = [*variants.options_of("outside", "memsim"), *variants.INSIDE, "--calls=yes", f"--objects-sim={name}"]
    options += [f"--{file}-out-file={os.path.join(suite.folder, file + '.out')}" for file in ("calls", "objects")]
    return measure.run(suite.memsim, "memsim", options, workload, suite.folder)


def measure_all(suite, chosen):
    """Samples by program and run."""
    return measure.in_turn(suite, "objects", RUNS, _run, chosen)


def _mean(results, run, what):
    return report.geometric_mean(measure.ratio(cell, run, "no", what) for cell in results.values())


def table(results):
    """Prints the table and the verdicts; whether no target was missed."""
    print("\nobjects: everything on, calls too, inside; --objects-sim=no, yes, accesses; CPU seconds, medians")
    heads = [f"{run} {text}" for run in TARGETS for text in ("CPU", "peak")]
    report.grid([["program", *(f"{name} s" for name in RUNS), *heads],
                 *([name, *(report.number(measure.median(cell[run], "cpu")) for run in RUNS),
                    *(report.number(measure.ratio(cell, run, "no", what)) for run in TARGETS for what in ("cpu", "peak"))]
                   for name, cell in results.items()),
                 ["geometric mean", *[""] * len(RUNS),
                  *(report.number(_mean(results, run, what)) for run in TARGETS for what in ("cpu", "peak"))]])
    met = [report.verdict(f"objects, CPU with --objects-sim={run} / without, geometric mean of {len(results)}",
                          _mean(results, run, "cpu"), target, 1) for run, target in TARGETS.items()]
    return all(met)
