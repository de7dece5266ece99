# SPDX-License-Identifier: GPL-2.0-or-later
"""A reader of files of objects, written from docs/format.md alone, and a check of their sums.

    objectsfile.py FILE [MEMSIM.OUT [CALLS]]

The sums: uses and contexts of an object are equal; cells, and so uses, are the totals, per kind of reference; and these
are what memsim.out says for every event, as are the sums over each line of source. The exit status is 0 if all of them are equal.

It shares nothing with the reader in cmd/objects/, so if the two agree, the document is right."""

import collections
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import outfile  # noqa: E402

KINDS = ("read", "write", "fetch")
OBJECTS = ("heap", "static", "tls", "stack", "mapped", "allocator", "code", "unknown")
# In memsim.out: a prefix and a suffix for each kind.
NAMES = {"read": ("D", "r"), "write": ("D", "w"), "fetch": ("I", "r")}


class BadFile(Exception):
    """The file is not what it claims to be."""


Function = collections.namedtuple("Function", "name file source")
Frame = collections.namedtuple("Frame", "function offset line source")
Stack = collections.namedtuple("Stack", "frame outer")
Site = collections.namedtuple("Site", "function offset line source length")
Context = collections.namedtuple("Context", "function outer")
Object = collections.namedtuple("Object", "kind of low high blocks bytes")
Life = collections.namedtuple("Life", "stack values")


class Use:
    """The references of one instruction to one object, of one kind and size."""

    def __init__(self, numbers):
        self.object, self.site, self.kind, self.size, self.stride, self.first, self.last, self.steps = numbers
        self.cells, self.line = {}, 0

    def counts(self, width):
        return added([(0,) * width, *self.cells.values()])


class Lines:
    """What was touched of lines of an object; patterns are {(offset, mask): times}."""

    def __init__(self, numbers):
        self.object, self.modulus, self.first, self.last = numbers[:4]
        self.lines, self.fetches, self.bytes, self.other_times, self.other_bytes = numbers[4:]
        self.patterns, self.at = {}, 0


def added(rows):
    return tuple(map(sum, zip(*rows)))


