#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""coverage.py BUILD: what the tests that were run in this build folder did not reach ("make coverage").

Prints lines and branches of the hosted code per folder and per file, those that miss most first, and writes
BUILD/missed.txt with every line that was not reached, as "FILE:LINE: text".

A source is compiled several times (for the command, the engine's archive, the tests); a line counts as reached
if one of them reached it. maketables is left out: it runs while memsim is built, which tests nothing. A branch
is each way out of a condition, as gcov counts them."""

import collections
import json
import os
import shutil
import subprocess
import sys

HOSTED = ("stream", "engine", "host", "cmd")  # below memsim/


def gcov_command():
    """$GCOV, or gcov of the compiler's own version: gcc-13 needs gcov-13."""
    compiler = os.path.basename(os.environ.get("CC", "gcc").split()[0])
    for name in (os.environ.get("GCOV"), compiler.replace("gcc", "gcov"), "gcov"):
        if name and "gcov" in name and shutil.which(name):
            return name
    sys.exit("coverage: no gcov here; it comes with gcc")


def notes(build):
    """What the compiler noted of each object of hosted code."""
    for folder, _, files in os.walk(build):
        for file in sorted(files):
            if file.endswith(".gcno") and not file.startswith("maketables-"):
                yield os.path.abspath(os.path.join(folder, file))


def documents(build):
    """gcov's account of each object. An object that never ran counts with zeros."""
    gcov = gcov_command()
    paths = list(notes(build))
    if not paths:
        sys.exit(f"coverage: {build} was not compiled with --coverage by gcc")
    for i in range(0, len(paths), 50):
        done = subprocess.run([gcov, "--json-format", "--stdout", "--branch-probabilities", *paths[i:i + 50]],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=build, text=True, check=False)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode or not lines:
            sys.exit(f"coverage: {gcov} failed: {done.stderr.strip()[-500:]}")
        yield from map(json.loads, lines)


class File:
    def __init__(self):
        self.lines = collections.Counter()
        self.branches = {}  # of a line, how often each was taken

    def add(self, line):
        number = line["line_number"]
        self.lines[number] += line["count"]
        taken = [branch["count"] for branch in line["branches"]]
        before = self.branches.get(number, [])
        # Of two compilations that see a line differently, the one that sees more.
        if len(before) == len(taken):
            self.branches[number] = [a + b for a, b in zip(before, taken)]
        elif len(taken) > len(before):
            self.branches[number] = taken

    def missed_lines(self):
        return sorted(number for number, count in self.lines.items() if count == 0)

    def row(self):
        ways = [count for counts in self.branches.values() for count in counts]
        return [len(self.lines), len(self.missed_lines()), len(ways), ways.count(0)]


def collect(build, source):
    files = collections.defaultdict(File)
    for document in documents(build):
        for file in document["files"]:
            path = os.path.join(document["current_working_directory"], file["file"])
            name = os.path.relpath(os.path.realpath(path), source)
            if name.startswith(HOSTED) and not name.startswith(".."):
                for line in file["lines"]:
                    files[name].add(line)
    return files


def percent(missed, of):
    return f"{100 * (of - missed) / of:6.1f}%" if of else "       "


def print_table(title, rows):
    """Rows of (name, lines, missed, branches, missed)."""
    print(f"\n{'missed':>6} {'lines':>6} {'reached':>7}  {'missed':>6} {'branches':>8} {'reached':>7}  {title}")
    for name, lines, missed_lines, ways, missed_ways in sorted(rows, key=lambda row: (-row[2], -row[4], row[0])):
        print(f"{missed_lines:6} {lines:6} {percent(missed_lines, lines)}  "
              f"{missed_ways:6} {ways:8} {percent(missed_ways, ways)}  {name}")


def write_missed(files, source, path):
    with open(path, "w", encoding="utf-8") as out:
        for name in sorted(files):
            with open(os.path.join(source, name), encoding="utf-8") as file:
                text = file.read().splitlines()
            for number in files[name].missed_lines():
                out.write(f"{os.path.join(source, name)}:{number}: {text[number - 1].strip()}\n")


def main():
    build = os.path.abspath(sys.argv[1])
    source = os.path.realpath(os.path.join(os.environ.get("srcdir", "."), "memsim"))
    files = collect(build, source)
    folders = collections.defaultdict(lambda: [0, 0, 0, 0])
    total = [0, 0, 0, 0]
    for name, file in files.items():
        for sums in (folders[os.path.dirname(name)], total):
            sums[:] = [a + b for a, b in zip(sums, file.row())]
    print_table("folder", [(name, *row) for name, row in folders.items()] + [("(all)", *total)])
    rows = [(name, *file.row()) for name, file in files.items()]
    missing = [row for row in rows if row[2] or row[4]]
    print_table("file", missing)
    print(f"\nAll of {len(rows) - len(missing)} more files was reached.")
    missed = os.path.join(build, "missed.txt")
    write_missed(files, source, missed)
    print(f"Every line that was not reached: {missed}")


if __name__ == "__main__":
    main()
