#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A second, simple reader of memsim.objects.PID, against which the viewer's JSON and CSV are checked:
#
#     viewer.py json FILE < JSON      totals, sums by kind of object, fields that add up to their objects
#     viewer.py csv FILE < CSV        the same sums, of the table of objects
#     viewer.py totals FILE OUT       the file's totals are those of OUT, a file of counts
import csv
import json
import sys

LETTER = {"read": "r", "modify": "r", "write": "w", "fetch": "r"}


def name_of(event, access, every):
    """L1m of read is D1mr; references are Dr and Dw if all were recorded."""
    first = "I" if access == "fetch" else "D"
    if event == "Refs":
        return first + LETTER[access] if every and access != "fetch" else None
    return first + event.removeprefix("L") + LETTER[access]


def read(path):
    """Events' names, totals, and sums by kind of object."""
    kinds, objects, sums, totals, names, every, use = [], [], {}, {}, [], False, None
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as lines:
        for line in lines:
            field = line.rstrip("\n").split("\t")
            if field[0] == "# references: accesses":
                every = True
            elif field[0] == "# events":
                names = field[1:]
            elif field[0] == "object":
                objects.append(field[1])
            elif field[0] == "use":
                use = (objects[int(field[1]) - 1], field[3])
            elif field[0] in ("cell", "#total"):
                kind, access = use if field[0] == "cell" else (None, field[1])
                for name, count in zip(names, field[2:]):
                    event = name_of(name, access, every)
                    if event:
                        where = totals if kind is None else sums.setdefault(kind, {})
                        where[event] = where.get(event, 0) + int(count)
    return totals, sums


def add(to, what):
    for name, count in what.items():
        to[name] = to.get(name, 0) + count


def without_zeros(counts):
    return {name: count for name, count in counts.items() if count}


def faults_of_json(path, text):
    shown = json.loads(text)
    totals, sums = read(path)
    if shown["kind"] != "objects" or shown["totals"] != totals:
        yield f"totals: {shown['totals']}, not {totals}"
    found = {}
    for one in shown["objects"]:
        add(found.setdefault(one["object"], {}), one["events"])
        fields = dict(one["unresolved"]["events"])
        counted = {"reads": one["unresolved"]["reads"], "writes": one["unresolved"]["writes"]}
        for field in one["fields"]:
            add(fields, field["events"])
            add(counted, {"reads": field["reads"], "writes": field["writes"]})
        if fields != one["events"] or counted != {"reads": one["reads"], "writes": one["writes"]}:
            yield f"{one['object']} {one['name']}: its fields do not add up"
    for kind in {**found, **sums}:
        its, expected = (without_zeros(of.get(kind, {})) for of in (found, sums))
        if its != expected:
            yield f"{kind}: {its}, not {expected}"


def faults_of_csv(path, text):
    _, sums = read(path)
    found = {}
    for row in csv.DictReader(text.splitlines()):
        its = found.setdefault(row["object"], {})
        add(its, {name: int(row[name]) for name in row if name[0] in "ID" and row[name].isdigit()})
    for kind, its in sums.items():
        shown = {name: found.get(kind, {}).get(name, 0) for name in its}
        if shown != its:
            yield f"{kind}: {shown}, not {its}"


def faults_of_totals(path, out):
    totals, _ = read(path)
    events, summary = [], []
    with open(out, encoding="utf-8", errors="surrogateescape") as lines:
        for line in lines:
            if line.startswith("events: "):
                events = line.split()[1:]
            elif line.startswith("summary: "):
                summary = [int(word) for word in line.split()[1:]]
    its = {name: count for name, count in zip(events, summary) if name in totals}
    if its != totals:
        yield f"{path}: {totals}, not {its}"
    if "D1mr" in events and "D1mr" not in totals:
        yield "no totals"


def main():
    what, path = sys.argv[1:3]
    if what == "totals":
        faults = list(faults_of_totals(path, sys.argv[3]))
    else:
        text = sys.stdin.buffer.read().decode("utf-8")
        faults = list((faults_of_json if what == "json" else faults_of_csv)(path, text))
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


main()
