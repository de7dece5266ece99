# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures what calling contexts cost: --calls=yes beside --calls=no, all levels simulated, the heap and page-ins
observed, in the program's process and where observers are by default; and beside Callgrind with --cache-sim=yes."""

import os

import measure
import report
import variants

ADDED_TARGET = 1.15      # CPU, of the same run without calls, inside
CALLGRIND_TARGET = 0.33  # CPU, of Callgrind's, inside
ELAPSED_TARGET = 0.25    # of Callgrind's, where observers are by default
CPUS = 2                 # on a single one, two processes only take turns

# By name: where observers are, and whether there are calls; None: Callgrind.
RUNS = {"without": ("inside", "no"), "with": ("inside", "yes"), "auto without": ("auto", "no"),
        "auto with": ("auto", "yes"), "callgrind": None}


def _run(suite, name, workload):
    if RUNS[name] is None:
        return measure.run(suite.memsim, "callgrind", variants.options_of("everything", "callgrind"), workload,
                           suite.folder)
    place, calls = RUNS[name]
    options = [*variants.options_of("outside", "memsim"), f"--observers={place}", f"--calls={calls}",
               f"--calls-out-file={os.path.join(suite.folder, 'calls.out')}"]
    return measure.run(suite.memsim, "memsim", options, workload, suite.folder)


def measure_all(suite, chosen):
    """Samples by program and run."""
    return measure.in_turn(suite, "calls", RUNS, _run, chosen)


# Columns that are ratios: heading, run, other run, what.
RATIOS = (("/without", "with", "without", "cpu"), ("/callgrind", "with", "callgrind", "cpu"),
          ("auto el. /without", "auto with", "auto without", "elapsed"),
          ("auto el. /callgrind", "auto with", "callgrind", "elapsed"))


def _row(name, cell):
    row = [name, *(report.number(measure.median(cell[run], "cpu")) for run in ("without", "with", "callgrind"))]
    row += [report.number(measure.median(cell[run], "elapsed")) for run in ("auto with", "callgrind")]
    return row + [report.number(measure.ratio(cell, *ratio[1:])) for ratio in RATIOS]


def _mean(results, ratio):
    return report.geometric_mean(measure.ratio(cell, *ratio[1:]) for cell in results.values())


def table(results):
    """Prints the table and the verdicts; whether no target was missed."""
    print("\ncalls: everything on, with and without --calls=yes; CPU and elapsed (el.) seconds, medians")
    report.grid([["program", "without s", "with s", "callgrind s", "auto el.", "callgr. el.",
                  *(ratio[0] for ratio in RATIOS)],
                 *(_row(name, cell) for name, cell in results.items()),
                 ["geometric mean", "", "", "", "", "", *(report.number(_mean(results, ratio)) for ratio in RATIOS)]])
    met = [report.verdict(f"calls, {text}, geometric mean of {len(results)}", _mean(results, ratio), target, cpus)
           for text, ratio, target, cpus in (("CPU, with / without", RATIOS[0], ADDED_TARGET, 1),
                                             ("CPU / callgrind", RATIOS[1], CALLGRIND_TARGET, 1),
                                             ("elapsed / callgrind", RATIOS[3], ELAPSED_TARGET, CPUS))]
    return all(met)
