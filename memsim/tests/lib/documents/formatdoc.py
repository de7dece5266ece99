# SPDX-License-Identifier: GPL-2.0-or-later
"""What docs/format.md documents: by section, the literals of grammars, the words of tables, and the columns of CSV.

A section is named by its heading, "A heap as JSON and CSV", and one below another by both, "The file of calls: Grammar"."""

import re

WORD = r"[A-Za-z][A-Za-z0-9_ -]*"


class Section:
    def __init__(self, title):
        self.title, self.lines = title, []

    def code(self):
        return "\n".join(line for line in self.lines if line.startswith("    "))

    def literals(self):
        """What stands in quotes in the grammar."""
        return re.findall(r'"([^"]*)"', self.code())

    def ticks(self):
        return re.findall(r"`([^`]*)`", "\n".join(line for line in self.lines if not line.startswith("    ")))

    def tables(self):
        """[heading, row, ...] of each table, each a list of cells."""
        found, table = [], []
        for line in [*self.lines, ""]:
            if line.startswith("|"):
                cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
                if not all(re.fullmatch(r"-+", cell) for cell in cells):
                    table.append(cells)
            elif table:
                found.append(table)
                table = []
        return found

    def first_words(self, heading):
        """The words in backticks in the first column of the tables with that heading."""
        return [word for table in self.tables() if table[0][0] == heading for row in table[1:]
                for word in re.findall(r"`([^`]*)`", row[0])]

    def words(self):
        """All that may be the name of something: words in backticks, or in quotes within them or in grammars."""
        texts = [*self.ticks(), *self.literals()]
        return {word.strip() for text in texts for word in [text, *re.findall(rf'"({WORD})"', text)]}

    def members(self):
        """The members of JSON that must exist: those of tables, and those in the braces of an object."""
        braces = [word for text in self.ticks() if text.startswith(('{"', '[{"')) for word in re.findall(rf'"({WORD})"', text)]
        return {word for word in [*self.first_words("member"), *braces] if re.fullmatch(WORD, word)}

    def headers(self):
        """The columns of CSV: of each row of a table "CSV of", names, with "*" where a column may be missing."""
        return [[name for name in re.findall(r"`([^`]*)`( \*)?", row[1])]
                for table in self.tables() if table[0][0] == "CSV of" for row in table[1:]]


def read(text):
    """The sections by title."""
    sections, top = {}, ""
    section = Section("")
    for line in text.splitlines():
        if line.startswith("#"):
            level, title = line.split(" ", 1)
            top = title if level == "#" else top
            section = Section(title if level == "#" else f"{top}: {title}")
            sections[section.title] = section
        else:
            section.lines.append(line)
    return sections


def matches(header, documented):
    """Are these the columns that are documented?  EVENT and NAME stand for any number of columns."""
    pattern = ""
    for name, optional in documented:
        column = re.sub(r"EVENT|NAME", "[^,]+", re.escape(name)) + ","
        pattern += f"(?:{column})*" if re.search(r"EVENT|NAME", name) else f"(?:{column})?" if optional else column
    return re.fullmatch(pattern, "".join(name + "," for name in header)) is not None