class Objects:
    """All of a file; numbers in it refer to the lists here, from 1."""

    def __init__(self, path):
        self.path, self.head, self.references, self.instructions = path, [], None, None
        self.files, self.functions, self.frames, self.stacks = [], [], [], []
        self.sites, self.contexts, self.objects, self.lives = [], [], [], []
        self.events, self.uses, self.inside, self.totals, self.ended = None, [], [], {}, False
        self.line, self.lines = None, []
        try:
            with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
                for self.at, line in enumerate(file, 1):
                    self.take(line)
        except (ValueError, IndexError, TypeError) as error:
            raise BadFile(f"{path}:{self.at}: {error}") from None
        if not self.ended:
            raise BadFile(f"{path}: no end")

    def bad(self, what):
        raise BadFile(f"{self.path}:{self.at}: {what}")

    def ref(self, text, among, least=1):
        number = int(text)
        if not least <= number <= len(among):
            self.bad(f"no {number} yet")
        return number

    def counts(self, texts):
        if self.events is None or len(texts) != len(self.events):
            self.bad("not as many counts as events")
        found = tuple(map(int, texts))
        if min(found) < 0:
            self.bad("a negative number")
        return found

    def natural(self, text, base=10):
        number = int(text, base)
        if number < 0:
            self.bad("a negative number")
        return number

    def take(self, line):
        if not line.endswith("\n"):
            self.bad("the last line has no end")
        line = line[:-1]
        if self.at == 1 and line != "# memsim objects 1":
            self.bad("another first line")
        if self.ended:
            self.bad("something after the end")
        if line.startswith("#"):
            self.take_comment(line)
            return
        keyword, *rest = line.split("\t")
        reader = getattr(self, "take_" + keyword, None)
        if not reader:
            self.bad(f"unknown line {keyword!r}")
        reader(*rest)

    def take_comment(self, line):
        if line.startswith("# references: "):
            self.references = line.split(": ")[1]
        elif line.startswith("# line: "):
            self.line = int(line.split(": ")[1])
        elif line.startswith("# instructions: "):
            self.instructions = int(line.split(": ")[1])
        elif line.startswith("# events"):
            self.events = line.split()[2:]
            if self.events[0] != "Refs":
                self.bad("the first event is not Refs")
        elif line.startswith("#total"):
            words = line.split()
            if words[1] not in KINDS or words[1] in self.totals:
                self.bad("a total of what?")
            self.totals[words[1]] = self.counts(words[2:])
        elif line.startswith("#end"):
            self.ended = True
            if int(line.split()[1]) != len(self.objects):
                self.bad(f"{len(self.objects)} objects")
        else:
            self.head.append(line)

    def take_file(self, path):
        self.files.append(path)

    def take_function(self, name, file, source):
        self.functions.append(Function(name, self.ref(file, self.files, 0), source))

    def take_frame(self, function, offset, line, source):
        self.frames.append(Frame(self.ref(function, self.functions, 0), int(offset, 0), int(line), source))

    def take_stack(self, frame, outer):
        self.stacks.append(Stack(self.ref(frame, self.frames), self.ref(outer, self.stacks, 0)))

    def take_site(self, function, offset, line, source, length=0):
        self.sites.append(Site(self.ref(function, self.functions, 0), int(offset, 0), int(line), source, int(length)))

    def take_context(self, function, outer):
        self.contexts.append(Context(self.ref(function, self.functions, 0), self.ref(outer, self.contexts, 0)))

    def take_object(self, kind, *fields):
        rest = list(fields)
        if kind not in OBJECTS:
            self.bad(f"an object of kind {kind!r}")
        if kind == "heap":
            stack, low, high, blocks, total = rest
            self.objects.append(Object(kind, self.ref(stack, self.stacks, 0), int(low), int(high), int(blocks),
                                       int(total)))
            return
        among = {"stack": self.functions, "allocator": None, "unknown": None}.get(kind, self.files)
        if kind == "mapped" and len(rest) == 2 and rest[0] == "0":
            self.ref(rest.pop(), self.functions, 1)
        if len(rest) != (among is not None):
            self.bad("other fields than an object has")
        self.objects.append(Object(kind, self.ref(rest[0], among, 0) if rest else 0, 0, 0, 0, 0))

    def take_life(self, stack, *values):
        if len(values) != 9:
            self.bad("not nine numbers of a life")
        self.lives.append(Life(self.ref(stack, self.stacks, 0), tuple(map(self.natural, values))))

    def take_use(self, number, site, kind, size, stride, first, last, steps):
        kind = "read" if kind == "modify" else kind
        if kind not in KINDS:
            self.bad(f"a reference of kind {kind!r}")
        use = Use((self.ref(number, self.objects), self.ref(site, self.sites, 0), kind, self.natural(size),
                   self.natural(stride), int(first), int(last), tuple(map(self.natural, steps.split(",")))))
        if use.first > use.last or len(use.steps) != 3:
            self.bad("not a range, or not three numbers of steps")
        use.line = self.at
        self.uses.append(use)

    def take_cell(self, offset, *counts):
        use, offset = self.uses[-1], int(offset)
        if offset in use.cells:
            self.bad("the same cell twice")
        if use.stride and not 0 <= offset < use.stride or not use.stride and not use.first <= offset <= use.last:
            self.bad("a cell outside its use")
        use.cells[offset] = self.counts(counts)

    def take_in(self, number, context, kind, *counts):
        self.inside.append((self.ref(number, self.objects), self.ref(context, self.contexts, 0), kind,
                            self.counts(counts)))

    def take_lines(self, number, modulus, first, last, *counts):
        if not self.line or len(counts) != 5:
            self.bad("lines of a cache that is not known, or not five counts")
        self.lines.append(Lines((self.ref(number, self.objects), self.natural(modulus), int(first), int(last),
                                 *map(self.natural, counts))))
        self.lines[-1].at = self.at

    def take_line(self, offset, mask, times):
        group, offset, mask = self.lines[-1], int(offset), int(mask, 16)
        if (offset, mask) in group.patterns or not 0 < mask < 1 << min(64, self.line):
            self.bad("the same pattern twice, or no bytes of a line")
        if not (0 <= offset < group.modulus if group.modulus else group.first <= offset <= group.last):
            self.bad("a line outside its object")
        group.patterns[offset, mask] = self.natural(times)

    # --- What is asked for ---

    def function(self, number):
        return self.functions[number - 1].name if number else ""

    def allocated_in(self, stack, names):
        """The innermost function of a stack that is one of these."""
        while stack:
            name = self.function(self.frames[self.stacks[stack - 1].frame - 1].function)
            if name in names:
                return name
            stack = self.stacks[stack - 1].outer
        return None

    def by_object(self, kinds=("read", "write")):
        """Counts by (object, kind)."""
        sums = {}
        for use in self.uses:
            if use.kind in kinds:
                key = use.object, use.kind
                sums[key] = added([sums.get(key, (0,) * len(self.events)), use.counts(len(self.events))])
        return sums


