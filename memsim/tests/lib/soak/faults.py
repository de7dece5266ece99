# SPDX-License-Identifier: GPL-2.0-or-later
"""What goes wrong in a run, and when: a row for each kind of fault, with limits and times that are drawn."""

import glob
import os
import resource
import subprocess
import time

import processes

MB = 1 << 20
SOON = 0.002  # seconds between two looks
GROUPS = "/sys/fs/cgroup"


class Moment:
    """A time after the start, or when a file is being written."""

    def __init__(self, random):
        self.writing = random.random() < 0.3
        self.seconds = random.choice((random.uniform(0, 0.6), random.uniform(0.4, 3)))

    def __str__(self):
        return "while files are written" if self.writing else f"after {self.seconds:.3f} s"

    def wait(self, run):
        """False: the run is over before that."""
        end = time.monotonic() + (60 if self.writing else self.seconds)
        while time.monotonic() < end and run.process.poll() is None:
            if self.writing and glob.glob(os.path.join(run.out, "*.partial-*")):
                break
            time.sleep(SOON)
        return run.process.poll() is None


class Nothing:
    """All goes well."""
    hits_memory = False

    def __init__(self, random):
        self.random = random

    def __str__(self):
        return type(self).__name__.lower()

    def before(self, run):
        """In the test's process, before the run."""

    def in_child(self):
        """In the process that becomes the run."""

    def during(self, run):
        """While it runs."""

    def after(self, run):
        """When it is over."""

    def is_possible(self):
        return True


class Kill(Nothing):
    """SIGKILL of the guest, of its observers, of one of these, or of all."""

    def __init__(self, random):
        super().__init__(random)
        self.whom = random.choice(("guest", "observers", "an observer", "all"))
        self.moment = Moment(random)
        self.choice = random.random()

    def __str__(self):
        return f"SIGKILL of {self.whom} {self.moment}"

    def targets(self, guest, observers):
        if self.whom == "an observer":
            return observers[int(self.choice * len(observers)):][:1]
        return (observers if self.whom != "guest" else []) + ([guest] if self.whom in ("guest", "all") else [])

    def during(self, run):
        if not self.moment.wait(run):
            return
        guests = processes.children(run.process.pid)
        if not guests:
            return
        run.guest = guests[0]
        observers = processes.observers(run.guest)
        run.had_observers = bool(observers)
        hit = processes.kill(self.targets(run.guest, observers))
        run.guest_killed = run.guest in hit
        run.observers_killed = [pid for pid in hit if pid != run.guest]


class AddressSpace(Nothing):
    """ulimit -v, which counts what Valgrind and memsim map, too: it leaves the program what it maps itself."""
    hits_memory = True

    def __init__(self, random):
        super().__init__(random)
        self.bytes = random.choice((random.randint(400, 1000), random.randint(1000, 12000))) * MB

    def __str__(self):
        return f"ulimit -v {self.bytes >> 10}"

    def in_child(self):
        resource.setrlimit(resource.RLIMIT_AS, (self.bytes, self.bytes))


class FileSize(Nothing):
    """ulimit -f; Valgrind itself writes small files, before anything else."""

    def __init__(self, random):
        super().__init__(random)
        self.bytes = random.choice((random.randint(4096, 20000), random.randint(4096, MB)))

    def __str__(self):
        return f"RLIMIT_FSIZE {self.bytes}"

    def in_child(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.bytes, self.bytes))


class FullDisk(Nothing):
    """A small disk for the results, which other files fill on the way."""

    def __init__(self, random):
        super().__init__(random)
        self.pages = random.choice((random.randint(2, 30), random.randint(10, 600)))
        self.moment = Moment(random)
        self.fills = random.random() < 0.5

    def __str__(self):
        return f"a disk of {self.pages} pages" + (f", filled {self.moment}" if self.fills else "")

    def is_possible(self):
        return os.geteuid() == 0

    def before(self, run):
        os.mkdir(run.out)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={4 * self.pages}k", "none", run.out], check=True)

    def during(self, run):
        if not self.fills or not self.moment.wait(run):
            return
        try:
            with open(os.path.join(run.out, "other"), "wb", buffering=0) as other:
                while other.write(bytes(4096)):
                    pass
        except OSError:
            pass

    def after(self, run):
        subprocess.run(["umount", "-l", run.out], check=True)


class ControlGroup(Nothing):
    """A group with a limit on memory, of version 1 or 2."""
    hits_memory = True

    def __init__(self, random):
        super().__init__(random)
        self.bytes = random.randint(256, 600) * MB
        self.name = f"memsim-soak-{os.getpid()}-{random.randrange(1 << 30)}"
        self.folder = None

    def __str__(self):
        return f"a control group of {self.bytes >> 20} MB"

    def rows(self):
        """The folder of all groups, and the name of the limit, of each version."""
        return (os.path.join(GROUPS, "memory"), "memory.limit_in_bytes"), (GROUPS, "memory.max")

    def make(self):
        for root, limit in self.rows():
            folder = os.path.join(root, self.name)
            try:
                os.mkdir(folder)
            except OSError:
                continue
            try:
                with open(os.path.join(folder, limit), "w", encoding="ascii") as file:
                    file.write(str(self.bytes))
                self.folder = folder
                return True
            except OSError:
                os.rmdir(folder)
        return False

    def is_possible(self):
        return os.geteuid() == 0 and self.make()

    def in_child(self):
        with open(os.path.join(self.folder, "cgroup.procs"), "w", encoding="ascii") as file:
            file.write(str(os.getpid()))

    def after(self, run):
        for _ in range(100):
            try:
                os.rmdir(self.folder)
                return
            except OSError:
                time.sleep(0.05)


KINDS = (Kill, Kill, Kill, Kill, AddressSpace, FileSize, FullDisk, FullDisk, ControlGroup)


def drawn(random):
    """A fault that is possible here."""
    while True:
        fault = random.choice(KINDS)(random)
        if fault.is_possible():
            return fault
