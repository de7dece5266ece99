# SPDX-License-Identifier: GPL-2.0-or-later
"""Defines what is measured against what, with which options, and the targets.

The other tools run as their users run them: without --vex-guest-chase=no, which
makes their instruction counts exact and costs them a little."""

I1 = "--I1=32768,8,64"
D1 = "--D1=32768,8,64"
L2 = "1048576,16,64"
# The peers observe neither; what they cost is in heaping.py and paging.py.
ONLY_COUNTS = ["--heap=no", "--pagein=no"]


class Variant:
    """Options per tool, and the targets for memsim's CPU time relative to
    Cachegrind's: of the geometric mean over the real programs, and of each.
    Those for the peak memory are of the geometric mean."""

    def __init__(self, name, about, options, mean_target=None, each_target=None,
                 peak_target=1.2):
        self.name, self.about, self.options = name, about, options
        self.mean_target, self.each_target = mean_target, each_target
        self.peak_target = peak_target


VARIANTS = (
    Variant("everything", "memsim: I1 D1 L2 L3 ITLB DTLB L2TLB; the peers: I1 D1 LL=L2", {
        "none": [],
        "memsim": [I1, D1, f"--L2={L2}", "--L3=33554432,16,64", "--ITLB=64,8", "--DTLB=64,4",
                   "--L2TLB=1536,6", *ONLY_COUNTS],
        "cachegrind": ["--cache-sim=yes", I1, D1, f"--LL={L2}"],
        "callgrind": ["--cache-sim=yes", I1, D1, f"--LL={L2}"],
    }, mean_target=0.65, each_target=0.9),
    Variant("counts", "instruction counts only", {
        "none": [],
        "memsim": ["--cache-sim=no", "--tlb-sim=no", *ONLY_COUNTS],
        # With caches off some versions still make room for the host's last level.
        "cachegrind": ["--cache-sim=no", I1, D1, f"--LL={L2}"],
    }, mean_target=0.65),
    Variant("sweep", "memsim: the same and 48 geometries of L2; the peers: one", {
        "none": [],
        "memsim": [I1, D1, f"--L2={L2}", "--L3=33554432,16,64", "--ITLB=64,8", "--DTLB=64,4",
                   "--L2TLB=1536,6", *ONLY_COUNTS,
                   "--sweep=L2:512K-16M,1-8,32-64"],
        "cachegrind": ["--cache-sim=yes", I1, D1, f"--LL={L2}"],
    }, mean_target=1.0, each_target=2.0, peak_target=None),
    Variant("host", "no geometry given: what each tool takes from the host", {
        "none": [],
        "memsim": ONLY_COUNTS,
        "cachegrind": ["--cache-sim=yes"],
    }),
)
TRACE = "trace"  # variants of their own kind, see tracing.py
HEAP = "heap"    # and heaping.py,
PAGES = "pages"  # and paging.py
EACH_TOOL = ("none", "memsim", "cachegrind", "callgrind")
