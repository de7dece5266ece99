# SPDX-License-Identifier: GPL-2.0-or-later
"""A run of a guest with options while something goes wrong, and what it leaves."""

import os
import re
import shutil
import subprocess
import tempfile

import asked
import faults
import guests
import harness
import processes

PATIENCE = 300  # seconds
# Where files go, and where observers are, is drawn here; caches that are as small as that have nothing more to go wrong.
NOT_DRAWN = {"--out-dir", "--observers", "--checkpoint", "--trace-limit"}
NAME = re.compile(r"memsim\.([a-z]+)\.(\d+)$")


FOLDER = tempfile.TemporaryDirectory(prefix="memsim-test-", dir=os.path.realpath(tempfile.gettempdir()))


def drawable():
    return [item for item in asked.items(asked.options())
            if item.option.name not in NOT_DRAWN and not item.option.is_file()]


def options_of(random, items):
    """Some options, where observers are, and how often they write what there is."""
    group = []
    for item in random.sample(items, random.choice((0, 1, 2, 3, 5, 8))):
        if not any(item.option.name in other.names() or other.option.name in item.names() for other in group):
            group.append(item)
    chosen = [argument for argument in asked.joined(*group) if "-out-file=" not in argument]
    chosen.append(f"--observers={random.choice(('auto', 'auto', 'inside', 'outside', 'outside'))}")
    chosen.append(f"--checkpoint={random.choice(('no', '5', '0.3', '0.02'))}")
    if random.random() < 0.3:
        chosen.append("--trace-file=memsim.trace.%p")
    return chosen


class Soaked:
    """A run, with what it printed and said, its status, its files by (kind, process), and what else is there."""

    def __init__(self, name, options, guest, fault):
        self.name, self.options, self.guest_program, self.fault = name, options, guest, fault
        self.folder = tempfile.mkdtemp(dir=FOLDER.name)
        self.work, self.out = os.path.join(self.folder, "work"), os.path.join(self.folder, "out")
        os.mkdir(self.work)
        self.guest, self.had_observers, self.guest_killed, self.observers_killed = None, False, False, []
        self.kinds = set()

    def text(self):
        return f"{self.name}: {self.fault}: {' '.join(self.options)} -- {self.guest_program.text}"

    def start(self, out, prepare):
        argv = [harness.find_command(), "run", "--vgdb=no", f"--out-dir={out}", *self.options, "--",
                *self.guest_program.command]
        return subprocess.Popen(argv, cwd=self.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, preexec_fn=prepare,
                                env={**harness.GUEST_ENVIRONMENT, "MEMSIM_VALGRIND": harness.find_memsim(),
                                     "ASAN_OPTIONS": "detect_leaks=0"})

    def learn_kinds(self):
        """Which files the options make, from a short run; False: the options refuse each other."""
        out = os.path.join(self.folder, "short")
        program, self.guest_program = self.guest_program, SHORT
        with self.start(out, None) as process:
            process.communicate(timeout=PATIENCE)
        self.guest_program = program
        if process.returncode:
            return False
        self.kinds = {kind for kind, _ in files_in(out)}
        shutil.rmtree(out)
        return True

    def go(self):
        """Runs it, to the end of all of its processes."""
        self.fault.before(self)
        self.process = self.start(self.out, self.fault.in_child)
        self.pid_of_guest_or_none()
        self.fault.during(self)
        try:
            self.printed, said = self.process.communicate(timeout=PATIENCE)
            self.hangs = False
        except subprocess.TimeoutExpired:
            processes.kill(processes.working_in(self.work))
            self.printed, said = self.process.communicate()
            self.hangs = True
        self.said = said.decode(errors="replace")
        self.status = self.process.returncode
        # Processes that the guest left are its own, and end by themselves.
        self.left = processes.left(self.work, 20)
        processes.kill(pid for pid, _ in self.left)

    def pid_of_guest_or_none(self):
        """The process that becomes the guest is the first and only child of the command."""
        while self.guest is None and self.process.poll() is None:
            found = processes.children(self.process.pid)
            self.guest = found[0] if found else None

    def files(self):
        return files_in(self.out)

    def unfinished(self):
        return [name for name in names_in(self.out) if ".partial-" in name]

    def remove(self):
        self.fault.after(self)
        shutil.rmtree(self.folder, ignore_errors=True)


class Short:
    """Ends at once."""
    text, command = "sampler 0", None


SHORT = Short()


def names_in(folder):
    return os.listdir(folder) if os.path.isdir(folder) else []


def files_in(folder):
    """{(kind, process): path} of the files with a final name."""
    found = {}
    for name in names_in(folder):
        parts = NAME.match(name)
        if parts:
            found[parts.group(1), int(parts.group(2))] = os.path.join(folder, name)
    return found


def drawn(seed, number, items, random):
    """The run of that number, which depends on it and on the seed alone."""
    SHORT.command = [harness.find_built("sampler"), "0"]
    fault = faults.drawn(random)
    hungry = fault.hits_memory and random.random() < 0.7
    while True:
        guest = guests.Guest(random, guests.HUNGRY if hungry else guests.COMMANDS)
        options = options_of(random, items)
        run = Soaked(f"{seed}:{number}", [*options, "--calls=yes"] if hungry else options, guest, fault)
        if run.learn_kinds():
            return run
        shutil.rmtree(run.folder)
