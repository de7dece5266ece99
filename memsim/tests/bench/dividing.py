# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures what it costs to divide a run, everything on, in the program's process: --interval=1M and --layout-sim=misses
beside a run without; and what is left while instrumentation is off, beside none."""

import os

import measure
import report
import variants

INTERVAL_TARGET = 1.03  # CPU, of the same run without --interval
OFF_TARGET = 1.15       # CPU, of none's, with --instr-atstart=no

# By name: the tool, and options besides those of all.
RUNS = {"none": ("none", None), "off": ("memsim", ["--instr-atstart=no"]), "without": ("memsim", []),
        "interval": ("memsim", ["--interval=1M"]), "layout": ("memsim", ["--layout-sim=misses"])}


def _run(suite, name, workload):
    tool, more = RUNS[name]
    if more is None:
        return measure.run(suite.memsim, tool, [], workload, suite.folder)
    files = [f"--time-out-file={os.path.join(suite.folder, 'time.out')}"] if name == "interval" else []
    options = [*variants.options_of("outside", "memsim"), *variants.INSIDE, *more, *files]
    return measure.run(suite.memsim, tool, options, workload, suite.folder)


def measure_all(suite, chosen):
    """Samples by program and run."""
    return measure.in_turn(suite, "parts", RUNS, _run, chosen)


# Columns that are ratios: heading, run, other run.
RATIOS = (("off /none", "off", "none"), ("interval", "interval", "without"), ("layout", "layout", "without"))


def _ratio(cell, ratio):
    return measure.ratio(cell, ratio[1], ratio[2], "cpu")


def _mean(results, ratio):
    return report.geometric_mean(_ratio(cell, ratio) for cell in results.values())


def table(results):
    """Prints the table and the verdicts; whether no target was missed."""
    print("\nparts: everything on, inside; instrumentation off, --interval=1M, --layout-sim=misses; CPU seconds, medians")
    report.grid([["program", *(f"{name} s" for name in RUNS), *(ratio[0] for ratio in RATIOS)],
                 *([name, *(report.number(measure.median(cell[run], "cpu")) for run in RUNS),
                    *(report.number(_ratio(cell, ratio)) for ratio in RATIOS)] for name, cell in results.items()),
                 ["geometric mean", *[""] * len(RUNS), *(report.number(_mean(results, ratio)) for ratio in RATIOS)]])
    met = [report.verdict(f"parts, {text}, geometric mean of {len(results)}", _mean(results, ratio), target, 1)
           for text, ratio, target in (("CPU off / none", RATIOS[0], OFF_TARGET),
                                       ("CPU with --interval / without", RATIOS[1], INTERVAL_TARGET))]
    return all(met)
