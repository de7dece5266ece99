#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What `memsim heap FILE` must print, according to another reader of the files.
# Exit status 0: it does; else a line says what differs.
#
#     heapmodel.py csv HEAP < output
#     heapmodel.py json HEAP [ALLOC] < output
#     heapmodel.py text HEAP [ALLOC] < output     of --snapshots --threshold=0 --width=1000 --top=1000000
#     heapmodel.py picture HEAP SVG               bands and line in the right places

import csv
import json
import re
import sys
import xml.etree.ElementTree as xml
from decimal import Decimal, ROUND_HALF_UP

EVENTS = ["Allocs", "Bytes", "Frees", "PeakBytes", "Temp", "Failed"]
SIZES = ["time", "mem_heap_B", "mem_heap_extra_B", "mem_stacks_B"]


def fail(what, got, wanted):
    sys.exit("%s:\n  got    %r\n  wanted %r" % (what, got, wanted))


def same(what, got, wanted):
    if got != wanted:
        fail(what, got, wanted)


def read_heap(name):
    text = open(name, encoding="utf-8", errors="replace", newline="\n").read()
    head, *parts = re.split(r"^#-+\nsnapshot=\d+\n#-+\n", text, flags=re.M)
    heap = dict(re.findall(r"^(desc|cmd|time_unit): ?(.*)$", head, flags=re.M))
    heap["snapshots"] = []
    for part in parts:
        fields = dict(re.findall(r"^(\w+)=(.*)$", part, flags=re.M))
        nodes = re.findall(r"^( *)n\d+: (\d+) (.*)$", part, flags=re.M)
        one = [int(fields[size]) for size in SIZES]
        heap["snapshots"].append(
            {"time": one[0], "heap": one[1], "extra": one[2], "stacks": one[3], "total": sum(one[1:]),
             "kind": fields["heap_tree"], "tree": [(len(b), int(n), t) for b, n, t in nodes]})
    marked = [i for i, s in enumerate(heap["snapshots"]) if s["kind"] == "peak"]
    heap["peak"] = max(marked or range(len(heap["snapshots"])),
                       key=lambda i: heap["snapshots"][i]["total"])
    return heap


def read_alloc(name):
    alloc = {"calls": [], "sizes": [], "facts": {}, "rows": []}
    file = function = None
    for line in open(name, encoding="utf-8", errors="replace", newline="\n"):
        word = line.rstrip("\n").split(" ")
        if word[:2] == ["desc:", "call"]:
            alloc["calls"].append((word[2], int(word[3]), int(word[4]), int(word[5])))
        elif word[:2] == ["desc:", "size"]:
            alloc["sizes"].append((word[2], int(word[3])))
        elif word[0] == "desc:":
            alloc["facts"][word[1]] = [int(number) for number in word[2:]]
        elif word[0] == "cmd:":
            alloc["cmd"] = line[5:].rstrip("\n")
        elif word[0] == "events:":
            events = word[1:]
        elif line.startswith("fl="):
            file = line[3:].rstrip("\n")
        elif line.startswith("fn="):
            function = line[3:].rstrip("\n")
        elif word[0] != "summary:":
            counts = dict(zip(events, [int(number) for number in word[1:]]))
            alloc["rows"].append((file, function, int(word[0]), [counts[event] for event in EVENTS]))
    return alloc


def place_of(text):
    found = re.match(r"0x[0-9A-Fa-f]+: (?!\?\?\?)(.*)$", text)
    return found.group(1) if found else text


def label_of(text):
    """Objects are without their folders, and a function without a name is shown by its object."""
    joined = re.match(r"(in (\d+) places?), .*below massif's threshold \((.*)\)$", text)
    if joined:
        return "%s, %sbelow %s" % (joined.group(1), "each " if int(joined.group(2)) > 1 else "", joined.group(3))
    found = re.match(r"(.*) \(in (?:.*/)?([^/]+)\)$", place_of(text))
    if not found:
        return "???" if text == "0x0: ???" else place_of(text)
    if found.group(1).startswith("0x"):
        return "%s at %s" % (found.group(2), found.group(1).split(":")[0])
    return "%s (in %s)" % found.groups()


