#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""An independent reader of files of counts, with which `memsim annotate`, `diff`
and `merge` are compared, and comparisons with what cg_annotate prints.

    sums FILE JSON          annotate's JSON equals the sums of the file
    csv KIND FILE CSV       the same for CSV of functions, files or lines
    every FILE JSON TABLES  both, of the files TABLES.functions, TABLES.files and TABLES.lines
    cg FILE JSON CGTEXT     all counts in cg_annotate's text equal those of the JSON
    same A B [lines]        two files of counts have the same functions (and lines)
    heads JSON              the columns of the JSON, for people"""

import csv
import json
import re
import sys

import cgannotate


class Profile:
    """What a file of counts says: sums by function, by file, by line."""

    def __init__(self, name):
        self.events, self.total, self.base = [], None, None
        self.functions, self.files, self.lines = {}, {}, {}
        with open(name, encoding="utf-8", errors="surrogateescape") as text:
            for line in text:
                self.take(line.rstrip("\n"))
        assert self.total is not None, f"{name}: no summary"

    def take(self, line):
        if line.startswith("desc: Base totals:"):
            self.base = [int(n) for n in line.split(":")[2].split()]
        elif line.startswith("events:"):
            self.events = line.split()[1:]
        elif line.startswith("fl=# object: "):
            pass
        elif line.startswith("fl="):
            self.file, self.function = line[3:], "<unspecified>"
        elif line.startswith("fn="):
            self.function = line[3:]
        elif line.startswith("summary:"):
            self.total = [int(n) for n in line.split()[1:]]
        elif line[:1].isdigit():
            number, *counts = line.split()
            row = [0 if n == "." else int(n) for n in counts]
            row += [0] * (len(self.events) - len(row))
            add(self.functions, (self.file, self.function), row)
            add(self.files, self.file, row)
            add(self.lines, (self.file, int(number)), row)


def add(table, key, row):
    table[key] = [a + b for a, b in zip(table.get(key, [0] * len(row)), row)]


def nonzero(table):
    return {key: row for key, row in table.items() if any(row)}


def compare(what, ours, theirs):
    """Ends with a message at the first difference."""
    for key in sorted(set(ours) | set(theirs), key=str):
        if ours.get(key) != theirs.get(key):
            sys.exit(f"{what} {key}: {ours.get(key)}, expected {theirs.get(key)}")


def readable(text):
    """Bytes that are no UTF-8 are replaced in JSON."""
    raw = text.encode("utf-8", "surrogateescape")
    return raw.decode("utf-8", "replace")


def by_name(table):
    return {tuple(map(readable, key)) if isinstance(key, tuple) and isinstance(key[1], str)
            else (readable(key[0]), key[1]) if isinstance(key, tuple) else readable(key): row
            for key, row in table.items()}


def load(name):
    with open(name, encoding="utf-8") as text:
        made = json.load(text)
    assert made["format"] == "memsim annotate" and made["version"] == 1
    return made


def counts_only(made, rows, *names):
    """Rows of the JSON by their names, with the columns that are events, by event."""
    at = [i for i, c in enumerate(made["columns"]) if c["name"] in made["events"]]
    columns = [made["columns"][i]["name"] for i in at]
    return columns, {tuple(r[n] for n in names) if len(names) > 1 else r[names[0]]:
                     [r["values"][i] for i in at] for r in rows}


def shown(profile, columns, table):
    at = [profile.events.index(c) for c in columns]
    return {key: [row[i] for i in at] for key, row in by_name(table).items()}


def sums(name, made):
    profile, made = Profile(name), load(made)
    assert made["events"] == profile.events
    for rows, names, table in ((made["functions"], ("file", "function"), profile.functions),
                               (made["files"], ("file",), profile.files),
                               (made["lines"], ("file", "line"), profile.lines)):
        columns, ours = counts_only(made, rows, *names)
        assert len(ours) == len(rows), "a row twice"
        compare(names[-1], ours, shown(profile, columns, table))
    columns, total = counts_only(made, [{"x": "total", "values": made["totals"]}], "x")
    compare("totals", total, shown(profile, columns, {"total": profile.total}))
    missing = set(profile.events) - set(columns)
    at = [profile.events.index(event) for event in missing]
    assert not any(row[i] for row in profile.lines.values() for i in at), "folded, not zero"
    order = made["sort"]
    if order in columns:
        keys = [abs(r["values"][[c["name"] for c in made["columns"]].index(order)])
                for r in made["functions"]]
        assert keys == sorted(keys, reverse=True), "not sorted"
    print(f"{len(made['functions'])} functions, {len(made['lines'])} lines")


def csv_sums(kind, name, made):
    profile = Profile(name)
    with open(made, encoding="utf-8", errors="surrogateescape", newline="") as text:
        raw = text.read()
    assert raw.endswith("\r\n") and "\n" not in raw.replace("\r\n", "")
    head, *rows = list(csv.reader(raw.split("\r\n")[:-1]))
    names = 1 if kind == "files" else 2
    columns = head[names:]
    at = [profile.events.index(c) for c in columns]
    table = {"functions": profile.functions, "files": profile.files, "lines": profile.lines}[kind]
    ours = {}
    for row in rows:
        key = row[0] if names == 1 else (row[0], int(row[1]) if kind == "lines" else row[1])
        assert key not in ours, f"{key} twice"
        ours[key] = [int(n) for n in row[names:]]
    compare(kind, ours, {key: [row[i] for i in at] for key, row in table.items()})


def every(name, made, tables):
    sums(name, made)
    for kind in ("functions", "files", "lines"):
        csv_sums(kind, name, f"{tables}.{kind}")


def cg_tables(made):
    """What annotate's JSON says, by the kinds of rows that cg_annotate has."""
    columns, functions = counts_only(made, made["functions"], "file", "function")
    _, lines = counts_only(made, made["lines"], "file", "line")
    _, total = counts_only(made, [{"x": "", "values": made["totals"]}], "x")
    tables = {"total": total, "line": lines, "file": {}, "function": {},
              "file:function": {}, "function:file": {}}
    for (file, function), row in functions.items():
        for kind, key in (("file", file), ("function", function),
                          ("file:function", f"{file}:{function}"),
                          ("function:file", f"{function}:{file}")):
            add(tables[kind], key, row)
    return columns, tables


