# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures the cost of observing the heap: against Massif on a program that does
little but allocate, against --heap=no on the real programs, and memory per live
block."""

import harness
import measure
import report
import variants
import workloads

ALONE = ["--cache-sim=no", "--tlb-sim=no", "--pagein=no"]
BLOCKS = 1000000
PER_BLOCK_TARGET = 200  # bytes
ADDED_TARGET = 0.2      # of the run without
# Program: the target for CPU time relative to Massif's.
BESIDE_MASSIF = {"pairs": 0.45, "appends": 0.9}
APPENDS = "my $text = ''; for my $i (1 .. shift) { $text .= \"$i;\" } print length($text);"


def _guests():
    """Always as large: what a run begins with must not count."""
    pairs = harness.find_built("pairs")
    guests = [workloads.Workload("pairs", [pairs, "3000000"]),
              workloads.Workload("live", [pairs, str(BLOCKS), "live"])]
    perl = workloads.program("perl")
    if perl:
        guests.append(workloads.Workload("appends", [perl, "-e", APPENDS, "300000"]))
    return guests


def _runs(guest):
    """Name: (tool, options) of all runs of a guest. Beside Massif, observers are
    where users have them; elsewhere inside, as only so the peak is that of one process."""
    alone = ALONE if guest.name in BESIDE_MASSIF else [*ALONE, *variants.INSIDE]
    counts = {"without": ("memsim", [*alone, "--heap=no"]),
              "with": ("memsim", [*alone, "--heap=yes"])}
    if guest.is_real:
        everything = variants.options_of("everything", "memsim")
        return {"without": ("memsim", everything), "with": ("memsim", [*everything, "--heap=yes"]),
                **{f"alone {name}": run for name, run in counts.items()}}
    if guest.name in BESIDE_MASSIF:
        counts["massif"] = ("massif", [])
    return counts


def measure_all(suite, chosen):
    """Samples by guest and run."""
    results = {}
    for turn in range(suite.rounds):
        for guest in [*_guests(), *chosen]:
            cell = results.setdefault(guest.name, {"guest": guest})
            for name, (tool, options) in measure.rotated(_runs(guest).items(), turn):
                sample = measure.run(suite.memsim, tool, options, guest, suite.folder)
                cell.setdefault(name, []).append(sample)
                suite.say(f"heap {guest.name} {name} {sample.cpu:.2f} s "
                          f"{sample.peak / 2**20:.0f} MB")
    return results


def _per_block(cell):
    more = measure.median(cell["with"], "peak") - measure.median(cell["without"], "peak")
    return more / BLOCKS


def table(results):
    """Prints the table and the verdicts; whether all targets were met."""
    print("\nheap: CPU seconds, medians; pairs, live and appends with counts only, the real "
          "programs with everything and, in the last three columns, with counts only")
    head = ("--heap=no", "--heap=yes", "added", "massif", "/massif", "no", "yes", "added")
    print(f"{'program':12}", *(f"{text:>10}" for text in head))
    for name, cell in results.items():
        def seconds(run, cell=cell):
            return measure.median(cell.get(run, []), "cpu")

        def added(run, other, cell=cell):
            ratio = measure.ratio(cell, run, other)
            return None if ratio is None else ratio - 1
        row = (seconds("without"), seconds("with"), added("with", "without"), seconds("massif"),
               measure.ratio(cell, "with", "massif"), seconds("alone without"),
               seconds("alone with"), added("alone with", "alone without"))
        print(f"{name:12}", *("{:>10}".format("-" if x is None else f"{x:.2f}") for x in row))
    met = True
    for name, target in BESIDE_MASSIF.items():
        if name in results:
            met &= report.verdict(f"heap, CPU, {name} / massif",
                                  measure.ratio(results[name], "with", "massif"), target)
    real = [cell for cell in results.values() if cell["guest"].is_real]
    if real:
        mean = report.geometric_mean(measure.ratio(cell, "with", "without") for cell in real)
        met &= report.verdict(f"heap, CPU added to everything, geometric mean of {len(real)}",
                              mean - 1, ADDED_TARGET)
    met &= report.verdict("heap, bytes of memory per live block", _per_block(results["live"]),
                          PER_BLOCK_TARGET)
    return met
