# SPDX-License-Identifier: GPL-2.0-or-later
"""What the test scripts share: finding what was built, and running programs
under a tool so that the guest sees the same thing under every tool.

A guest's counts depend on its environment, arguments, descriptors, working
directory and files: the environment lies on its stack and moves it. So all
are fixed here. The tool's own messages go to a log file, never to the guest's
descriptors."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

GUEST_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LC_ALL": "C",
    "HOME": "/",
    "TZ": "UTC",
    "PERL_HASH_SEED": "0",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    # Valgrind would put it behind all others, where random bytes follow that the kernel gives each
    # process. The program loader looks up the characters of this one in a table, four at a time, and so
    # up to three of those bytes, too. memsim sets these to 0; other tools do not.
    "LD_PRELOAD": "",
}
# Callgrind never follows branches speculatively and refuses the option.
NO_CHASE = "--vex-guest-chase=no"
LIB = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(LIB)
# What is in a folder below this one is found, too, after what lies beside the script.
_beside = os.path.dirname(os.path.abspath(sys.argv[0]))
_after = sys.path.index(_beside) + 1 if _beside in sys.path else 1
sys.path[_after:_after] = sorted(entry.path for entry in os.scandir(LIB) if entry.is_dir())
# The long form of a test, NAME --all: what would take too long in "make check".
ALL = "--all" in sys.argv[1:]


def few(count, items):
    """The first of these; in the long form all."""
    return list(items)[:None if ALL else count]


def ordered(pids):
    """Numbers of processes in the order in which these began. The kernel begins anew with small numbers after its
    largest: of two that are far apart, the small one is the later."""
    pids = sorted(pids)
    with open("/proc/sys/kernel/pid_max", encoding="ascii") as file:
        half = int(file.read()) // 2
    return [*(pid for pid in pids if pids[-1] - pid <= half), *(pid for pid in pids if pids[-1] - pid > half)]


def numbered(paths):
    """Files whose names end in the number of their process, in the order in which these began."""
    by_pid = {int(path.rsplit(".", 1)[1]): path for path in paths}
    return [by_pid[pid] for pid in ordered(by_pid)]


# What the test has complained of.
failures = []


def complain(what, more=""):
    print("FAIL:", str(what)[:2000] + more, flush=True)
    failures.append(what)


@contextlib.contextmanager
def planted(count=None):
    """What is complained of in here was planted: so many faults, or any; they are no failures."""
    before = len(failures)
    yield
    found = len(failures) - before
    del failures[before:]
    if found == count or (found and not count):
        print("(these were planted)")
    else:
        complain("a planted fault is not found")


def end(shown=""):
    """Ends the test, and says what it has shown, or how often it failed."""
    if shown or failures:
        print(f"{len(failures)} failures" if failures else shown)
    sys.exit(bool(failures))


def _terminated(_, frame):
    """A test that takes too long is terminated (lib/limit.c): it prints where it was, and its folders go."""
    print("terminated; the test was here:")
    traceback.print_stack(frame, file=sys.stdout)
    sys.exit(1)


signal.signal(signal.SIGTERM, _terminated)


def skip(reason):
    print(f"SKIP: {reason}")
    sys.exit(77)


def build_folder():
    return os.environ.get("builddir", ".")


def find_memsim():
    """The in-place runner: $MEMSIM, or the one of the build folder."""
    path = os.environ.get("MEMSIM") or os.path.join(build_folder(), "memsim-in-place")
    path = os.path.abspath(path)
    if not os.access(path, os.X_OK):
        skip(f"{path} is not there; set MEMSIM to the built memsim-in-place")
    return path


def find_command():
    """The hosted command of the build folder."""
    path = os.path.abspath(os.path.join(build_folder(), "memsim", "cmd", "memsim"))
    if not os.access(path, os.X_OK):
        skip(f"{path} is not there")
    return path


def compiler(language="CC"):
    """The words of the C compiler, or with "CXX" of that for C++; None: there is none."""
    words = os.environ.get(language, {"CC": "cc", "CXX": "c++"}[language]).split()
    return words if words and shutil.which(words[0]) else None


def look_for_built(name):
    """A built guest program or helper: in $TESTPROGS, or in the build folder; else None."""
    tests = os.path.join(build_folder(), "memsim", "tests")
    for folder in (os.environ.get("TESTPROGS"), os.path.join(tests, "progs"),
                   os.path.join(tests, "compare")):
        path = folder and os.path.abspath(os.path.join(folder, name))
        if path and os.path.isfile(path):
            return path
    return None


def find_built(name):
    """The same, which must be there."""
    path = look_for_built(name)
    if not path:
        skip(f"{name} is not built; set TESTPROGS to the folder of the test programs")
    return path


class ToolError(Exception):
    """A run that did not end as it should; the text says which and how."""


class Runner:
    """Runs guests in one scratch folder, which it removes at the end."""

    def __init__(self, memsim=None):
        self.memsim = memsim or find_memsim()
        self.folder = tempfile.mkdtemp(prefix="memsim-test-")
        self.work = os.path.join(self.folder, "work")
        os.mkdir(self.work)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def other_files(self):
        """Where files go that nobody reads: not into the guest's folder, as what it finds there must
        not change from run to run. The options of a run come after these."""
        return [f"--{name}-out-file={self.path(name + '.out')}" for name in ("heap", "alloc", "pagein")]

    def argv(self, tool, options, command):
        """The command line and environment that run a guest under a tool."""
        environment = dict(GUEST_ENVIRONMENT)
        if tool == "memsim":
            options = [*self.other_files(), *options]
        else:
            environment["MEMSIM_TOOL"] = tool
        return [self.memsim, *options, *command], environment

    def start(self, tool, options, command, stdin=None, log="tool.log"):
        argv, environment = self.argv(tool, [f"--log-file={self.path(log)}", *options], command)
        with open(stdin or os.devnull, "rb") as source, \
                open(self.path("stdout"), "wb") as out, open(self.path("stderr"), "wb") as err:
            return subprocess.Popen(argv, env=environment, cwd=self.work,
                                    stdin=source, stdout=out, stderr=err)

    def run(self, tool, options, command, stdin=None, expect=0, timeout=1800):
        """Runs to the end; raises ToolError unless the exit status is expected."""
        if os.path.exists(self.path("tool.log")):
            os.unlink(self.path("tool.log"))
        process = self.start(tool, options, command, stdin)
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            raise ToolError(f"{tool}: {command[0]}: no end after {timeout} s") from None
        if expect is not None and status != expect:
            raise ToolError(f"{tool} {' '.join(options)} {' '.join(command)}: "
                            f"status {status}\n{self.tail('tool.log')}{self.tail('stderr')}")
        return status

    def tail(self, name, lines=15):
        try:
            with open(self.path(name), errors="replace") as file:
                return "".join(file.readlines()[-lines:])
        except OSError:
            return ""

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()
