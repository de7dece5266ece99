# SPDX-License-Identifier: GPL-2.0-or-later
"""Defines what is measured against what, with which options, and the targets.

The other tools run as their users run them: without --vex-guest-chase=no, which
makes their instruction counts exact and costs them a little."""

I1 = "--I1=32768,8,64"
D1 = "--D1=32768,8,64"
L2 = "1048576,16,64"
# The peers observe neither; what they cost is in heaping.py and paging.py.
ONLY_COUNTS = ["--heap=no", "--pagein=no"]
ALL_OBSERVERS = ["--heap=yes", "--pagein=yes"]
# All in the program's process, as CPU time is compared, and peak memory.
INSIDE = ["--observers=inside"]
GEOMETRY = [I1, D1, f"--L2={L2}", "--L3=33554432,16,64", "--ITLB=64,8", "--DTLB=64,4",
            "--L2TLB=1536,6"]
PEERS_GEOMETRY = ["--cache-sim=yes", I1, D1, f"--LL={L2}"]


class Target:
    """What memsim may take at most, relative to another tool: in the geometric
    mean over the real programs, and for each of them. What: cpu, elapsed, peak."""

    def __init__(self, what, other, mean, each=None):
        self.what, self.other, self.mean, self.each = what, other, mean, each


class Variant:
    """Options per tool, and the targets, which are judged only on a machine with
    as many CPUs."""

    def __init__(self, name, about, options, targets=(), cpus=1):
        self.name, self.about, self.options = name, about, options
        self.targets, self.cpus = targets, cpus


VARIANTS = (
    Variant("everything", "memsim: I1 D1 L2 L3 ITLB DTLB L2TLB; the peers: I1 D1 LL=L2", {
        "none": [],
        "memsim": [*GEOMETRY, *ONLY_COUNTS, *INSIDE],
        "cachegrind": PEERS_GEOMETRY,
        "callgrind": PEERS_GEOMETRY,
    }, (Target("cpu", "cachegrind", 0.75, 0.95), Target("peak", "cachegrind", 1.2))),
    Variant("outside", "memsim: the same, heap and page-ins, observed outside; the peers: "
            "as in everything", {
                "none": [],
                "memsim": [*GEOMETRY, *ALL_OBSERVERS],
                "cachegrind": PEERS_GEOMETRY,
            }, (Target("elapsed", "cachegrind", 0.60),), cpus=2),
    Variant("counts", "instruction counts only", {
        "none": [],
        "memsim": ["--cache-sim=no", "--tlb-sim=no", *ONLY_COUNTS],
        # With caches off some versions still make room for the host's last level.
        "cachegrind": ["--cache-sim=no", I1, D1, f"--LL={L2}"],
    }, (Target("cpu", "none", 1.10), Target("cpu", "cachegrind", 0.65),
        Target("peak", "cachegrind", 1.2))),
    Variant("sweep", "memsim: as in everything, 48 geometries of L2, observed outside; "
            "the peers: one", {
                "none": [],
                "memsim": [*GEOMETRY, *ONLY_COUNTS, "--sweep=L2:512K-16M,1-8,32-64"],
                "cachegrind": PEERS_GEOMETRY,
            }, (Target("elapsed", "cachegrind", 0.80),), cpus=2),
    Variant("host", "no geometry given: what each tool takes from the host", {
        "none": [],
        "memsim": ONLY_COUNTS,
        "cachegrind": ["--cache-sim=yes"],
    }),
)
# Variants of their own kind, see
TRACE = "trace"          # tracing.py
HEAP = "heap"            # heaping.py
PAGES = "pages"          # paging.py
PLACES = "places"        # places.py
PROCESSES = "processes"  # processes.py
CALLS = "calls"          # calling.py
PARTS = "parts"          # dividing.py
OBJECTS = "objects"      # attributing.py
CORES = "cores"          # parallel.py
TWINS = "twins"          # twins.py
EACH_TOOL = ("none", "memsim", "cachegrind", "callgrind")


def options_of(variant, tool):
    """A tool's options in one of the variants above."""
    return next(v for v in VARIANTS if v.name == variant).options[tool]
