# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tool is asked for when two builds are compared: guests, sets of options, and what it
refuses.

Every guest runs with the defaults, with everything recorded, and counting alone; a few guests run
with each option. Names are as seen from the working folder of a Place."""

import os

import inputs
import workloads
from twobuilds import Case, lines

WORDS = {
    "NAMED": "--machine=skylake-i7-6700k",
    "TRACE": "--trace-file=memsim.trace.%p",
    "SMALL": "--I1=4096,2,64 --D1=4096,2,64 --L2=65536,8,64 --L3=none "
             "--ITLB=16,4 --DTLB=16,4 --L2TLB=64,4",
    "COUNTS": "--cache-sim=no --tlb-sim=no",
    "GRID": "'L2:64K-512K,1-8+full,32-64;L3:1M-4M,16,64;D1:1K-8K,1-2,64;I1:4K-8K,1,64;"
            "DTLB:8-64,4+full;ITLB:16-32,4;L2TLB:64-256,4'",
    "MACHINE": "{apple-m1|arm1176-bcm2835|core2-p8600|core2-x6800|cortex-a7-bcm2836|"
               "goldencove-i9-12900k|neoverse-n1|neoverse-v2|pentium4-prescott|raptorcove-xeon5|redwoodcove-xeon6|"
               "skylake-i7-6700k|skylake-sp-gold-6154|zen5-epyc}",
}
SETS = dict(zip(("plain", "all", "counts"), lines("""
    $NAMED
    --machine=zen5-epyc $TRACE --pagein-detail=yes --sweep=$GRID --objects=yes --stacks=yes \
        --detailed-freq=1 --latency=L2:9,memory:99
    $COUNTS $TRACE""", WORDS)))
GUESTS = lines("""
    {nolibc|nolibc_rep|onelines|boxes|news|fork}
    {straddle|strcopy} 1
    bigtext 2 3000
    manyfuncs 30000
    chase 200000 3 random 30000
    chase 65536 7 seq 9000
    matmul {naive|transposed} 40
    spin 10000
    mappings 50
    sites 20
    pairs 300
    pairs 300 live
    allocs {every|bad|twice|signals|forks|own|pages|stacks}
    misuse {idle|mixed|foreign|again|thrown|jump}
    {smc|sigsegv_loop} 100
    dlopener ../progs/dlplug 5
    execer {/nowhere|../progs/onelines}
    sigfatal {term|kill-self|abort|null|trap|fpe|}""")
# The order of their threads is not fixed: they run up to TRIES times, until two runs agree.
THREADS = lines("""
    threads 2 3
    allocs threads""")
TRIES = 20
OPTION_GUESTS = lines("""
    sites 20
    straddle 1
    mappings 50""")
OPTIONS = [[], *lines("""
    $TRACE
    $SMALL
    $SMALL $TRACE --sweep=$GRID
    --{cache|tlb}-sim=no
    $NAMED $TRACE --{cache|tlb}-sim=no
    --heap=no --pagein=no
    $TRACE --heap=no --pagein=no
    $NAMED --pagein=no
    $COUNTS {--heap=yes|--heap=no|--pagein=yes|--objects=yes|--sweep=$GRID}
    $COUNTS --heap=no --pagein=no
    $COUNTS $TRACE --heap=no --pagein=yes --pagein-detail=yes
    $NAMED {-q|--log-file=log.%p|--heap-out-file=%%.%p}
    $NAMED $TRACE --huge={heap|all|none|0x4000000-0x5000000}
    $NAMED --sweep={L2:64K-512K|D1:1K-8K|I1:4K-8K},1-2,64
    $NAMED --sweep={DTLB:8-64|ITLB:16-32|L2TLB:64-256},4+full --pagein-detail=yes
    $NAMED --sweep=L3:1M-4M,16,64 --pagein-detail=yes
    $NAMED --sweep=$GRID --sweep-functions={0|all}
    $SMALL --sweep=D1:1K-8K,1-2,64 --huge=heap
    $NAMED $TRACE {--time-unit=B|--stacks=yes|--pages-as-heap=yes|--depth=200}
    $NAMED $TRACE --pages-as-heap=yes --stacks=yes --time-unit=B
    $NAMED {--objects=yes|--pagein-detail=yes|--depth=1|--threshold=0|--threshold=5.5}
    $NAMED {--detailed-freq=1|--max-snapshots=10|--max-snapshots=1000}
    $NAMED --heap-admin={0|16}
    $NAMED $TRACE --page-size={4K|16K|64K|2M} --pagein-detail=yes
    $NAMED --fault-around={4K|16K|2M} --pagein-detail=yes
    $NAMED $TRACE --alloc-fn=grow --alloc-fn=keep*
    $NAMED --ignore-fn=branch --ignore-fn=map*
    $NAMED --latency=L2:10,L3:40,memory:200
    --LL=1048576,16,64
    --L2=none --L3=none
    --D1=2K,full,64 --L2=96K,3,128 --L3=none --tlb-sim=no
    --ITLB=128,8,64K --DTLB=16,1 --L2TLB=none
    --ITLB=none --DTLB=64,4 --L2TLB=512,4
    --ITLB=64,4 --DTLB=64,4 --L2ITLB=512,4 --L2DTLB=1536,6 $TRACE
    --machine=$MACHINE""", WORDS)]
CHILDREN = lines("""
    fork
    allocs forks
    execer {../progs/onelines|../progs/fork|/nowhere}
    execer /bin/echo hello""")
REFUSED = lines("""
    --L2={0|99999999999999999999999|-32768|1.3K|8G|100},8,64
    --L2={8388608,8|32768,3,64|32768,0,64|32768,1024,64|none --L3=32768,8,64}
    --LL=8G,8,64
    --I1={abc|}
    --D1={none|32768,8,64,1|32768,8,63|32768,8,8}
    --DTLB={64|0,1|64,5}
    --ITLB=64,4,8K
    --L2TLB=1536,6,4K
    --{cache-sim|tlb-sim|heap|stacks|pages-as-heap|pagein|pagein-detail|objects}={maybe|}
    --{memsim|heap|alloc|pagein|sweep}-out-file={|/nowhere/out|/dev/full|.|%x}
    --trace-file={|/nowhere/out|/dev/full|.}
    --pagein-time={ms|}
    --page-size={8K|}
    --fault-around={12K|}
    --{alloc|ignore}-fn=
    --depth={0|201|x}
    --threshold={101|1.1234567|-1|}
    --detailed-freq={0|1000001}
    --max-snapshots={9|1001}
    --time-unit={s|}
    --heap-admin={1025|x}
    --machine={8086|}
    --huge={x|1-|4096-8192}
    --latency={L9:1|L2|L2:99999999999}
    --core={width:17|colour:1|zen9}
    --sweep={|L2|L9:1K,1,64|L2:1K-64G,1-8,64|'L2:512K-16M,1-8,32-64;L2:1K'}
    --sweep-functions={x|1000001}
    --{no-such=1|help|help-debug|version|tool=none}
    --ITLB=64,4 --DTLB=64,4,2M --L2TLB=1536,6
    --ITLB=none --DTLB=none --L2TLB=512,4
    --huge=all --DTLB=64,4,2M --L2TLB=none
    --huge=all --sweep=DTLB:16-32,4
    --cache-sim=no --sweep=L2:1M,8,64
    --tlb-sim=no --huge=all""")


def named(guest):
    return [f"../progs/{guest[0]}", *guest[1:]]


def kept(name, guest):
    """The folder for the files of a guest with a set of options."""
    return "-".join(word.replace("/", "_") for word in (name, *guest))


def guest_cases(have, small):
    for guest in GUESTS:
        for name, options in SETS.items():
            if guest[0] in have and (not small or name == "all"):
                yield Case(["tool", *options, *named(guest)], keep=kept(name, guest))
    for guest in THREADS:
        for name, options in SETS.items():
            if not small or name == "counts":
                yield Case(["tool", *options, *named(guest)], tries=TRIES, keep=kept(name, guest))
    for guest in CHILDREN:
        yield Case(["tool", "--trace-children=yes", *SETS["all"], *named(guest)])


def option_cases(small):
    for guest in OPTION_GUESTS[:1] if small else OPTION_GUESTS:
        for options in OPTIONS:
            yield Case(["tool", *options, *named(guest)])
    for options in [*REFUSED, ["/nowhere"], []]:
        yield Case(["tool", *options, *named(["onelines"])[:bool(options)]])


def timed_cases():
    """Times are taken out where files have them as text; of a trace with times, its replays are
    compared, and nothing here."""
    us, ms, on = lines("--pagein-time=us --pagein-detail=yes\n--time-unit=ms\n$NAMED $TRACE", WORDS)
    yield Case(["tool", *us, *named(["onelines"])], drop=rb"(?<= [CD]) +\d+ ")
    yield Case(["tool", *ms, *named(["nolibc"])], drop=rb"^time=\d+")
    yield Case(["tool", *on, *us, *ms, *named(["sites", "20"])], drop=rb"[\0-\xff]+", keep="timed")


def real_cases(folder, small):
    """Programs of the system, with inputs in the folder. They may run twice, as what they find on
    the system may change in between."""
    os.makedirs(folder, exist_ok=True)
    at = {name: os.path.join(folder, name) for name in ("mixed", "script", "hash", "rows")}
    inputs.mixed_file(at["mixed"], 40000)
    inputs.sql_script(at["script"], 400)
    inputs.text_file(at["hash"], inputs.PERL_SCRIPT)
    inputs.text_file(at["rows"], inputs.PYTHON_SCRIPT)
    programs = {"ls": ["-l", folder], "gzip": ["-9", "-c", at["mixed"]],
                "bzip2": ["-c", at["mixed"]], "sqlite3": ["-batch", ":memory:"],
                "perl": [at["hash"], "300"], "python3": ["-S", "-s", at["rows"], "100"]}
    for name, arguments in programs.items():
        path = workloads.program(name)
        for kind, options in SETS.items():
            if path and (not small or name in ("ls", "gzip") and kind == "all"):
                yield Case(["tool", *options, path, *arguments], tries=2, keep=f"{kind}-{name}",
                           stdin=at["script"] if name == "sqlite3" else None)


def cases(have, folder, small):
    """All cases of the tool; `have` are the names of the guests, `folder` is for inputs."""
    yield from guest_cases(have, small)
    yield from option_cases(small)
    yield from timed_cases()
    yield from real_cases(folder, small)
