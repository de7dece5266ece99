# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures what it costs to have observers in a process of their own: CPU time
beside the same observers inside, and the peak memory of both processes beside
Cachegrind's. All is simulated and observed, and observers are outside from the
start."""

import measure
import report
import sharing
import variants

CPU_TARGET = 1.10   # of inside
PEAK_TARGET = 1.4   # of Cachegrind's
CPUS = 2            # on a single one, the two processes only take turns


def _options(place):
    return [*variants.options_of("outside", "memsim"), f"--observers={place}"]


def _peak(suite, workload, tool, options):
    """In bytes, of a run that is not timed."""
    watch = sharing.Watch()
    measure.run(suite.memsim, tool, options, workload, suite.folder, watch)
    if tool == "memsim" and not watch.had_observers:
        raise measure.Failed(f"{workload.name}: no observer process was seen")
    suite.say(f"places {workload.name} {tool} {watch.peak / 2**20:.0f} MB")
    return watch.peak


def measure_all(suite, chosen):
    """Samples by program and place, and the two peaks of each."""
    results = {}
    for turn in range(suite.rounds):
        for workload in chosen:
            cell = results.setdefault(workload.name, {"inside": [], "outside": []})
            for place in measure.rotated(cell, turn):
                sample = measure.run(suite.memsim, "memsim", _options(place), workload,
                                     suite.folder)
                cell[place].append(sample)
                suite.say(f"places {workload.name} {place} {sample.cpu:.2f} s, "
                          f"elapsed {sample.elapsed:.2f} s")
    for workload in chosen:
        results[workload.name]["peaks"] = (
            _peak(suite, workload, "memsim", _options("outside")),
            _peak(suite, workload, "cachegrind", variants.options_of("outside", "cachegrind")))
    return results


def _row(name, cell):
    row = [name]
    for what in ("cpu", "elapsed"):
        row += [report.number(measure.median(cell[place], what)) for place in ("inside", "outside")]
        row.append(report.number(measure.ratio(cell, "outside", "inside", what)))
    ours, theirs = cell["peaks"]
    return row + [report.number(ours / 2**20, 0), report.number(theirs / 2**20, 0),
                  report.number(ours / theirs)]


def table(results):
    """Prints the table and the verdicts; whether no target was missed."""
    print("\nplaces: observers in a process of their own; CPU and elapsed seconds, medians; "
          "peaks of both processes together")
    report.grid([["program", "inside s", "outside s", "/inside", "inside el.", "outside el.",
                  "/inside", "both MB", "cachegr. MB", "/peak"],
                 *(_row(name, cell) for name, cell in results.items())])
    met = report.verdict(f"places, CPU, outside / inside, geometric mean of {len(results)}",
                         report.geometric_mean(measure.ratio(cell, "outside", "inside")
                                               for cell in results.values()), CPU_TARGET, CPUS)
    peaks = [cell["peaks"] for cell in results.values()]
    return report.verdict(f"places, peak memory of both processes / cachegrind, "
                          f"geometric mean of {len(results)}",
                          report.geometric_mean(ours / theirs for ours, theirs in peaks),
                          PEAK_TARGET) and met
