# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures what several cores cost: programs with four threads, everything on, --cores=4 beside --cores=1, in the
program's process."""

import os
import random

import harness
import measure
import report
import variants
import workloads

# CPU, of the same run with one core.
TARGET = 1.5
RUNS = {"1": [], "4": ["--share-out-file=/dev/null"]}  # --cores, and options besides those of all


def _lines(folder, count):
    path = os.path.join(folder, "lines.txt")
    numbers = random.Random(1)
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f"{numbers.randrange(10**9)}\n" for _ in range(count))
    return path


def _programs(suite):
    part = 1 if suite.small else 3
    found = [workloads.Workload("statistics", [harness.find_built("twins"), "statistics", "apart",
                                               str(200000 * part), "4"])]
    sort = workloads.program("sort")
    if sort:  # it has threads from 131,072 lines on
        found.append(workloads.Workload("sort", [sort, "--parallel=4", "-S", "100M", "-o", "/dev/null",
                                                 _lines(suite.folder, 200000 * part)]))
    return found


def _run(suite, name, workload):
    options = [*variants.options_of("outside", "memsim"), *variants.INSIDE, f"--cores={name}", *RUNS[name]]
    return measure.run(suite.memsim, "memsim", options, workload, suite.folder)


def measure_all(suite, _chosen):
    """Samples by program and run."""
    return measure.in_turn(suite, "cores", RUNS, _run, _programs(suite))


def table(results):
    """Prints the table and the verdict; whether the target was not missed."""
    print("\ncores: programs with four threads, everything on, inside; --cores=1, 4; CPU seconds, medians")
    report.grid([["program", *(f"{name} s" for name in RUNS), "CPU", "peak"],
                 *([name, *(report.number(measure.median(cell[run], "cpu")) for run in RUNS),
                    *(report.number(measure.ratio(cell, "4", "1", what)) for what in ("cpu", "peak"))]
                   for name, cell in results.items())])
    mean = report.geometric_mean(measure.ratio(cell, "4", "1") for cell in results.values())
    return report.verdict(f"cores, CPU with --cores=4 / --cores=1, geometric mean of {len(results)}", mean, TARGET, 1)
