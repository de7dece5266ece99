# SPDX-License-Identifier: GPL-2.0-or-later
"""DHAT's files: what memsim.objects.PID must become, by a naive model, and how two of them differ.

The model keeps each number of the file in a dictionary and goes through all of them for each program point. It
shares nothing with cmd/objects."""

import json

NUMBERS = ("tb", "tbk", "tl", "mb", "mbk", "gb", "gbk", "eb", "ebk", "rb", "wb")
LIFE = ("tbk", "tb", "mbk", "mb", "gbk", "gb", "ebk", "eb", "tl")
LARGEST = 1024  # bytes of a block whose bytes have counts of their own
INFINITE = 0xffff


class Objects:
    """memsim.objects.PID, by docs/format.md."""

    def __init__(self, path):
        self.head, self.lines, self.uses, self.events = {}, {}, [], []
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            for line in file.read().split("\n"):
                self.take(line)

    def take(self, line):
        keyword, *fields = line.split("\t")
        if keyword == "# events":
            self.events = fields
        elif line.startswith("# "):
            key, _, text = line[2:].partition(": ")
            self.head[key] = text
        elif keyword == "use":
            self.uses.append((fields, []))
        elif keyword == "cell":
            self.uses[-1][1].append([int(field) for field in fields])
        elif not line.startswith("#") and line:
            self.lines.setdefault(keyword, [None]).append(fields)

    def of(self, keyword):
        """The lines of a kind, from number 1."""
        return enumerate(self.lines.get(keyword, [None])[1:], 1)


def data_name(event):
    """An event of data, as other files call it."""
    return "D" + event.replace("L", "") if event[0] in "LT" else event


def frame_text(objects, fields):
    function = objects.lines["function"][int(fields[0])] if int(fields[0]) else ["", 0, ""]
    object_file = objects.lines["file"][int(function[1])][0] if int(function[1]) else ""
    source = fields[3] or function[2]
    text = "0x%X: %s" % (int(fields[1]), function[0] or "???")
    if source and int(fields[2]):
        return f"{text} ({source.split('/')[-1]}:{int(fields[2])})"
    return f"{text} (in {object_file})" if object_file else text


def frames_of(objects, stack):
    """Numbers of frames, innermost first; the unknown one is the last of the table."""
    unknown = len(objects.lines.get("frame", [None]))
    frames = [] if stack else [unknown]
    while stack:
        frame, stack = map(int, objects.lines["stack"][stack])
        frames.append(frame or unknown)
    return frames


def exact(fields):
    """Are the offsets of a use not folded?"""
    stride, first, last = map(int, fields[4:7])
    return first >= 0 and (not stride or last < stride)


def accesses(objects, stack, event, twice):
    """A count for each byte of the stack's blocks; None: they differ in size, or are too large, or it is not known.
    `twice`: what modifies a byte reads and writes it."""
    mine = [(number, fields) for number, fields in objects.of("object") if fields[0] == "heap" and int(fields[1]) == stack]
    if len(mine) != 1 or mine[0][1][2] != mine[0][1][3]:
        return None
    number, fields = mine[0]
    lives = [life for _, life in objects.of("life") if int(life[0]) == stack]
    if lives and lives[0][1] != fields[4]:
        return None
    size = int(fields[2])
    uses = [use for use in objects.uses if int(use[0][0]) == number]
    if not 0 < size <= LARGEST or not all(exact(use[0]) for use in uses):
        return None
    count = [0] * size
    for use, cells in uses:
        for cell in cells if use[2] != "fetch" else ():
            for byte in range(cell[0], min(size, cell[0] + int(use[3]))):
                count[byte] += cell[1 + event] * (2 if twice and use[2] == "modify" else 1)
    return [min(each, INFINITE) for each in count]


