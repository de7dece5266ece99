# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads files of calls, memsim's and Callgrind's: the costs of functions, their calls, and the tree of contexts
that memsim's have. It is for files of these two tools only, and trusts them."""

import re

NAMED = re.compile(r"(ob|fl|fi|fe|fn|cob|cfi|cfl|cfn|calls)=(.*)")
NUMBERED = re.compile(r"\((\d+)\)(?: (.*))?$")
KIND = {"ob": "ob", "cob": "ob", "fn": "fn", "cfn": "fn",
        "fl": "fl", "fi": "fl", "fe": "fl", "cfi": "fl", "cfl": "fl"}


class Context:
    """A node of the tree. Its function is a pair: name, object."""

    def __init__(self, kind, parent, function, line, calls, counts):
        self.kind, self.parent, self.function = kind, parent, function
        self.line, self.calls, self.counts = line, calls, counts


class Calls:
    """own: {function: counts}; edges: {(caller, callee): (calls, counts)}; contexts, from 1 on. With instructions:
    instructions: {(object, address): counts}; called: {(object, address, callee): calls}; build_ids: {object: id}."""

    def __init__(self, path, by_file=()):
        """Functions with one of the names `by_file` have their file in their names: "work (a.c)"."""
        self.by_file, self._file_of = set(by_file), {}
        self.events, self.summary, self.nodes = [], None, None
        self.own, self.edges, self.contexts = {}, {}, [None]
        self._names = {"ob": {}, "fl": {}, "fn": {}}
        self._functions = {}
        self._now = {"ob": None, "fn": None, "cob": None, "cfn": None, "fl": None, "cfi": None}
        self._calls, self._positions, self._base = None, ["line"], [0]
        self.instructions, self.called, self.build_ids = {}, {}, {}
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            for line in file:
                self._take(line.rstrip("\n"))

    def _name(self, kind, text):
        match = NUMBERED.match(text)
        if not match:
            return text
        if match[2] is not None:
            self._names[kind][match[1]] = match[2]
        return self._names[kind][match[1]]

    def _counts(self, words):
        counts = [int(word) for word in words]
        return counts + [0] * (len(self.events) - len(counts))

    def _take(self, line):
        if line.startswith("#"):
            self._take_tree(line)
        elif line.startswith("events:"):
            self.events = line[7:].split()
        elif line.startswith("summary:"):
            self.summary = self._counts(line[8:].split())
        elif line.startswith("positions:"):
            self._positions = line.split()[1:]
            self._base = [0] * len(self._positions)
        elif NAMED.match(line):
            self._take_name(*NAMED.match(line).groups())
        elif re.match(r"[\d+*-]", line):
            words = line.split()
            self._move(words[:len(self._positions)])
            self._take_costs(self._counts(words[len(self._positions):]))

    def _take_name(self, key, value):
        if key == "calls":
            self._calls = int(value.split()[0])
            return
        name = self._name(KIND[key], value)
        if key in ("fl", "fi", "fe"):
            self._now["at"] = name
        if key == "fn":
            self._now["at"] = self._now["fl"]
        if key in ("fn", "cfn") and name in self.by_file:
            name = f"{name} ({self._file(key, value)})"
        self._now["cfi" if key == "cfl" else key] = name

    def _file(self, key, value):
        """The file that the function's number was given its name in."""
        number, name = NUMBERED.match(value).groups()
        if name is not None:
            path = self._now["cfi"] if key == "cfn" and self._now["cfi"] else self._now["at"]
            self._file_of[number] = path.rpartition("/")[2]
        return self._file_of[number]

    def _move(self, words):
        """A position is a number, relative to the one before (+3, -3), or the same (*)."""
        for i, word in enumerate(words):
            if word != "*":
                value = int(word, 0)
                self._base[i] = self._base[i] + value if word[0] in "+-" else value

    def _take_instruction(self, counts):
        at = self._now["ob"], self._base[0]
        if self._calls is None:
            self.instructions[at] = added(self.instructions.get(at), counts)
        else:
            call = *at, self._now["cfn"]
            self.called[call] = self.called.get(call, 0) + self._calls

    def _take_costs(self, counts):
        if self._positions[0] == "instr":
            self._take_instruction(counts)
        here = self._now["fn"], self._now["ob"]
        if self._calls is None:
            self.own[here] = added(self.own.get(here), counts)
            return
        edge = here, (self._now["cfn"], self._now["cob"] or self._now["ob"])
        calls, before = self.edges.get(edge, (0, None))
        self.edges[edge] = calls + self._calls, added(before, counts)
        self._calls = self._now["cob"] = self._now["cfi"] = None

    def _take_tree(self, line):
        words = line.split(None, 2)
        if words[1:2] == ["build-id:"]:
            build_id, self_object = words[2].split(" ", 1)
            self.build_ids[self_object] = build_id
        elif words[0] == "#F":
            fields = re.match(r"ob=(\(\d+\)(?: .*)?) fl=\(\d+\)(?: .*)? fn=(.*)", words[2])
            self._functions[words[1]] = self._name("fn", fields[2]), self._name("ob", fields[1])
        elif words[0] == "#N":
            kind, parent, function, line_number, calls, *counts = line.split()[1:]
            self.contexts.append(Context(kind, int(parent), self._functions[function], int(line_number),
                                         int(calls), self._counts(counts)))
        elif words[0] == "#E":
            self.nodes = int(words[1])

    def path(self, context, inlined=True):
        """The names of its functions, outermost first; with those that are inlined, or without."""
        names = []
        while context:
            if inlined or context.kind != "i":
                names.append(context.function[0])
            context = self.contexts[context.parent]
        return names[::-1]


def added(a, b):
    """Two lists of counts, of which the first may be None."""
    return list(b) if a is None else [x + y for x, y in zip(a, b)]


def total(counts, events):
    """The sum over all lists of counts."""
    sums = [0] * len(events)
    for one in counts:
        sums = added(sums, one)
    return sums
