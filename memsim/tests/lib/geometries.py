# SPDX-License-Identifier: GPL-2.0-or-later
"""The caches and TLBs that the comparisons go through."""


class Geometry:
    """One machine. Levels are option values; None is off. Cachegrind knows it
    only where every number of sets is a power of two, and knows no TLBs."""

    def __init__(self, name, i1, d1, l2, l3=None, tlbs=(None, None, None), use_ll=False,
                 physical=None, policies=None):
        self.name, self.i1, self.d1, self.l2, self.l3 = name, i1, d1, l2, l3
        self.itlb, self.dtlb, self.l2tlb = tlbs
        self.use_ll, self.physical = use_ll, physical
        self.policies = [f"--policy={policies}"] if policies else []

    def for_cachegrind(self):
        return [f"--I1={self.i1}", f"--D1={self.d1}", f"--LL={self.l2}"]

    def for_memsim(self):
        last = [f"--LL={self.l2}"] if self.use_ll else [f"--L2={self.l2}",
                                                        f"--L3={self.l3 or 'none'}"]
        tlbs = ["--tlb-sim=no"]
        if self.itlb:
            tlbs = [f"--ITLB={self.itlb}", f"--DTLB={self.dtlb}",
                    f"--L2TLB={self.l2tlb or 'none'}"]
        return [f"--I1={self.i1}", f"--D1={self.d1}", *last, *tlbs, *self.pages(), *self.policies]

    def pages(self):
        return [f"--physical={self.physical}"] if self.physical else []

    def for_model(self):
        levels = (("I1", self.i1), ("D1", self.d1), ("L2", self.l2), ("L3", self.l3),
                  ("ITLB", self.itlb), ("DTLB", self.dtlb), ("L2TLB", self.l2tlb))
        return [*(f"--{name}={value}" for name, value in levels if value), *self.pages(), *self.policies]


# Cachegrind accepts these.
COMMON = (
    Geometry("direct-mapped L1", "8192,1,64", "8192,1,64", "262144,4,64"),
    Geometry("2-way 16K, 8 MB L2", "16384,2,64", "16384,2,64", "8388608,8,64"),
    Geometry("32-byte lines", "16384,4,32", "32768,8,32", "524288,8,32"),
    Geometry("128-byte lines", "65536,4,128", "65536,8,128", "1048576,16,128"),
    Geometry("3 MB 12-way as LL", "32768,8,64", "49152,12,64", "3145728,12,64", use_ll=True),
    Geometry("lines 32, 64, 128", "16384,4,32", "49152,12,64", "1572864,12,128"),
    Geometry("tiny", "1024,2,32", "1024,4,32", "8192,2,64"),
)

# L2 and L3 by physical pages, small enough that it makes a difference to small programs.
PHYSICAL = tuple(Geometry(f"{physical} pages", "1024,2,32", "1024,4,32", "16384,2,64", "81920,5,64",
                          ("4,full", "6,3", "24,2"), physical=physical) for physical in ("scattered", "contiguous"))

# Sets that are no power of two, third levels and TLBs: for the model.
MODEL_ONLY = (
    Geometry("odd sets", "12288,2,64", "20480,4,64", "1966080,10,64", "11534336,11,64",
             ("48,4", "60,4", "1536,12")),
    Geometry("full, small TLBs", "2048,full,64", "4096,full,32", "49152,3,128", None,
             ("4,full", "6,3", "24,2")),
    Geometry("everything", "32768,8,64", "32768,8,64", "1048576,16,64", "33554432,16,64",
             ("64,8", "64,4", "1536,6")),
    Geometry("one-level TLBs", "16384,4,32", "16384,4,64", "98304,6,64", "393216,3,128",
             ("128,8,64K", "16,1", None)),
    *PHYSICAL,
    Geometry("policies of Coffee Lake", "4096,8,64", "2048,8,64", "16384,4,64", "65536,16,64", ("16,8", "16,4", "96,12"),
             policies="I1:plru,D1:plru,L2:QLRU_H00_M1_R2_U1,L3:QLRU_H11_M1_R0_U0,ITLB:plrul,DTLB:mru,L2TLB:random:7"),
    Geometry("policies that count hits", "4096,8,64", "3072,12,64", "12288,12,64", "98304,12,64", ("16,8", "16,4", "96,12"),
             policies="I1:QLRU_H21_M2_R1_U3,D1:mru_n,L2:lru3plru4,L3:QLRU_H20_M3_R0_U1_UMO,ITLB:fifo,DTLB:random,L2TLB:srrip"),
    Geometry("further policies", "2048,4,32", "1536,12,32", "8192,8,64", "98304,12,64", ("12,12", "8,8", "64,8"),
             policies="I1:mru,D1:lru3plru4,L2:QLRU_H10_M0_R1_U2,L3:fifo,ITLB:lru3plru4,DTLB:plru,L2TLB:QLRU_H11_M1_R1_U2"),
    Geometry("aging at hits", "4096,16,32", "2048,16,32", "8192,8,64", None,
             policies="I1:srrip,D1:QLRU_H21_M1_R0_U0,L2:mru"),
)
