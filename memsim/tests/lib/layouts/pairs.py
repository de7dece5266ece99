# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs in pairs: the second is the first with its data laid out by hand, as a rule says. The misses that
memsim objects --what-if predicts from the first one's trace must be those of the second, within 2%, and --advise
must propose the rule, or nothing.

Each program runs as ./guest in a folder of its own, and the folders' names have one length: so both stacks begin at
the same address, and only what the programs do differs."""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

import harness
import outfile

# Without sets: which data shares one with which depends on where a program's own malloc or linker puts it, and a
# prediction cannot know that.
MACHINE = ("--I1=32768,8,64 --D1=4096,full,64 --L2=65536,full,64 --L3=none --ITLB=64,full --DTLB=64,full "
           "--L2TLB=none").split()
# Where the distances within data are what matters, sets are.
SETS = "--D1=4096,4,64",
DIRECT = "--D1=4096,1,64",
CALLS = "--calls=yes", "--calls-out-file=/dev/null"
WITHIN = 0.02
FEW = 1000, 20  # of so few misses, those of the process's start and end may differ by so many
EVENTS = "D1m", "L2m", "DTm"
BEST, LISTED, NOTHING = "best", "listed", "nothing"


class Pair(NamedTuple):
    first: str
    second: str
    rule: str  # BELOW: how far below the CFA the first program's matrix is, which it prints
    changed: tuple = ()  # events in which the first is further than 2% away from the second
    advice: str = LISTED  # the rule is the best one, or it is listed, or nothing is advised
    options: tuple = ()


def sums(counts):
    """Misses as text shows them: of D1 and the DTLB, data; of L2, data and code."""
    return {"D1m": counts["D1mr"] + counts["D1mw"], "L2m": counts["I2mr"] + counts["D2mr"] + counts["D2mw"],
            "DTm": counts["DTmr"] + counts["DTmw"]}


def far(predicted, found):
    few = found < FEW[0] and abs(predicted - found) < FEW[1]
    return abs(predicted - found) > WITHIN * found and not few


def in_bytes(layout, objects):
    """A rule as the tests write it: where it applies, without file and line, and with bytes in the place of names."""
    rule = re.sub(r"@[\w.]+:\d+", "", layout["layout"])
    fields = layout["fields"]
    if not any(field["name"] for field in fields):
        return rule
    names = ",".join(field["name"] for field in fields)
    ranges = ",".join(f"{field['offset']}-{field['offset'] + field['size']}" for field in fields)
    where, _, change = rule.split(": ")
    element, = (one["element"] for one in objects if where in (one["name"], "static " + one["name"]))
    return f"{where}: {element} bytes: {change.replace(names, ranges)}"


def bytes_below(printed):
    """How far below the CFA of its function a matrix is, as the program prints it."""
    for line in printed.splitlines():
        if line.startswith("place\tstack\t"):
            start, cfa = (int(line.split("\t")[column], 16) for column in (3, 5))
            return cfa - start
    return int(printed.split()[0])


class Pairs:
    def __init__(self):
        self.memsim, self.command = harness.find_memsim(), harness.find_command()
        self.folder = tempfile.TemporaryDirectory()
        self.failed = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def complain(self, what):
        print("FAIL:", what)
        self.failed = True

    def path(self, program, name):
        return os.path.join(self.folder.name, program.ljust(24, "_"), name)

    def record(self, program, *options, arguments=(), name=None):
        """Runs the program, in a folder of that name or its own; returns its totals and what it printed."""
        folder = self.path(name or program, "")
        os.makedirs(folder)
        shutil.copy(harness.find_built(program), folder + "guest")
        names = [f"--{name}-out-file=/dev/null" for name in ("heap", "alloc", "pagein")]
        done = subprocess.run([self.memsim, *MACHINE, *options, *names, "--memsim-out-file=out", "./guest",
                               *arguments], cwd=folder, env=harness.GUEST_ENVIRONMENT, capture_output=True,
                              text=True, check=False)
        if done.returncode:
            sys.exit(f"{program}: {done.stderr}")
        counts = outfile.read(folder + "out")
        return dict(zip(counts.events, counts.total)), done.stdout

    def run(self, program, *arguments, **how):
        """memsim objects, with the program's trace."""
        return subprocess.run([self.command, "objects", *arguments, self.path(program, "trace")],
                              cwd=self.folder.name, capture_output=True, text=True, check=False, **how)

    def read(self, program, *arguments):
        done = self.run(program, *arguments, "--format=json")
        if done.returncode or done.stderr:
            sys.exit(f"{program}, {arguments}: status {done.returncode}: {done.stderr}")
        return json.loads(done.stdout)

    def try_out(self, program, rule):
        return self.read(program, f"--what-if={rule}")

    def check(self, pair):
        """Returns what is predicted, and the advice."""
        with concurrent.futures.ThreadPoolExecutor() as both:
            first = both.submit(self.record, pair.first, *pair.options, "--trace-file=trace")
            second = both.submit(self.record, pair.second, *pair.options)
            (live, printed), (by_hand, _) = first.result(), second.result()
        rule = pair.rule
        if "BELOW" in rule:
            rule = rule.replace("BELOW", str(bytes_below(printed)))
        result = self.try_out(pair.first, rule)
        if result["totals"]["before"] != live:
            self.complain(f"{pair.first}: without a change: {result['totals']['before']}, live: {live}")
        print(rule)
        self.compare(pair, sums(live), sums(result["totals"]["after"]), sums(by_hand))
        self.check_sums(pair.first, result)
        advice = self.read(pair.first, "--advise")
        if advice["totals"] != live:
            self.complain(f"{pair.first} --advise: {advice['totals']}, live: {live}")
        self.check_advice(pair, result, advice["layouts"], advice["objects"])
        return result, advice

    def compare(self, pair, before, after, by_hand):
        for event in EVENTS:
            print(f"    {event}: {before[event]:>9,} before, {after[event]:>9,} predicted, {by_hand[event]:>9,} by hand"
                  f" ({100 * (after[event] - by_hand[event]) / by_hand[event]:+.2f}%)")
            if far(after[event], by_hand[event]):
                self.complain(f"{pair.second}: {event}: {after[event]} predicted, {by_hand[event]} found")
            if event in pair.changed and not far(before[event], by_hand[event]):
                self.complain(f"{pair.first}: {event}: what has not changed is not found to be elsewhere")

    def check_sums(self, program, result):
        """Fields add up to no more than the whole."""
        for rule in result["rules"]:
            for when in ("before", "after"):
                fields = [field[when] for field in rule["fields"]]
                if {k: sum(f[k] for f in fields) for k in rule[when]} != rule[when]:
                    self.complain(f"{program}: the fields do not add up {when}")
                if any(rule[when][k] > result["totals"][when][k] for k in rule[when]):
                    self.complain(f"{program}: a rule has more than the whole {when}")

    def check_advice(self, pair, result, layouts, objects):
        """The rule is advised, with the counts of --what-if, or nothing is; what is listed is sorted."""
        names = [in_bytes(layout, objects) for layout in layouts]
        saved = [layout["saved"] for layout in layouts]
        if saved != sorted(saved, reverse=True):
            self.complain(f"{pair.first}: not sorted: {saved}")
        if pair.advice == NOTHING:
            if any(one > 0 for one in saved):
                self.complain(f"{pair.first}: a gain is promised: {names[0]}")
            return
        if pair.rule not in names:
            self.complain(f"{pair.first}: {pair.rule} is not advised, but {names}")
            return
        found = layouts[names.index(pair.rule)]
        if (found["totals"], found["after"]) != (result["totals"]["after"], result["rules"][0]["after"]):
            self.complain(f"{pair.first}: {pair.rule}: --advise has other counts than --what-if")
        if found["saved"] <= 0 or (pair.advice == BEST and names[0] != pair.rule):
            self.complain(f"{pair.first}: {pair.rule}: saves {found['saved']}; the best is {names[0]}")
