# SPDX-License-Identifier: GPL-2.0-or-later
"""Measures the peak memory of a tool and of its observers' processes together.

They share pages, so the sum of their resident memory would count these
twice. The kernel's proportional share (Pss) divides a page among those that have
it. It has no peak, so it is sampled: what lasts less than a few hundredths of a
second may be missed. Sampling takes time; runs that are timed do without.

The shares are read one after the other. If one of the processes ends in between,
what it shared is another's alone then, and would count twice, so such a sample is
left out."""

import os
import re
import time

EVERY = 0.02  # seconds
OBSERVERS = re.compile(r"memsim-\d+\n")


def _read(path):
    """Its text, empty if the process has just ended."""
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _share(process):
    """Bytes; 0 if it has just ended."""
    for line in _read(f"/proc/{process}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _has_memory(process):
    """False before it gives any back at its end."""
    pages = _read(f"/proc/{process}/statm").split()
    return bool(pages) and pages[0] != "0"


def _children(process):
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:
        return []
    return " ".join(_read(f"/proc/{process}/task/{thread}/children") for thread in threads).split()


def _observers(process):
    """Observers have no parent, so they are this process's children (measure.py)."""
    return [child for child in _children(process) + _children(os.getpid())
            if OBSERVERS.fullmatch(_read(f"/proc/{child}/comm"))]


class Watch:
    """Waits for a process as os.wait4(process, 0) does. Then has the peak of its
    memory and its observers', in bytes, and whether it had these."""

    def __init__(self):
        self.peak, self.had_observers = 0, False

    def __call__(self, process):
        while True:
            ended, status, usage = os.wait4(process, os.WNOHANG)
            if ended:
                return ended, status, usage
            observers = _observers(process)
            self.had_observers |= bool(observers)
            shares = sum(map(_share, [process, *observers]))
            if all(map(_has_memory, [process, *observers])):
                self.peak = max(self.peak, shares)
            time.sleep(EVERY)