def faults(objects):
    """Texts about sums inside the file that are not equal."""
    width, found = len(objects.events), []
    zero = (0,) * width
    for kind in KINDS:
        total = added([zero, *(use.counts(width) for use in objects.uses if use.kind == kind)])
        if total != objects.totals.get(kind, zero):
            found.append(f"{kind}: uses have {total}, the total is {objects.totals.get(kind)}")
    by_object = objects.by_object()
    inside = {}
    for number, _, kind, counts in objects.inside:
        inside[number, kind] = added([inside.get((number, kind), zero), counts])
    for key in sorted(set(by_object) | set(inside)):
        if by_object.get(key, zero) != inside.get(key, zero):
            found.append(f"object {key[0]}, {key[1]}: uses have {by_object.get(key, zero)}, "
                         f"contexts {inside.get(key, zero)}")
    for number, use in enumerate(objects.uses, 1):
        references = use.counts(width)[0]
        if not use.cells or not references:
            found.append(f"use {number} has no cells")
        # In a forked child, the first reference may be a step from the parent's last one.
        if use.kind != "fetch" and sum(use.steps) not in (references - 1, references):
            found.append(f"use {number}: {use.steps} steps of {references} references")
    # Uses of static data are divided by addresses.
    keys = [(use.object, use.site, use.kind, use.size) for use in objects.uses
            if objects.objects[use.object - 1].kind != "static"]
    if len(set(keys)) != len(keys):
        found.append("the same use twice")
    return found + faults_of_lines(objects)


def faults_of_lines(objects):
    """Texts about lines that cannot be: each line that was brought in was missed, and each miss brought in one or more;
    no more bytes were touched than lines have."""
    found, fetches, misses = [], {}, {}
    unit = max(1, (objects.line or 1) // 64)
    for group in objects.lines:
        fetches[group.object] = fetches.get(group.object, 0) + group.fetches
        times = sum(group.patterns.values()) + group.other_times
        touched = sum(bin(mask).count("1") * unit * count for (_, mask), count in group.patterns.items())
        if not group.fetches <= group.lines <= times or group.bytes > group.lines * objects.line or \
                group.bytes > touched + group.other_bytes:
            found.append(f"line {group.at}: {group.lines} lines, {group.fetches} brought in, {times} patterns, "
                         f"{group.bytes} bytes")
    for use in objects.uses:
        if use.kind != "fetch" and "L1m" in objects.events:
            count = use.counts(len(objects.events))[objects.events.index("L1m")]
            misses[use.object] = misses.get(use.object, 0) + count
    for number, count in misses.items():
        if objects.line and not count <= fetches.get(number, 0) <= 2 * count:
            found.append(f"object {number}: {count} misses, {fetches.get(number, 0)} lines brought in")
    return found


def event_of(kind, event):
    """The name in memsim.out: L1m of reads is D1mr; for a file of accesses, Refs is Dr."""
    prefix, suffix = NAMES[kind]
    return prefix + (event[1:] if event[0] == "L" else event) + suffix


def against(objects, counts, with_refs):
    """Texts about totals that are not those of memsim.out; how many were compared."""
    found, compared = [], 0
    for kind in KINDS:
        for i, event in enumerate(objects.events):
            if i == 0:
                if not with_refs or kind == "fetch":
                    continue
                name = NAMES[kind][0] + NAMES[kind][1]
            else:
                name = event_of(kind, event)
            ours = objects.totals.get(kind, (0,) * len(objects.events))[i]
            if name not in counts.events:
                if ours:
                    found.append(f"memsim.out has no {name}, but there are {ours:,}")
                continue
            theirs = counts.total[counts.events.index(name)]
            compared += 1
            if ours != theirs:
                found.append(f"{name}: {ours:,}, memsim.out has {theirs:,} ({ours - theirs:+,})")
    misses = [name for name in counts.events if "m" in name]
    known = {event_of(kind, event) for kind in KINDS for event in objects.events[1:]}
    found += [f"{name} is not in it" for name in misses if name not in known]
    return found, compared


def by_line(objects, counts):
    """Texts about lines of sources whose uses do not add up to what memsim.out has for them."""
    events = [event for event in counts.events if "m" in event or (event[0] == "D" and objects.references == "accesses")]
    sums = {}
    for use in objects.uses:
        site = objects.sites[use.site - 1] if use.site else Site(0, 0, 0, "", 0)
        row = sums.setdefault((site.source or "???", objects.function(site.function) or "???", site.line), {})
        for i, count in enumerate(use.counts(len(objects.events))):
            name = event_of(use.kind, objects.events[i]) if i else "".join(NAMES[use.kind])
            row[name] = row.get(name, 0) + count
    lines = {key: tuple(row.get(event, 0) for event in events) for key, row in sums.items()}
    total = tuple(map(sum, zip(*lines.values())))
    return outfile.differences(outfile.Counts(events, lines, total), counts.only(events))


def check(path, out):
    """All of it: (texts, how many totals were compared, the file)."""
    objects = Objects(path)
    found = faults(objects)
    compared = 0
    if out:
        counts = outfile.read(out)
        differ, compared = against(objects, counts, objects.references == "accesses")
        found += differ + by_line(objects, counts)
        if not compared:
            found.append("no event was compared")
    return found, compared, objects


def main():
    try:
        found, compared, objects = check(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
    except (BadFile, outfile.BadFile, OSError) as error:
        print(f"FAIL: {error}")
        return 1
    for text in found[:20]:
        print(f"FAIL: {text}")
    if not found:
        print(f"{len(objects.objects)} objects, {len(objects.uses)} uses: sums are equal, {compared} totals")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
