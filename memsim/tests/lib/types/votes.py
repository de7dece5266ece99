#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""votes.py PROGRAM [O0] < JSON: what `memsim objects` says of the blocks of vote.c or vote.cc, by the function that
allocates them: their type, reads and writes of each field, and what is unresolved.  Differences are printed."""

import json
import sys

B, N = 50, 40  # BLOCKS and ITEMS
NOTHING = (0, 0)
C = {
    "in_wrapper": ("struct node", {"next": (B, B), "key": (B, B), "count": (0, B)}, NOTHING),
    "in_array": ("struct pair", {"x": (N, N), "both": (0, N)}, NOTHING),
    "in_derived": ("struct derived", {"base.kind": (B, B), "more": (0, B)}, NOTHING),
    "in_union": ("struct either", {"tag": (0, B), "number|real": (0, 2 * B)}, NOTHING),
    "in_both": ("struct one", {"first": (B, B), "second": (B, B)}, (0, 2 * B)),
    "in_larger": ("struct pair", {"y": (0, N)}, NOTHING),
    "in_single": ("struct pair", {"x": (0, 1), "both": (0, 1)}, (0, 1)),
    "in_inlined": ("struct one", {"first": (1, 0), "second": (1, 0)}, NOTHING),
    "in_read_bytes": (None, None, None),
    "in_bytes": ("char", {"char": (N, N)}, NOTHING),
    "in_library": (None, None, None),
}
CXX = {
    "in_base": ("Circle", {"id": (2 * B, B), "radius": (0, B)}, NOTHING),
    "in_vector": ("Point", {"x": (0, N), "y": (N, N)}, NOTHING),
    "in_node": ("Node<Point>", {"next": (B, B), "value.x": (0, B), "value.y": (B, B)}, NOTHING),
}


# Without optimisation, what is inlined has its parameters on the stack, where types are not followed.
UNKNOWN_O0 = ("in_inlined",)


def of(counts):
    return counts["reads"], counts["writes"]


def said(row):
    if not row["type"]:
        return None, None, None
    fields = {field["name"]: of(field) for field in row["fields"] if of(field) != NOTHING}
    return row["type"], fields, of(row["unresolved"])


def main():
    expected = CXX if sys.argv[1] == "vote.cc" else C
    rows = {}
    for row in json.load(sys.stdin)["objects"]:
        if row["object"] == "heap":
            rows.setdefault(row["name"].split("(")[0], []).append(row)
    wrong = 0
    for name, answer in expected.items():
        found = [said(row) for row in rows.get(name, [])]
        if name in UNKNOWN_O0 and "O0" in sys.argv[2:]:
            answer = (None, None, None)
        if found != [answer]:
            print(f"{name}: {found}, not {answer}")
            wrong += 1
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