# --- where a tree splits ---------------------------------------------------------------------------


def children(tree, at):
    """The numbers of the nodes directly below one."""
    found, depth = [], tree[at][0]
    for i in range(at + 1, len(tree)):
        if tree[i][0] <= depth:
            break
        if tree[i][0] == depth + 1:
            found.append(i)
    return found


def is_joined(text):
    return re.match(r"in [1-9][0-9]* places?\b", text)


def split_of(tree):
    """The node whose children tell places apart: nearly all comes through those above it."""
    at = 0
    while True:
        below = children(tree, at)
        largest = max(below, key=lambda i: tree[i][1], default=None)
        if largest is None or is_joined(tree[largest][2]):
            return 0
        if not tree[largest][1] or tree[largest][1] * 100 < 90 * tree[0][1]:
            return at if len(below) > 1 else 0
        at = largest


def named(tree, at):
    """The place of a node; without a name, the caller's that has nearly all of it."""
    own, whole = place_of(tree[at][2]), tree[at][1]
    while place_of(tree[at][2]).startswith("0x"):
        at = max(children(tree, at), key=lambda i: tree[i][1], default=None)
        if at is None or is_joined(tree[at][2]) or not tree[at][1] or tree[at][1] * 100 < 90 * whole:
            return own
    return place_of(tree[at][2])


# --- CSV and JSON ----------------------------------------------------------------------------------


def check_csv(name):
    heap = read_heap(name)
    rows = list(csv.reader(sys.stdin, strict=True))
    wanted = [["snapshot", "time", "time unit", "total", "heap", "extra", "stacks", "tree"]]
    for i, s in enumerate(heap["snapshots"]):
        wanted.append([str(i), str(s["time"]), heap["time_unit"], str(s["total"]), str(s["heap"]),
                       str(s["extra"]), str(s["stacks"]), s["kind"].replace("empty", "")])
    same("csv", rows, wanted)


def json_node(node):
    depth, size, text = node
    wanted = {"depth": depth, "bytes": size, "place": place_of(text)}
    if wanted["place"] != text:
        wanted["address"] = text[:text.index(":")]
    joined = re.match(r"in (\d+) place", text)
    if joined:
        wanted["joined"] = int(joined.group(1))
    return wanted


def check_json(name, alloc_name=None):
    heap, output = read_heap(name), json.load(sys.stdin)
    same("command", output["command"], heap["cmd"])
    same("options", output["options"], heap["desc"])
    same("unit", output["time_unit"], heap["time_unit"])
    same("peak", output["peak"], heap["peak"])
    same("number of snapshots", len(output["snapshots"]), len(heap["snapshots"]))
    for i, (got, s) in enumerate(zip(output["snapshots"], heap["snapshots"])):
        wanted = {key: s[key] for key in ("time", "heap", "extra", "stacks", "total")}
        wanted["number"] = i
        wanted["tree"] = None if s["kind"] == "empty" else [json_node(node) for node in s["tree"]]
        same("snapshot %d" % i, got, wanted)
    if not alloc_name:
        same("lines", output["lines"], None)
        return
    alloc = read_alloc(alloc_name)
    same("calls", [tuple(call.values()) for call in output["calls"]], alloc["calls"])
    same("sizes", [("large" if s["to"] is None else str(s["from"]), s["count"]) for s in output["sizes"]],
         alloc["sizes"])
    for key, fact in (("realloc", "realloc"), ("foreign_frees", "foreign-frees"), ("largest", "peak"),
                      ("missed_frees", "missed-frees"), ("never_freed", "never-freed")):
        same(key, list(output[key].values()), alloc["facts"][fact])
    same("rows", [(row["file"], row["function"], row["line"], [row[event] for event in EVENTS])
                  for row in output["lines"]], alloc["rows"])
    same("all", list(output["all"].values()), [sum(row[3][i] for row in alloc["rows"]) for i in range(6)])


