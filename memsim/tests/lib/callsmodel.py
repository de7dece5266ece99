# SPDX-License-Identifier: GPL-2.0-or-later
"""Random trees of calls with known answers, as files of calls, and the answers by a naive model: a dictionary
from paths to counts.

    callsmodel.py make FILE SEED CONTEXTS    writes a file; the same arguments, the same bytes
    callsmodel.py check FILE MEMSIM          what `memsim calls` says of such a file equals the model

The model reads the tree of the file with a reader of its own. A context is its path, the tuple of its functions
from the root down; what a function costs is the sum over all paths that contain it."""

import collections
import csv
import functools
import io
import json
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "calls"))
import schema  # noqa: E402

EVENTS = ["Ir", "I1mr", "I2mr", "ITmr", "Dr", "D1mr", "D2mr", "DTmr", "Dw", "D1mw", "D2mw", "DTmw"]

NAMES = ["main", "f", "g", "h", "walk", "std::vector<int, A<B>>::push_back(int&&)", "operator<", "a;b", 'quo"ted',
         "<&\">", "back\\slash", "Größe", "(below main)", "(anonymous namespace)::f", "name with blanks 12",
         "x" * 3000, "???", "a\tb", "名前", "0x1234"]



def sample_functions(rng):
    functions = []
    for i, name in enumerate(NAMES):
        functions.append((rng.choice(["/usr/bin/prog", "/lib/libc.so.6", "???"]),
                          rng.choice(["/src/a.c", "/src/with blank/b.cc", "???"]), name))
    functions += [("/usr/bin/prog", "/src/a.c", f"fn_{i}") for i in range(40)]
    return functions


WAYS = {"s": "signal", "t": "thread"}


class Names:
    """Compression of names: (1) name, then (1)."""

    def __init__(self):
        self.number = {}

    def __call__(self, name):
        if name in self.number:
            return f"({self.number[name]})"
        self.number[name] = len(self.number) + 1
        return f"({self.number[name]}) {name}"


def random_counts(rng):
    counts = [0] * len(EVENTS)
    if rng.random() < 0.1:
        return counts
    counts[0] = rng.randrange(1, 10 ** rng.randrange(1, 7))
    for i in range(1, len(EVENTS)):
        if rng.random() < 0.4:
            counts[i] = rng.randrange(counts[0] + 1) // 3 ** (i % 4)
    return counts


def make(path, seed, contexts):
    """A tree in which contexts prefer recent parents, so that paths are deep and recursive."""
    rng = random.Random(seed)
    functions = sample_functions(rng)
    nodes = []  # kind, parent, function, line, calls, counts
    for number in range(1, contexts + 1):
        kind = rng.choice("ccccccjif")
        parent = rng.randrange(max(1, number - 12), number) if number > 1 and rng.random() < 0.8 else \
            rng.randrange(1, number) if number > 1 else 0
        if number == 1 or rng.random() < 4 / contexts:
            kind, parent = "t", 0
        elif rng.random() < 4 / contexts:
            kind, parent = "s", 0
        line = rng.choice([11, 10]) if kind == "s" else rng.randrange(1, 4) if kind == "t" else rng.randrange(200)
        calls = 0 if kind == "i" else rng.randrange(1, 1000)
        nodes.append((kind, parent, rng.randrange(len(functions)), line, calls, random_counts(rng)))
    write(path, functions, nodes, seed)


