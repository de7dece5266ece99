# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the pointer chase on a simulated machine: misses per element followed, by
the size of the working set, and a picture of these."""

import re

import harness
import outfile

MACHINE = "core2-x6800"
EVENTS = ("D1mr", "D2mr", "DTmr", "DT2mr")


class Chase:
    """Runs the guest; asks each question once."""

    def __init__(self, runner, options=(f"--machine={MACHINE}",)):
        self.runner, self.options, self.known = runner, list(options), {}
        self.guest = harness.find_built("chase")

    def run(self, size, pad, order):
        """Misses for each element: {event: rate}, of the following alone."""
        key = (size, pad, order)
        if key in self.known:
            return self.known[key]
        count = max(1, size // (8 * (pad + 1)))
        # Several rounds, so that the first, which may miss, hardly counts.
        steps = count * max(4, 4096 // count)
        out = self.runner.path("counts")
        self.runner.run("memsim", ["-q", "--heap=no", *self.options, f"--memsim-out-file={out}"],
                        [self.guest, str(size), str(pad), order, str(steps)])
        counts = outfile.read(out)
        row = counts.functions()["follow"]
        rates = {event: row[counts.events.index(event)] / steps for event in EVENTS
                 if event in counts.events}
        self.known[key] = rates
        return rates


def svg(title, curves, labels, path):
    """curves: name -> list of (log2 of size, rate).  Writes a picture of them."""
    width, height, left, top = 760, 400, 60, 50
    wide, high = width - left - 190, height - top - 50
    low = min(x for points in curves.values() for x, _ in points)
    last = max(x for points in curves.values() for x, _ in points)
    most = max(1.0, max(y for points in curves.values() for _, y in points))

    def at(x, y):
        return (left + (x - low) / (last - low) * wide, top + high - y / most * high)

    colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>',
           f'<text x="{left}" y="24" font-size="15">{title}</text>',
           f'<text x="{left}" y="42" fill="#555">misses for each element followed, by the size of the '
           'working set</text>']
    for tick in range(5):
        _, y = at(low, most * tick / 4)
        out.append(f'<path d="M{left} {y:.1f}h{wide}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{most * tick / 4:.2f}</text>')
    for x in range(int(low), int(last) + 1, 2):
        px, _ = at(x, 0)
        name = f"{1 << x - 20}M" if x >= 20 else f"{1 << x - 10}K"
        out.append(f'<text x="{px:.1f}" y="{top + high + 18}" text-anchor="middle">{name}</text>')
    for number, (name, points) in enumerate(curves.items()):
        colour = colours[number % len(colours)]
        path_text = " L".join(f"{px:.1f} {py:.1f}" for px, py in (at(x, y) for x, y in points))
        out.append(f'<path d="M{path_text}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = top + 14 + 20 * number
        out.append(f'<path d="M{left + wide + 12} {y - 4}h20" stroke="{colour}" stroke-width="2"/>'
                   f'<text x="{left + wide + 38}" y="{y}">{labels[name]}</text>')
    out.append("</svg>\n")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out))


def assert_xml(path):
    with open(path, encoding="utf-8") as file:
        return bool(re.match(r"<svg .*</svg>\s*$", file.read(), re.S))