def model(path, counts):
    """What the file must be; `counts`: bytes, or an event."""
    objects = Objects(path)
    event = 0 if counts == "bytes" else objects.events.index(counts)
    unit = data_name(counts)
    name = path.rsplit("/", 1)[-1].rsplit(".", 1)[-1]
    killed = " (incomplete: the process was killed)" if "note" in objects.head else ""
    made = {"dhatFileVersion": 2,
            "mode": "heap" + killed if counts == "bytes" else f"heap; Reads and Writes count {unit}{killed}",
            "verb": "Allocated", "bklt": True, "bkacc": True, "tu": "instrs", "Mtu": "Minstr", "tuth": 500,
            "cmd": objects.head["command"], "pid": int(name) if name.isdigit() else 0,
            "te": int(objects.head["instructions"]), "tg": int(objects.head.get("peak", 0)), "pps": [],
            "ftbl": ["[root]", *(frame_text(objects, fields) for _, fields in objects.of("frame")), "???"]}
    if counts != "bytes":
        made["bsu"] = "bytes or " + unit
    lives = {int(life[0]): life[1:] for _, life in objects.of("life")}
    heap = {int(fields[1]) for _, fields in objects.of("object") if fields[0] == "heap"}
    for stack in sorted(heap | set(lives)):
        mine = {number: fields for number, fields in objects.of("object")
                if fields[0] == "heap" and int(fields[1]) == stack}
        point = dict.fromkeys(NUMBERS, 0)
        if stack in lives:
            point.update(zip(LIFE, map(int, lives[stack])))
        else:
            point["tbk"] = sum(int(fields[4]) for fields in mine.values())
            point["tb"] = sum(int(fields[5]) for fields in mine.values())
        for use, cells in objects.uses:
            if int(use[0]) in mine and use[2] != "fetch":
                count = sum(cell[1 + event] * (int(use[3]) if counts == "bytes" else 1) for cell in cells)
                point["wb" if use[2] == "write" else "rb"] += count
                point["wb"] += count if use[2] == "modify" and counts == "bytes" else 0
        each = accesses(objects, stack, event, counts == "bytes")
        if each is not None:
            point["acc"] = each
        point["fs"] = frames_of(objects, stack)
        made["pps"].append(point)
    return made


def unpack(runs):
    """The counts that runs of equal ones stand for."""
    count, numbers = [], iter(runs)
    for number in numbers:
        if number < 0:
            assert number < -1
            count += [next(numbers)] * -number
        else:
            count.append(number)
    assert all(0 <= each <= INFINITE for each in count)
    return count


def read(path):
    with open(path, encoding="utf-8") as file:
        made = json.load(file)
    for point in made["pps"]:
        if "acc" in point:
            point["acc"] = unpack(point["acc"])
    return made


def totals(made):
    return {key: sum(point[key] for point in made["pps"]) for key in NUMBERS if key not in ("mb", "mbk")}


def by_stack(made, plain=str):
    """Program points by their frames without addresses, `plain` of each; those of the same frames are added up."""
    points = {}
    for point in made["pps"]:
        key = tuple(plain(made["ftbl"][frame].split(": ", 1)[-1]) for frame in point["fs"])
        if key in points:
            points[key] = {name: points[key][name] + point[name] for name in NUMBERS}
        else:
            points[key] = point
    return points


def differences(ours, theirs):
    """What is not the same in two files."""
    wrong = [f"{key}: {ours.get(key)!r}, not {theirs.get(key)!r}" for key in sorted(ours.keys() | theirs.keys())
             if key != "pps" and ours.get(key) != theirs.get(key)]
    if len(ours["pps"]) != len(theirs["pps"]):
        wrong.append(f"{len(ours['pps'])} program points, not {len(theirs['pps'])}")
    for number, (our, their) in enumerate(zip(ours["pps"], theirs["pps"])):
        wrong += [f"point {number}: {key}: {our.get(key)}, not {their.get(key)}"
                  for key in sorted(our.keys() | their.keys()) if our.get(key) != their.get(key)]
    return wrong
