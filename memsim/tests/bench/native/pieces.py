# SPDX-License-Identifier: GPL-2.0-or-later
"""How long a command takes where others use the processor, too, which a run of 50 ms meets nearly always: runs are divided into
pieces, by breakpoints, and the least time of each piece counts (pieces.c). Breakpoints are at instructions that a
simulated run says are executed some dozen times, so that the longest piece is short."""

import ctypes
import os
import random
import re
import subprocess
import sys

import harness

CANDIDATES, BREAKPOINTS = 40, 4  # as many as a processor has
EXECUTED = range(15, 150)  # each costs ten microseconds, and a thousand of them slow down what is between them
NO_RANDOM_ADDRESSES = 0x0040000  # ADDR_NO_RANDOMIZE of personality(2)


def not_random():
    ctypes.CDLL(None).personality(NO_RANDOM_ADDRESSES)


def bases(command):
    """Where the system puts the program and its libraries, which the loader lists."""
    listed = subprocess.run(command[:1], env={**harness.GUEST_ENVIRONMENT, "LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True,
                            text=True, check=True, preexec_fn=not_random).stdout
    found = {os.path.realpath(path): int(base, 16) for path, base in re.findall(r"(/\S+) \((0x[0-9a-f]+)\)", listed)}
    header = subprocess.run(["readelf", "-h", command[0]], capture_output=True, text=True, check=True).stdout
    found[os.path.realpath(command[0])] = 0x555555554000 if "DYN" in header else 0
    return found


def run(program, runs, addresses, command):
    """What pieces.c prints, which `program` was made of."""
    words = [program, str(runs), ",".join(map(hex, addresses)), *command]
    done = subprocess.run(words, check=True, capture_output=True, text=True, env=harness.GUEST_ENVIRONMENT)
    return [int(word) for word in done.stdout.split()]


def longest(times):
    return max(after - before for before, after in zip([0, *times], times))


def choose(program, calls, command):
    """The addresses whose breakpoints leave no long piece. Each is tried alone; a run's times are shares of its end."""
    at, executed = bases(command), calls.events.index("Ir")
    known = [at[path] + address for (where, address), counts in sorted(calls.instructions.items())
             if counts[executed] in EXECUTED and (path := os.path.realpath(where)) in at]
    random.Random(1).shuffle(known)
    seen = {}
    for address in known[:CANDIDATES]:
        times = run(program, 0, [address], command)
        seen[address] = [time / times[-1] for time in times]
    chosen, together = [], [1]
    while len(chosen) < BREAKPOINTS:
        best = min(seen, key=lambda address: longest(sorted(together + seen[address])), default=None)
        if best is None or longest(sorted(together + seen[best])) > 0.9 * longest(together):
            break
        chosen.append(best)
        together = sorted(together + seen[best])
    if seen and all(len(times) == 1 for times in seen.values()):
        print(f"{command[0]}: the processor tells of no breakpoint, as in some virtual machines: whole runs count", file=sys.stderr)
        return known[:1]
    if not chosen:
        raise SystemExit(f"{command[0]}: no instruction is executed {EXECUTED.start} to {EXECUTED.stop} times")
    return chosen
