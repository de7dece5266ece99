# SPDX-License-Identifier: GPL-2.0-or-later
"""examples.py DOCS COMMAND NAME COUNT OLD NEW: each line that DOCS/NAME.md shows of a command is printed by it, in this
order, in at least COUNT examples, run in DOCS/examples. With NEW in place of OLD, that is no longer so."""

import re
import subprocess
import sys


def faults(text, docs, command, least):
    shown = 0
    for arguments, lines in re.findall(r"^    memsim ([^\n]*)\n\n?((?:    [^\n]*\n|\n)*)", text, re.M):
        lines = [line[4:] for line in lines.split("\n") if line.strip() and line.strip() != "..."]
        # What is shown of a file of one's own, memsim.NAME.PID, is in no example; a picture is not printed.
        if not lines or lines[0].startswith("memsim ") or ".PID" in arguments or "svg" in arguments:
            continue
        done = subprocess.run([command, *arguments.split()], cwd=docs + "/examples", stdout=subprocess.PIPE, check=True)
        printed = iter(line.rstrip() for line in done.stdout.decode().splitlines())
        shown += 1
        for line in lines:
            if line not in printed:
                yield f"memsim {arguments} does not print: {line}"
                break
    if shown < least:
        yield f"{shown} examples"


def main():
    docs, command, name, least, old, new = sys.argv[1:]
    with open(f"{docs}/{name}.md", encoding="utf-8") as file:
        text = file.read()
    found = list(faults(text, docs, command, int(least)))
    print("\n".join(found), end="\n" if found else "")
    return bool(found) or not list(faults(text.replace(old, new), docs, command, int(least)))


sys.exit(main())