def cg_compare(events, columns, tables, text):
    """The rows of cg_annotate's text; ends with a message at the first that differs."""
    rows = cgannotate.Reader(text, events).rows
    at = [events.index(c) for c in columns]
    for row in rows:
        compare(row.kind, {row.key: tables[row.kind].get(row.key)},
                {row.key: [row.counts[i] for i in at]})
    for kind in ("file:function", "function:file"):
        keys = {row.key for row in rows if row.kind == kind}
        if keys and keys != set(tables[kind]):
            sys.exit(f"cg_annotate has {len(keys)} rows {kind}, not {len(tables[kind])}")
    return rows


def cg(name, made, text):
    """All rows of cg_annotate's text have the JSON's counts. Then one count of a row of each kind
    is changed by one, which must be found."""
    events, made = Profile(name).events, load(made)
    columns, tables = cg_tables(made)
    with open(text, encoding="utf-8", errors="replace", newline="\n") as file:
        text = file.read()
    rows = cg_compare(events, columns, tables, text)
    kinds = {row.kind: row for row in rows if any(row.counts)}
    assert {"total", "file:function"} <= kinds.keys(), f"only rows of {', '.join(kinds)}"
    for kind, row in kinds.items():
        lines = text.split("\n")
        count = next(filter(None, row.counts))
        # As a whole word: a 1 is in 100.0%, too.
        lines[row.at] = re.sub(rf"(?<!\S){count:,}(?!\S)", f"{count + 1:,}", lines[row.at], count=1)
        try:
            cg_compare(events, columns, tables, "\n".join(lines))
        except SystemExit:
            continue
        sys.exit(f"a wrong count is not found: {lines[row.at]}")
    print("as in cg_annotate:", ", ".join(
        f"{sum(row.kind == kind for row in rows)} {kind}" for kind in kinds))


def same(left, right, lines=None):
    a, b = Profile(left), Profile(right)
    assert a.events == b.events, "other events"
    compare("total", {"": a.total}, {"": b.total})
    compare("function", nonzero(a.functions), nonzero(b.functions))
    if lines:
        compare("line", nonzero(a.lines), nonzero(b.lines))


def heads(made):
    print(" ".join(f"{c['name']}={v}" for c, v in zip(load(made)["columns"],
                                                      load(made)["totals"])))


if __name__ == "__main__":
    {"sums": sums, "csv": csv_sums, "every": every, "cg": cg, "same": same, "heads": heads}[sys.argv[1]](
        *sys.argv[2:])
