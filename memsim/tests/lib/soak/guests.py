# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs that are run while something goes wrong, and what they do natively."""

import subprocess

import harness

# Half a second to a few seconds under the tool; longer with most observers.
COMMANDS = ("sampler 3", "watcher work 6", "watcher work 20", "watcher children 3", "children 12", "fork", "branching 17",
            "limits places 3000", "limits forks 4", "threads", "growing 1024", "lives")
# What observers keep much of.
HUNGRY = ("branching 21", "limits tree 600000", "limits places 40000", "limits pages 30000", "limits deep 200000")


class Guest:
    """A program with its arguments; natively(): its output and status."""
    native = {}

    def __init__(self, random, commands=COMMANDS):
        self.text = random.choice(commands)
        name, *arguments = self.text.split()
        self.command = [harness.find_built(name), *arguments]

    def natively(self):
        if self.text not in Guest.native:
            done = subprocess.run(self.command, env=harness.GUEST_ENVIRONMENT, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
            Guest.native[self.text] = done.stdout, done.returncode
        return Guest.native[self.text]
