# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads files of allocations (docs/format.md): calls as memusage counts them,
and counts for each line that allocates."""

import os

import outfile

CALLS = ("malloc", "calloc", "realloc", "free", "aligned", "new", "delete", "other", "map", "unmap",
         "other-free", "request", "request-free")
EVENTS = ["Allocs", "Bytes", "Frees", "PeakBytes", "Temp", "Failed"]
LAST = "EndBytes"  # which nobody frees: adds up to never_freed, and is left out of lines and total
SINGLE = ("realloc", "peak", "never-freed", "foreign-frees", "missed-frees")


class Allocations:
    """calls: name -> (calls, bytes, failed). realloc: (nomove, dec, free).
    sizes: least size of 16 -> calls, "large" -> calls. peak, never_freed: pairs.
    lines: (file without folders, function, line) -> counts in EVENTS' order."""

    def __init__(self, path):
        counts = outfile.read(path)
        if counts.events != [*EVENTS, LAST]:
            raise outfile.BadFile(f"{path}: events {counts.events}")
        self.lines = {(os.path.basename(file), function, line): row[:-1]
                      for (file, function, line), row in counts.lines.items()}
        self.total = dict(zip(EVENTS, counts.total))
        self.calls, self.sizes, single = {}, {}, {}
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            for line in file:
                if line.startswith("desc: "):
                    what, *rest = line.split()[1:]
                    if what == "call":
                        self.calls[rest[0]] = tuple(map(int, rest[1:]))
                    elif what == "size":
                        self.sizes[rest[0] if rest[0] == "large" else int(rest[0])] = int(rest[1])
                    elif what in SINGLE:  # the others are the fingerprint
                        single[what] = tuple(map(int, rest))
        if tuple(self.calls) != CALLS:
            raise outfile.BadFile(f"{path}: calls {tuple(self.calls)}")
        self.realloc, self.peak = single["realloc"], single["peak"]
        self.never_freed = single["never-freed"]
        if counts.total[-1] != self.never_freed[1]:
            raise outfile.BadFile(f"{path}: {counts.total[-1]} bytes at the end, not {self.never_freed[1]}")
        self.foreign, = single["foreign-frees"]
        self.missed, = single["missed-frees"]

    def requests(self):
        """Calls, bytes and failures of all functions that allocate, together."""
        return tuple(map(sum, zip(*(self.calls[name] for name in CALLS
                                    if name not in ("free", "delete", "map", "unmap", "other-free",
                                                    "request-free")))))

    def frees(self):
        """Calls and bytes: allocators may have one function for free and delete."""
        return tuple(map(sum, zip(self.calls["free"][:2], self.calls["delete"][:2])))