def write(path, functions, nodes, seed=0):
    objects, files, names = Names(), Names(), Names()
    total = [sum(node[5][e] for node in nodes) for e in range(len(EVENTS))]
    # Functions' own counts, with those of what is inlined into them apart, and edges with the inclusive cost of all
    # calls. No edge leads to an inlined function, and none has calls=0, which callgrind_annotate reads as own cost.
    inclusive = [list(node[5]) for node in nodes]
    holder = list(range(len(nodes)))
    for i, node in enumerate(nodes):
        if node[0] == "i":
            holder[i] = holder[node[1] - 1]
    for i in range(len(nodes) - 1, -1, -1):
        parent = nodes[i][1]
        if parent:
            for e in range(len(EVENTS)):
                inclusive[parent - 1][e] += inclusive[i][e]
    own = collections.defaultdict(lambda: [0] * len(EVENTS))
    inlined = collections.defaultdict(lambda: [0] * len(EVENTS))
    edges = collections.defaultdict(lambda: [0, [0] * len(EVENTS)])
    for i, (kind, parent, function, line, calls, counts) in enumerate(nodes):
        into = own[nodes[holder[i]][2]]
        if kind == "i":
            into = inlined[nodes[holder[i]][2]]
        for e in range(len(EVENTS)):
            into[e] += counts[e]
        if parent and kind != "i":
            edge = edges[(nodes[holder[parent - 1]][2], function)]
            edge[0] += calls
            for e in range(len(EVENTS)):
                edge[1][e] += inclusive[i][e]
    by_caller = collections.defaultdict(list)
    for (caller, callee), edge in sorted(edges.items()):
        by_caller[caller].append((callee, edge))
    with open(path, "w", encoding="utf-8", newline="\n") as to:
        to.write("# callgrind format\nversion: 1\ncreator: memsim 0.1.0\npid: 4711\n"
                 f"cmd: ./prog --seed={seed} <&\">\n"
                 "desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
                 "desc: Est. cycles: Ir + 12 (D1mr + D1mw) + 100 (D2mr + DTmr)\n"
                 f"positions: line\nevents: {' '.join(EVENTS)}\nsummary: {' '.join(map(str, total))}\n\n")
        for function in sorted(own):
            obj, file, name = functions[function]
            to.write(f"ob={objects(obj)}\nfl={files(file)}\nfn={names(name)}\n")
            to.write(f"{function + 10} {' '.join(map(str, own[function]))}\n")
            if function in inlined:
                to.write(f"fi={files('/src/inline.h')}\n5 {' '.join(map(str, inlined[function]))}\n"
                         f"fe={files(file)}\n")
            for callee, (calls, counts) in by_caller[function]:
                obj, file, name = functions[callee]
                to.write(f"cob={objects(obj)}\ncfi={files(file)}\ncfn={names(name)}\ncalls={calls} 0\n"
                         f"{callee + 1} {' '.join(map(str, counts))}\n")
            to.write("\n")
        to.write(f"totals: {' '.join(map(str, total))}\n\n# memsim tree: 1\n")
        for i, (obj, file, name) in enumerate(functions):
            to.write(f"#F {i + 1} ob={objects(obj)} fl={files(file)} fn={names(name)}\n")
        for kind, parent, function, line, calls, counts in nodes:
            counts = list(counts)
            while counts and not counts[-1]:
                counts.pop()
            to.write(" ".join(map(str, [f"#N {kind}", parent, function + 1, line, calls] + counts)) + "\n")
        to.write(f"#E {len(nodes)}\n")


