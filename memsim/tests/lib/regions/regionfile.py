# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads files of counts with the regions that they are divided into, and checks that the parts add up; and what
the steps of progs/regions/steps.c count, computed from its source."""

import re


class BadFile(Exception):
    """The file is not what it claims to be."""


class Divided:
    """Events; by path (a tuple of names, the empty one for what is in no region) how often it began and counts by
    (object, inlined calls, file, function, line); and the summary."""

    def __init__(self):
        self.events, self.total = [], ()
        self.times, self.parts = {}, {(): {}}

    def lines(self):
        """The counts of all parts by line."""
        sums = {}
        for rows in self.parts.values():
            for key, row in rows.items():
                sums[key] = add(sums.get(key), row)
        return sums

    def functions(self, path, events):
        """A part's counts of these events by function."""
        at = [self.events.index(event) for event in events]
        sums = {}
        for key, row in self.parts.get(path, {}).items():
            sums[key[3]] = add(sums.get(key[3]), tuple(row[i] for i in at))
        return sums


def add(a, b):
    return b if a is None else tuple(x + y for x, y in zip(a, b))


def read(path):
    """Parses a file; raises BadFile, also where the totals are not the sums."""
    made, here = Divided(), ()
    found, inlined, file, function = "???", "", None, None
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as source:
        for number, line in enumerate(source, 1):
            line = line.rstrip("\n")
            if line.startswith("fl=# part: "):
                times, names = line[len("fl=# part: "):].split(" ", 1)
                here = tuple(names.split("\t"))
                found, inlined, file, function = "???", "", None, None
                if here in made.parts:
                    raise BadFile(f"{path}:{number}: {here} appears twice")
                made.times[here], made.parts[here] = int(times), {}
            elif line.startswith("fl=# object: "):
                found, inlined, file, function = line[len("fl=# object: "):], "", None, None
            elif line.startswith("fl=# inlined: "):
                inlined, file, function = line[len("fl=# inlined: "):], None, None
            elif line.startswith("fl="):
                file, function = line[3:], None
            elif line.startswith("fn="):
                function = line[3:]
            elif line.startswith("events:"):
                made.events = line.split()[1:]
            elif line.startswith("summary:"):
                made.total = tuple(int(count) for count in line.split()[1:])
            elif line[:1].isdigit():
                at, *row = line.split()
                key = (found, inlined, file, function, int(at))
                if file is None or function is None or key in made.parts[here] or len(row) != len(made.events):
                    raise BadFile(f"{path}:{number}: '{line}' is out of place")
                made.parts[here][key] = tuple(int(count) for count in row)
            elif not line.startswith(("desc:", "cmd:")):
                raise BadFile(f"{path}:{number}: '{line}'")
    sums = (0,) * len(made.events)
    for row in made.lines().values():
        sums = add(sums, row)
    if not made.events or sums != made.total:
        raise BadFile(f"{path}: the parts sum up to {sums}, not {made.total}")
    return made


# --- what the steps count -------------------------------------------------------------------------

OPEN_MAX = 64
STEP = re.compile(r"(BEGIN|END|MARK|LOOP|NOTHING|CALLGRIND)\((\w+)\)")
STEPS = re.compile(r"^STEP (\w+)\(void\)\n\{\n\s*STEPS\((.*?)\);\n\}", re.M | re.S)


def read_steps(source):
    """The steps of each function: [("BEGIN", "a"), ("LOOP", "1000"), ...]."""
    with open(source, encoding="utf-8") as file:
        return {name: STEP.findall(steps) for name, steps in STEPS.findall(file.read())}


class Thread:
    """What the steps of one thread count: {path: {function: (Ir, Dr, Dw)}}, and how often each path begins."""

    def __init__(self, steps):
        self.steps, self.open, self.inside = steps, [], {}
        self.off, self.dumps = False, 0
        self.counts, self.times = {}, {}

    def count(self, function, row):
        if self.off:
            return
        rows = self.counts.setdefault(tuple(self.open), {})
        rows[function] = add(rows.get(function), row)

    @staticmethod
    def is_dumped(path):
        return bool(path) and path[0].startswith("dump ")

    def run(self, function):
        for step, operand in self.steps[function]:
            loops = int(operand) if step == "LOOP" else 0
            self.count(function, (4 * loops + 1, loops, loops) if loops else (3, 0, 0))
            if step == "BEGIN" and operand in self.open:
                self.inside[operand] = self.inside.get(operand, 0) + 1
            elif step == "BEGIN":
                self.open.append(operand)
                path = tuple(self.open)
                self.times[path] = self.times.get(path, 0) + 1
            elif step == "END" and self.inside.get(operand):
                self.inside[operand] -= 1
            elif step == "END" and operand in self.open:
                self.open.remove(operand)
            elif operand == "toggle":
                self.off = not self.off
            elif operand == "dump":
                self.dumps += 1
                name = (f"dump {self.dumps}: Client Request",)
                for of in (self.counts, self.times):
                    for path in [path for path in of if not self.is_dumped(path)]:
                        of[name + path] = of.pop(path)
            elif operand == "zero":
                for of in (self.counts, self.times):
                    for path in [path for path in of if not self.is_dumped(path)]:
                        del of[path]
        self.count(function, (1, 1, 0))  # it returns
