# SPDX-License-Identifier: GPL-2.0-or-later
"""How `memsim objects --format=json` differs from the hand model: totals, objects, and fields."""

import collections
import json
import subprocess

import objectsfile

WAYS = {"read": "reads", "write": "writes"}


def shown(command, path, *options):
    done = subprocess.run([command, "objects", "--format=json", *options, path], capture_output=True, text=True)
    if done.returncode:
        raise objectsfile.BadFile(f"memsim objects: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


class View:
    """Texts about differences are in `found`; `named` of `fields` counts have the name of their field."""

    def __init__(self, view, model, events):
        self.view, self.model, self.events, self.found = view, model, events, []
        self.compared = self.named = self.nameless = self.unresolved = 0
        self.compare_totals()
        self.objects = collections.defaultdict(list)
        for one in view["objects"]:
            self.objects[one["object"]].append(one)
        for key in sorted({name[1] for name in model.members if name[0] == "heap"}):
            self.compare_heap([name for name in model.members if name[:2] == ("heap", key)])
        for name in sorted(model.members):
            if name[0] == "static":
                for place in model.members[name]:
                    self.compare_variable(name, place)
            elif name[0] == "stack":
                self.compare_frame(name)

    def rows(self, what):
        """What an object or a field of the view has, by kind, as the model has it."""
        return {kind: [what[way], *(what["events"].get(objectsfile.event_of(kind, event), 0)
                                    for event in self.events[1:])] for kind, way in WAYS.items()}

    def compare(self, what, ours, theirs):
        self.compared += 1
        if list(ours) != list(theirs):
            self.found.append(f"{what}: JSON has {list(ours)}, the model {list(theirs)}")

    def compare_totals(self):
        for kind in WAYS:
            for event, count in list(zip(self.events, self.model.totals[kind]))[1:]:
                name = objectsfile.event_of(kind, event)
                self.compare(f"totals, {name}", [self.view["totals"].get(name)], [count])

    def sums(self, objects):
        sums = {kind: [0] * self.model.width for kind in WAYS}
        for one in objects:
            for kind, row in self.rows(one).items():
                sums[kind] = [a + b for a, b in zip(sums[kind], row)]
        return sums

    def expected(self, name, wanted):
        """The model's counts of an object's fields for which wanted() holds, by kind."""
        sums = {kind: [0] * self.model.width for kind in WAYS}
        for (of, field, kind), row in self.model.fields.items():
            if of == name and wanted(field):
                sums[kind] = [a + b for a, b in zip(sums[kind], row)]
        return sums

    def compare_rows(self, what, ours, theirs):
        for kind in WAYS:
            self.compare(f"{what}, {kind}", ours[kind], theirs[kind])

    def compare_heap(self, names):
        """All blocks that a function allocates: the view may join their classes of sizes."""
        found = [one for one in self.objects["heap"] if names[0][1] in [frame["function"] for frame in one["site"]][:2]]
        each = [self.expected(name, lambda field: True) for name in names]
        theirs = {kind: list(map(sum, zip(*(rows[kind] for rows in each)))) for kind in WAYS}
        self.compare_rows(names[0][1], self.sums(found), theirs)
        if len(names) == 1:
            self.compare_fields(names[0][1], names[0], self.model.members[names[0]][0], found)

    def compare_variable(self, name, place):
        if place.name == "stack":
            return
        found = [one for one in self.objects["static"] if one["name"] == place.name]
        theirs = self.expected(name, lambda field: field[0] == place.name)
        self.compare_rows(place.name, self.sums(found), theirs)
        self.compare_fields(place.name, name, place, found)

    def compare_fields(self, what, name, place, found):
        layout = self.model.places.layouts.get(place.layout)
        if not layout or not found or (place.at and not any(one["type"] for one in found)):
            return  # without a type, what is before the elements is not known
        ours = collections.defaultdict(lambda: {kind: [0] * self.model.width for kind in WAYS})
        for one in found:
            # Without a type, it is a guess from strides, and can be several elements.
            element = one["element"] if one["type"] else one["element"] % layout.bytes
            if not place.at and layout.bytes <= 4096 and element not in (0, layout.bytes):
                self.found.append(f"{what}: elements of {one['element']} bytes, not {layout.bytes}")
            for field in one["fields"]:
                self.take_field(ours, one, field, place, layout)
        elements = {kind: [0] * self.model.width for kind in WAYS}
        for one in found:
            rows = self.rows(one["unresolved"])
            self.unresolved += sum(row[0] for row in rows.values())
            elements = {kind: [a + b for a, b in zip(elements[kind], row)] for kind, row in rows.items()}
        if place.at and not any(any(map(any, rows.values())) for of, rows in ours.items() if of != "(before)"):
            # The elements behind a header are not resolved: then that is what has all of their counts.
            self.compare_rows(f"{what}, unresolved", elements,
                              self.expected(name, lambda of: of[1] != "(before)"))
            self.compare_rows(f"{what}, what is before the elements", ours["(before)"],
                              self.expected(name, lambda of: of[1] == "(before)"))
            return
        for field in sorted({key[1][1] for key in self.model.fields if key[0] == name} | set(ours), key=str):
            owner = place.name if place.kind != "heap" else "-"
            self.compare_rows(f"{what}, {field}", ours[field],
                              self.expected(name, lambda of, field=field: of == (owner, field)))

    def take_field(self, ours, one, field, place, layout):
        """A field of the view: the one at its offset, under its own name if the view knows names."""
        offset, counts = field["offset"], self.rows(field)
        own = (field["name"] or "").rpartition("[].")
        name = self.model.places.field_of(place, offset) if not place.at else own[2] if own[0] else "(before)"
        if any(map(any, counts.values())):
            if field["name"] is None or one.get("type") is None:
                self.nameless += 1
            else:
                self.named += 1
                if len(layout.fields) > 1 and not place.at and not field["name"].startswith(name):
                    self.found.append(f"{place}: offset {offset} is {name}, not {field['name']}")
        for kind, row in counts.items():
            ours[name][kind] = [a + b for a, b in zip(ours[name][kind], row)]

    def compare_frame(self, name):
        """A variable of a function: under its name, or what is at its offsets."""
        found = []
        for one in self.objects["stack"]:
            function, _, variable = one["name"].partition(": ")
            if function != name[1]:
                continue
            if variable in {place.name for place in self.model.members[name]}:
                found.append(one)
                self.named += 1
            elif not variable:
                found += [field for field in one["fields"]
                          if self.model.inside(name, field["offset"], field["offset"])]
                found.append(one["unresolved"])
        self.compare_rows(f"{name}", self.sums(found), self.expected(name, lambda field: True))
