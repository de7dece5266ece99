# SPDX-License-Identifier: GPL-2.0-or-later
"""Faults planted in the files of a run: the checks find each."""

import re

import judge
import tried

ARGUMENTS = ["--calls=yes", "--interval=5K", "--objects-sim=yes"]


def more(pattern):
    """Adds 1 to the first number that follows the pattern."""
    return lambda text: re.sub(f"({pattern})([0-9]+)", lambda at: f"{at.group(1)}{int(at.group(2)) + 1}", text, count=1)


def one_more_instruction(text):
    return more("\n[0-9]+ ")(more("summary: ")(text))


def half(text):
    return text[:len(text) // 2]


def other_views(run):
    """Are the views of counts and of the heap those of a run without a fault?"""
    plain = tried.attempt(run.every, ARGUMENTS, 0, judge.views)
    for view in ("out", "Ir"), "--heap-out-file":
        how = judge.same(view, judge.views(run), plain)
        if how:
            yield how


# The file or trace, the fault, and the check that finds it.
FAULTS = (("--memsim-out-file", more("summary: "), tried.summed), ("--calls-out-file", more("totals: "), tried.summed),
          ("--time-out-file", more("#total\t"), tried.summed), ("--objects-out-file", half, tried.opened),
          ("--heap-out-file", half, tried.opened), ("trace", half, tried.replayed),
          ("--heap-out-file", more("mem_heap_B="), other_views), ("--memsim-out-file", one_more_instruction, other_views))


def rewrite(path, text):
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)


def missed(run):
    """The faults that are not found, and what is found without a fault."""
    found = [f"without a fault: {wrong}" for check in (*tried.ALWAYS, other_views) for wrong in check(run)]
    for option, change, check in FAULTS:
        path = run.files.get(option, run.trace)
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            before = file.read()
        rewrite(path, change(before))
        if change(before) == before or not [*check(run)]:
            found.append(f"a planted fault in {option} is not found: {check.__name__}")
        rewrite(path, before)
    return found