# --- text ------------------------------------------------------------------------------------------


def is_percent(text, part, whole):
    exact = Decimal(100 * part) / whole if whole else Decimal(0)
    return abs(Decimal(text) - exact) <= Decimal("0.00501")


def check_tree(lines, s):
    got = []
    while lines and re.match(r" +[\d,]+ +[\d.]+%  ", lines[0]):
        size, percent, blanks, text = re.match(r" +([\d,]+) +([\d.]+)%  ( *)(.*)$", lines.pop(0)).groups()
        size = int(size.replace(",", ""))
        if not is_percent(percent, size, s["total"]):
            fail("percent of %d in %d" % (size, s["total"]), percent, "another")
        deep = re.match(r"\[(\d+)\] (.*)$", text)
        got.append((int(deep.group(1)) if deep else len(blanks) // 2, size, deep.group(2) if deep else text))
    # Control characters are no part of the comparison: names here have none.
    same("a tree", got, [(depth, size, label_of(text)) for depth, size, text in s["tree"]])


def check_snapshots(lines, heap):
    # The graph above may have an axis of six numbers, like a row of the table.
    while not lines.pop(0).startswith("snapshots, in bytes"):
        pass
    number = 0
    while number < len(heap["snapshots"]):
        line = lines.pop(0)
        row = re.match(r" +([\d,]+(?: +[\d,]+){5})(?:  (detailed|peak))?$", line)
        if not row:
            continue
        s = heap["snapshots"][number]
        got = [int(text.replace(",", "")) for text in row.group(1).split()]
        same("snapshot", got, [number, s["time"], s["total"], s["heap"], s["extra"], s["stacks"]])
        same("kind", row.group(2) or "empty", s["kind"])
        if s["tree"]:
            same("an empty line", lines.pop(0), "")
            check_tree(lines, s)
        number += 1


def check_usage(lines, alloc):
    text = "\n".join(lines)
    for name, *counts in alloc["calls"]:
        row = re.search(r"^  %s +([\d,]+) +([\d,]+) +([\d,]+)( .*)?$" % name, text, flags=re.M)
        if counts[0]:
            same(name, [int(row.group(i).replace(",", "")) for i in (1, 2, 3)], counts)
        elif row:
            fail(name, row.group(0), "nothing")
    whole, most = sum(s[1] for s in alloc["sizes"]), max([s[1] for s in alloc["sizes"]] or [0])
    for size, count in alloc["sizes"]:
        name = size if size == "large" else "%s-%d" % (size, int(size) + 15)
        row = re.search(r"^ +%s +([\d,]+) +([\d.]+)%%(?:  (=*))?$" % name, text, flags=re.M)
        same(name, int(row.group(1).replace(",", "")), count)
        if not is_percent(row.group(2), count, whole):
            fail("percent of " + name, row.group(2), "another")
        bar = (Decimal(50 * count) / most).quantize(Decimal(1), ROUND_HALF_UP)
        same("bar of " + name, len(row.group(3) or ""), int(bar))


def check_lines(lines, alloc):
    lines = lines[lines.index([line for line in lines if line.startswith("lines that allocate")][0]) + 3:]
    rows = sorted(alloc["rows"], key=lambda row: -row[3][EVENTS.index("PeakBytes")])
    whole = sum(row[3][3] for row in rows)
    for row in [row for row in rows if row[3][3]]:
        got = lines.pop(0).split()
        same("a line's counts", [int(got[i].replace(",", "")) for i in (0, 1, 2, 3, 5, 6)], row[3])
        if not is_percent(got[4][:-1], row[3][3], whole):
            fail("percent of a line", got[4], "another")
        where = " (%s:%d)" % (row[0].split("/")[-1], row[2]) if row[2] else ""
        same("a line's name", " ".join(got[7:]), " ".join((row[1] + where).split()))
    same("the sums", lines[0].split()[-1], "all")


def check_text(name, alloc_name=None):
    lines = sys.stdin.read().split("\n")
    check_snapshots(lines[:], read_heap(name))
    if alloc_name:
        check_usage(lines, read_alloc(alloc_name))
        check_lines(lines, read_alloc(alloc_name))


# --- pictures --------------------------------------------------------------------------------------


def points(element):
    return [tuple(float(n) for n in point.split(",")) for point in element.get("points").split()]


def check_bands(heap, line, bands, scale):
    """No band of a place is higher between two trees than at both: such bytes never were."""
    trees = [i for i, s in enumerate(heap["snapshots"]) if s["tree"]]
    if len(trees) < 2 or not scale:
        return
    for band in bands:
        half = len(band) // 2
        height = {}
        for high, low in zip(band[:half], band[:half - 1:-1]):
            height.setdefault(high[0], []).append(low[1] - high[1])
        for before, after in zip(trees, trees[1:]):
            ends = [max(height[x]) for x in (line[before][0], line[after][0]) if x in height]
            for i in range(before + 1, after):
                found = max(height.get(line[i][0], [0]))
                if len(ends) == 2 and found > max(ends) + 0.021:
                    fail("a band between two trees", found / scale, max(ends) / scale)


def check_picture(name, picture):
    heap = read_heap(name)
    svg = "{http://www.w3.org/2000/svg}"
    root = xml.parse(picture).getroot()
    total = [points(p) for p in root.iter(svg + "polyline") if p.get("stroke-width") == "1.40"]
    line = total[0]
    same("points of the total", len(line), len(heap["snapshots"]))
    most = max(heap["snapshots"], key=lambda s: s["total"])["total"]
    last = heap["snapshots"][-1]["time"]
    top = min(y for x, y in line)
    # The axis: its corner is that of the line of three points.
    axis = [points(p) for p in root.iter(svg + "polyline") if len(p.get("points").split()) == 3][0]
    left, bottom, right = axis[1][0], axis[1][1], axis[2][0]
    for (x, y), s in zip(line, heap["snapshots"]):
        if last and abs(x - (left + (right - left) * s["time"] / last)) > 0.02:
            fail("x of %d" % s["time"], x, left + (right - left) * s["time"] / last)
        if most and abs(y - (bottom - (bottom - top) * s["total"] / most)) > 0.02:
            fail("y of %d" % s["total"], y, bottom - (bottom - top) * s["total"] / most)
    # Areas: more than the paper's corners and the disc's; bands lie on each other.
    fill = [p for p in root.iter(svg + "polygon") if len(points(p)) not in (4, 16)]
    fill = [points(p) for p in fill]
    if not fill:
        return
    for below, above in zip(fill, fill[1:]):
        half = len(below) // 2
        same("the edge between two bands", below[:half], above[:half - 1:-1])
    upper = fill[-1][:len(fill[-1]) // 2]
    for x, y in line:
        if not any(abs(x - u) < 0.011 and abs(y - v) < 0.011 for u, v in upper):
            fail("the bands' upper edge", upper, (x, y))
    peak = heap["snapshots"][heap["peak"]]
    share = {}
    tree = peak["tree"]
    for i in children(tree, split_of(tree)) if tree else ():
        if not is_joined(tree[i][2]):
            share[named(tree, i)] = share.get(named(tree, i), 0) + tree[i][1]
    check_bands(heap, line, fill[:min(len(share), 12)], (bottom - top) / most if most else 0)
    at = line[heap["peak"]][0]
    for size, band in zip(sorted(share.values(), reverse=True)[:12], fill):
        half = len(band) // 2
        heights = [low[1] - high[1] for high, low in zip(band[:half], band[:half - 1:-1]) if high[0] == at]
        if not any(abs(height - (bottom - top) * size / most) <= 0.021 for height in heights):
            fail("a band at the peak", heights, (bottom - top) * size / most)


MODES = {"csv": check_csv, "json": check_json, "text": check_text, "picture": check_picture}
MODES[sys.argv[1]](*sys.argv[2:])
