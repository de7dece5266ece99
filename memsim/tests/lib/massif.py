# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads files in Massif's format and compares what was live at their peaks.

One reader for both tools' files, independent of both: it checks what the format
promises (numbers of children, nodes that add up to the one above them and to the
snapshot, times that never decrease) and keeps trees as {path of callers: bytes}.
A path names functions and lines, not addresses, because libraries may be at
different addresses under the two tools.

massif.py FILE...: checks these files."""

import re
import sys

RULE = "#-----------"
NODE = re.compile(r"( *)n(\d+): (\d+) (.*)")
FRAME = re.compile(r"0x[0-9A-F]+: (.*)")
JOINED = re.compile(r"in \d+ places?, (?:all )?below massif's threshold \([0-9.]+%\)")
FIELDS = ("time", "mem_heap_B", "mem_heap_extra_B", "mem_stacks_B", "heap_tree")


class BadFile(Exception):
    """The file is not what it claims to be."""


class Snapshot:
    """time, heap, extra, stacks; kind "empty", "detailed" or "peak"; paths and
    sites: bytes by whole call path, and by its innermost frame."""

    def __init__(self, fields):
        self.time, self.heap, self.extra, self.stacks = map(int, fields[:4])
        self.kind = fields[4]
        self.paths, self.sites, self.joined, self.nodes = {}, {}, 0, 0

    def total(self):
        return self.heap + self.extra + self.stacks


def _node(line, depth, where):
    match = NODE.fullmatch(line)
    if not match or len(match.group(1)) != depth:
        raise BadFile(f"{where}: no node of depth {depth}: {line!r}")
    return int(match.group(2)), int(match.group(3)), match.group(4)


def _tree(lines, at, snapshot, path):
    """Reads the node in line `at`; the line after all that is below it, and its bytes."""
    where = f"line {at + 1}"
    children, size, text = _node(lines[at], len(path), where)
    snapshot.nodes += 1
    at += 1
    if path:
        match = FRAME.fullmatch(text)
        if not match:
            if not JOINED.fullmatch(text) or children:
                raise BadFile(f"{where}: {text!r}")
            snapshot.joined += size
            return at, size
        path = (*path, match.group(1))
        if len(path) == 2:
            snapshot.sites[path[1]] = snapshot.sites.get(path[1], 0) + size
    else:
        path = (text,)
    below = 0
    for _ in range(children):
        at, bytes_below = _tree(lines, at, snapshot, path)
        below += bytes_below
    if children and below != size:
        raise BadFile(f"{where}: {size} bytes, but {below} below it")
    if size > below and len(path) > 1:
        snapshot.paths[path[1:]] = snapshot.paths.get(path[1:], 0) + size - below
    return at, size


def parse(lines):
    """The snapshots of a file's lines."""
    heads = [line.split(":", 1)[0] for line in lines[:3]]
    if heads != ["desc", "cmd", "time_unit"]:
        raise BadFile(f"begins with {lines[:3]}")
    snapshots, at = [], 3
    while at < len(lines):
        where = f"line {at + 1}"
        if lines[at:at + 3] != [RULE, f"snapshot={len(snapshots)}", RULE]:
            raise BadFile(f"{where}: no snapshot {len(snapshots)}")
        fields = [line.partition("=") for line in lines[at + 3:at + 8]]
        if tuple(name for name, _, _ in fields) != FIELDS:
            raise BadFile(f"{where}: fields {fields}")
        snapshot = Snapshot([value for _, _, value in fields])
        at += 8
        if snapshot.kind != "empty":
            at, size = _tree(lines, at, snapshot, ())
            if size != snapshot.heap:
                raise BadFile(f"{where}: {snapshot.heap} bytes, its tree {size}")
        if snapshots and snapshot.time < snapshots[-1].time:
            raise BadFile(f"{where}: time goes back")
        snapshots.append(snapshot)
    return snapshots


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return parse(file.read().splitlines())


def peak(snapshots):
    """The one snapshot of the peak."""
    found = [s for s in snapshots if s.kind == "peak"]
    if len(found) != 1:
        raise BadFile(f"{len(found)} peaks")
    return found[0]


def _differing(what, ours, theirs, limit):
    keys = [key for key in sorted(ours.keys() | theirs.keys())
            if ours.get(key, 0) != theirs.get(key, 0)]
    found = []
    for key in keys[:limit]:
        text = key if isinstance(key, str) else " < ".join(key)
        found.append(f"{what} {text}: {ours.get(key, 0):,} against {theirs.get(key, 0):,}")
    if len(keys) > limit:
        found.append(f"... and {len(keys) - limit} more of {what}")
    return found


def differences(ours, theirs, limit=8):
    """Texts that say where two snapshots' heaps differ: the sum, each site, each path."""
    found = []
    if ours.heap != theirs.heap:
        found.append(f"heap: {ours.heap:,} against {theirs.heap:,}")
    if ours.joined or theirs.joined:
        found.append(f"below the threshold: {ours.joined:,} and {theirs.joined:,}")
    return (found + _differing("site", ours.sites, theirs.sites, limit)
            + _differing("path", ours.paths, theirs.paths, limit))


def main():
    for path in sys.argv[1:]:
        try:
            read(path)
        except BadFile as error:
            sys.exit(f"{path}: {error}")


if __name__ == "__main__":
    main()
