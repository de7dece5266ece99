# SPDX-License-Identifier: GPL-2.0-or-later
"""The most memory that a run takes at once, in all its processes: the guest's, those that it starts, and those of
its observers (called memsim-PID). What processes share is counted once.

    peak = Peak(process)       # subprocess.Popen, just started
    peak.wait()                # to its end; then
    peak.bytes, peak.seconds, peak.processor_seconds
"""

import os
import re
import resource
import time

EACH = 0.05  # seconds between two looks


def _processes():
    """By pid: the parent's, and the name."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                text = file.read()
        except OSError:
            continue
        head, _, rest = text.rpartition(")")
        if rest:
            found[int(name)] = (int(rest.split()[1]), head.partition("(")[2])
    return found


def _family(root):
    known = _processes()
    family, more = {root}, True
    while more:
        more = {pid for pid, (parent, name) in known.items() if pid not in family and (
            parent in family or re.fullmatch(r"memsim-\d+", name) and int(name[7:]) in family)}
        family |= more
    return family


def _share(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("Pss:")) * 1024
    except OSError:
        return 0


class Peak:
    def __init__(self, process):
        self.process = process
        self.bytes = 0
        self.seconds = self.processor_seconds = 0.0

    def wait(self):
        """Pages that change from one process to another during a look are seen twice, so a peak is what two looks saw."""
        began, before, last = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN), 0
        while self.process.poll() is None:
            now = sum(_share(pid) for pid in _family(self.process.pid))
            self.bytes = max(self.bytes, min(now, last))
            last = now
            time.sleep(EACH)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds = time.monotonic() - began
        self.processor_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return self.process.returncode
