# SPDX-License-Identifier: GPL-2.0-or-later
"""Faults planted in what runs left, which must be found."""

import os
import random
import time

import faults
import guests
import judged
import processes
import soaked


def _program(text):
    program = guests.Guest(random.Random(0))
    program.text, program.command = text, [soaked.harness.find_built(text.split()[0]), *text.split()[1:]]
    return program


def _run(fault, work):
    soaked.SHORT.command = [soaked.harness.find_built("sampler"), "0"]
    run = soaked.Soaked("planted", ["--calls=yes", "--observers=outside", "--checkpoint=no"], _program(f"watcher work {work}"), fault)
    run.learn_kinds()
    run.go()
    return run


def _path(run, kind):
    return run.files()[kind, run.guest]


def _truncate(kind):
    def change(run):
        os.truncate(_path(run, kind), os.path.getsize(_path(run, kind)) // 2)
    return change


def _rename(run):
    os.rename(_path(run, "heap"), f"{_path(run, 'heap')}.partial-{run.guest}")


def _remove(run):
    os.unlink(_path(run, "pagein"))


def _print(run):
    run.printed += b"x"


def _end(run):
    run.status += 1


def _leave(run):
    run.left.append((1, "memsim-1"))


def _hang(run):
    run.hangs = True


def _claim_whole(run):
    path = _path(run, "out")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(judged.INCOMPLETE, "Whole: "))


def _claim_incomplete(run):
    with open(_path(run, "out"), encoding="utf-8") as file:
        text = file.read()
    with open(_path(run, "out"), "w", encoding="utf-8") as file:
        file.write(f"desc: {judged.INCOMPLETE}planted\n{text}")


WELL = (*(_truncate(kind) for kind in ("out", "heap", "alloc", "pagein", "calls")), _rename, _remove, _print, _end, _leave,
        _hang, _claim_incomplete)
KILLED = (_truncate("calls"), _rename, _remove, _claim_whole, _leave)


class _Started(faults.Kill):
    """Kills a guest that its observers have seen for a while."""

    def __init__(self):
        super().__init__(random.Random(0))
        self.whom, self.moment.writing, self.moment.seconds = "guest", False, 1.0

    def during(self, run):
        while run.process.poll() is None and not processes.observers(run.guest):
            time.sleep(faults.SOON)
        super().during(run)


def _saved(run):
    """What a change may change, to be put back."""
    contents = {}
    for path in run.files().values():
        with open(path, "rb") as file:
            contents[path] = file.read()
    return contents, run.printed, run.status, list(run.left), run.hangs


def _restore(run, saved):
    for name in run.unfinished():
        os.unlink(os.path.join(run.out, name))
    for path, content in saved[0].items():
        with open(path, "wb") as file:
            file.write(content)
    _, run.printed, run.status, run.left, run.hangs = saved


def _each(run, changes):
    yield from (f"without a planted fault: {text}" for text in judged.wrong(run))
    for at, change in enumerate(changes):
        saved = _saved(run)
        change(run)
        if not judged.wrong(run):
            yield f"planted fault {at} is not found: {change.__qualname__}"
        _restore(run, saved)


def missed():
    """The planted faults that are not found."""
    # What is to be killed must not be done before.
    for fault, work, changes in (faults.Nothing(random.Random(0)), 60, WELL), (_Started(), 1000, KILLED):
        run = _run(fault, work)
        try:
            yield from _each(run, changes)
        finally:
            run.remove()
