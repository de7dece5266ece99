# SPDX-License-Identifier: GPL-2.0-or-later
"""Functions and calls of memsim's file beside those of Callgrind's, of the same geometry: own costs of every function,
number and inclusive costs of every call.

What is explained, and therefore not compared as it is:
- Callgrind counts a modification as a write: reads and writes are compared as their sum.
- It loses the last instructions of a program, from the end of the last block that returned: up to LOST of them,
  in _exit() and in the costs of all calls that lead there.
- Code without a name is called by its address in the object on both sides, in .text. Elsewhere (.init, .fini, .plt.got),
  Callgrind has addresses in memory: what is there is one function of its object on both sides. Where an object cannot be looked
  at, as there is no readelf, all its code without a name is one.
- Linkage tables: Callgrind knows .plt alone, and takes stubs in .plt.got and .plt.sec for functions. A second run of it skips
  these (--fn-skip), as it does those in .plt.
- Functions of one name in one object whose files are not known are one there, and have their addresses in their names here.
- A jump into the middle of another function is no call to it, and the costs are the callee's here. The C library
  does that between its functions that copy or fill memory (COPIES): these are one function on both sides.
- The cold part of a function, f.cold, is a function of its own there, which f calls by a jump, and so back. Here it
  is a part of f on both sides.
- A jump of a function back to its own first instruction is a recursive call there. The dynamic linker of glibc 2.41 has
  such a loop (LOOPS).
- A tail call back to the function that came here by one is a recursive call there, and goes back to that function here
  (docs/calls.md). glibc 2.43's free() does that when a thread frees its first block (BACK).
- Recursion: its inclusive costs of calls into a cycle depend on the order of calls. Only the number of such calls
  is compared.
- A tail call through a linkage table: it gives the call to the caller of the function that jumps there. sqlite3's
  library makes so many of these that it is left out."""

import functools
import os
import re
import shutil
import subprocess

import callsfile

GEOMETRY = ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,16,64"]
OURS = ("Ir", "Dr+Dw", "I1mr", "D1mr+D1mw", "I2mr", "D2mr+D2mw")
THEIRS = ("Ir", "Dr+Dw", "I1mr", "D1mr+D1mw", "ILmr", "DLmr+DLmw")
COPIES = re.compile(r"^_*w?(mem(p?cpy|move|set)|st[rp][np]?[cn]?(cpy|cat))")
CYCLE = re.compile(r"'\d+$")
UNKNOWN = re.compile(r"^(\?\?\?|0x[0-9a-fA-F]+)$")
TWIN = re.compile(r"@0x[0-9a-f]+( |$)")
LOOPS = {"_dl_cache_libcmp"}
BACK = {("tcache_free_init", "free")}
COLD = re.compile(r"( \[clone)?\.cold(\.\d+)?\]?$")
LOST = 8


@functools.lru_cache(None)
def sections(path):
    """Where the sections of code of an object begin and end, as it is linked."""
    if not shutil.which("readelf") or not os.path.isfile(path):
        return {}
    listed = subprocess.run(["readelf", "-SW", path], capture_output=True, text=True, check=False).stdout
    found = re.findall(r" (\.\S+) +PROGBITS +([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+) .*AX", listed)
    return {name: (int(start, 16), int(start, 16) + int(size, 16)) for name, start, size in found}


def nameless(name, thing):
    start, end = sections(thing).get(".text", (0, 0))
    address = int(name, 16) if name.startswith("0x") else 0
    return (f"0x{address:x}", thing) if start <= address < end else ("???", "")


def stubs_of(calls):
    """Functions of Callgrind's that are entries of .plt.got and .plt.sec, of objects that it does not say: by where
    they are in a page, and by their going elsewhere."""
    objects = {thing for _, thing in calls.own}
    entries = set()
    for start, end in (sections(thing).get(name, (0, 0)) for thing in objects for name in (".plt.got", ".plt.sec")):
        entries |= {address % 4096 for address in range(start, end, 8)}
    names = {name for name, thing in calls.own if UNKNOWN.match(name) and name != "???" and not sections(thing)}
    going = {caller[0] for caller, _ in calls.edges}
    return sorted(name for name in names & going if int(name, 16) % 4096 in entries)


def known(function):
    """The name under which both sides have a function."""
    name, thing = function
    name = TWIN.sub(r"\1", COLD.sub("", CYCLE.sub("", name)))
    if UNKNOWN.match(name):
        return nameless(name, thing)
    if COPIES.match(name):
        return "copies", ""
    return name, thing


def chosen(counts, events, names):
    return [sum(counts[events.index(event)] for event in name.split("+")) for name in names]


class Costs:
    """Own costs, and calls, of the functions that both sides know."""

    def __init__(self, path, names, by_file):
        calls = callsfile.Calls(path, by_file)
        self.own, self.edges = {}, {}
        for function, counts in calls.own.items():
            if function[0] == "(before the start)":  # pages that the kernel touched
                continue
            counts = chosen(counts, calls.events, names)
            function = known(function)
            self.own[function] = callsfile.added(self.own.get(function), counts)
        for (caller, callee), (times, counts) in calls.edges.items():
            edge = known(caller), known(callee)
            if edge[0] == edge[1] and any(COLD.search(CYCLE.sub("", name)) for name, _ in (caller, callee)):
                continue
            before = self.edges.get(edge, (0, None))
            self.edges[edge] = before[0] + times, callsfile.added(before[1], chosen(counts, calls.events, names))


