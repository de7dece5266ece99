# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a command line under two builds in surroundings that are the same to the byte, and compares
all that was written.

A guest sees the names of its folder, of the tool's folder and of itself on its stack, and a trace
has the name of the tool in it. So the two builds take turns in one Place, under the same names:

    PLACE/lib/      the folder of Valgrind's files, with the tool of the build whose turn it is
    PLACE/memsim    the command of that build
    PLACE/valgrind  the launcher
    PLACE/progs/    one set of guests
    PLACE/work/     the working folder, empty before each run

A guest also meets two addresses in the tool, so the tools are linked again with these in the same
places (Build.link_tool).

Two runs of one build differ in pids. These are taken out before comparing: in names of files, in
messages that name such a file or begin with a pid, and in the header of a trace. So is the address
of translated code in messages. What else may vary, a Case has to name: times, and the order of
threads."""

import fcntl
import os
import re
import shlex
import shutil
import string
import struct
import subprocess
import termios

import harness

LIMIT = 600  # seconds, for one run
# A trace begins so; then come type, length and checksum of the header, in four bytes each.
MAGIC = b"\x89memsim\n\1\0\0\0"
IMAGE_END = 0x59000000  # of all tools, beyond that of each
TERMINAL = (24, 90)  # rows and columns
LONGEST = 60  # word of a command line, shown
SHOWN = 120  # bytes of a line that differs


def read(path):
    with open(path, "rb") as file:
        return file.read()


def lines(text, words=None):
    """The words of each line, as a shell would split them. {a|b} makes two lines, one with a and
    one with b, and $NAME is one of the words given."""
    def expanded(line):
        found = re.search(r"\{([^{}]*)\}", line)
        if not found:
            return [line]
        return [whole for part in found.group(1).split("|")
                for whole in expanded(line[:found.start()] + part + line[found.end():])]
    text = string.Template(text).substitute(words or {})
    return [shlex.split(line) for whole in text.splitlines() if whole.strip()
            for line in expanded(whole)]


class Build:
    """The tool, the command and the launcher of one build folder."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.tool_name = next(name for name in os.listdir(self.folder)
                              if re.fullmatch(r"memsim-\w+-linux", name))
        self.command = os.path.join(self.folder, "memsim", "cmd", "memsim")
        in_place = read(os.path.join(self.folder, "memsim-in-place")).decode()
        self.launcher = re.search(r"^exec '(.*?)' ", in_place, re.M).group(1)

    def variable(self, name):
        return subprocess.run(["make", "-s", f"--eval=show:;@echo $({name})", "show"], check=True,
                              cwd=self.folder, capture_output=True, text=True).stdout.split()

    def link_tool(self, to):
        """Links the tool so that what guests meet of it lies where it does in every other tool: a
        page of Valgrind's code for guests, now the first of all code, and the end of the image,
        after which large mappings are placed."""
        libraries = self.variable("TOOL_LIBS")
        core = next(word[2:] for word in libraries if word.startswith("-lcoregrind"))
        folder = next(word[2:] for word in libraries if word.startswith("-L"))
        archive = os.path.join(folder, f"lib{core}.a")
        members = subprocess.run(["ar", "t", archive], check=True, capture_output=True, text=True)
        member = next(name for name in members.stdout.split() if name.endswith("-m_trampoline.o"))
        with open(to + "-first.o", "wb") as file:
            subprocess.run(["ar", "p", archive, member], check=True, stdout=file)
        with open(to + "-last.s", "w", encoding="ascii") as file:
            file.write('.section .last,"aw",@nobits\n.zero 4096\n'
                       '.section .note.GNU-stack,"",@progbits\n')
        subprocess.run(
            [*self.variable("CC"), *self.variable("TOOL_CFLAGS"), *self.variable("TOOL_LDFLAGS"),
             f"-Wl,--section-start=.last={IMAGE_END:#x}", "-o", to, to + "-first.o", to + "-last.s",
             *self.variable("libmsim_main_a_OBJECTS"), "libmsim-tool.a", *libraries],
            check=True, cwd=self.folder)


class Case:
    """One command line; its first word is "tool", "memsim" (the command), or a program.

    tries:    how often it may run until both builds agree, where threads run in any order
    drop:     a pattern for what is taken out of all results: times
    keep:     the folder that the files are kept in, as inputs of later cases
    terminal: whether standard output is one"""

    def __init__(self, argv, stdin=None, tries=1, drop=None, keep=None, terminal=False, env=()):
        self.argv, self.stdin, self.tries, self.drop = argv, stdin, tries, drop
        self.keep, self.terminal, self.env = keep, terminal, dict(env)
        words = [word if len(word) <= LONGEST else word[:LONGEST - 3] + "..." for word in argv]
        self.name = " ".join(words) + (" (on a terminal)" if terminal else "")