class Model:
    """What a file of calls says, by its tree alone."""

    def __init__(self, path, apart=False):
        """`apart`: threads are."""
        names = {"ob": {}, "fl": {}, "fn": {}}
        kinds = {"cob": "ob", "fi": "fl", "fe": "fl", "cfi": "fl", "cfn": "fn"}
        self.functions, self.nodes = [], []

        def named(key, text):
            table = names[kinds.get(key, key)]
            number, blank, name = text.partition(" ")
            if blank:
                table[number] = name
            return table[number]

        with open(path, encoding="utf-8", newline="\n") as lines:
            for line in lines:
                line = line[:-1]
                head = re.match(r"(c?ob|fl|fi|fe|cfi|c?fn)=(.*)$", line)
                if head:
                    named(*head.groups())
                elif line.startswith("events: "):
                    self.events = line.split()[1:]
                elif line.startswith("summary: "):
                    self.total = [int(word) for word in line.split()[1:]]
                elif line.startswith("cmd: "):
                    self.command = line[5:]
                elif line.startswith("#F "):
                    match = re.match(r"#F \d+ ob=(.*?) fl=(.*?) fn=(.*)$", line)
                    self.functions.append(tuple(named(k, t) for k, t in zip(("ob", "fl", "fn"), match.groups())))
                elif line.startswith("#N "):
                    word = line.split()
                    counts = [int(w) for w in word[6:]]
                    counts += [0] * (len(self.events) - len(counts))
                    self.nodes.append((word[1], int(word[2]), int(word[3]) - 1, int(word[4]), int(word[5]), counts))
        self.paths = collections.defaultdict(lambda: [0] * len(self.events))
        self.calls = collections.defaultdict(int)
        way = []
        for kind, parent, function, line, calls, counts in self.nodes:
            how = "i" if kind == "i" else f"s{line}" if kind == "s" else f"t{line}" if kind == "t" and apart else ""
            path = (way[parent - 1] if parent else ()) + ((self.functions[function], how),)
            way.append(path)
            total = self.paths[path]
            for e, count in enumerate(counts):
                total[e] += count
            self.calls[path] += calls

    def zero(self):
        return [0] * len(self.events)

    @staticmethod
    def add(to, counts):
        for e, count in enumerate(counts):
            to[e] += count

    def costs(self):
        """{function: [calls, inclusive, exclusive]}"""
        costs = {}
        for path, counts in self.paths.items():
            for function in {function for function, _ in path}:
                self.add(costs.setdefault(function, [0, self.zero(), self.zero()])[1], counts)
            last = costs[path[-1][0]]
            self.add(last[2], counts)
            last[0] += self.calls[path]
        return costs

    def inlined(self):
        """Functions that nobody calls, as all of their code was inlined."""
        called, copied = set(), set()
        for path in self.paths:
            (copied if path[-1][1] == "i" else called).add(path[-1][0])
        return copied - called

    def related(self, wanted):
        """Callers and callees of a function: {(how, function): [calls, counts]}, twice."""
        callers, callees = {}, {}

        def entry(table, key):
            return table.setdefault(key, [0, self.zero()])

        def how(way):
            return "inlined" if way == "i" else "call"

        for path, counts in self.paths.items():
            at = [i for i, (function, _) in enumerate(path) if function == wanted]
            if not at:
                continue
            first, last = at[0], at[-1]
            for table, i in ((callers, first), (callees, last + 1)):
                if table is callees:
                    key = ("self",) if i == len(path) else (how(path[i][1]), path[i][0])
                elif not i:
                    key = ("signal", int(path[0][1][1:])) if path[0][1][:1] == "s" else ("start",)
                else:
                    key = (how(path[i][1]), path[i - 1][0])
                self.add(entry(table, key)[1], counts)
            # Calls of the function itself, and of what it calls.
            if path[-1][0] == wanted:
                i = len(path) - 1
                key = (how(path[i][1]), path[i - 1][0]) if i else \
                    (("signal", int(path[0][1][1:])) if path[0][1][:1] == "s" else ("start",))
                entry(callers, key)[0] += self.calls[path]
            elif len(path) > 1 and path[-2][0] == wanted:
                entry(callees, (how(path[-1][1]), path[-1][0]))[0] += self.calls[path]
        return callers, callees

    def inclusive(self):
        """{path: counts of all that begins with it}"""
        sums = collections.defaultdict(self.zero)
        for path, counts in self.paths.items():
            for length in range(len(path) + 1):
                self.add(sums[path[:length]], counts)
        return sums

    def upwards(self, depth):
        """{functions from the last one up: own counts of it when it is called that way}"""
        sums = collections.defaultdict(self.zero)
        for path, counts in self.paths.items():
            up = tuple(function for function, _ in reversed(path))
            for length in range(min(depth, len(up)) + 1):
                self.add(sums[up[:length]], counts)
        return sums


