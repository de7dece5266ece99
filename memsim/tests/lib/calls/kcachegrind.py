# SPDX-License-Identifier: GPL-2.0-or-later
"""KCachegrind's flat list, by the rules of its loader (libcore/cachegrindloader.cpp, tracedata.cpp): which lines are one
function, and what it shows as that function's inclusive cost, for the first event.

A number of a name stands for the function that it was first written with. Functions of one name, in files and objects of
one name without folders, are one. Inclusive costs are the sum over calls that lead there, or over what it calls and itself
where none does; a call of itself counts nowhere. With cycle detection, those in cycles are what leads out of the cycle, and
the function itself."""

import re

LINE = re.compile(r"(ob|fl|fi|fe|fn|cob|cfi|cfl|cfn|calls)=(.*)")
NUMBERED = re.compile(r"\((\d+)\)(?: (.*))?$")
KIND = {"ob": "ob", "cob": "ob", "fl": "fl", "fi": "fl", "fe": "fl", "cfi": "fl", "cfl": "fl", "fn": "fn", "cfn": "fn"}


class FlatList:
    """own: {(name, file, object): cost}; inclusive: the same, with cycle detection and without; total."""

    def __init__(self, text):
        self.own, self.calls, self.total = {}, {}, 0
        self._known = {"ob": {}, "fl": {}, "fn": {}}
        self._now = dict.fromkeys(("ob", "fl", "at", "fn", "cob", "cfi", "cfn", "calls"))
        self._positions = 1
        for line in text.split("# memsim tree:")[0].split("\n"):
            self._take(line)
        self.inclusive = self._inclusive(self._cycles()), self._inclusive({})

    def _take(self, line):
        found = LINE.match(line)
        if line.startswith("positions:"):
            self._positions = len(line.split()) - 1
        elif line.startswith("summary:"):
            self.total = int(line.split()[1])
        elif found:
            self._take_name(*found.groups())
        elif re.match(r"[\d+*-]", line):
            words = line.split()[self._positions:]
            self._take_cost(int(words[0]) if words else 0)

    def _take_name(self, key, value):
        now = self._now
        if key == "calls":
            now["calls"] = int(value.split()[0])
        elif KIND[key] == "fn":
            call = key == "cfn"
            file = (now["cfi"] if call else None) or now["at" if call else "fl"]
            thing = (now["cob"] if call else None) or now["ob"]
            now[key] = self._named("fn", value, lambda name: (name, file.rpartition("/")[2], thing.rpartition("/")[2]))
            if not call:
                now["at"] = now["fl"]
        else:
            name = self._named(KIND[key], value, lambda name: name)
            now["cfi" if key == "cfl" else "at" if key in ("fi", "fe") else key] = name
            if key == "fl":
                now["at"] = name

    def _named(self, kind, value, make):
        number, name = NUMBERED.match(value).groups()
        if name is not None:
            self._known[kind][number] = make(name)
        return self._known[kind][number]

    def _take_cost(self, cost):
        now = self._now
        if now["calls"] is None:
            self.own[now["fn"]] = self.own.get(now["fn"], 0) + cost
            return
        edge = now["fn"], now["cfn"]
        times, before = self.calls.get(edge, (0, 0))
        self.calls[edge] = times + now["calls"], before + cost
        now["calls"] = now["cob"] = now["cfi"] = None

    def _cycles(self):
        """The functions of each function's cycle; those in none are alone."""
        reached = {}
        for caller, callee in self.calls:
            reached.setdefault(caller, set()).add(callee)
        closed = {}
        for start in set(reached) | {callee for _, callee in self.calls}:
            seen, left = set(), [start]
            while left:
                for callee in reached.get(left.pop(), ()):
                    if callee not in seen:
                        seen.add(callee)
                        left.append(callee)
            closed[start] = seen
        return {one: {other for other in closed[one] if one in closed[other]} | {one} for one in closed}

    def _inclusive(self, cycles):
        inclusive, callers, callees = {}, {}, {}
        for (caller, callee), (times, cost) in self.calls.items():
            if caller != callee:
                callees.setdefault(caller, []).append((callee, cost))
                callers.setdefault(callee, []).append((times, cost))
        for function in set(self.own) | set(callers):
            cycle = cycles.get(function, {function})
            if len(cycle) > 1 or not sum(times for times, _ in callers.get(function, ())):
                inclusive[function] = self.own.get(function, 0) + sum(
                    cost for callee, cost in callees.get(function, ()) if callee not in cycle or len(cycle) == 1)
            else:
                inclusive[function] = sum(cost for _, cost in callers[function])
        return inclusive

    def above(self):
        """What has more than everything: any call, any function with cycle detection, and those around the program's own
        without."""
        shares = [(edge, cost) for edge, (_, cost) in self.calls.items()] + list(self.inclusive[0].items())
        shares += [(function, cost) for function, cost in self.inclusive[1].items()
                   if re.match(r"main$|\(below main\)", function[0])]
        return [f"{what}: {cost} of {self.total}" for what, cost in shares if cost > self.total]


def renumbered(text):
    """The same with one number for all functions of a name: a fault that must be found."""
    names, first, lines = {}, {}, []
    for line in text.split("# memsim tree:")[0].split("\n"):
        found = re.match(r"(c?fn)=\((\d+)\)(?: (.*))?$", line)
        if found:
            key, number, name = found.groups()
            name = re.sub("@0x[0-9a-f]+$", "", names.setdefault(number, name))
            line = f"{key}=({first[name]})" if name in first else f"{key}=({number}) {name}"
            first.setdefault(name, number)
        lines.append(line)
    return "\n".join(lines)
