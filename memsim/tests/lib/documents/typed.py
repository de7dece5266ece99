# SPDX-License-Identifier: GPL-2.0-or-later
"""Types the commands of a document, in order, in a folder that has only the programs and files that it names, and looks
at what they print.

A command is a line of a block of code that begins with one of WORDS, with the lines that it goes on in. What it must
print is said by EXPECTED; that it names a file (--svg=FILE) means that there must be one. It must not complain."""

import json
import os
import pathlib
import re
import shutil
import subprocess

WORDS = ("memsim", "valgrind", "ms_print", "cg_annotate", "cat", "cc")
# Lines of code in documents that are not typed: what builds and installs memsim, which other tests do; C; other machines.
ELSEWHERE = ("./quickstart", "./autogen.sh", "mkdir build", "../configure", "make", "./memsim-in-place", "#include", "MEMSIM_BEGIN")
# What the documents say in another way than a machine without others can do it.
INSTEAD = {" --sshlogin one,two,three --workdir .": "", "~/src": "."}

# By a part of the command, the first that fits: what must be on standard output, or standard error of a run.
EXPECTED = [
    (r" > ", None),
    (r"memsim check", r"worse|(?:verdict|wrote)|^$"),
    (r"--format=json.*\| *jq|jq ", None),
    (r"--plan", None),
    (r"--format=json", "JSON"),
    (r"--format=csv", r"^[^\n]*\w,\w"),
    (r"--(?:svg|png|flame|order|out)=| -o |>", None),
    (r"memsim annotate \S* *--asm|memsim annotate \S+ --asm", r"-- Function: parse"),
    (r"memsim annotate .*--per=line", r"\.c:\d+|\d+ +\S+\.c"),
    (r"memsim annotate .*--per=thread", r" thread\n-+\n(?:.*\n)*?.* 2\n"),
    (r"memsim annotate .*\.c\b", r"parse\(struct word"),
    (r"memsim annotate .*--region", r"parse"),
    (r"memsim annotate ls|memsim annotate .*(?:diff|change)", r"I +refs|Ir|DT"),
    (r"memsim annotate", r"(?s)Totals|Summary|PROGRAM TOTALS|Ir"),
    (r"memsim heap .*--region", r"parse"),
    (r"memsim heap .*--per=thread", r"thread"),
    (r"memsim heap", r"malloc|peak"),
    (r"memsim pages .*--by=thread", r"thread"),
    (r"memsim pages .*--region", r"parse"),
    (r"memsim pages .*--by=context", r"main"),
    (r"memsim pages", r"everything|prog|pages"),
    (r"memsim calls .*--function", r"main"),
    (r"memsim calls .*--tree", r"lookup"),
    (r"memsim calls", r"parse"),
    (r"memsim time", r"phase"),
    (r"memsim objects .*--advise", r"Layouts"),
    (r"memsim objects .*--object", r"reads|offset"),
    (r"memsim objects", r"table"),
    (r"memsim share", r"counters"),
    (r"memsim machine list", r"skylake-i7-6700k"),
    (r"memsim replay --verify", r"equal to the live run"),
    (r"memsim replay", r"memsim annotate"),
    (r"memsim sweep .*--curve", r"fits"),
    (r"memsim sweep", r"(?:L2|D1): .*(?:misses|%)"),
    (r"memsim run", r"memsim annotate|memsim replay"),
    (r"valgrind --tool=massif", r"Massif"),
    (r"valgrind --tool=memsim .*--cache-sim=no", r"I   refs"),
    (r"valgrind --tool=memsim", r"D1  miss"),
    (r"valgrind --tool=cachegrind", r"I +refs"),
    (r"ms_print", r"peak"),
    (r"cg_annotate", r"Allocs"),
    (r"memsim", r""),
]
# What commands say beside their results; anything else on standard error with "memsim: " is a complaint.
SAID = re.compile(r"memsim: (to see |to view |note: |stable: |the results of an earlier run in \w+ are in|\d+ processes left|"
                  r"\S+: memsim |\S+: Memory shared|'\S+' has \d+ \S+ \S+ ?\w*; this is that|.* --cores=\d+: |differs|"
                  r"DTLB: .* in \S+, but |the files are of unlike machines|"
                  r".*this memsim reads no debugging information)")


def blocks(text, is_manual):
    """Blocks of code, each a list of lines."""
    found, block = [], []
    for line in [*text.splitlines(), ""]:
        if is_manual:
            if line.startswith(".Bd -literal"):
                block = []
            elif line.startswith(".Ed"):
                found.append(block)
            else:
                block.append(line.replace("\\e", "\\"))
        elif line.startswith("    "):
            block.append(line[4:])
        elif block:
            found.append(block)
            block = []
    return found


def commands(text, is_manual=False):
    """All commands, in order; each may have several lines."""
    found = []
    for block in blocks(text, is_manual):
        lines = iter(block)
        for line in lines:
            first = line.split(" ")[0]
            if first not in WORDS:
                continue
            here = re.search(r"<< *(\w+)", line)
            while here and not line.endswith("\n" + here[1]):
                line += "\n" + next(lines)
            while not here and line.endswith(("\\", "|")):
                line += "\n" + next(lines)
            found.append(line)
    return found


