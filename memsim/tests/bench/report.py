# SPDX-License-Identifier: GPL-2.0-or-later
"""Reports results as an aligned table, as verdicts on the targets, and as JSON."""

import json
import math
import platform

import measure
import variants


def ratio(cell, tool, other, what="cpu"):
    """The medians' ratio of two tools on one workload, None if one is missing."""
    ours, theirs = (measure.median(cell.get(name, []), what) for name in (tool, other))
    return ours / theirs if ours is not None and theirs else None


def geometric_mean(values):
    values = [value for value in values if value is not None]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def _number(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def _columns(cell, tools):
    row = [_number(measure.median(cell.get(tool, []), "cpu")) for tool in tools]
    row += [_number(ratio(cell, "memsim", other)) for other in tools if other != "memsim"]
    for tool in ("memsim", "cachegrind"):
        peak = measure.median(cell.get(tool, []), "peak")
        row.append(_number(None if peak is None else peak / 2**20, 0))
    row.append(_number(ratio(cell, "memsim", "cachegrind", "peak")))
    return row


def _mean_row(cells, tools):
    row = ["geometric mean, real"] + ["" for _ in tools]
    row += [_number(geometric_mean(ratio(c, "memsim", other) for c in cells))
            for other in tools if other != "memsim"]
    row += ["", "", _number(geometric_mean(ratio(c, "memsim", "cachegrind", "peak")
                                           for c in cells))]
    return row


def table(variant, results, real, tools):
    """Prints one variant: CPU seconds, memsim relative to the others, peaks."""
    tools = [tool for tool in tools if tool in variant.options]
    cells = results.get(variant.name, {})
    rows = [["program", *(f"{t} s" for t in tools),
             *(f"/{t}" for t in tools if t != "memsim"), "memsim MB", "cachegr. MB", "/peak"]]
    rows += [[name, *_columns(cell, tools)] for name, cell in cells.items()]
    if any(name in cells for name in real):
        rows.append(_mean_row([cells[name] for name in real if name in cells], tools))
    widths = [max(map(len, column)) for column in zip(*rows)]
    print(f"\n{variant.name}: {variant.about}")
    print("CPU seconds (user + system), medians; /tool: memsim relative to it")
    for row in rows:
        print(row[0].ljust(widths[0]), *(x.rjust(w) for x, w in zip(row[1:], widths[1:])),
              sep="  ")


def verdict(text, value, target):
    """Prints it; whether the target was met."""
    met = value <= target
    print(f"  {'met   ' if met else 'MISSED'}  {text}: {value:.2f}, target at most {target:.2f}")
    return met


def targets(results, real):
    """Prints a verdict per target that was measured; whether all were met."""
    met, head = True, "\ntargets, memsim relative to Cachegrind"
    for variant in variants.VARIANTS:
        cells = results.get(variant.name, {})
        times = {name: ratio(cells[name], "memsim", "cachegrind")
                 for name in real if name in cells}
        times = {name: value for name, value in times.items() if value is not None}
        if not times or variant.mean_target is None:
            continue
        if head:
            print(head)
            head = None
        met &= verdict(f"{variant.name}, CPU, geometric mean of {len(times)}",
                        geometric_mean(times.values()), variant.mean_target)
        if variant.each_target is not None:
            worst = max(times, key=times.get)
            met &= verdict(f"{variant.name}, CPU, the slowest ({worst})",
                            times[worst], variant.each_target)
        peak = geometric_mean(ratio(cells[name], "memsim", "cachegrind", "peak")
                              for name in times)
        if variant.peak_target is not None:
            met &= verdict(f"{variant.name}, peak memory, geometric mean", peak,
                           variant.peak_target)
    return met


def _processor():
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor()


def write_json(path, results, workloads):
    """All samples and medians; peaks in bytes, times in seconds."""
    def tool_results(samples):
        return {"cpu": [round(s.cpu, 3) for s in samples],
                "elapsed": [round(s.elapsed, 3) for s in samples],
                "peak": [s.peak for s in samples],
                "median_cpu": measure.median(samples, "cpu"),
                "median_peak": measure.median(samples, "peak")}

    document = {
        "machine": {"processor": _processor(), "kernel": platform.release()},
        "workloads": {w.name: {"real": w.is_real, "about": w.about} for w in workloads},
        "variants": {variant: {name: {tool: tool_results(samples)
                                      for tool, samples in cell.items()}
                               for name, cell in cells.items()}
                     for variant, cells in results.items()},
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
        file.write("\n")
