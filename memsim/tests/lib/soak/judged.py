# SPDX-License-Identifier: GPL-2.0-or-later
"""What must hold of a run in which something went wrong."""

import os
import re

import tried

KILLED, INCOMPLETE = 137, "Incomplete: "
VIEWERS = {"out": "annotate", "alloc": "annotate", "heap": "heap", "pagein": "pages", "calls": "calls", "time": "time",
           "sweep": "sweep", "objects": "objects", "share": "share"}


def says_no_start(run):
    """Nothing was run: a limit is too small, which is said."""
    no_room = run.fault.hits_memory and "MB of memory to begin" in run.said
    return run.status == 1 and not run.printed and (no_room or "bad option" in run.said)


def ended(run):
    """The guest prints and returns what it does natively, unless it was killed before its end."""
    printed, status = run.guest_program.natively()
    if run.hangs:
        yield "no end"
    elif not says_no_start(run) and not (run.guest_killed and run.status == KILLED):
        if run.status != status:
            yield f"status {run.status}, natively {status}"
        if run.printed != printed:
            yield f"prints {run.printed[-200:]}, natively {printed[-200:]}"
    for pid, name in run.left:
        yield f"process {pid} is left: {name}"


def is_incomplete(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return INCOMPLETE in file.read()


# What may be said of a file that is shown, which says so itself, and of the model that a trace is given to.
SAID_OF_FILES = re.compile(r"^memsim: note: --model=|: Incomplete: |-limit|only the trace before it was used")


def complaint(words, path):
    done = tried.command(*words, path)
    others = [line for line in done.stderr.splitlines() if not SAID_OF_FILES.search(line)]
    if done.returncode or others:
        return f"memsim {' '.join(words)} {os.path.basename(path)}: status {done.returncode}: {' '.join(others)[:300]}"
    return None


def is_bare(run):
    """Its list of pages has pages alone, so it says nothing of itself."""
    return "--pagein-detail=no" in run.options


def opened(run):
    """Each file is opened by its viewer without a complaint; so is what there is of a trace."""
    for (kind, _), path in sorted(run.files().items()):
        if kind == "pagein" and is_bare(run) and not os.path.getsize(path):
            continue  # the viewer takes an empty file for no list
        again = os.path.join(run.folder, "again")
        words = ["replay", "--quiet", f"--out-dir={again}"] if kind == "trace" else [VIEWERS[kind]]
        wrong = complaint(words, path)
        if wrong:
            yield wrong
    for name in run.unfinished():
        if re.search(r"--partial \S*" + re.escape(name) + "$", run.said, re.M):
            wrong = complaint(["replay", "--quiet", "--partial", f"--out-dir={os.path.join(run.folder, 'again')}"],
                              os.path.join(run.out, name))
            if wrong:
                yield wrong


def is_named(run, name):
    """As missing, or not whole; the commands that show files name those that are there."""
    line = re.compile(r"(cannot write|is unfinished|is missing|ends at --trace-limit).*")
    text = re.compile(re.escape(name) + r"(?!\d)")
    return any(line.search(said) and text.search(said) for said in run.said.splitlines())


def nothing_is_promised(run, process, kind):
    """Its results are said to be missing, or its trace is."""
    if kind == "trace" and re.search(f"=={process}== note: .* it has no trace", run.said):
        return True
    return re.search(f"no results of (process|its child) {process}\\b", run.said) or ends_before(run, process)


def ends_before(run, process):
    """Its files are said to be those of a checkpoint."""
    return f"of process {process}, which runs on, " in run.said


def said(run):
    """What is missing was named, and what is not whole says so."""
    files = run.files()
    processes = {process for _, process in files} | ({run.guest} if run.guest else set())
    for process in sorted(processes):
        for kind in sorted(run.kinds):
            name = f"memsim.{kind}.{process}"
            if (kind, process) not in files and not is_named(run, name) and not nothing_is_promised(run, process, kind) \
                    and not says_no_start(run):
                yield f"no {name}, which is not said"
    for name in run.unfinished():
        if name not in run.said:
            yield f"{name} is left, which is not said"
    yield from whole(run, files)


def whole(run, files):
    """A guest that was killed early has files that say so; others, if something else is said of them."""
    cut = run.guest_killed and run.status == KILLED and run.printed != run.guest_program.natively()[0]
    for (kind, process), path in sorted(files.items()):
        if kind == "trace" or process != run.guest or (kind == "pagein" and is_bare(run)):
            continue
        incomplete = is_incomplete(path)
        if cut and not incomplete:
            yield f"{os.path.basename(path)} does not say that it is incomplete"
        if incomplete and not run.guest_killed and not is_named(run, os.path.basename(path)) \
                and not ends_before(run, process):
            yield f"{os.path.basename(path)} says that it is incomplete, and nothing else does"


CHECKS = (ended, opened, said)


def wrong(run):
    return [text for check in CHECKS for text in check(run)]
