#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What `memsim sweep FILE...` must print and draw, computed in another way.
# Exit status 0: it does; else a line says what differs.
#
#     sweepmodel.py csv FILE... < output       all cells
#     sweepmodel.py curve-csv WAYS LINE FILE... < output    of each level
#     sweepmodel.py json FILE... < output
#     sweepmodel.py fits WAYS LINE FILE... < output    of curves, in JSON
#     sweepmodel.py svg PICTURE [TEXT...]      well-formed, with these texts
#     sweepmodel.py png PICTURE WIDTH HEIGHT
import csv
import io
import json
import struct
import sys
import xml.etree.ElementTree as xml
import zlib

LEVELS = "I1 D1 L2 L3 ITLB DTLB L2TLB L2ITLB L2DTLB".split()


def order(key):
    level, size, ways, line = key
    return LEVELS.index(level), size, ways or 1 << 64, line


def read(names):
    """The command, the machine, {key: counts} and {(level, function, file): {key: misses}}."""
    cells, functions, head = {}, {}, {}
    for name in names:
        for line in open(name, "rb").read().decode("latin-1").split("\n"):
            field = line.split("\t")
            for what in ("command", "machine"):
                if line.startswith("# %s: " % what):
                    head[what] = line.split(": ", 1)[1]
            if line.startswith("#fn\t"):
                key = (field[1],) + tuple(map(int, field[2:5]))
                of = functions.setdefault((field[1], field[8], field[9]), {})
                of[key] = list(map(int, field[5:8]))
            elif line and not line.startswith("#"):
                cells[(field[0],) + tuple(map(int, field[1:4]))] = list(map(int, field[4:]))
    return head, cells, functions


def differ(what, got, wanted):
    if got != wanted:
        for i, (a, b) in enumerate(zip(got, wanted)):
            if a != b:
                sys.exit("%s %d: got %r, expected %r" % (what, i, a, b))
        sys.exit("%s: got %d, expected %d" % (what, len(got), len(wanted)))


def rows_of(output):
    text = output.decode("latin-1")
    if text.replace("\r\n", "").count("\n") or not text.endswith("\r\n"):
        sys.exit("lines must end with CR LF")
    return list(csv.reader(io.StringIO(text, newline="")))


HEAD = ["level", "size", "ways", "line", "references", "read misses", "write misses", "instruction misses"]


def strings(*values):
    return [str(value) for value in values]


def check_csv(names, output):
    _, cells, _ = read(names)
    wanted = [HEAD] + [strings(*key, *cells[key]) for key in sorted(cells, key=order)]
    differ("row", rows_of(output), wanted)


def check_curve_csv(ways, line, names, output):
    _, cells, functions = read(names)
    wanted = [HEAD + ["function", "file"]]
    for level in LEVELS:
        keys = [k for k in sorted(cells, key=order) if k[0] == level and k[2:] == (ways, line)]
        wanted += [strings(*k, *cells[k], "", "") for k in keys]
        # The ten costliest, most misses first, equals by name.
        of = {f: sum(sum(functions[f].get(k, [])) for k in keys) for f in functions if f[0] == level}
        for f in sorted((f for f in of if of[f]), key=lambda f: (-of[f], f))[:10]:
            wanted += [strings(*k, cells[k][0], *functions[f][k], *f[1:]) for k in keys if k in functions[f]]
    differ("row", rows_of(output), wanted)


def utf8(name):
    return name.encode("latin-1").decode("utf-8", "replace")


def counts(values):
    return dict(zip(("read_misses", "write_misses", "instruction_misses"), values))


def geometry(key):
    return {"size": key[1], "ways": key[2], "line": key[3]}


def check_json(names, output):
    head, cells, functions = read(names)
    got = json.loads(output.decode("utf-8"))
    if [got["command"], got["machine"]] != [utf8(head["command"]), utf8(head["machine"])]:
        sys.exit("another command or machine")
    differ("cell", got["cells"],
           [dict(level=key[0], references=cells[key][0], **geometry(key), **counts(cells[key][1:]))
            for key in sorted(cells, key=order)])
    differ("function", got["functions"],
           [{"level": f[0], "function": utf8(f[1]), "file": utf8(f[2]),
             "cells": [dict(geometry(k), **counts(functions[f][k])) for k in sorted(functions[f], key=order)]}
            for f in sorted(functions, key=lambda f: (LEVELS.index(f[0]),) + f[1:])])


def fit(misses):
    """misses: [(size, count)], sizes ascending. The rule of the manual page, read from the left."""
    (_, first), (last_size, last) = misses[0], misses[-1]

    def gone(count):
        return count == 0 or count * 100 < first

    for i, (size, _) in enumerate(misses):
        if len(misses) > 1 and all(gone(n) or n * 10 <= last * 11 for _, n in misses[i:]):
            return None if size == last_size and not gone(last) else size
    return None


def check_fits(ways, line, names, output):
    _, cells, functions = read(names)
    seen = 0
    for curve in json.loads(output.decode("utf-8"))["curves"]:
        keys = [k for k in sorted(cells, key=order) if k[0] == curve["level"] and k[2:] == (ways, line)]
        differ(curve["level"], [curve["fits"]], [fit([(k[1], sum(cells[k][1:])) for k in keys])])
        for f in functions:
            for got in curve["functions"]:
                if (got["level"], got["function"], got["file"]) == (f[0], utf8(f[1]), utf8(f[2])):
                    wanted = fit([(k[1], sum(functions[f][k])) for k in keys if k in functions[f]])
                    differ("%s %s" % f[:2], [got["fits"]], [wanted])
                    seen += 1
    if not seen:
        sys.exit("no functions")


def check_svg(name, texts):
    root = xml.parse(name).getroot()
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        sys.exit("%s: the root is %s" % (name, root.tag))
    width, height = float(root.get("width")), float(root.get("height"))
    found = {}
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        found[text.text] = text
        if not (0 <= float(text.get("x")) <= width and 0 <= float(text.get("y")) <= height):
            sys.exit("%s: '%s' is outside of the picture" % (name, text.text))
    for text in texts:
        if text not in found:
            sys.exit("%s: no text '%s'" % (name, text))


def check_png(name, width, height):
    data = open(name, "rb").read()
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[-8:-4] != b"IEND":
        sys.exit("%s: not a whole PNG file" % name)
    if struct.unpack(">II", data[16:24]) != (width, height):
        sys.exit("%s: %dx%d pixels" % ((name,) + struct.unpack(">II", data[16:24])))
    at, pixels = 8, b""
    while at < len(data):
        length = struct.unpack(">I", data[at:at + 4])[0]
        if data[at + 4:at + 8] == b"IDAT":
            pixels += data[at + 8:at + 8 + length]
        at += length + 12
    if len(set(zlib.decompress(pixels))) < 10:
        sys.exit("%s: nothing is drawn" % name)


def main(mode, *names):
    if mode == "csv":
        check_csv(names, sys.stdin.buffer.read())
    elif mode == "curve-csv":
        check_curve_csv(int(names[0]), int(names[1]), names[2:], sys.stdin.buffer.read())
    elif mode == "json":
        check_json(names, sys.stdin.buffer.read())
    elif mode == "fits":
        check_fits(int(names[0]), int(names[1]), names[2:], sys.stdin.buffer.read())
    elif mode == "svg":
        check_svg(names[0], names[1:])
    elif mode == "png":
        check_png(names[0], int(names[1]), int(names[2]))
    else:
        sys.exit("unknown mode " + mode)


main(*sys.argv[1:])
