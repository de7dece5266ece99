# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents whose blocks show commands, after "$ ", and lines of what they print: the lines must come in that order, with
anything for "..." and any number for a number, as these depend on compilers and libraries."""

import re
import subprocess

import typed

NUMBER = r"[+~-]?(?=[,.]*\d)[\d,.]+[KMG%]?[),;:]?"


def sessions(text):
    """(command, lines shown) of each."""
    found = []
    for block in typed.blocks(text, False):
        for line in block if block and block[0].startswith("$ ") else ():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def pattern(line):
    """What fits the line."""
    words = []
    for word in line.split():
        words.append(NUMBER if re.fullmatch(NUMBER, word) else
                     ".*".join(re.escape(part) for part in word.split("...")).replace("PID", r"\d+").replace("=N", r"=\d+"))
    return r"\s*".join(words) if "..." in line else r"\s+".join(words)


def compare(shown, output):
    """The first line shown that is not in the output after those before; None: all are."""
    left = iter(output)
    for line in shown:
        if line.strip() != "..." and not any(re.search(pattern(line), other) for other in left):
            return line
    return None


def type_one(place, command, shown, status=0):
    """Types the command; returns what is wrong with it, or None, and what it printed."""
    done = subprocess.run(["sh", "-c", command], cwd=place.folder, env=place.environment, timeout=300, check=False, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
    if done.returncode != status:
        return f"{command}: status {done.returncode}: {done.stdout[-800:]}", done.stdout
    if "reads no debugging information" in done.stdout:
        print(f"not compared, as memsim was built without libdw: {command}")
        return None, done.stdout
    missing = compare(shown, done.stdout.splitlines())
    return missing and f"{command}: no '{missing}' at its place in: {done.stdout[:3000]}", done.stdout
