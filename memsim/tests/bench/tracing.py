# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures recording and replaying: what a trace costs, how large it is, and
whether a replay is as fast as the live run. Processor time is that of all
threads; elapsed time is shown, too, because a replay decodes in its own thread."""

import os

import harness
import measure
import report
import variants

# Elapsed: recording encodes in another process, and a replay decodes in its own thread.
TARGETS = (("record / none", "record", "none", 1.4), ("replay / live", "replay", "live", 1.0))
CPUS = 2
BYTES_TARGET = 1.0  # per data reference, geometric mean
RUNS = ("none", "record", "live", "replay")
LIVE = [*variants.GEOMETRY, *variants.ONLY_COUNTS]


def _options(run, trace):
    return {"none": [], "live": LIVE,
            "record": ["--cache-sim=no", "--tlb-sim=no", *variants.ONLY_COUNTS,
                       f"--trace-file={trace}"]}[run]


def _run(run, suite, workload, trace):
    if run == "replay":
        argv = [harness.find_command(), "replay", "--cache-sim=yes", "--tlb-sim=yes",
                *measure.out_option("memsim", suite.folder), *LIVE, trace]
        return measure.run_command(argv, workload, suite.folder)
    tool = "none" if run == "none" else "memsim"
    return measure.run(suite.memsim, tool, _options(run, trace), workload, suite.folder)


def _data_references(folder):
    """From the counts of the run before."""
    with open(os.path.join(folder, "counts.out"), encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    events = next(line for line in lines if line.startswith("events:")).split()[1:]
    totals = dict(zip(events, map(int, lines[-1].split()[1:])))
    return totals["Dr"] + totals["Dw"]


def measure_all(suite, chosen):
    """Samples by workload and run, and trace bytes per data reference."""
    results = {}
    trace = os.path.join(suite.folder, "trace")
    for _ in range(suite.rounds):
        for workload in chosen:
            cell = results.setdefault(workload.name, {run: [] for run in RUNS})
            for run in RUNS:  # a replay needs the recording before it
                sample = _run(run, suite, workload, trace)
                cell[run].append(sample)
                suite.say(f"trace {workload.name} {run} {sample.cpu:.2f} s, "
                          f"elapsed {sample.elapsed:.2f} s")
                if run == "record":
                    cell["size"] = os.path.getsize(trace) / _data_references(suite.folder)
            os.unlink(trace)
    return results


def _mean(results, run, other, what):
    return report.geometric_mean(measure.ratio(cell, run, other, what)
                                 for cell in results.values())


def table(results):
    """Prints the table and the verdicts; whether all targets were met."""
    print("\ntrace: recording and replaying; CPU seconds and, in brackets, elapsed; medians")
    print(f"{'program':20}", *(f"{run:>14}" for run in RUNS), f"{'bytes/reference':>16}")
    for name, cell in results.items():
        times = [f"{measure.median(cell[run], 'cpu'):.2f} "
                 f"({measure.median(cell[run], 'elapsed'):.2f})" for run in RUNS]
        print(f"{name:20}", *(f"{time:>14}" for time in times), f"{cell['size']:16.3f}")
    met = True
    for text, run, other, target in TARGETS:
        print(f"          {text}, CPU, geometric mean:",
              report.number(_mean(results, run, other, "cpu")))
        met &= report.verdict(f"{text}, elapsed, geometric mean",
                              _mean(results, run, other, "elapsed"), target, CPUS)
    mean = report.geometric_mean(cell["size"] for cell in results.values())
    return report.verdict("trace bytes per data reference, geometric mean", mean,
                          BYTES_TARGET) and met
