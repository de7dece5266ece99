#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Another reader of memsim.time.PID, too simple to be wrong.

    model.py csv FILE < CSV         the CSV has the counts of FILE
    model.py json FILE < JSON       so has the JSON; phases are the rows, added up
    model.py sums FILE COUNTS       the rows add up to the summary of a file of counts
    model.py every FILE N           each interval but the last ends where it first can, if N instructions make one
    model.py joined LONG SHORT      the rows of LONG are those of SHORT, added up
    model.py region FILE COUNTS R   the instructions of region R are those in its part of a file of counts
"""

import csv
import json
import sys


def fail(what):
    sys.exit(f"FAIL: {what}")


class Time:
    def __init__(self, name):
        self.rows, self.functions, self.parts, self.marks = [], [], [], []
        self.joined = 1
        with open(name, encoding="utf-8") as file:
            for line in file.read().split("\n"):
                self.take(line)
        if self.end != len(self.rows):
            fail(f"{name}: #end")

    def take(self, line):
        key, _, rest = line.partition(": ")
        fields = line.split("\t")
        if key == "# command":
            self.command = rest
        elif key == "# joined":
            self.joined = int(rest)
        elif key == "# function":
            self.functions.append(rest.split("\t")[0])
        elif key == "# part":
            self.parts.append(rest.replace("\t", ";"))
        elif key == "# mark":
            self.marks.append(rest.split("\t"))
        elif fields[0] == "# from":
            self.first = 2 if fields[2] == "Ir" else 3
            self.events = fields[self.first:-2]
        elif fields[0] == "#total":
            self.total = [int(f) for f in fields[1:]]
        elif fields[0] == "#end":
            self.end = int(fields[1])
        elif line and not line.startswith("#"):
            self.rows.append({"from": int(fields[0]), "to": int(fields[1]),
                              "counts": [int(f) for f in fields[self.first:-2]],
                              "parts": self.shares(fields[-2], self.parts),
                              "functions": self.shares(fields[-1], self.functions)})

    @staticmethod
    def shares(text, names):
        if text == "-":
            return []
        return [(names[int(n) - 1], int(i)) for n, i in (share.split(":") for share in text.split(","))]


def add(rows):
    return [sum(counts) for counts in zip(*(row["counts"] for row in rows))]


def check_csv(name):
    time, rows = Time(name), list(csv.DictReader(sys.stdin))
    if len(rows) != len(time.rows):
        fail(f"{len(rows)} rows, not {len(time.rows)}")
    for number, (is_, wanted) in enumerate(zip(rows, time.rows)):
        if [int(is_[e]) for e in time.events] != wanted["counts"] or int(is_["from"]) != wanted["from"] \
                or int(is_["to"]) != wanted["to"]:
            fail(f"row {number}: {is_}")
        if is_["function"] != (wanted["functions"][0][0] if wanted["functions"] else ""):
            fail(f"row {number}: function {is_['function']}")
        d1 = [e for e in time.events if e in ("D1mr", "D1mw")]
        pti = 1000 * sum(int(is_[e]) for e in d1) / int(is_["Ir"]) if int(is_["Ir"]) else 0
        if "D1m:PTI" in is_ and abs(float(is_["D1m:PTI"] or 0) - pti) > 1e-5:
            fail(f"row {number}: D1m:PTI is {is_['D1m:PTI']}, not {pti}")


def check_json(name):
    time, is_ = Time(name), json.load(sys.stdin)
    if is_["kind"] != "time" or is_["command"] != time.command or is_["totals"] != dict(zip(time.events, time.total)):
        fail("head")
    if [[str(m["at"]), str(m["thread"]), m["text"]] for m in is_["marks"]] != time.marks:
        fail("marks")
    for number, (row, wanted) in enumerate(zip(is_["intervals"], time.rows, strict=True)):
        if row["events"] != dict(zip(time.events, wanted["counts"])) \
                or sorted(row["regions"]) != sorted(set(n for n, _ in wanted["parts"])) \
                or [(f["function"], f["instructions"]) for f in row["functions"]] != wanted["functions"]:
            fail(f"interval {number}: {row}")
    at = 0
    for phase in is_["phases"]:
        rows = time.rows[at:at + phase["intervals"]]
        if phase["first"] != at or phase["events"] != dict(zip(time.events, add(rows))) \
                or (phase["from"], phase["to"]) != (rows[0]["from"], rows[-1]["to"]):
            fail(f"phase {phase}")
        at += phase["intervals"]
    if at != len(time.rows):
        fail("phases do not end with the run")


def check_sums(name, counts):
    time = Time(name)
    with open(counts, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n")
    events = next(line.split()[1:] for line in lines if line.startswith("events:"))
    summary = next([int(n) for n in line.split()[1:]] for line in lines if line.startswith("summary:"))
    if events != time.events:
        fail(f"{name}: events {time.events}, not {events}")
    if add(time.rows) != summary or time.total != summary:
        fail(f"{name}: {add(time.rows)} and {time.total}, not {summary}")


def check_every(name, length):
    """Segments have at most some hundred instructions, so an interval is at most that much longer."""
    time = Time(name)
    at = time.rows[0]["from"]
    for row in time.rows[:-1]:
        limit = (at // length + 1) * length
        if row["from"] != at or not limit <= row["to"] < limit + 1000:
            fail(f"{name}: an interval from {row['from']} to {row['to']}, not {limit}")
        if row["counts"][0] != row["to"] - row["from"]:
            fail(f"{name}: {row['counts'][0]} instructions from {row['from']} to {row['to']}")
        at = row["to"]


def check_joined(long, short):
    long, short = Time(long), Time(short)
    if long.joined < 2 or long.total != short.total:
        fail("nothing was joined, or the totals differ")
    at = 0
    for row in long.rows:
        end = next((i + 1 for i in range(at, len(short.rows)) if short.rows[i]["to"] == row["to"]), None)
        if end is None or add(short.rows[at:end]) != row["counts"]:
            fail(f"row to {row['to']}")
        at = end


def check_region(name, counts, region):
    """All parts with the region on their path."""
    inside, wanted = False, 0
    with open(counts, encoding="utf-8", errors="replace") as file:
        for line in file.read().split("\n"):
            if line.startswith("fl=# part: "):
                inside = region in line.split(" ", 3)[3].split("\t")
            elif line.startswith("summary:"):
                break
            elif inside and line[:1].isdigit():
                wanted += int(line.split()[1])
    found = sum(ran for row in Time(name).rows for part, ran in row["parts"] if region in part.split(";"))
    if found != wanted or not wanted:
        fail(f"{region}: {found} instructions, not {wanted}")


def main():
    what, name, *more = sys.argv[1:]
    if what == "csv":
        check_csv(name)
    elif what == "json":
        check_json(name)
    elif what == "sums":
        check_sums(name, *more)
    elif what == "every":
        check_every(name, int(more[0]))
    elif what == "joined":
        check_joined(name, *more)
    elif what == "region":
        check_region(name, *more)
    else:
        fail(what)


if __name__ == "__main__":
    main()
