# SPDX-License-Identifier: GPL-2.0-or-later
"""The processes of a run, as /proc shows them: the run's are those that work in its folder."""

import os
import signal
import time


def _comm(pid):
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().strip()
    except OSError:
        return ""


def _all():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def observers(guest):
    """Of this guest's process alone."""
    return [pid for pid in _all() if _comm(pid) == f"memsim-{guest}"]


def working_in(folder):
    """Those that are no zombies, whose working folder this is."""
    found = []
    for pid in _all():
        try:
            if os.readlink(f"/proc/{pid}/cwd") == folder:
                found.append(pid)
        except OSError:
            pass
    return found


def kill(pids):
    """Sends SIGKILL; returns those that were there to get it."""
    hit = []
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
            hit.append(pid)
        except ProcessLookupError:
            pass
    return hit


def left(folder, seconds):
    """Those that are still there after so long, with their names."""
    end = time.monotonic() + seconds
    while working_in(folder) and time.monotonic() < end:
        time.sleep(0.05)
    return [(pid, _comm(pid)) for pid in working_in(folder)]
