# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs that are measured and compared, and what each shows.

Five real programs, whose geometric mean is the figure that counts, and small
ones for the extremes: a pointer chase (nothing but misses, or nothing but
hits), matrix multiplication (few, hot instructions), many functions (cold
code, short superblocks), string copies (vector accesses), and a large text
that is hardly executed (the cost of translations)."""

import os
import shutil
import sys

import inputs

REAL = ("bzip2", "gzip", "sqlite3", "perl", "python3")


class Workload:
    """A command, its standard input, and whether it is one of the five."""

    def __init__(self, name, command, stdin=None, about=""):
        self.name, self.command, self.stdin, self.about = name, command, stdin, about
        self.is_real = name in REAL


def _is_elf(path):
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"\x7fELF"
    except OSError:
        return False


def program(name):
    """The real binary behind a program's name, None where there is none: a
    script in front of it would be measured in its place."""
    candidates = [os.path.join(folder, name) for folder in ("/usr/bin", "/bin")]
    candidates.append(shutil.which(name))
    if name == "python3":
        candidates.append(sys.executable)
    for path in filter(None, candidates):
        path = os.path.realpath(path)
        if _is_elf(path):
            return path
    return None


def _input_files(folder):
    return {name: os.path.join(folder, name) for name in
            ("mixed.bin", "script.sql", "hash.pl", "rows.py")}


def make_inputs(folder, small=False):
    """Writes what the real programs read."""
    part = 5 if small else 1
    at = _input_files(folder)
    inputs.mixed_file(at["mixed.bin"], 2300000 // part)
    inputs.sql_script(at["script.sql"], 60000 // part)
    inputs.text_file(at["hash.pl"], inputs.PERL_SCRIPT)
    inputs.text_file(at["rows.py"], inputs.PYTHON_SCRIPT)


def real(folder, small=False):
    """Those of the five real programs that are installed, on the inputs that
    make_inputs() has written into the folder."""
    part = 5 if small else 1
    at = _input_files(folder)
    commands = {
        "bzip2": (["-c", *[at["mixed.bin"]] * (1 if small else 2)], None, "block sorting, large random working set"),
        "gzip": (["-9", "-c", at["mixed.bin"]], None, "string matching in a 32 KB window"),
        "sqlite3": (["-batch", ":memory:"], at["script.sql"], "B-trees, large code"),
        "perl": ([at["hash.pl"], str(50000 // part)], None, "hashes, strings, interpreter"),
        "python3": (["-S", "-s", at["rows.py"], str(16000 // part)], None,
                    "objects, interpreter"),
    }
    found = []
    for name in REAL:
        path = program(name)
        if path is not None:
            arguments, stdin, about = commands[name]
            found.append(Workload(name, [path, *arguments], stdin, about))
    return found


def _chases(find, part, full):
    powers = range(10, 27, 2) if full else (14, 20, 24)
    pads = (0, 7, 15, 31) if full else (0, 7)
    for order in ("seq", "random"):
        # A random order in a large set runs at the speed of the real memory.
        for pad in pads:
            for power in powers:
                steps = (15 if order == "random" and power > 20 else 60) * 1000000 // part
                if full or order == "random" or power == 24:
                    yield Workload(f"chase-{order}-{pad}-2^{power}",
                                   [find("chase"), str(1 << power), str(pad), order, str(steps)],
                                   about="dependent loads: nothing but hits, or misses")


def extremes(find, small=False, full=False):
    """The suite's own programs; find(name) gives the path of a built one."""
    part = 5 if small else 1
    size = str(200 if small else 400)
    yield from _chases(find, part, full)
    for kind in ("naive", "transposed"):
        yield Workload(f"matmul-{kind}", [find("matmul"), kind, size],
                       about="one hot loop, two streams")
    yield Workload("manyfuncs", [find("manyfuncs"), str(12000000 // part)],
                   about="short blocks, fetch misses")
    yield Workload("strcopy", [find("strcopy"), str(2000 // part)],
                   about="vector accesses, byte loops")
    yield Workload("bigtext", [find("bigtext"), "2", str(20000 // part)],
                   about="translations: their time and memory")
