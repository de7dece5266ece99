# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads count files in Cachegrind's format and compares them exactly."""


class BadFile(Exception):
    """The file is not what it claims to be."""


class Counts:
    """Events in order, totals, and counts per (file, function, line)."""

    def __init__(self, events, lines, total):
        self.events, self.lines, self.total = events, lines, total

    def only(self, names):
        """The same with these events only, in this order."""
        at = [self.events.index(name) for name in names]

        def pick(row):
            return tuple(row[i] for i in at)
        return Counts(list(names), {k: pick(v) for k, v in self.lines.items()},
                      pick(self.total))

    def functions(self):
        """Counts per function name, summed over files and lines."""
        sums = {}
        for (_, function, _), row in self.lines.items():
            old = sums.get(function, (0,) * len(row))
            sums[function] = tuple(a + b for a, b in zip(old, row))
        return sums


def _row(text, width, where):
    row = [int(number) for number in text]
    if len(row) > width:
        raise BadFile(f"{where}: {len(row)} counts for {width} events")
    return tuple(row + [0] * (width - len(row)))


def read(path):
    """Parses a file; raises BadFile, also where the totals are not the sums."""
    events, lines, total = None, {}, None
    file_name = function = None
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        for number, line in enumerate(file, 1):
            where = f"{path}:{number}"
            line = line.rstrip("\n")
            if line.startswith("fl="):
                file_name = line[3:]
            elif line.startswith("fn="):
                function = line[3:]
            elif line.startswith("events:"):
                events = line.split()[1:]
            elif line.startswith("summary:"):
                total = _row(line.split()[1:], len(events), where)
            elif line[:1].isdigit():
                source_line, *rest = line.split()
                key = (file_name, function, int(source_line))
                row = _row(rest, len(events), where)
                if key in lines:
                    row = tuple(a + b for a, b in zip(lines[key], row))
                lines[key] = row
            elif line and not line.startswith(("desc:", "cmd:", "#")):
                raise BadFile(f"{where}: {line!r}")
    if events is None or total is None:
        raise BadFile(f"{path}: no events or no summary line")
    sums = tuple(map(sum, zip(*lines.values()))) if lines else (0,) * len(events)
    if sums != total:
        raise BadFile(f"{path}: summary {total} but the lines sum up to {sums}")
    return Counts(events, lines, total)


def differences(ours, theirs, limit=10):
    """Texts that say where two Counts of the same events differ, totals first;
    lines where all counts are zero may be missing on either side."""
    found = []
    for name, a, b in zip(ours.events, ours.total, theirs.total):
        if a != b:
            found.append(f"total {name}: {a:,} against {b:,} ({a - b:+,})")
    zero = (0,) * len(ours.events)
    differing = [key for key in sorted(ours.lines.keys() | theirs.lines.keys())
                 if ours.lines.get(key, zero) != theirs.lines.get(key, zero)]
    for key in differing[:limit]:
        a, b = ours.lines.get(key, zero), theirs.lines.get(key, zero)
        what = ", ".join(f"{name} {x:,}/{y:,}"
                         for name, x, y in zip(ours.events, a, b) if x != y)
        found.append(f"{key[0]}:{key[2]} ({key[1]}): {what}")
    if len(differing) > limit:
        found.append(f"... and {len(differing) - limit} more lines")
    return found
