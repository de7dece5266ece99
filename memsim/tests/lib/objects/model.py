# SPDX-License-Identifier: GPL-2.0-or-later
"""A hand model of objects: what the naive caches of compare/lackeymodel say of each reference, given to the places
that a program in progs/objects/ has printed. And how a file of objects differs from it.

The model keeps every reference; the file folds the offsets of a use by its stride, so it is the model that is folded
before the two are compared. Fields are what both add up to, by offset."""

import collections
import functools
import math
import os

import linelives
import places as placing

KIND = {"r": "read", "w": "write", "f": "fetch"}
EXACT_SIZES, EXACT_OFFSETS, LINE = 4096, 32, 64


@functools.lru_cache(maxsize=None)
def real(path):
    return os.path.realpath(path) if path.startswith("/") else path


def size_class(size):
    """Sizes that are one object, if they are allocated at one place."""
    if size <= EXACT_SIZES:
        return size, size
    high = 1 << (size - 1).bit_length()
    return high // 2 + 1, high


def object_of(place, program):
    """What a file calls the object that a place is, or is in."""
    if place.kind == "heap":
        return ("heap", place.key, *size_class(place.size))
    if place.kind in ("static", "tls"):
        return place.kind, real(place.key) or program
    return place.kind, real(place.key)


def line_of(level):
    """Bytes of a line, from what the option of a cache says."""
    return int(level.split(",")[2])


def merged(ranges):
    """Ranges of offsets, those that touch as one."""
    found = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([start, end])
    return found


class Use:
    """References of one instruction to an object, in their order: (offset, address, counts)."""

    def __init__(self, references=()):
        self.references = list(references)

    def cells(self, stride=0):
        """As a file has them."""
        sums = {}
        for offset, _, row in self.references:
            at = offset % stride if stride else offset
            sums[at] = tuple(map(sum, zip(sums[at], row))) if at in sums else tuple(row)
        return sums

    def range(self):
        offsets = [reference[0] for reference in self.references]
        return min(offsets), max(offsets)

    def stride(self):
        offsets = {reference[0] for reference in self.references}
        first = min(offsets)
        return math.gcd(*(offset - first for offset in offsets)) if len(offsets) > EXACT_OFFSETS else 0

    def steps(self):
        """Steps within a line, steps as the one before, others."""
        counts, before = [0, 0, 0], 0
        for (_, last, _), (_, address, _) in zip(self.references, self.references[1:]):
            step = address - last
            counts[0 if -LINE <= step <= LINE else 1 if step == before else 2] += 1
            before = step
        return tuple(counts)

    def between(self, first, last):
        return Use(reference for reference in self.references if first <= reference[0] <= last)


class Model:
    """The references to places: uses[object][site, kind, size]."""

    def __init__(self, places, program, events, geometry):
        self.places, self.program = places, real(program)
        self.now = placing.Now(places)
        # Where an event stands in the outcome: L1m L2m L3m Tm T2m.
        self.bits = [("L1m", "L2m", "L3m", "Tm", "T2m").index(event) for event in events[1:]]
        self.width, self.rows, self.sites = len(events), {}, {}
        # How often each outcome comes, by kind, and by place, field and kind: rows are added up at the end.
        self.outcomes, self.field_outcomes = collections.Counter(), collections.Counter()
        self.totals = {kind: [0] * len(events) for kind in KIND.values()}
        self.objects = {place: object_of(place, self.program) for place in places.places}
        self.uses, self.members = collections.defaultdict(dict), collections.defaultdict(list)
        for place in places.places:
            self.members[self.objects[place]].append(place)
        self.ranges = {name: merged((place.start - place.zero, place.start - place.zero + place.size)
                                    for place in members) for name, members in self.members.items()}
        self.fields = collections.defaultdict(lambda: [0] * self.width)
        self.lives = linelives.Lives(line_of(geometry.d1),
                                     min(map(line_of, filter(None, (geometry.i1, geometry.d1, geometry.l2,
                                                                    geometry.l3)))))

    def row(self, outcome):
        """The counts of one reference."""
        if outcome not in self.rows:
            self.rows[outcome] = (1, *(outcome >> bit & 1 for bit in self.bits))
        return self.rows[outcome]

    def site_of(self, instruction):
        if instruction not in self.sites:
            module = self.places.module_of(instruction)
            self.sites[instruction] = ("", instruction) if module is None else \
                (real(module[1]) or self.program, instruction - module[0])
        return self.sites[instruction]

    def read(self, lines):
        """Most references are to no place: of these, only kind and outcome are counted."""
        outcomes, find = self.outcomes, self.now.find
        for line in lines:
            word, *numbers = line.split()
            if word == "M":
                self.now.mark(int(numbers[0], 16))
            elif word in KIND:
                outcomes[word, numbers[3]] += 1
                place = find(int(numbers[1], 16)) if word != "f" else None
                if place is not None or word != "f" and numbers[4] != "0":
                    self.reference(place, KIND[word], *(int(number, 16) for number in numbers))
        self.lives.end_all()
        for (word, outcome), times in self.outcomes.items():
            self.add(self.totals[KIND[word]], int(outcome, 16), times)
        for (*field, outcome), times in self.field_outcomes.items():
            self.add(self.fields[tuple(field)], outcome, times)

    def add(self, total, outcome, times):
        for i, count in enumerate(self.row(outcome)):
            total[i] += count * times

    def reference(self, place, kind, instruction, address, size, outcome, missed):
        """`place`: None, where a line that misses ends the life of one that had places."""
        self.lives.reference(place and self.objects[place], place, address, size, missed)
        if place is None:
            return
        name, offset = self.objects[place], address - place.zero
        use = self.uses[name].setdefault((self.site_of(instruction), kind, size), Use())
        use.references.append((offset, address, self.row(outcome)))
        self.field_outcomes[name, self.field(place, offset), kind, outcome] += 1

    def field(self, place, offset):
        return place.name, self.places.field_of(place, offset - (place.start - place.zero))

    def inside(self, name, first, last):
        """Do all these offsets of an object belong to its places?"""
        return any(start <= first and last < end for start, end in self.ranges[name])


