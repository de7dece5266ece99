# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs of a small guest with options, and what their files must say, whatever the options are."""

import json
import os
import re
import shutil
import subprocess
import tempfile

import harness
import outfile

BASE = ["--machine=skylake-i7-6700k"]
COMMON = ["-q", "--vgdb=no", "--soname-synonyms=somalloc=NONE"]
VIEWERS = {"--memsim-out-file": ["annotate"], "--alloc-out-file": ["annotate"], "--heap-out-file": ["heap"],
           "--pagein-out-file": ["pages"], "--calls-out-file": ["calls"], "--callgrind-out-file": ["calls"],
           "--time-out-file": ["time"], "--sweep-out-file": ["sweep"], "--objects-out-file": ["objects"],
           "--share-out-file": ["share"]}
# What viewers may say of a file: that the options left nothing to show, or that it was recorded so.
HEADERS = re.compile(r"desc:|cmd:|creator:|# (machine|cores|command|cycles|memsim|Valgrind|sharing)\b")


class Refused(Exception):
    """The options were refused before the guest ran; the text says why."""


class Wrong(Exception):
    """What is wrong with a run."""


class Tried:
    """A run: its folder, and its files by the options that name them."""

    def __init__(self, folder, every, arguments, threads):
        self.folder, self.every, self.arguments = folder, every, arguments
        self.guest = [harness.find_built("sampler"), str(threads)]
        self.out = os.path.join(folder, "files")
        self.trace = os.path.join(folder, "trace")
        self.pid = self.run()
        self.files = self.find(every)

    def run(self):
        argv = [harness.find_memsim(), *COMMON, f"--out-dir={self.out}", f"--trace-file={self.trace}", *BASE,
                *self.arguments, *self.guest]
        done = subprocess.run(argv, env=harness.GUEST_ENVIRONMENT, cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=300, check=False)
        self.said = done.stderr
        if done.returncode == 1 and "bad option" in done.stderr:
            if len(done.stderr.splitlines()) != 1 or os.path.exists(self.trace):
                raise Wrong(f"not refused before the run: {done.stderr}")
            raise Refused(done.stderr.strip())
        if done.returncode:
            raise Wrong(f"status {done.returncode}: {done.stderr}")
        return None

    def find(self, every):
        """The files are in the folder that was named last, under the name that was given last, or the usual one."""
        given = dict(argument.split("=", 1) for argument in self.arguments)
        folder = os.path.join(self.folder, given.get("--out-dir", self.out))
        there = set(os.listdir(folder))
        files = {}
        for option in every:
            name = given.get(option.name, option.default) if option.name in VIEWERS else "none"
            pattern = re.escape(name).replace("%p", "[0-9]+") + "$"
            found = [file for file in there if re.match(pattern, file)]
            if len(found) > 1:
                raise Wrong(f"{option.name}: {found}")
            if found:
                files[option.name] = os.path.join(folder, found[0])
        return files

    def text(self, option):
        """What of a file does not depend on the machine's description."""
        with open(self.files[option], encoding="utf-8", errors="surrogateescape") as file:
            return "".join(line for line in file if not HEADERS.match(line))

    def has(self, argument):
        return argument in self.arguments


def command(*words, folder="."):
    return subprocess.run([harness.find_command(), *words], capture_output=True, text=True, cwd=folder, check=False,
                          env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "COLUMNS": "200"})


# --- What holds of all runs -----------------------------------------------------------------------------


def opened(run):
    """Each file is opened by its viewer, without a complaint."""
    for option, path in run.files.items():
        done = command(*VIEWERS[option], path)
        if done.returncode or done.stderr:
            yield f"memsim {VIEWERS[option][0]}, of {option}: status {done.returncode}: {done.stderr.strip()}"


def replayed(run):
    """A replay makes the same files, byte for byte."""
    done = command("replay", "--verify", run.trace)
    if done.returncode or "DIFFERS" in done.stdout:
        differ = [line.split()[0] for line in done.stdout.splitlines() if "DIFFERS" in line]
        yield f"the replay: {differ or done.stderr.strip()}"


def line_of(path, start):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return next((line[len(start):].split() for line in file if line.startswith(start)), None)


def totals_of(run):
    """{file: {event: number}} of the files that have the program's events."""
    totals = {}
    if "--calls-out-file" in run.files:
        path = run.files["--calls-out-file"]
        totals["calls"] = dict(zip(line_of(path, "events: "), map(int, line_of(path, "totals: "))))
    if "--time-out-file" in run.files:
        path = run.files["--time-out-file"]
        events = [event for event in line_of(path, "# from\t") if event not in ("to", "ms", "B", "parts", "functions", "clock")]
        totals["time"] = dict(zip(events, map(int, line_of(path, "#total"))))
    if "--objects-out-file" in run.files:
        totals["objects"] = json.loads(command("objects", run.files["--objects-out-file"], "--format=json").stdout)["totals"]
    return totals


def summed(run):
    """The lines of each file add up to its totals, and the totals of all files agree."""
    try:
        out = outfile.read(run.files["--memsim-out-file"])
    except outfile.BadFile as why:
        yield str(why)
        return
    whole = dict(zip(out.events, out.total))
    if any(argument.startswith("--zero-before") for argument in run.arguments):
        return  # other files have what was counted before all the same
    for file, totals in totals_of(run).items():
        differ = {event: (number, whole[event]) for event, number in totals.items()
                  if event in whole and number != whole[event]}
        if differ:
            yield f"{file} and the file of counts differ: {differ}"
        if file == "time" and set(whole) - set(totals) - {e for e in whole if re.search(r"[\dT]f[rw]$", e)}:
            yield f"{file} lacks {set(whole) - set(totals)}"
    yield from same_sharing(run, whole)
    yield from same_sweep(run, whole)


def same_sharing(run, whole):
    if "--share-out-file" not in run.files:
        return
    totals = json.loads(command("share", run.files["--share-out-file"], "--format=json").stdout)["totals"]
    for name, events in ("true", "CT"), ("false", "CF"), ("taken", "CH"), ("invalidated", "CI"):
        if totals[name] != whole[f"{events}r"] + whole[f"{events}w"]:
            yield f"shared lines: {name} is {totals[name]}, not {whole[f'{events}r'] + whole[f'{events}w']}"


def same_sweep(run, whole):
    """A cell with the geometry of the machine misses what the machine does."""
    if "--sweep-out-file" not in run.files:
        return
    machine = dict(word.split("=", 1) for word in line_of(run.files["--sweep-out-file"], "# machine: ") if "=" in word)
    with open(run.files["--sweep-out-file"], encoding="utf-8") as file:
        cells = [line.split("\t") for line in file if line[0] != "#"]
    for level, size, ways, line, _, reads, writes, fetches in cells:
        if machine.get(level) != f"{size},{ways},{line}":
            continue
        found = int(reads), int(writes), int(fetches)
        name = {"D1": "D1m", "L2": "D2m"}[level]
        wanted = whole[f"{name}r"], whole[f"{name}w"], whole["I2mr"] if level == "L2" else 0
        if found != wanted:
            yield f"the sweep's {level} misses {found}, the machine's {wanted}"


ALWAYS = (opened, replayed, summed)


def attempt(every, arguments, threads, look):
    """Runs the guest; returns what `look` does of the run."""
    folder = tempfile.mkdtemp(prefix="memsim-test-")
    try:
        return look(Tried(folder, every, arguments, threads))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
