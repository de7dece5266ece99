#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""named.py NAME LEAST < JSON: the share of first-level misses on the heap that `memsim objects` gives to fields with
names, and what became of the rest.  Exits with 1 if fewer than LEAST percent are named."""

import json
import sys

COUNTS = {"D1 misses": ("D1mr", "D1mw"), "first-level misses": ("D1mr", "D1mw", "DTmr", "DTmw")}
SHOWN = 5


def sum_of(events, names):
    return sum(events.get(name, 0) for name in names)


def named_of(row, names):
    """Misses on fields of a type, and on its holes."""
    if not row["type"]:
        return 0, 0
    fields = row["fields"]
    return (sum(sum_of(field["events"], names) for field in fields if field["name"] is not None),
            sum(sum_of(field["events"], names) for field in fields if field["hole"]))


def by_reason(rows, names):
    """Misses that no field has, by reason."""
    reasons = {"type of the block unknown": 0, "not one field of the block's type": 0, "between fields": 0}
    for row in rows:
        every = sum_of(row["events"], names)
        named, holes = named_of(row, names)
        if not row["type"]:
            reasons["type of the block unknown"] += every
        else:
            reasons["between fields"] += holes
            reasons["not one field of the block's type"] += every - named - holes
    return reasons


def main():
    name, least = sys.argv[1], float(sys.argv[2])
    rows = [row for row in json.load(sys.stdin)["objects"] if row["object"] == "heap"]
    worst = 100.0
    for title, names in COUNTS.items():
        every = sum(sum_of(row["events"], names) for row in rows)
        named = sum(named_of(row, names)[0] for row in rows)
        if not every:
            print(f"{name}: no {title} on the heap")
            return 1
        worst = min(worst, 100 * named / every)
        print(f"{name}: {100 * named / every:.2f}% of {every:,} {title} on the heap are on named fields")
        for reason, count in by_reason(rows, names).items():
            if count:
                print(f"    {100 * count / every:.2f}% {reason}")
    names = COUNTS["D1 misses"]
    left = sorted(rows, key=lambda row: named_of(row, names)[0] - sum_of(row["events"], names))
    for row in left[:SHOWN]:
        rest = sum_of(row["events"], names) - named_of(row, names)[0]
        if rest:
            print(f"    {rest:,} not named: {row['name']} ({row['place']}), blocks of {row['low']:,} to "
                  f"{row['high']:,} bytes, {row['type'] or 'type unknown'}")
    return worst < least


if __name__ == "__main__":
    sys.exit(main())