def in_cycles(edges):
    """The functions that can reach themselves."""
    callees = {}
    for caller, callee in edges:
        callees.setdefault(caller, set()).add(callee)
    found = set()
    for start in callees:
        seen, left = set(), list(callees[start])
        while left:
            function = left.pop()
            if function not in seen:
                seen.add(function)
                left += callees.get(function, ())
        if start in seen:
            found.add(start)
    return found


def difference(ours, theirs):
    return [a - b for a, b in zip(ours, theirs)]


def lost_at_end(ours, theirs):
    """What Callgrind loses at the end."""
    for function, counts in ours.own.items():
        if function[0] in ("_exit", "_Exit") and function in theirs.own:
            lost = difference(counts, theirs.own[function])
            if all(0 <= count <= LOST for count in lost):
                return lost
    return [0] * len(OURS)


def below(edges, names):
    """The functions with these names, and all that they call."""
    callees = {}
    for caller, callee in edges:
        callees.setdefault(caller, set()).add(callee)
    found, left = set(), [callee for _, callee in edges if callee[0] in names]
    while left:
        function = left.pop()
        if function not in found:
            found.add(function)
            left += callees.get(function, ())
    return found


class Varying:
    """Functions that do something else under another tool, with all that they call; and by how much that differs."""

    def __init__(self, ours, theirs, names):
        self.below = below(set(ours.edges) | set(theirs.edges), names)
        self.counts = 2 if names else len(OURS)
        sides = [[counts for (_, callee), (_, counts) in side.edges.items() if callee[0] in names] for side in (ours, theirs)]
        a, b = ([sum(column) for column in zip(*side)] or [0] * len(OURS) for side in sides)
        self.difference = difference(a, b)[:self.counts]

    def wrong_sum(self, ours, theirs):
        """What the functions count themselves differs by just that."""
        own = [0] * self.counts
        for function in self.below:
            for side, sign in (ours, 1), (theirs, -1):
                for i, count in enumerate(side.own.get(function, [0] * self.counts)[:self.counts]):
                    own[i] += sign * count
        return own != self.difference


def compare(ours, theirs, names=()):
    """What differs, as lines; how much was compared. `names`: see Varying."""
    wrong, compared, lost, varying = [], 0, lost_at_end(ours, theirs), Varying(ours, theirs, names)
    cut = varying.counts
    lost = lost[:cut]
    if names and varying.wrong_sum(ours, theirs):
        wrong.append(f"what varies below {', '.join(names)} is not {varying.difference}")
    for function in sorted(set(ours.own) | set(theirs.own)):
        a, b = ours.own.get(function, [])[:cut], theirs.own.get(function, [])[:cut]
        if function in varying.below:
            continue
        compared += 1
        if a != b and not (a and b and function[0] in ("_exit", "_Exit") and difference(a, b) == lost):
            wrong.append(f"{function[0]}: {a}, Callgrind {b}")
    cycles = in_cycles(set(ours.edges) | set(theirs.edges))
    allowed = [[0] * cut, lost, varying.difference, [a + b for a, b in zip(lost, varying.difference)]]
    nothing = 0, [0] * len(OURS)
    for edge in sorted(set(ours.edges) | set(theirs.edges)):
        (times, a), (their_times, b) = ours.edges.get(edge, nothing), theirs.edges.get(edge, nothing)
        if {"???", "copies"} & {edge[0][0], edge[1][0]} and edge[0] == edge[1]:
            continue
        called = edge[0][0], edge[1][0]
        if edge[0] in varying.below or (not times and (called in BACK or edge[0] == edge[1] and called[0] in LOOPS)):
            continue
        compared += 1
        same = times == their_times and (edge[1] in cycles or difference(a[:cut], b[:cut]) in allowed)
        if not same:
            wrong.append(f"{edge[0][0]} -> {edge[1][0]}: {times} {a}, Callgrind {their_times} {b}")
    return wrong, compared


def run(runner, guest, by_file=()):
    runner.run("memsim", [*GEOMETRY, "--calls=yes", f"--calls-out-file={runner.path('calls')}",
                          f"--memsim-out-file={runner.path('counts')}"], guest.command, guest.stdin)
    options = [*GEOMETRY, "--cache-sim=yes", f"--callgrind-out-file={runner.path('callgrind')}"]
    runner.run("callgrind", options, guest.command, guest.stdin)
    stubs = stubs_of(callsfile.Calls(runner.path("callgrind")))
    if stubs:
        runner.run("callgrind", [*options, *(f"--fn-skip={name}" for name in stubs)], guest.command, guest.stdin)
    return Costs(runner.path("calls"), OURS, by_file), Costs(runner.path("callgrind"), THEIRS, by_file)


def planted(ours, theirs):
    """Finds a difference of one in own costs, in inclusive costs and in a number of calls?"""
    function = next(iter(theirs.own))
    cycles = in_cycles(ours.edges)
    edge = next(edge for edge in theirs.edges if edge[1] not in cycles and edge[0] != edge[1])
    theirs.own[function][0] += 1
    times, counts = theirs.edges[edge]
    theirs.edges[edge] = times, [counts[0] + 1, *counts[1:]]
    own_and_inclusive = len(compare(ours, theirs)[0])
    theirs.edges[edge] = times + 1, counts
    own_and_times = len(compare(ours, theirs)[0])
    return own_and_inclusive >= 2 and own_and_times >= 2


