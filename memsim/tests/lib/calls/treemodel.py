# SPDX-License-Identifier: GPL-2.0-or-later
"""A naive model of calling contexts: from the single steps of a program, of which each is an address, the stack pointer
before it and how many instructions it counts. It knows the stack pointer at every step, and so which frames there are;
what an instruction is comes from objdump, and whose it is from nm.

A context is a path: (function, kind) from the outermost on, kind "t" for the first, "c" if it was called, "j" by a tail
call. If contexts fold, a call of a function that is on the path goes on in its innermost context there, whose kind then
is "f"."""

import bisect
import re
import subprocess

DEPTH_FULL = 1000  # a path is never longer than this by recursion


class Program:
    """Functions by address, and which instructions call and return."""

    def __init__(self, path, nm="nm", objdump="objdump"):
        listed = subprocess.run([nm, "-n", path], capture_output=True, text=True, check=True).stdout
        symbols = re.findall(r"^([0-9a-f]+) [tT] (\S+)$", listed, re.M)
        self._starts = [int(address, 16) for address, _ in symbols]
        self._names = ["(below main)" if name == "_start" else name for _, name in symbols]  # as Valgrind calls it
        listed = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True).stdout
        found = re.findall(r"^ *([0-9a-f]+):\t(\w+)", listed, re.M)
        self.calls = {int(address, 16) for address, word in found if word.startswith("call")}
        self.returns = {int(address, 16) for address, word in found if word.startswith("ret")}

    def function(self, address):
        return self._names[bisect.bisect_right(self._starts, address) - 1]


class Node:
    def __init__(self, parent, function, kind):
        self.parent, self.function, self.kind = parent, function, kind
        self.depth = parent.depth + 1 if parent else 1
        self.count = self.calls = 0
        self.children = {}


class Tree:
    """steps: (address, stack pointer, count), in order; forget: a planted fault: returns of this function leave no
    frame."""

    def __init__(self, program, steps, fold=False, forget=None):
        self._program, self._fold, self._forget = program, fold, forget
        self._nodes, self._frames = [], []  # a frame is where the return address is, and a node
        before = None
        for address, stack, count in steps:
            self._follow(before, program.function(address), stack)
            self._frames[-1][1].count += count
            before = address

    def _follow(self, before, function, stack):
        if before is None:
            self._enter(None, function, "t", None)
        elif before in self._program.calls:
            self._leave(stack)
            self._enter(self._frames[-1][1], function, "c", stack)
        elif before not in self._program.returns and self._program.function(before) == function:
            pass  # what changes the stack pointer and goes on has its frame still
        elif before not in self._program.returns or self._program.function(before) != self._forget:
            self._leave(stack)
            self._jump(function)

    def _leave(self, stack):
        """Frames are gone if their return address is below the stack pointer."""
        while self._frames[-1][0] is not None and self._frames[-1][0] < stack:
            self._frames.pop()

    def _jump(self, function):
        """Without a call: still in the function, or back in one that made a tail call to it, or another tail call."""
        at = self._frames[-1][0]
        for number in range(len(self._frames) - 1, -1, -1):
            if self._frames[number][0] != at:
                break
            if self._frames[number][1].function == function:
                del self._frames[number + 1:]
                return
        self._enter(self._frames[-1][1], function, "j", at)

    def _enter(self, parent, function, kind, at):
        node = self._folded(parent, function) or self._child(parent, function, kind)
        node.calls += 1
        self._frames.append((at, node))

    def _folded(self, parent, function):
        node = parent if parent and (self._fold or parent.depth >= DEPTH_FULL) else None
        while node and node.function != function:
            node = node.parent
        if node and node.parent:
            node.kind = "f"
        return node

    def _child(self, parent, function, kind):
        children = parent.children if parent else {}
        if (function, kind) not in children:
            children[function, kind] = Node(parent, function, kind)
            self._nodes.append(children[function, kind])
        return children[function, kind]

    def contexts(self):
        """{path: (instructions, calls)}"""
        paths = {None: ()}
        for node in self._nodes:  # parents come first
            paths[node] = paths[node.parent] + ((node.function, node.kind),)
        return {paths[node]: (node.count, node.calls) for node in self._nodes}
