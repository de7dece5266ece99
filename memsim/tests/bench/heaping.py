# SPDX-License-Identifier: GPL-2.0-or-later
"""What observing the heap costs: beside Massif where a program does little but
allocate, beside --heap=no on the real programs, and memory per live block."""

import harness
import measure
import report
import variants
import workloads

ALONE = ["--cache-sim=no", "--tlb-sim=no"]
BLOCKS = 1000000
PER_BLOCK_TARGET = 200  # bytes
ADDED_TARGET = 0.2      # of the run without
# Program: the target for CPU time relative to Massif's.
BESIDE_MASSIF = {"pairs": 0.5, "appends": 0.9}
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
    """Name: (tool, options) of all runs of a guest."""
    if guest.is_real:
        everything = next(v for v in variants.VARIANTS if v.name == "everything").options["memsim"]
        return {"without": ("memsim", everything), "with": ("memsim", [*everything, "--heap=yes"])}
    runs = {"without": ("memsim", [*ALONE, "--heap=no"]),
            "with": ("memsim", [*ALONE, "--heap=yes"])}
    if guest.name in BESIDE_MASSIF:
        runs["massif"] = ("massif", [])
    return runs


def measure_all(memsim, chosen, folder, rounds, say):
    """Samples by guest and run."""
    results = {}
    for turn in range(rounds):
        for guest in [*_guests(), *chosen]:
            cell = results.setdefault(guest.name, {"guest": guest})
            runs = list(_runs(guest).items())
            for i in range(len(runs)):
                name, (tool, options) = runs[(i + turn) % len(runs)]
                sample = measure.run(memsim, tool, options, guest, folder)
                cell.setdefault(name, []).append(sample)
                say(f"heap {guest.name} {name} {sample.cpu:.2f} s {sample.peak / 2**20:.0f} MB")
    return results


def _per_block(cell):
    more = measure.median(cell["with"], "peak") - measure.median(cell["without"], "peak")
    return more / BLOCKS


def table(results):
    """Prints the table and the verdicts; whether all targets were met."""
    print("\nheap: CPU seconds, medians; pairs, live and appends with counts only, the real "
          "programs with everything")
    print(f"{'program':12} {'--heap=no':>10} {'--heap=yes':>10} {'massif':>10} {'added':>8} "
          f"{'/massif':>8}")
    for name, cell in results.items():
        row = [measure.median(cell.get(run, []), "cpu") for run in ("without", "with", "massif")]
        added = report.ratio(cell, "with", "without") - 1
        beside = report.ratio(cell, "with", "massif")
        print(f"{name:12}", *("{:>10}".format("-" if t is None else f"{t:.2f}") for t in row),
              f"{added:8.2f}", f"{'-' if beside is None else f'{beside:.2f}':>8}")
    met = True
    for name, target in BESIDE_MASSIF.items():
        if name in results:
            met &= report.verdict(f"heap, CPU, {name} / massif",
                                  report.ratio(results[name], "with", "massif"), target)
    real = [cell for cell in results.values() if cell["guest"].is_real]
    if real:
        mean = report.geometric_mean(report.ratio(cell, "with", "without") for cell in real)
        met &= report.verdict(f"heap, CPU added to everything, geometric mean of {len(real)}",
                              mean - 1, ADDED_TARGET)
    met &= report.verdict("heap, bytes of memory per live block", _per_block(results["live"]),
                          PER_BLOCK_TARGET)
    return met
