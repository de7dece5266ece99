# SPDX-License-Identifier: GPL-2.0-or-later
"""Builds a program of progs/regions, with the header as it will be installed, and calls the viewers."""

import os
import re
import subprocess

import harness

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SOURCES = os.path.join(TESTS, "progs", "regions")
CACHES = ["--I1=32768,8,64", "--D1=4096,2,64", "--LL=262144,8,64"]


class Guest:
    """The program, and the command that shows what it left."""

    def __init__(self, runner, name="blocks"):
        self.source = os.path.join(SOURCES, name + ".c")
        self.runner, self.base, self.pid = runner, 0, 0
        with open(os.path.join(harness.build_folder(), "Makefile"), encoding="utf-8") as file:
            found = re.search(r"^VG_INCLUDEDIR = (.*)$", file.read(), re.M)
        if not found:
            harness.skip("no folder of Valgrind's headers in the Makefile")
        include = os.path.join(runner.folder, "include", "valgrind")
        os.makedirs(include)
        os.symlink(os.path.abspath(os.path.join(TESTS, "..", "include", "memsim.h")), os.path.join(include, "memsim.h"))
        for header in ("valgrind.h", "callgrind.h"):
            os.symlink(os.path.join(found.group(1), header), os.path.join(include, header))
        self.command = harness.find_command()
        self.guest = self.build(name)

    def build(self, name, *flags):
        path = self.runner.path(name)
        command = [*os.environ.get("CC", "cc").split(), "-O1", "-g", "-isystem",
                   os.path.join(self.runner.folder, "include"), "-pthread", *flags, "-o", path, self.source]
        subprocess.run(command, check=True)
        return path

    def viewer(self, *arguments, status=0):
        made = subprocess.run([self.command, *arguments], capture_output=True, check=False, cwd=self.runner.folder)
        if made.returncode != status:
            raise harness.ToolError(f"{arguments}: status {made.returncode}: {made.stderr.decode()}")
        return (made.stderr if status else made.stdout).decode(errors="replace")