class Place:
    """A folder in which runs of both builds are made, one at a time."""

    def __init__(self, folder, builds, guests):
        self.folder, self.turn, self.tool_name = folder, None, builds[0].tool_name
        os.makedirs(self.path("lib"))
        for side, build in enumerate(builds):
            os.mkdir(self.path(f"side{side}"))
            build.link_tool(self.path(f"side{side}", "tool"))
            shutil.copy2(build.command, self.path(f"side{side}", "memsim"))
        files = os.path.join(builds[0].folder, ".in_place")
        for name in set(os.listdir(files)) - {".stamp", self.tool_name}:
            os.symlink(os.path.realpath(os.path.join(files, name)), self.path("lib", name))
        shutil.copytree(guests, self.path("progs"))
        with open(self.path("valgrind"), "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nVALGRIND_LIB='{self.path('lib')}'\nexport VALGRIND_LIB\n"
                       f"exec '{builds[0].launcher}' --tool=memsim \"$@\"\n")
        os.chmod(self.path("valgrind"), 0o755)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def use(self, side):
        """Gives the files of one build the names that both builds have here."""
        if side == self.turn:
            return
        for name, at in (("tool", self.path("lib", self.tool_name)),
                         ("memsim", self.path("memsim"))):
            if os.path.exists(at):
                os.unlink(at)
            os.link(self.path(f"side{side}", name), at)
        self.turn = side

    def start(self, case, stdout, stderr):
        program = {"tool": "valgrind", "memsim": "memsim"}.get(case.argv[0])
        argv = [self.path(program) if program else case.argv[0], *case.argv[1:]]
        launcher = {"MEMSIM_VALGRIND": self.path("valgrind")}
        environment = {**harness.GUEST_ENVIRONMENT, **launcher, **case.env}
        with open(case.stdin or os.devnull, "rb") as stdin:
            return subprocess.Popen(argv, env=environment, cwd=self.path("work"), stdin=stdin,
                                    stdout=stdout, stderr=stderr)

    def run(self, side, case):
        """The results of a run, {name: bytes}: status, stdout, stderr and all files."""
        self.use(side)
        shutil.rmtree(self.path("work"), ignore_errors=True)
        os.mkdir(self.path("work"))
        with open(self.path("stdout"), "wb") as out, open(self.path("stderr"), "wb") as err:
            if case.terminal:
                process = on_terminal(lambda terminal: self.start(case, terminal, err), out)
            else:
                process = self.start(case, out, err)
            try:
                status = str(process.wait(LIMIT))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                status = f"no end after {LIMIT} s"
        results = {"status": status.encode()}
        for name in ("stdout", "stderr"):
            results[name] = read(self.path(name))
        for folder, _, names in os.walk(self.path("work")):
            for name in names:
                path = os.path.join(folder, name)
                results[os.path.relpath(path, self.path("work"))] = read(path)
        return Run(results, process.pid, case.drop)


def on_terminal(start, out):
    """Calls start(terminal), and copies to a file what that process writes to the terminal."""
    reader, writer = os.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", *TERMINAL, 0, 0))
    process = start(writer)
    os.close(writer)
    try:
        while True:
            out.write(os.read(reader, 65536))
    except OSError:  # that is how a terminal ends
        os.close(reader)
    return process


class Run:
    """What a run wrote, by names in which a pid is its rank: `raw`, and `clean`, to be compared."""

    PID = re.compile(r"(?<![^.%-])\d{3,}(?![^.])")

    def __init__(self, results, first, drop):
        pids = {first, *(int(pid) for name in results for pid in self.PID.findall(name))}
        # Numbers begin anew after the largest one.
        in_order = sorted(pids, key=lambda pid: (pid < first, pid))
        self.ranks = {str(pid): f"pid{rank}" for rank, pid in enumerate(in_order)}
        names = {name: self.PID.sub(lambda pid: self.ranks[pid.group()], name) for name in results}
        self.raw = {names[name]: data for name, data in results.items()}
        changed = [(name.encode(), new.encode()) for name, new in names.items() if name != new]
        self.clean = {name: self.cleaned(name, data, changed, drop)
                      for name, data in self.raw.items()}

    def cleaned(self, name, data, changed, drop):
        if name in ("stdout", "stderr") or name.startswith("log"):
            data = re.sub(rb"^(==|--|\*\*)\d+\1", rb"\1pid\1", data, flags=re.M)
            data = re.sub(rb"\bpartial-\d+", b"partial-pid", data)
            data = re.sub(rb"(?<=at address )0x1[0-9A-F]{9}$", b"", data, flags=re.M)
            for old, new in changed:
                data = data.replace(old, new)
        elif data.startswith(MAGIC):
            data = without_pid_of_header(data)
        return re.sub(drop, b"", data, flags=re.M) if drop else data


def without_pid_of_header(data):
    """A trace whose header has no pid, and neither length nor checksum."""
    start = len(MAGIC) + 12
    length = struct.unpack_from("<I", data, len(MAGIC) + 4)[0] if len(data) >= start else 0
    header = re.sub(rb"^pid: \d+$", b"pid:", data[start:start + length], flags=re.M)
    return MAGIC + header + data[start + length:]


def first_difference(old, new):
    """Where two results differ, in a line."""
    if old is None or new is None:
        return "is not there " + ("before" if old is None else "after")
    at = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    begin = max(old.rfind(b"\n", 0, at) + 1, at - SHOWN // 2)

    def line(data):
        return repr(data[begin:begin + SHOWN].split(b"\n")[0].decode(errors="backslashreplace"))
    return f"byte {at} of {len(old)} and {len(new)}: {line(old)} became {line(new)}"


def compare(place, case, plant=False):
    """Runs a case under both builds. Returns the first build's Run, how many results were compared,
    and a text for each that differs. `plant` changes a byte of the second build's largest result,
    which must then be one of these."""
    runs = [[], []]
    for _ in range(case.tries):
        for side in (0, 1):
            runs[side].append(place.run(side, case))
        equal = [(a, b) for a in runs[0] for b in runs[1] if a.clean == b.clean]
        if equal:
            break
    first, second = equal[0] if equal else (runs[0][-1], runs[1][-1])
    if plant:
        name = max(second.clean, key=lambda name: len(second.clean[name]))
        data = bytearray(second.clean[name])
        data[len(data) // 2] ^= 1
        second.clean[name] = bytes(data)
    names = sorted(first.clean.keys() | second.clean.keys())
    return first, len(names), [
        f"{name}: {first_difference(first.clean.get(name), second.clean.get(name))}"
        for name in names if first.clean.get(name) != second.clean.get(name)]
