# SPDX-License-Identifier: GPL-2.0-or-later
"""A hand model of what lines were used for while they were in the first-level data cache, and how a file of objects
differs from it. The model keeps every byte touched in each life of a line; only the file has patterns and folds them."""

import collections
import math

MOST = 128  # patterns of a group


class Lives:
    """ended: for each object, [lines, fetches, bytes]; patterns: for each object, how often {(offset, bytes touched)}."""

    def __init__(self, line, smallest):
        self.line, self.smallest = line, smallest
        self.now = collections.defaultdict(dict)  # by line: {(object, place): (offset, touched bytes)}
        self.fetched = collections.defaultdict(set)  # by line: objects
        self.ended = collections.defaultdict(lambda: [0, 0, 0])
        self.patterns = collections.defaultdict(collections.Counter)

    def reference(self, name, place, address, size, missed):
        """`missed`: a bit for each line from that of the address on; name None: an object that is not known."""
        for number, line in enumerate(range(address // self.line, (address + size - 1) // self.line + 1)):
            if missed >> min(number, 31) & 1:
                self.end(line)
                self.fetched[line].add(name)
            if name is None:
                continue
            start = line * self.line
            _, touched = self.now[line].setdefault((name, place), (start - place.zero, set()))
            touched.update(range(max(address, start) - start, min(address + size, start + self.line) - start))

    def end(self, line):
        touched = collections.defaultdict(set)
        for (name, _), (offset, its) in self.now.pop(line, {}).items():
            self.patterns[name][offset, frozenset(its)] += 1
            touched[name] |= its
        for name, its in touched.items():
            self.ended[name][0] += 1
            self.ended[name][1] += name in self.fetched[line]
            self.ended[name][2] += len(its)
        self.fetched.pop(line, None)

    def end_all(self):
        for line in list(self.now):
            self.end(line)


def touched_bytes(mask, line):
    """The bytes of a line that a mask stands for."""
    unit = max(1, line // 64)
    return frozenset(byte for byte in range(line) if mask >> byte // unit & 1)


def rounded(touched, line):
    """As a mask can say it."""
    unit = max(1, line // 64)
    return touched if unit == 1 else frozenset(
        byte for at in {byte // unit for byte in touched} for byte in range(at * unit, (at + 1) * unit))


def compare(name, groups, lives, is_inside):
    """Texts about differences; `groups` are the file's of one object, and is_inside(offset) holds for lines that lie in
    places of the model. Returns how many patterns were compared, too."""
    found, compared = [], 0
    mine = collections.Counter()
    for (offset, its), times in lives.patterns.get(name, {}).items():
        mine[offset, rounded(its, lives.line)] += times
    whole = all(is_inside(group.first, group.last + lives.line) for group in groups)
    if whole:
        sums = [sum(getattr(group, field) for group in groups) for field in ("lines", "fetches", "bytes")]
        if sums != lives.ended.get(name, [0, 0, 0]) and lives.line <= 64:
            found.append(f"{name}: lines {sums}, not {lives.ended.get(name)}")
        if sum(mine.values()) != sum(sum(group.patterns.values()) + group.other_times for group in groups):
            found.append(f"{name}: another number of patterns")
    for group in groups:
        theirs = {(offset, touched_bytes(mask, lives.line)): times for (offset, mask), times in group.patterns.items()}
        expected = collections.Counter()
        for (offset, its), times in mine.items():
            if group.first <= offset <= group.last:
                expected[offset % group.modulus if group.modulus else offset, its] += times
        if group.modulus and (not is_inside(group.first, group.last + lives.line) or group.modulus % lives.line):
            continue
        for key in sorted(set(theirs) | set(expected), key=lambda key: (key[0], sorted(key[1]))):
            if not is_inside(key[0], key[0] + lives.line) and not group.modulus:
                continue
            compared += 1
            less = theirs.get(key, 0) < expected[key] and group.other_times
            if theirs.get(key, 0) != expected[key] and not less:
                found.append(f"{name}: a line at {key[0]}, modulo {group.modulus}, bytes {sorted(key[1])}: "
                             f"{theirs.get(key, 0)} times, not {expected[key]}")
    return found, compared