class Checker:
    """Compares what the command says of a file with the model of it."""

    def __init__(self, command, path):
        self.command, self.path = command, path
        self.wrong = []

    @functools.cached_property
    def model(self):
        """Made when it is needed: paths of large trees take much memory."""
        return Model(self.path)

    def run(self, *arguments):
        done = subprocess.run([self.command, "calls", self.path, *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        if done.returncode or done.stderr:
            self.complain(f"{arguments}: status {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode()

    def json(self, *arguments):
        return json.loads(self.run("--format=json", "--depth=0", *arguments))

    def complain(self, what):
        self.wrong.append(what)

    def equal(self, what, found, expected):
        if found != expected:
            self.complain(f"{what}: found {str(found)[:200]}, expected {str(expected)[:200]}")

    @staticmethod
    def function(row):
        return tuple(row[key] or "???" for key in ("object", "file", "function"))

    def functions(self, shown):
        costs = self.model.costs()
        self.equal("totals", shown["totals"], self.model.total)
        self.equal("the functions", len(shown["functions"]), len(costs))
        for row in shown["functions"]:
            self.equal(row["function"], [row["calls"], row["inclusive"], row["exclusive"]],
                       costs.get(self.function(row)))

    def related(self, name):
        for row in self.json("--function=" + name)["related"]:
            callers, callees = self.model.related(self.function(row))
            for key, expected in (("callers", callers), ("callees", callees)):
                found = {}
                for one in row[key]:
                    how = {"call": ("call",), "inlined": ("inlined",)}.get(one["by"], (one["by"],))
                    if one["by"] in ("call", "inlined"):
                        how += (self.function(one),)
                    if one["by"] == "signal":
                        how += (one["signal"],)
                    found[how] = [one["calls"], one["values"]]
                self.equal(f"{key} of {name[:40]}", found, expected)
                sums = [sum(values) for values in zip(*(counts for _, counts in found.values()))]
                self.equal(f"the sum of the {key} of {name[:40]}", sums, row["inclusive"])

    def tree_paths(self, rows):
        """{path: row}; in a path of the tree, the signal or the inlining is part of a step."""
        paths = [()]
        for row in rows[1:]:
            by = {"inlined": "i", "signal": f"s{row.get('signal')}", "thread": f"t{row.get('thread')}"}.get(row["by"], "")
            paths.append(paths[row["parent"]] + ((self.function(row), by),))
        return dict(zip(paths, rows))

    def tree(self, model, *arguments):
        found = self.tree_paths(self.json("--tree", *arguments)["tree"])
        expected = {path: counts for path, counts in model.inclusive().items() if not path or counts[0]}
        self.equal("the paths of the tree", set(found), set(expected))
        for path, row in found.items():
            self.equal("an inclusive cost in the tree", row["inclusive"], expected.get(path))
            self.equal("an exclusive cost in the tree", row["exclusive"],
                       model.paths[path] if path in model.paths else model.zero())
            self.equal("calls in the tree", row["calls"], model.calls.get(path, 0))

    def trees(self):
        self.tree(self.model)
        self.tree(Model(self.path, apart=True), "--threads")
        depth = 4
        shown = self.json("--tree=bottom-up", f"--depth={depth}")["tree"]
        found = {tuple(function for function, _ in path): row["inclusive"]
                 for path, row in self.tree_paths(shown).items()}
        expected = {up: counts for up, counts in self.model.upwards(depth).items() if not up or counts[0]}
        self.equal("the tree from the functions up", found, expected)

    def folded(self, event=0):
        sums = collections.defaultdict(int)
        for line in self.run("--folded", "--sort=" + self.model.events[event]).splitlines():
            stack, count = line.rsplit(" ", 1)
            sums[stack] += int(count)
        expected = collections.defaultdict(int)
        for path, counts in self.model.paths.items():
            if counts[event]:
                expected[";".join(folded_name(*step) for step in path)] += counts[event]
        self.equal("folded stacks", dict(sums), dict(expected))

    def speedscope(self, folder):
        name = os.path.join(folder, "speedscope.json")
        self.run("--speedscope=" + name)
        with open(name, encoding="utf-8") as file:
            shown = json.load(file)
        for fault in speedscope_faults(shown):
            self.complain("speedscope: " + fault)
        if speedscope_planted(shown):
            self.complain(f"speedscope: planted faults are not found: {speedscope_planted(shown)}")
        frames = shown["shared"]["frames"]
        self.equal("the profiles", [profile["name"] for profile in shown["profiles"]], self.model.events)
        for event, profile in enumerate(shown["profiles"]):
            sums = collections.defaultdict(int)
            for stack, weight in zip(profile["samples"], profile["weights"]):
                sums[tuple(frames[i]["name"] for i in stack)] += weight
            expected = collections.defaultdict(int)
            for path, counts in self.model.paths.items():
                if counts[event]:
                    expected[tuple(speedscope_name(*step) for step in path)] += counts[event]
            self.equal("stacks of speedscope", dict(sums), dict(expected))

    def text(self):
        """The numbers of the text are those of the JSON."""
        rows = {}
        for line in self.run("--system-frames", "--show=Ir", "--threshold=0", "--width=0").splitlines():
            match = re.match(r" *([\d,]+) +[\d.]+% +([\d,]+) +[\d.]+% +([\d,]+|inlined)  (.*)$", line)
            if match:
                numbers = [text if text == "inlined" else int(text.replace(",", ""))
                           for text in match.groups()[:3]]
                rows.setdefault(tuple(numbers), 0)
                rows[tuple(numbers)] += 1
        inlined = self.model.inlined()
        expected = collections.Counter((inclusive[0], own[0], "inlined" if function in inlined else calls)
                                       for function, (calls, inclusive, own) in self.model.costs().items())
        self.equal("the text", rows, dict(expected))

    def csv(self):
        table = list(csv.reader(io.StringIO(self.run("--format=csv", "--show=all"), newline="")))
        events = len(self.model.events)
        found = {(row[2], row[1], row[0]): [int(row[3]), [int(x) for x in row[4:4 + events]],
                                            [int(x) for x in row[4 + events:]]] for row in table[1:]}
        self.equal("the CSV", found, self.model.costs())

    def plain(self, folder):
        """The plain file has functions' own counts with inlined ones in them, and no tree."""
        name = os.path.join(folder, "plain")
        self.run("--callgrind=" + name)
        done = subprocess.run([self.command, "calls", name, "--format=json"], stdout=subprocess.PIPE, check=False)
        shown = json.loads(done.stdout.decode())
        self.equal("the contexts of a plain file", shown["contexts"], None)
        self.equal("the totals of a plain file", shown["totals"], self.model.total)
        own = collections.defaultdict(self.model.zero)
        holder = []
        for i, (kind, parent, function, _, _, counts) in enumerate(self.model.nodes):
            holder.append(holder[parent - 1] if kind == "i" else function)
            self.model.add(own[self.model.functions[holder[i]]], counts)
        found = {self.function(row): row["exclusive"] for row in shown["functions"] if any(row["exclusive"])}
        self.equal("own counts in a plain file", found, {f: c for f, c in own.items() if any(c)})
        return name

    def all(self, folder):
        self.functions(self.json())
        for function in sorted({function for function in self.model.costs()})[::7]:
            if not re.search(r"[*?]", function[2]):
                self.related(function[2])
        self.trees()
        for event in (0, 5):
            self.folded(event)
        self.speedscope(folder)
        self.text()
        self.csv()
        return self.plain(folder)


def clean(name):
    return re.sub(r"[\x00-\x1f\x7f]", "\ufffd", name)


def folded_name(function, way):
    return clean(function[2]).replace(";", ":") + \
        ("_[i]" if way == "i" else f" [{WAYS[way[0]]} {way[1:]}]" if way else "")


def speedscope_name(function, way):
    return function[2] + (" [inlined]" if way == "i" else f" [{WAYS[way[0]]} {way[1:]}]" if way else "")


@functools.lru_cache
def speedscope_schema():
    """The schema that speedscope's package has (golden/speedscope, with its licence)."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "..", "golden", "speedscope", "file-format-schema.json"), encoding="utf-8") as file:
        return json.load(file)


def speedscope_faults(shown):
    """What is against the published schema; and what speedscope's importer relies on beyond that."""
    faults = list(schema.faults(speedscope_schema(), shown))
    if faults:
        return faults
    frames = len(shown["shared"]["frames"])
    for profile in shown["profiles"]:
        name, stacks, weights = profile["name"], profile["samples"], profile["weights"]
        if len(stacks) != len(weights):
            faults.append(f"{name}: {len(stacks)} samples, {len(weights)} weights")
        if profile["endValue"] - profile["startValue"] != sum(weights):
            faults.append(f"{name}: endValue")
        if any(not isinstance(i, int) or not 0 <= i < frames for stack in stacks for i in stack):
            faults.append(f"{name}: the number of a frame")
    return faults


def speedscope_planted(shown):
    """Which of several faults, each planted in a copy of a good file, are not found."""
    def change(*path, to=None):
        copy = at = json.loads(json.dumps(shown))
        for key in path[:-1]:
            at = at[key]
        if to is None:
            del at[path[-1]]
        else:
            at[path[-1]] = to
        return copy

    first = ("profiles", 0)
    planted = [change("$schema"), change("shared"), change(*first, "unit"), change(*first, "unit", to="kilograms"),
               change(*first, "type", to="evented"), change(*first, "weights", 0, to="1"),
               change(*first, "weights", 0), change(*first, "samples", 0, 0, to=1 << 30), change(*first, "endValue", to=-1),
               change("shared", "frames", 0, "name"), change("shared", "frames", 0, "line", to="12"), change("profiles", to={})]
    return [number for number, copy in enumerate(planted) if not speedscope_faults(copy)]


def compare(command, before, after):
    """What `memsim diff` says of two files, against two models."""
    wrong = []

    def key(function):
        obj, file, name = function
        obj = obj.rsplit("/", 1)[-1]
        named = not re.match(r"(0x[0-9a-f]+|\?\?\?)$", name) or (name != "???" and obj == "prog")
        return file.rsplit("/", 1)[-1], "" if named else obj, re.sub("(?<=.)@0x[0-9a-f]+$", "", name)

    done = subprocess.run([command, "diff", before, after, "--format=json"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=True)
    shown = json.loads(done.stdout.decode())
    models = [Model(before), Model(after)]
    sums = []
    for model in models:
        paths = collections.defaultdict(model.zero)
        for path, counts in model.paths.items():
            model.add(paths[tuple((key(function), way) for function, way in path)], counts)
        sums.append(paths)
    for side, name in enumerate(("totals-before", "totals-after")):
        if shown[name] != models[side].total:
            wrong.append(name)
    changed = {path for path in set(sums[0]) | set(sums[1])
               if sums[0].get(path, [0])[0] != sums[1].get(path, [0])[0]}
    expected = collections.Counter((sums[0].get(path, [0])[0], sums[1].get(path, [0])[0],
                                    tuple(function[2] for function, _ in reversed(path))) for path in changed)
    found = collections.Counter((row["before"], row["after"], tuple(key(("", "", name))[2] for name in row["path"]))
                                for row in shown["paths"])
    if found != expected:
        wrong.append(f"paths: {list((found - expected).items())[:2]}, expected {list((expected - found).items())[:2]}")
    change = sum(row["after"] - row["before"] for row in shown["paths"])
    if change != models[1].total[0] - models[0].total[0]:
        wrong.append("the sum of the changes of paths")
    for side, name in enumerate(("before", "after")):
        inclusive = collections.defaultdict(models[side].zero)
        for path, counts in sums[side].items():
            for function in {function for function, _ in path}:
                models[side].add(inclusive[function], counts)
        for row in shown["functions"]:
            function = key((row["object"], row["file"], row["function"]))
            if row[f"inclusive-{name}"] != inclusive.get(function, models[side].zero()):
                wrong.append(f"inclusive-{name} of {row['function'][:40]}")
    return wrong


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    elif sys.argv[1] == "check":
        checker = Checker(sys.argv[3], sys.argv[2])
        checker.all(os.path.dirname(sys.argv[2]) or ".")
        print("\n".join(checker.wrong), end="\n" if checker.wrong else "")
        sys.exit(bool(checker.wrong))
