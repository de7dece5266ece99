# SPDX-License-Identifier: GPL-2.0-or-later
"""Options to be tried, made from the tool's own list of them: an option that is added there is tried here.

An item is an option with a value other than its default, and the options without which it does nothing."""

import re
import subprocess

import harness

# Values for placeholders, by option or else by placeholder.
OF_OPTION = {
    "--machine": ["zen5-epyc"], "--I1": ["1K,2,64"], "--D1": ["1K,2,64"], "--L2": ["8K,4,64"], "--L3": ["64K,8,64"],
    "--LL": ["16K,4,64"], "--latency": ["L2:12,memory:200"], "--core": ["width:3"], "--cores": ["2"], "--pin": ["1:1"], "--sharing": ["L2:2"],
    "--huge": ["0x400000-0x7fffff"], "--policy": ["I1:srrip"], "--prefetch": ["L2:streamer"], "--inclusion": ["L2:inclusive", "L3:exclusive"],
    "--write": ["through"],
    "--sweep": ["D1:1K-32K,8,64;L2:256K,4,64"], "--allocator": ["take"],
    "--alloc-fn": ["prepare"], "--ignore-fn": ["prepare"], "--depth": ["3", "40"], "--threshold": ["5.0"],
    "--detailed-freq": ["2"], "--max-snapshots": ["10"], "--heap-admin": ["0"], "--fault-around": ["4K"],
    "--region": ["work"], "--from": ["prepare"], "--to": ["walk"], "--toggle-collect": ["work"],
    "--zero-before": ["recurse"], "--dump-before": ["recurse"], "--dump-after": ["walk"], "--max-intervals": ["10"],
    "--calls-limit": ["64M"], "--objects-limit": ["64M"], "--interval": ["5K", "1KB", "1ms"], "--trace-limit": ["1M"], "--out-dir": ["other"]}
OF_PLACEHOLDER = {"<entries>,<ways>": "8,4", "<entries>,<ways>[,<page>]": "4,4", "<file>": "other",
                  "<seconds>": "0.001"}
# Without these, they do nothing.
WITH = {
    "--branch-predictor": ["--branch-sim=yes"], "--pin": ["--cores=2"], "--coherence": ["--cores=2"], "--sharing": ["--cores=2"], "--share-predict": ["--cores=2"],
    "--share-out-file": ["--cores=2"], "--sweep-functions": ["--sweep=L2:64K-256K,4,64"],
    "--sweep-out-file": ["--sweep=L2:64K-256K,4,64"], "--recursion": ["--calls=yes"], "--calls-limit": ["--calls=yes"], "--objects-limit": ["--objects-sim=yes"], "--calls-out-file": ["--calls=yes"],
    "--to": ["--from=prepare"], "--compress-strings": ["--callgrind-out-file=callgrind.out"],
    "--dump-line": ["--dump-instr=yes", "--callgrind-out-file=callgrind.out"],
    "--combine-dumps": ["--dump-before=recurse", "--callgrind-out-file=callgrind.out"],
    "--max-intervals": ["--interval=1K"], "--time-out-file": ["--interval=5K"],
    "--objects-out-file": ["--objects-sim=yes"], "--at-start": ["--instr-atstart=no"]}
# These are how all are tried.
ELSEWHERE = {"--trace-file": "each run records a trace", "--instr-at-start": "another name of --instr-atstart"}


class UnknownForm(Exception):
    """An option for whose value nothing is known here."""


class Option:
    """A line of the list: "    --NAME=FORM    HELP [DEFAULT]"."""

    def __init__(self, line):
        self.name, rest = line.strip().split("=", 1)
        self.form, self.help = rest.split(None, 1)
        default = re.search(r"\[([^][]*)\]$", self.help)
        self.default = default.group(1) if default else ""

    def is_file(self):
        return self.form == "<file>"

    def values(self):
        """Those to try: all words of the form but the default, and one for each placeholder."""
        parts = re.split(r"\|(?![^<]*>|[^[]*\])", self.form)
        words = [part for part in parts if re.fullmatch(r"[A-Za-z0-9]+", part)]
        default = re.split(r"[ ,]", self.default)[0]
        found = [word for word in words if word != default]
        found += OF_OPTION.get(self.name) or [OF_PLACEHOLDER[part] for part in parts if part in OF_PLACEHOLDER]
        if self.is_file():
            found = [f"other.{self.name.split('-')[2]}"]
        if not found:
            raise UnknownForm(f"{self.name}={self.form}: give a value in lib/together/asked.py")
        return found


class Item:
    def __init__(self, at, option, value):
        self.at, self.option, self.value = at, option, value
        self.text = f"{option.name}={value}"
        self.needs = WITH.get(option.name, [])

    def arguments(self):
        return [*self.needs, self.text]

    def names(self):
        return {argument.split("=")[0] for argument in self.arguments()}


def options():
    """All of the tool's options, in the order of its list."""
    told = subprocess.check_output([harness.find_command(), "run", "--help=all"], text=True)
    return [Option(line) for line in told.splitlines() if re.match(r" {4}--[\w-]+=", line)]


def items(every):
    tried = [(option, value) for option in every if option.name not in ELSEWHERE for value in option.values()]
    return [Item(at, option, value) for at, (option, value) in enumerate(tried)]


def pairs(of):
    """All that do not give the same option twice."""
    return [(a, b) for i, a in enumerate(of) for b in of[i + 1:]
            if a.option.name not in b.names() and b.option.name not in a.names()]


def joined(*of):
    """The arguments of several items, in the order of the list: what they need first."""
    of = sorted(of, key=lambda item: item.at)
    needs = [argument for item in of for argument in item.needs]
    return [*dict.fromkeys(needs), *(item.text for item in of)]
