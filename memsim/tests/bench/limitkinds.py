# SPDX-License-Identifier: GPL-2.0-or-later
"""The kinds of runs that bench/limits measures: what there is much of, and what bounds what memsim keeps of it."""


class Kind:
    """A guest's command, in which {size} is how much there is of `unit`; memsim's options; and what bounds the
    memory for it, in words."""

    def __init__(self, name, command, unit, size, options="", bound="", shell=False):
        self.name, self.unit, self.size, self.bound, self.shell = name, unit, size, bound, shell
        self.command, self.options = command.split() if isinstance(command, str) else command, options.split()


CALLS = "--calls=yes"
NOTHING = "does not grow"
PROGRAM = "the program's own memory"
CONTEXTS = "`--calls-limit`: an eighth of the memory"
FILE = "`--trace-limit`, the disk"
CODE = "the program's code"
LIVE = "blocks that are live"
CHILDREN = "children at the same time"

KINDS = [
    Kind("nothing", "limits signals {size}", "signal", 1, "", "what memsim takes by itself"),
    # Recursions
    Kind("recursion", "limits tree {size}", "calls", 2000000, "", NOTHING),
    Kind("recursion, calls", "limits tree {size}", "calls", 100000, CALLS, CONTEXTS),
    Kind("recursion, calls, limited", "limits tree {size}", "calls", 100000, CALLS + " --calls-limit=8M", NOTHING),
    Kind("recursion, calls, folded", "limits tree {size}", "calls", 100000, CALLS + " --recursion=fold", NOTHING),
    Kind("recursion, calls, threads", "limits tree {size}", "calls", 100000, CALLS + " --threads=yes", CONTEXTS),
    Kind("recursion, calls, 4 cores", "limits tree {size}", "calls", 100000, CALLS + " --cores=4", CONTEXTS),
    Kind("recursion, calls, all data", "limits tree {size}", "calls", 50000, CALLS + " --objects-sim=accesses", CONTEXTS),
    Kind("deep recursion", "limits deep {size}", "levels", 100000, "", PROGRAM),
    Kind("deep recursion, calls", "limits deep {size}", "levels", 50000, CALLS, CONTEXTS),
    Kind("deep recursion, data", "limits deep {size}", "levels", 50000, "--objects-sim=yes", "frames on the stack"),
    # Threads
    Kind("threads, 8 at once", "waves {size} 8", "threads", 1000, "", NOTHING),
    Kind("threads, by thread", "waves {size} 8", "threads", 1000, "--threads=yes", "what each thread did"),
    Kind("threads, by thread, calls", "waves {size} 8", "threads", 1000, "--threads=yes --calls=yes",
         "what each thread did"),
    Kind("threads on 4 cores", "waves {size} 8", "threads", 300, "--cores=4", "threads that share lines"),
    Kind("threads at once", "crowd alive {size}", "threads", 40, "", "1 MB each are Valgrind's; `--max-threads`"),
    # Forks
    Kind("forks, one by one", "children {size}", "children", 40, "", NOTHING),
    Kind("forks, observers outside", "children {size}", "children", 20, "--observers=outside", NOTHING),
    Kind("forks, calls", "children {size}", "children", 20, CALLS, NOTHING),
    Kind("forks at once", "limits forks {size}", "children", 5, "", CHILDREN),
    Kind("programs, one by one", ["/bin/sh", "-c", "i=0; while [ $i -lt {size} ]; do /bin/true; i=$((i + 1)); done"],
         "programs", 3, "--trace-children=yes", NOTHING, shell=True),
    # Mappings and pages
    Kind("mappings, one by one", "mappings {size}", "mappings", 10000, "", "the list of first touches"),
    Kind("mappings at once", "limits mapped {size}", "mappings", 1000, "", "mappings that there are"),
    Kind("mappings, as a heap", "mappings {size}", "mappings", 10000, "--pages-as-heap=yes --pagein=no", NOTHING),
    Kind("pages written", "limits pages {size}", "pages", 10000, "", "pages of the program, and the list of them"),
    Kind("pages written, no list", "limits pages {size}", "pages", 10000, "--pagein=no", "pages of the program"),
    # Blocks
    Kind("blocks, one by one", "pairs {size}", "blocks", 100000, "", NOTHING),
    Kind("blocks that live", "pairs {size} live", "blocks", 100000, "", LIVE),
    Kind("blocks that live, data", "pairs {size} live", "blocks", 100000, "--objects-sim=yes", LIVE),
    Kind("blocks, all data", "pairs {size}", "blocks", 50000, "--objects-sim=accesses", NOTHING),
    Kind("blocks, many places", "limits places {size}", "places", 5000, "", "call stacks that allocate (`--depth`)"),
    # Contexts and code
    Kind("code", "bigtext 1 {size}", "functions", 2000, "", CODE),
    Kind("code, calls", "bigtext 1 {size}", "functions", 2000, CALLS, CODE),
    Kind("code, instructions", "bigtext 1 {size}", "functions", 2000, "--dump-instr=yes", CODE),
    Kind("code that is rewritten", "smc {size}", "times", 2000, "", "code that there ever was"),
    Kind("regions", "limits regions {size}", "names", 1000, "", "names of regions, times lines in each"),
    Kind("signals", "limits signals {size}", "signals", 10000, CALLS, NOTHING),
    # Waits
    Kind("a thread sleeps, 4 cores", "limits asleep {size}", "thousand steps", 300, "--cores=4", "the queue of a core"),
    Kind("a thread reads, 4 cores", "limits reading {size}", "thousand steps", 500, "--cores=4", "the queue of a core"),
    Kind("a thread waits for a lock", "limits futex {size}", "thousand steps", 500, "--cores=4", "the queue of a core"),
    Kind("handing over", "contend handoff {size}", "times", 5000, "--cores=2", NOTHING),
    # Cores
    Kind("a lock, 4 cores", "contend spin-pause {size} 4", "rounds", 10000, "--cores=4", NOTHING),
    Kind("false sharing", "twins counters together {size}", "rounds", 50000, "--cores=2 --share-predict=yes", NOTHING),
    Kind("random reads, 4 cores", "chase 1000000 7 random {size}", "reads", 1000000, "--cores=4", NOTHING),
    # Long runs
    Kind("a long loop", "spin {size}", "passes", 20000000, "", NOTHING),
    Kind("a long loop, all counts", "spin {size}", "passes", 10000000,
         "--calls=yes --threads=yes --objects-sim=accesses --interval=10M", NOTHING),
    Kind("a long loop, intervals", "spin {size}", "passes", 10000000, "--interval=10K", "intervals, which `--interval` sets"),
    Kind("random reads, sweep", "chase 1000000 7 random {size}", "reads", 500000, "--sweep=L2:64K-4M,1-16,64", NOTHING),
    Kind("a long loop, trace", "spin {size}", "passes", 10000000, "--trace-file=t", NOTHING),
    Kind("random reads, trace", "chase 1000000 7 random {size}", "reads", 1000000, "--trace-file=t", FILE),
]
