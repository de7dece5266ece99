# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the text that cg_annotate prints, whether it is the one in Perl (up to
Valgrind 3.20) or the one in Python, which replaced it.

A row is a cell for each event, then a name or a source line. A cell is a count, or
a dot if there is none, and up to two shares in parentheses. Cells are taken off the
row one by one, each in only one way, so the time is proportional to the row's
length, whatever it contains."""

import re

SHARE = r"(?:-?[0-9.]+%|n/a)"
CELL = re.compile(rf" *(?:(\.)|(-?[0-9][0-9,]*)(?: *\( *{SHARE}(?:, *{SHARE})?\))?)(?: |$)")
# Counts that belong to no line of the source, in Python's words and in Perl's.
NO_LINE = re.compile(r"<(?:unknown \(line (0)\)|counts for unidentified lines in .*|bogus line ([0-9]+))>$")


class Row:
    """The counts of one thing, and which line of the text has them. Names of kinds say what the
    key is: `total`, `file`, `function`, `file:function`, `function:file`, or `line`, which is a
    file and a number."""

    def __init__(self, kind, key, counts, at):
        self.kind, self.key, self.counts, self.at = kind, key, counts, at


def take_cells(text, start, events):
    """The counts of the row that begins at start, None for a dot, and what follows them; or None."""
    counts = []
    for _ in range(events):
        cell = CELL.match(text, start)
        if not cell:
            return None
        counts.append(None if cell[1] else int(cell[2].replace(",", "")))
        start = cell.end()
    return counts, text[start:].lstrip()


class Reader:
    """Goes through the text once; `rows` is the result."""

    def __init__(self, text, events):
        self.events, self.rows = events, []
        self.section = self.name = None
        self.number = 0
        for at, line in enumerate(text.split("\n")):
            if not self.heading(line):
                self.row(line, at)

    def heading(self, line):
        """Whether the line says what the next ones are."""
        if line.startswith("-- line "):
            self.number = int(line.split()[2])
        elif line.startswith("-- ") and "nnotated source" in line:
            # "-- Annotated source file: " and "-- Auto-annotated source: "; Perl may add a folder.
            self.section, self.number = "line", 1
            self.name = line.split(": ", 1)[1].split(" + ")[-1]
        elif line.startswith("-- "):
            name = line.removesuffix(" summary")[3:].lower()
            self.section = name if name in ("file:function", "function:file") else None
        elif line.endswith(" file:function") and line.split()[:-1] == self.events:
            self.section = "file:function"
        else:
            return False
        return True

    def row(self, line, at):
        outer = line.startswith(("< ", "> ")) # what Python's groups begin with
        taken = take_cells(line, 1 if outer else 0, len(self.events))
        if not taken:
            return
        counts, name = taken
        if name == "events annotated": # the end of Perl's sources
            self.section = None
        elif name == "PROGRAM TOTALS":
            self.add("total", "", counts, at)
        elif self.section == "line":
            self.add("line", (self.name, self.line_number(name)), counts, at)
        elif self.section:
            self.add(*self.function(name, outer), counts, at)

    def add(self, kind, key, counts, at):
        # Python makes a function of this name for every file, for counts that follow no "fn=".
        made_up = kind != "line" and "<unspecified>" in key and not any(counts)
        if not made_up and any(count is not None for count in counts):
            self.rows.append(Row(kind, key, [count or 0 for count in counts], at))

    def line_number(self, name):
        special = NO_LINE.match(name)
        if special:
            return int(special[2] or 0)
        self.number += 1
        return self.number - 1

    def function(self, name, outer):
        """Perl's rows are "FILE:FUNCTION". Python's are in groups: "OUTER:INNER" if there is one,
        else "OUTER:", and rows "INNER"."""
        if outer and name.endswith(":"):
            self.name = name[:-1]
            return self.section.split(":")[0], self.name
        if self.name and not outer:
            return self.section, f"{self.name}:{name}"
        return self.section, name
