# SPDX-License-Identifier: GPL-2.0-or-later
"""What the programs in progs/objects/ print about where their objects are (progs/objects/places.h)."""

import bisect
import collections

Place = collections.namedtuple("Place", "kind key start size zero begin end layout at name")
Field = collections.namedtuple("Field", "name offset size")
Layout = collections.namedtuple("Layout", "name bytes fields")
NO_STEP = 0


class Places:
    def __init__(self, text):
        self.marks = (0, 0)
        self.modules, self.layouts, self.places, self.other = [], {}, [], {}
        for line in text.splitlines():
            word, *rest = line.split("\t")
            if word == "marks":
                self.marks = int(rest[0], 16), int(rest[0], 16) + int(rest[1])
            elif word == "module":
                self.modules.append((int(rest[0], 16), int(rest[1], 16), rest[2]))
            elif word == "layout":
                layout = Layout(rest[0], int(rest[1]), [])
                self.layouts[layout.name] = layout
            elif word == "field":
                layout.fields.append(Field(rest[0], int(rest[1]), int(rest[2])))
            elif word == "place":
                kind, key, start, size, zero, begin, end, name, at, own = rest
                self.places.append(Place(kind, key, int(start, 16), int(size), int(zero, 16), int(begin), int(end),
                                         name, int(at), own))
            else:
                self.other[word] = rest

    def module_of(self, address):
        for low, high, path in self.modules:
            if low <= address < high:
                return low, path
        return None

    def field_of(self, place, offset):
        """The field of a place's layout at an offset from its start; what is in none is padding."""
        layout = self.layouts.get(place.layout)
        if not layout:
            return None
        if offset < place.at:
            return "(before)"
        inside = (offset - place.at) % layout.bytes
        for field in layout.fields:
            if field.offset <= inside < field.offset + field.size:
                return field.name
        return "(padding)"


class Now:
    """The places of the present step: which one has an address. A smaller one, printed later, lies over a larger:
    a block over the area of the allocator."""

    def __init__(self, places):
        self.places, self.step, self.reached = places, 0, {0}
        self.update()

    def mark(self, address):
        self.reached.add(address - self.places.marks[0])
        self.update()

    def lives(self, place):
        return place.begin in self.reached and (place.end == NO_STEP or place.end not in self.reached)

    def update(self):
        live = [place for place in self.places.places if self.lives(place)]
        self.areas = [place for place in live if place.kind == "allocator"]
        self.live = sorted((place for place in live if place.kind != "allocator"), key=lambda place: place.start)
        self.starts = [place.start for place in self.live]

    def find(self, address):
        at = bisect.bisect_right(self.starts, address) - 1
        if at >= 0 and address < self.live[at].start + self.live[at].size:
            return self.live[at]
        for place in self.areas:
            if place.start <= address < place.start + place.size:
                return place
        return None
