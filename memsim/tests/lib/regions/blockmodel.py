# SPDX-License-Identifier: GPL-2.0-or-later
"""What the steps of progs/regions/blocks.c do to each region: the blocks that it allocates and the heap while it is
open, and the pages that it touches first; computed step by step, by a model that knows nothing of memsim."""

import copy

SITES = {"g": "give", "l": "lend", "r": "grow", "n": "give"}
COLUMNS = ("Allocs", "Bytes", "Frees", "PeakBytes", "Temp", "Failed", "EndBytes")


class Region:
    """Of one path: what is in it, and in regions inside it."""

    def __init__(self):
        self.times = self.open = self.opened = 0  # opened: how often it was not open before
        self.began = self.most = self.ended = None
        self.live = self.live_most = self.kept = 0


class Block:
    def __init__(self, path, site, size):
        self.path, self.site, self.size = path, site, size


class Model:
    """counts: by path and site, in the order of COLUMNS; pages: by path and how, "w", "x" or "k"."""

    def __init__(self):
        self.counts, self.regions, self.pages = {}, {}, {}
        self.threads, self.running = [[], []], 0  # each a list of [name, how often it began inside itself]
        self.slots, self.newest, self.live, self.peak = {}, None, 0, 0
        self.children = []

    # Regions

    def path(self, thread=None):
        return tuple(name for name, _ in self.threads[self.running if thread is None else thread])

    def region(self, path):
        return self.regions.setdefault(path, Region())

    def move(self, before, after, thread=None):
        old = {before[:i] for i in range(1, len(before) + 1)}
        new = {after[:i] for i in range(1, len(after) + 1)}
        for path in new - old:
            region = self.region(path)
            region.open += 1
            if region.open == 1:
                region.opened += 1
                region.began = self.live if region.began is None else region.began
                region.most = max(self.live, region.most or 0)
        for path in old - new:
            region = self.region(path)
            region.open -= 1
            if not region.open:
                region.ended, region.kept = self.live, region.live

    def begin(self, name):
        thread, before = self.threads[self.running], self.path()
        for entry in thread:
            if entry[0] == name:
                entry[1] += 1
                return
        thread.append([name, 0])
        self.region(self.path()).times += 1
        self.move(before, self.path())

    def end(self, name):
        thread, before = self.threads[self.running], self.path()
        for entry in thread:
            if entry[0] == name:
                if entry[1]:
                    entry[1] -= 1
                    return
                thread.remove(entry)
                self.move(before, self.path())
                return

    # Blocks

    def row(self, path, site):
        return self.counts.setdefault(path, {}).setdefault(site, [0] * len(COLUMNS))

    def change(self, block, size):
        self.live += size
        self.row(block.path, block.site)[6] += size
        for i in range(1, len(block.path) + 1):
            region = self.region(block.path[:i])
            region.live += size
            region.live_most = max(region.live_most, region.live)

    def changed(self):
        for region in self.regions.values():
            if region.open:
                region.most = max(region.most, self.live)
        if self.live > self.peak:
            self.peak = self.live
            for rows in self.counts.values():
                for row in rows.values():
                    row[3] = row[6]

    def allocate(self, site, size):
        block = Block(self.path(), site, size)
        row = self.row(block.path, site)
        row[0] += 1
        row[1] += size
        self.change(block, size)
        self.newest = block
        return block

    def free(self, block):
        self.row(block.path, block.site)[2] += 1
        self.change(block, -block.size)

    def drop(self, block):
        self.free(block)
        self.row(block.path, block.site)[4] += block is self.newest
        self.changed()

    # Steps

    def forked(self):
        """The child: counts are 0, and the other thread is gone."""
        child = copy.deepcopy(self)
        for rows in child.counts.values():
            for row in rows.values():
                row[:] = [0, 0, 0, row[3], 0, 0, row[6]]
        for region in child.regions.values():
            region.times = 0
        other = 1 - child.running
        before, child.threads[other] = child.path(other), []
        child.move(before, ())
        for i in range(1, len(child.path()) + 1):
            child.region(child.path()[:i]).times = 1
        child.pages, child.children = {}, []
        return child

    def touch(self, how, pages):
        of = self.pages.setdefault(self.path(), {})
        of[how] = of.get(how, 0) + pages

    def run(self, steps):
        for at, step in enumerate(steps):
            what, rest = step[0], step[1:]
            if what == "+":
                self.begin(rest)
            elif what == "-":
                self.end(rest)
            elif what in "wxk":
                self.touch(what, int(rest[1:]))
            elif what == "b":
                self.touch("k", 1)
                self.running = 1 - self.running
            elif what in ">u":
                self.running = 1 - self.running
            elif what == "c":
                self.drop(self.called())
            elif what == "F":
                child = self.forked()
                child.run(steps[at + 1:])
                self.children.append(child)
            elif what == "n":
                self.row(self.path(), SITES[what])[5] += 1
            else:
                slot, _, size = rest.partition("=")
                if what == "f":
                    self.drop(self.slots.pop(slot))
                    continue
                if what == "r":
                    self.free(self.slots[slot])
                self.slots[slot] = self.allocate(SITES[what], int(size))
                self.changed()
        return self

    def called(self):
        """tail() leaves no frame, so its caller allocates."""
        block = self.allocate("run", 100)
        self.changed()
        return block


def random_steps(random, steps, threads, forks):
    """Steps that make sense: blocks are freed once, threads take turns."""
    made, live, slot = [], [], 0
    for _ in range(steps):
        kind = random.choice("++--gggllrrffffcn" + (">" if threads else ""))
        if kind in "+-":
            made.append(kind + random.choice("abc"))
        elif kind in "gl" and slot < 60:
            made.append(f"{kind}{slot}={random.randrange(1, 3000)}")
            live.append(slot)
            slot += 1
        elif kind == "r" and live:
            made.append(f"r{random.choice(live)}={random.randrange(1, 3000)}")
        elif kind == "f" and live:
            made.append(f"f{live.pop(random.randrange(len(live)))}")
        elif kind == "n":
            made.append("n" + str(1 << 60))
        elif kind in "c>":
            made.append(kind)
    if forks:
        made.insert(random.randrange(len(made)), "F")
        made = [step for step in made if step != ">"]
    return made
