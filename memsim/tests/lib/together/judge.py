# SPDX-License-Identifier: GPL-2.0-or-later
"""What a run says, in views: of the file of counts one for each event, by line, and each other file whole. Which items
change which views is learned from runs with each item; a view of a run with many must then be that of a run with those
alone that change it."""

import re

import outfile

REFERENCES = {"Ir", "Dr", "Dw"}
# They do not depend on the machine.
WHATEVER_MACHINE = {"--heap-out-file", "--alloc-out-file"}
# Real time is in these.
VARIES = re.compile(r"=(ms|us|1ms)$")


def counts(run):
    """{("out", event): {line: count}}, whatever regions and objects lines are in."""
    out = outfile.read(run.files["--memsim-out-file"])
    views = {("out", event): {} for event in out.events}
    for (file, function, line), row in out.lines.items():
        for event, count in zip(out.events, row):
            if count:
                view, key = views["out", event], (file, re.sub(r" \[/[^]]*\]$", "", function), line)
                view[key] = view.get(key, 0) + count
    return views


def views(run):
    found = counts(run)
    for option in run.files:
        if option != "--memsim-out-file":
            found[option] = run.text(option)
    return found


def changed(plain, with_item):
    return {view for view in set(plain) | set(with_item) if plain.get(view) != with_item.get(view)}


def hides(plain, with_item):
    """Does the item take something away, so that others are not seen beside it?"""
    instructions = [sum(views["out", "Ir"].values()) for views in (plain, with_item)]
    return set(plain) - set(with_item) or instructions[1] < instructions[0]


def depends_on_machine(view):
    """Levels that options choose see what other levels leave, so these options change such views together."""
    return view[1] not in REFERENCES if isinstance(view, tuple) else view not in WHATEVER_MACHINE


def same(view, a, b):
    """None, or how the view differs."""
    if a.get(view) == b.get(view):
        return None
    if isinstance(view, tuple) and view in a and view in b:
        return f"{view[1]}: {sum(a[view].values())} in all, not {sum(b[view].values())}"
    return f"{view}: {'missing' if view not in a else 'another' if view in b else 'too many'}"