class Comparison:
    """What differs between a file and the model; texts in `found`."""

    def __init__(self, objects, model):
        self.objects, self.model, self.found = objects, model, []
        self.keys = {place.key for place in model.places.places if place.kind == "heap"}
        self.compared, self.folded, self.skipped = [], 0, 0
        self.fields = collections.defaultdict(lambda: [0] * model.width)
        self.unresolved = 0
        self.numbers = {}
        for number, object_ in enumerate(objects.objects, 1):
            self.numbers.setdefault(self.name_of(object_), []).append(number)
        self.uses = collections.defaultdict(lambda: collections.defaultdict(list))
        for use in objects.uses:
            if use.kind != "fetch":
                self.uses[use.object][self.site(use.site), use.kind, use.size].append(use)
        self.compare_totals()
        self.check_frames()
        for name in sorted(model.members):
            self.compare_object(name)
        if not self.unresolved:
            self.compare_fields()
        self.patterns = 0
        if objects.references == "accesses":
            for name in sorted(model.members):
                self.compare_lines(name)
        if not self.compared:
            self.found.append("nothing was compared")

    def name_of(self, object_):
        """As object_of() has it."""
        if object_.kind == "heap":
            return "heap", self.objects.allocated_in(object_.of, self.keys), object_.low, object_.high
        if object_.kind == "stack":
            return "stack", self.objects.function(object_.of)
        return object_.kind, real(self.objects.files[object_.of - 1]) if object_.of else ""

    def site(self, number):
        if not number:
            return None
        site = self.objects.sites[number - 1]
        function = self.objects.functions[site.function - 1] if site.function else None
        return (real(self.objects.files[function.file - 1]) if function and function.file else "", site.offset)

    def compare_totals(self):
        for kind, total in self.model.totals.items():
            ours = self.objects.totals.get(kind, (0,) * self.model.width)
            if tuple(total) != ours and (kind != "fetch" or self.objects.references == "misses"):
                self.found.append(f"total of {kind}: {ours}, the model has {tuple(total)}")

    def check_frames(self):
        """Addresses of code are those at which its file is linked: they lie in it."""
        bytes_of = {real(path) or self.model.program: high - low for low, high, path in self.model.places.modules}
        for what in (*self.objects.frames, *self.objects.sites):
            file = self.objects.functions[what.function - 1].file if what.function else 0
            if file and what.offset >= bytes_of.get(real(self.objects.files[file - 1]), what.offset + 1):
                self.found.append(f"{self.objects.function(what.function)} has code at {what.offset:#x}")

    def compare_object(self, name):
        numbers = self.numbers.get(name, [])
        self.compare_blocks(name, numbers)
        uses = collections.defaultdict(list)
        for number in numbers:
            for key, found in self.uses[number].items():
                if uses[key] and uses[key][0].object != number:
                    self.found.append(f"{name}: several objects have the use {key}")
                uses[key] += found
        expected = self.model.uses[name]
        for key in sorted(set(expected) | set(uses), key=str):
            self.compare_uses(name, key, uses.get(key, []), expected.get(key, Use()))

    def compare_blocks(self, name, numbers):
        """All blocks of a call stack's size class have been printed."""
        if name[0] != "heap":
            return
        mine = [len(self.model.members[name]), sum(place.size for place in self.model.members[name])]
        found = [sum(self.objects.objects[number - 1][field] for number in numbers) for field in (4, 5)]
        if found != mine and numbers:
            self.found.append(f"{name}: {found[0]} blocks of {found[1]} bytes, not {mine[0]} of {mine[1]}")

    def compare_uses(self, name, key, uses, mine):
        """Uses of static data are divided by their addresses. Where parts overlap, only the sum is known."""
        uses = sorted(uses, key=lambda use: use.first)
        if name == ("mapped", "") and not mine.references:
            return  # of other anonymous mappings
        if not uses:
            self.found.append(f"{name}, {key}: not in the file; the model has {mine.cells()}")
        elif any(before.last >= after.first for before, after in zip(uses, uses[1:])):
            self.compare_sum(name, key, uses, mine)
        else:
            for use in uses:
                self.compare_use(name, key, use, mine if len(uses) == 1 else mine.between(use.first, use.last))

    def compare_sum(self, name, key, uses, mine):
        if not self.model.inside(name, min(use.first for use in uses), max(use.last for use in uses)):
            self.skipped += bool(mine.references)
            return
        theirs = [sum(column) for column in zip(*(use.counts(self.model.width) for use in uses))]
        rows = [sum(column) for column in zip(*(row for _, _, row in mine.references))]
        if theirs != rows:
            self.found.append(f"{name}, {key}: {theirs}, not {rows}")

    def compare_use(self, name, key, use, mine):
        is_inside = self.model.inside(name, use.first, use.last)
        if not is_inside and use.stride:
            self.skipped += bool(mine.references)
            return
        theirs = {offset: counts for offset, counts in use.cells.items()
                  if is_inside or self.model.inside(name, offset, offset)}
        if not theirs and not mine.references:
            return
        self.compared.append(use)
        self.folded += bool(use.stride)
        where = f"{name}, {key}"
        if theirs != mine.cells(use.stride):
            self.found.append(f"{where}: stride {use.stride}: {difference(theirs, mine.cells(use.stride))}")
        elif is_inside:
            for what, ours, models in (("range", (use.first, use.last), mine.range()),
                                       ("stride", use.stride, mine.stride()), ("steps", use.steps, mine.steps())):
                if ours != models:
                    self.found.append(f"{where}: {what} {ours}, not {models}")
        self.add_fields(name, use, theirs)

    def add_fields(self, name, use, cells):
        """Adds up by field what the file has: an offset of a use stands for those a stride away."""
        for offset, counts in cells.items():
            at = use.first + (offset - use.first) % use.stride if use.stride else offset
            field = self.field(name, at, use.stride)
            if field is None and use.last - use.first < 4096 and \
                    self.field(name, use.first, 0) == self.field(name, use.last, 0):
                field = self.field(name, use.first, 0)  # steps within an array that is a field
            self.unresolved += field is None
            into = self.fields[name, field, use.kind]
            for i, count in enumerate(counts):
                into[i] += count

    def field(self, name, offset, stride):
        for place in self.model.members[name]:
            if 0 <= offset - (place.start - place.zero) < place.size:
                layout = self.model.places.layouts.get(place.layout)
                if stride and layout and stride % layout.bytes and len(layout.fields) > 1:
                    return None
                return self.model.field(place, offset)
        return None

    def compare_lines(self, name):
        """What was touched of lines. In other anonymous mappings and in stacks, the model does not know all bytes."""
        numbers = self.numbers.get(name, [])
        groups = [group for group in self.objects.lines if group.object in numbers]
        found, compared = linelives.compare(
            name, groups, self.model.lives,
            lambda first, end: name[0] == "heap" or self.model.inside(name, first, end - 1))
        if name != ("mapped", "") and name[0] in ("heap", "static", "tls", "stack"):
            self.found += found
            self.patterns += compared

    def compare_fields(self):
        """Reads and writes of each field, and their misses."""
        if self.skipped:
            return
        mine, zero = self.model.fields, [0] * self.model.width
        for key in sorted(set(mine) | set(self.fields), key=str):
            if mine.get(key, zero) != self.fields.get(key, zero):
                self.found.append(f"field {key}: {self.fields.get(key)}, not {mine.get(key)}")


def difference(theirs, mine):
    offsets = [offset for offset in sorted(set(theirs) | set(mine)) if theirs.get(offset) != mine.get(offset)]
    return ", ".join(f"at {offset} {theirs.get(offset)}, not {mine.get(offset)}" for offset in offsets[:4]) + \
        (f" and {len(offsets) - 4} more" if len(offsets) > 4 else "")