def untyped(text):
    """Lines of blocks that look like commands of another kind than is typed."""
    return [line for block in blocks(text, False) for line in block
            if re.match(r"\.{0,2}/?[a-z][\w./-]* ", line) and line.split(" ")[0] not in WORDS and
            not line.startswith(ELSEWHERE) and shutil.which(line.split(" ")[0])]


class Place:
    """A folder with programs and files, and the commands in PATH."""

    def __init__(self, folder, source, build, compiler):
        self.folder, self.bin = pathlib.Path(folder), pathlib.Path(folder) / ".bin"
        self.bin.mkdir()
        self.real = shutil.which("valgrind")
        tool = build / "memsim-in-place"
        self.script("memsim", f'exec "{build}/memsim/cmd/memsim" "$@"')
        self.script("valgrind", f'case " $* " in *" --tool=memsim "*) exec "{tool}" "$@" ;; esac\nexec "{self.real}" "$@"')
        self.environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "MEMSIM_VALGRIND": str(tool), "LC_ALL": "C",
                            "ASAN_OPTIONS": "detect_leaks=0", "PAGER": "cat", "COLUMNS": "120",
                            "CPATH": f"{source}/memsim/include:{self.include_of_valgrind()}"}
        self.furnish(source, compiler)

    def script(self, name, text):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def furnish(self, source, compiler):
        program = (source / "memsim/tests/progs/everything.c").read_text()
        for name, text in (("main.c", program), ("old/main.c", program), ("new/main.c", program.replace("ROUNDS = 400", "ROUNDS = 440"))):
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            subprocess.run([*compiler.split(), "-g", "-O1", "-pthread", "-o", "prog", path.name], cwd=path.parent, check=True,
                           env=self.environment)
        shutil.copy(self.folder / "prog", self.folder / "program")
        (self.folder / "docs").symlink_to(source / "docs")
        shutil.copy(source / "memsim/tests/corpus/topology/v1.xml", self.folder / "server.xml")

    @staticmethod
    def include_of_valgrind():
        found = subprocess.run(["pkg-config", "--variable=includedir", "valgrind"], capture_output=True, text=True, check=False)
        return found.stdout.strip() or "/usr/include"

    def missing(self, command):
        """A program that the command needs and that is not here."""
        if "-fuse-ld=lld" in command and not shutil.which("ld.lld"):
            return "lld"
        bare = re.sub(r"'[^']*'", "", command.split("<<")[0])
        names = [part.split()[0] for part in re.split(r"\||&&|\n(?=\w+ )", bare) if part.split()]
        return next((name for name in names if name != "exit" and not (self.bin / name).exists() and not shutil.which(name)), None)

    def with_pid(self, command):
        """PID is the number of the newest file of that name."""
        def newest(match):
            files = sorted(self.folder.glob(match[1] + ".*[0-9]"), key=lambda path: path.stat().st_mtime)
            return files[-1].name if files else match[0]
        return re.sub(r"(memsim\.\w+|\w+\.out)\.PID", newest, command)

    def type(self, command):
        """Types it; returns what is wrong with what it does, or None."""
        for text, other in INSTEAD.items():
            command = command.replace(text, other)
        command = self.with_pid(command if "<<" in command else re.sub(r" +#.*", "", command))
        files = re.findall(r"--(?:svg|png|flame|order|out|memsim-out-file|trace-file|speedscope)=([\w./-]+)(?![\w./%-])", command)
        into = re.search(r"--out-dir=(\w+)", command)
        files = [f"{into[1]}/{name}" if into and "-file=" + name in command else name for name in files]
        files += re.findall(r"(?: -o|[^<>]>) +([\w./-]+)", command)
        for name in files:
            if (self.folder / name).is_file() and name != "prog":
                (self.folder / name).unlink()
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment, timeout=300, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        allowed = (0, 3) if "memsim check" in command else (0, 141)
        if "memsim was built without" in err:
            print(f"not built: {command}")
            return None
        if done.returncode not in allowed:
            return f"status {done.returncode}: {err[-1500:]}"
        complaints = [line for line in err.splitlines() if line.startswith("memsim: ") and not SAID.match(line)]
        if complaints:
            return "\n".join(complaints)
        lost = [name for name in files if not (self.folder / name).is_file() or not (self.folder / name).stat().st_size]
        return f"no file {lost}" if lost else self.look(command, out, err)

    @staticmethod
    def look(command, out, err):
        expected = next(pattern for part, pattern in EXPECTED if re.search(part, command)) if "memsim" in command or \
            command.startswith(("valgrind", "ms_print", "cg_annotate")) else None
        if expected is None:
            return None
        if expected == "JSON":
            json.loads(out)
            return None
        said = err if command.startswith(("memsim run", "valgrind", "memsim replay")) and "--verify" not in command else out
        return None if re.search(expected, said) else f"no '{expected}' in: {said[:1500] or err[:1500]}"


def type_all(place, found):
    """Types the commands; returns what is wrong."""
    wrong = []
    for command in found:
        lacks = place.missing(command)
        if lacks:
            print(f"no {lacks} here: {command}")
            continue
        complaint = place.type(command)
        if complaint:
            wrong.append(f"{command}\n    {complaint}")
    return wrong
