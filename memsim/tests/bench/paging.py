# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures the cost of listing page-ins against --pagein=no, with everything
simulated: on the real programs, and where nearly every access misses the TLB."""

import harness
import measure
import report
import variants
import workloads

ADDED_TARGET = 0.03  # of the run without
CHASE = [str(1 << 26), "7", "random", "4000000"]


def _guests(chosen):
    chase = workloads.Workload("chase", [harness.find_built("chase"), *CHASE])
    return [*chosen, chase]


def measure_all(suite, chosen):
    """Samples by guest and run."""
    everything = variants.options_of("everything", "memsim")
    results = {}
    for turn in range(suite.rounds):
        for guest in _guests(chosen):
            cell = results.setdefault(guest.name, {"guest": guest})
            runs = [("without", "--pagein=no"), ("with", "--pagein=yes")]
            for name, option in measure.rotated(runs, turn):
                sample = measure.run(suite.memsim, "memsim", [*everything, option], guest,
                                     suite.folder)
                cell.setdefault(name, []).append(sample)
                suite.say(f"pages {guest.name} {name} {sample.cpu:.2f} s")
    return results


def table(results):
    """Prints the table and the verdict; whether the target was met."""
    print("\npage-ins: CPU seconds, medians, everything simulated")
    print(f"{'program':12}", *(f"{text:>12}" for text in ("--pagein=no", "--pagein=yes", "added")))
    added = {}
    for name, cell in results.items():
        added[name] = measure.ratio(cell, "with", "without") - 1
        print(f"{name:12} {measure.median(cell['without'], 'cpu'):12.2f} "
              f"{measure.median(cell['with'], 'cpu'):12.2f} {added[name]:12.1%}")
    real = [1 + added[name] for name, cell in results.items() if cell["guest"].is_real]
    if not real:
        return True
    return report.verdict(f"page-ins, CPU added to everything, geometric mean of {len(real)}",
                          report.geometric_mean(real) - 1, ADDED_TARGET)
