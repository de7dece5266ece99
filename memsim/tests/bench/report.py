# SPDX-License-Identifier: GPL-2.0-or-later
"""Reports results as an aligned table, as verdicts on the targets, and as JSON."""

import json
import math
import platform

import measure
import variants

BESIDE = ("memsim", "cachegrind")
WHAT = {"cpu": "CPU", "elapsed": "elapsed", "peak": "peak memory"}


def geometric_mean(values):
    values = [value for value in values if value is not None]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def _number(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def number(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def _columns(cell, tools):
    row = [number(measure.median(cell.get(tool, []), "cpu")) for tool in tools]
    row += [number(measure.ratio(cell, "memsim", other)) for other in tools if other != "memsim"]
    row += [number(measure.median(cell.get(tool, []), "elapsed")) for tool in BESIDE]
    row.append(number(measure.ratio(cell, *BESIDE, "elapsed")))
    for tool in BESIDE:
        peak = measure.median(cell.get(tool, []), "peak")
        row.append(number(None if peak is None else peak / 2**20, 0))
    row.append(number(measure.ratio(cell, *BESIDE, "peak")))
    return row


def _mean_row(cells, tools):
    def mean(other, what="cpu"):
        return number(geometric_mean(measure.ratio(c, "memsim", other, what) for c in cells))
    row = ["geometric mean, real"] + ["" for _ in tools]
    row += [mean(other) for other in tools if other != "memsim"]
    return row + ["", "", mean("cachegrind", "elapsed"), "", "", mean("cachegrind", "peak")]


def grid(rows):
    """Prints rows of text as a table: the first column to the left, others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print(row[0].ljust(widths[0]), *(x.rjust(w) for x, w in zip(row[1:], widths[1:])),
              sep="  ")


def table(variant, results, real, tools):
    """Prints one variant: CPU and elapsed seconds, memsim relative to the others,
    peaks."""
    tools = [tool for tool in tools if tool in variant.options]
    cells = results.get(variant.name, {})
    rows = [["program", *(f"{t} s" for t in tools), *(f"/{t}" for t in tools if t != "memsim"),
             "memsim el.", "cachegr. el.", "/elapsed", "memsim MB", "cachegr. MB", "/peak"]]
    rows += [[name, *_columns(cell, tools)] for name, cell in cells.items()]
    if any(name in cells for name in real):
        rows.append(_mean_row([cells[name] for name in real if name in cells], tools))
    print(f"\n{variant.name}: {variant.about}")
    print("CPU seconds (user + system), elapsed seconds (el.) and peaks, medians; "
          "/tool: memsim's CPU relative to it; /elapsed, /peak: to Cachegrind's")
    grid(rows)


def verdict(text, value, target, cpus=1):
    """Prints it; False if the target was missed. It is judged only if it was
    measured, on a machine that has as many CPUs."""
    why = ""
    if value is None:
        word, why = "open", "; not measured"
    elif measure.cpus() < cpus:
        word, why = "open", f"; not judged: it takes {cpus} CPUs"
    else:
        word = "met" if value <= target else "MISSED"
    print(f"  {word:6}  {text}: {number(value, 3)}, target at most {target:.2f}{why}")
    return word != "MISSED"


def ratios(target, cells, real):
    """Of the real programs that were measured, by name."""
    found = {name: measure.ratio(cells[name], "memsim", target.other, target.what)
             for name in real if name in cells}
    return {name: value for name, value in found.items() if value is not None}


def judge(variant, target, found):
    """The verdicts of one target."""
    text = f"{variant.name}, {WHAT[target.what]} / {target.other}"
    met = verdict(f"{text}, geometric mean of {len(found)}", geometric_mean(found.values()),
                  target.mean, variant.cpus)
    if target.each is not None:
        worst = max(found, key=found.get)
        met &= verdict(f"{text}, the slowest ({worst})", found[worst], target.each, variant.cpus)
    return met


def targets(results, real):
    """Prints a verdict per target that was measured; whether none was missed."""
    judged = [(variant, target, ratios(target, results.get(variant.name, {}), real))
              for variant in variants.VARIANTS for target in variant.targets]
    judged = [each for each in judged if each[2]]
    if judged:
        print("\ntargets, memsim relative to another tool")
    return all([judge(*each) for each in judged])  # a list: all are printed


def _processor():
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor()


def _samples(samples):
    samples = measure.succeeded(samples)
    return {"cpu": [round(s.cpu, 3) for s in samples],
            "elapsed": [round(s.elapsed, 3) for s in samples],
            "peak": [s.peak for s in samples],
            "median_cpu": measure.median(samples, "cpu"),
            "median_elapsed": measure.median(samples, "elapsed"),
            "median_peak": measure.median(samples, "peak")}


def write_json(path, results, workloads):
    """All samples and medians; peaks in bytes, times in seconds."""
    document = {
        "machine": {"processor": _processor(), "kernel": platform.release(),
                    "cpus": measure.cpus()},
        "workloads": {w.name: {"real": w.is_real, "about": w.about} for w in workloads},
        "variants": {variant: {name: {run: _samples(samples) for run, samples in cell.items()
                                      if isinstance(samples, list)}
                               for name, cell in cells.items()}
                     for variant, cells in results.items()},
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
        file.write("\n")
