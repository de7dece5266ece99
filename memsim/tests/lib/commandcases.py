# SPDX-License-Identifier: GPL-2.0-or-later
"""What the command is asked for when two builds are compared: every subcommand with its options, on
good files, on what runs of the tool have left, on files made wrong, and used in wrong ways.

The folder of inputs has golden/, corpus/ and machines/ of the suite; runs/NAME/, the files of a
case of the tool; and bad/, files made wrong. Names are as seen from the working folder of a Place."""

import glob
import os
import random
import re

import toolcases
from twobuilds import Case, lines

IN = "../../inputs"
WORDS = {**toolcases.WORDS, "IN": IN, "FEW": "'L2:64K-256K,1-4,64;DTLB:16-64,4'",
         "SUB": "{run|machine|annotate|calls|diff|merge|heap|pages|replay|sweep}",
         "VIEWER": "{annotate|calls|diff|merge|heap|pages|replay|sweep}"}
FORMATS = "\n--format={json|csv}"
PICTURES = "\n--{svg|png}=a\n--svg=a --png=b --format=text"


def options(text):
    """No options, then those of each line."""
    return [[], *lines(text, WORDS)]


# What is asked for of each kind of file; the first ones in brief.
BRIEF = 3
ANNOTATE = options(FORMATS + """
    --per={file|function|line|object|file,line}
    --per={file|function|line|object} --format=csv
    --per=line,object --format=json
    --per=region
    --region={load|parse|-}
    --show={all|Ir,D1m,D1m/D,D1m:PTI,Cy|Nothing}
    --sort={Dw,Ir|Cy|D1m+Bad}
    --sort=D1m/D --threshold=0
    --sort=Cy --show=Cy,Ir --cycles=Ir:2,D1m:7
    --threshold={0|20}
    --context={0|100000}
    --auto=no
    --width={0|60}
    --width=200 --auto=yes
    --out=a
    --out=a --format=json
    -I=$IN/golden/annotate
    -I $IN/golden/annotate a.c
    nothere.c""")
CALLS = options(FORMATS + """
    --tree
    --tree=bottom-up --depth=3
    --{tree|function=main} --format={json|csv}
    --function={main|f*|nothing}
    --hot=3 --threads
    --flame=a --sort=Ir
    --flame=a --color=D1mr/Dr --sort=Ir
    --folded
    --speedscope=a --callgrind=b
    --by=exclusive --sort=Dr --show=Ir,Dr,D1mr/Dr --threshold=0
    --{width|depth}=x""")
HEAP = options(FORMATS + PICTURES + """
    --snapshots
    --threshold={0|101}
    --threshold=30 --snapshots
    --by={time|bytes|allocs}
    --by={bytes|allocs} --svg=a
    --sort={Allocs|Bytes|Frees|PeakBytes|Temp|Failed} --top=5
    --top=1000000
    --width={40|200}
    --out=a
    --out=a --format=csv
    --alloc={$IN/golden/heap/small.alloc.1|nowhere}""")
PAGES = options(FORMATS + PICTURES + """
    --out=a
    --out=a --format=json
    --order=a --linker={lld|gold|ld}
    --order=a {--object=libc.so.6|--object=nothere|}
    --linker=ld""")
SWEEP = options(FORMATS + PICTURES + """
    --format=part
    --curve {--format=csv|--format=json|--ways=1|--ratio|--svg=a|--level=D1,DTLB|}
    --ratio {--format=csv|--log --svg=a|}
    --of={read|write|instruction|all}
    --level=L2
    --ways={3|4|full}
    --line={64|4K}
    --log
    --out=a
    --out=a --format=csv""")
TIME = options(FORMATS + PICTURES + """
    --show={all|Cy/Ir|D1m:PTI,D1m/D|Nix}
    --cycles=Ir:1,D1m:9
    --phases={1|3|1000|0}
    --rows={0|1|1000}
    --width={60|200|59}
    --heap={$IN/golden/time/small.heap.1|nowhere}
    --pagein={$IN/golden/time/small.pagein.1|nowhere}
    --out=a --format=csv""")
REPLAY = options("""
    --quiet
    --verify
    --partial
    --machine=arm1176-bcm2835
    --heap=no --pagein=no
    --huge=all
    --cache-sim=no --tlb-sim=no
    --page-size=64K --fault-around=4K
    --time-unit={B|ms}
    --pagein-time=us
    --pagein-time=us --time-unit=ms
    --{stacks|pages-as-heap}=yes
    --depth=2 --threshold=10
    --quiet --memsim-out-file=%p
    --verify --L2=1M,8,64
    --trace-file=again
    $SMALL --sweep=$FEW --pagein-detail=yes --objects=yes
    --sweep=$GRID --sweep-functions=all --quiet""")
SWEPT = options("""
    $FEW
    $FEW --format=csv
    $FEW --jobs=2
    $FEW --jobs=3 --curve
    $FEW --jobs=0
    $FEW --plan=3
    $FEW --plan=2 --prefix=mine
    $FEW --format=part --out=part
    $FEW --D1=2K,full,64 --format=json
    $FEW --machine=zen5-epyc --svg=a
    $FEW --partial
    $FEW --D9=1
    {L2:1K|L9:1K,1,64}""")
MACHINE = options("--format={xml|flags}")
IMPORT = options("--out=a\n--core={1|2|9|Core}")

# A kind of files: words of the command, the suite's files, what runs call theirs, and options.
VIEWED = (
    ("annotate", "golden/annotate/*.out corpus/counts/*", "memsim.out.*", ANNOTATE),
    ("annotate", "golden/heap/*.alloc.* corpus/heap/alloc", "memsim.alloc.*", ANNOTATE[:13]),
    ("calls", "corpus/calls/*", "memsim.calls.*", CALLS),
    ("heap", "golden/heap/*.1 golden/heap/*.massif corpus/heap/*", "memsim.heap.*", HEAP),
    ("pages", "corpus/pages/*", "memsim.pagein.*", PAGES),
    ("sweep", "golden/sweep/*.sweep corpus/sweep/*", "memsim.sweep.*", SWEEP),
    ("time", "golden/time/*.time.1 corpus/time/*", "memsim.time.*", TIME),
    ("machine show", "machines/*.xml golden/machines/*.xml", None, MACHINE),
    ("machine import", "corpus/topology/*.xml", None, IMPORT),
    ("replay", "corpus/trace/*", "memsim.trace.*", REPLAY),
    ("sweep", "corpus/trace/*", "memsim.trace.*", SWEPT))
# Files of these runs are asked for everything.
THOROUGH = ("all-sites-20", "all-mappings-50", "plain-boxes", "counts-straddle-1", "all-gzip",
            "timed")
TERMINAL = ("annotate", "heap", "pages", "sweep") if os.path.exists("/dev/ptmx") else ()

RUN = options("""
    {--|--machine=apple-m1 --}
    --machine={core2-x6800|$IN/machines/neoverse-n1.xml|nowhere.xml} -- sh -c 'echo hello; exit 7'
    --machine=$IN/corpus/topology/v1.xml -- /bin/true
    -q --memsim-out-file=o%%%p -- ../progs/sigfatal term
    -q --L2=1,2,3 -- /bin/true
    --machine=$IN/machines/arm1176-bcm2835.xml --D1=8K,2,32 --sweep=D1:8K,2,32 $TRACE \
        ../progs/onelines
    --{heap=no --pagein=no|help|no-such} ../progs/onelines
    -- /nowhere""")
WRONG = options("""
    {--help|--version|nonsense|--nonsense|help}
    $SUB {--help|--nonsense|nowhere|.|/dev/null|}
    $VIEWER /dev/null --{format|out|svg|order|alloc|sort|prefix|level|ways}{=|=x|}
    $VIEWER /dev/null --width={x|1|5000}
    $VIEWER /dev/null --{threshold|jobs|plan}={-1|0|x|100000}
    $VIEWER /dev/null --{top|by|per|show|auto|context|cycles|of|line|linker|lines|log}=x
    $VIEWER /dev/null --cycles=Ir:1000001
    $VIEWER /dev/null --mod-filename={x|s/(/x/}
    $VIEWER /dev/null --mod-funcname=s/a/b/q
    machine list {x|--format=text|}
    machine host {--sysfs=$IN/sysfs|--sysfs=nowhere --format=xml|--format=flags|}
    machine show {a b|--format=yaml apple-m1|apple-m1 --core=1|}
    machine show $MACHINE {--format=xml|--format=flags|}
    machine import -""")

PAIRS = lines("""
    $IN/golden/annotate/small.out $IN/golden/annotate/after.out
    $IN/corpus/counts/small $IN/corpus/counts/{names|cut-short}
    $IN/corpus/counts/levels $IN/corpus/counts/difference
    $IN/runs/plain-sites-20/memsim.out.pid0 $IN/runs/plain-straddle-1/memsim.out.pid0
    $IN/runs/all-{mappings-50|sites-20}/memsim.out.pid0 $IN/runs/all-sites-20/memsim.out.pid0
    $IN/runs/plain-sites-20/memsim.alloc.pid0 $IN/runs/plain-boxes/memsim.alloc.pid0
    $IN/corpus/calls/tree $IN/corpus/calls/{deep|callgrind}""", WORDS)
BOTH = options(r"""
    --out=sum
    --mod-filename=s,^.*/,,
    --mod-funcname='s/[a-m]/&&/gi;s,(.)x,\1-,'""")
TOGETHER = lines("""
    $IN/golden/sweep/part1.sweep $IN/golden/sweep/part2.sweep
    $IN/golden/sweep/part2.sweep $IN/golden/sweep/small.sweep
    $IN/golden/sweep/small.sweep $IN/golden/sweep/small.sweep
    $IN/corpus/sweep/small $IN/corpus/sweep/other-part""", WORDS)


def found(folder, patterns):
    return sorted(os.path.relpath(path, folder) for pattern in patterns.split()
                  for path in glob.glob(os.path.join(folder, pattern)) if os.path.isfile(path))


def mutations(name, data):
    """Variants of a file that are wrong, or nearly; always the same ones of the same file."""
    numbers = random.Random(name)
    half, rows = len(data) // 2, data.splitlines(keepends=True)
    yield from (b"", data[:half], data[:-1], data[:-9], data + data)
    yield from (data[:half] + b"\0" + data[half:], data.replace(b"\n", b"\r\n"))
    for text in (b"99999999999999999999999", b"18446744073709551615", b"-1", b"007", b"x"):
        places = list(re.finditer(rb"\d+", data))
        if places:
            place = numbers.choice(places)
            yield data[:place.start()] + text + data[place.end():]
    for _ in range(6):
        at, other = (numbers.randrange(len(rows)) for _ in range(2))
        yield b"".join(rows[:at] + rows[at + 1:])
        yield b"".join(rows[:at] + [rows[other]] + rows[at:])
        at = numbers.randrange(len(data))
        yield data[:at] + bytes([numbers.choice(b"\t :=#-x\"(<>/\xff\n9")]) + data[at + 1:]


def wrong_files(folder):
    os.makedirs(os.path.join(folder, "bad"), exist_ok=True)
    for kind, (command, patterns, _, asked) in enumerate(VIEWED):
        for name in found(folder, patterns):
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            for number, wrong in enumerate(mutations(name, data)):
                path = f"bad/{kind}-{os.path.basename(name)}.{number}"
                with open(os.path.join(folder, path), "wb") as file:
                    file.write(wrong)
                for chosen in asked[:2]:
                    yield Case(["memsim", *command.split(), f"{IN}/{path}", *chosen])


def viewed_files(folder, small):
    for command, patterns, written, asked in VIEWED:
        good, runs = found(folder, patterns), found(folder, f"runs/*/{written}")
        for name in good + runs:
            thorough = name in good or name.split("/")[1] in THOROUGH
            for chosen in asked if thorough else [] if small else asked[:BRIEF]:
                yield Case(["memsim", *command.split(), f"{IN}/{name}", *chosen])
        for name in good[:2] + runs[:2] if command in TERMINAL else []:
            yield Case(["memsim", command, f"{IN}/{name}"], terminal=True, env={"TERM": "xterm"})


def several_files():
    for pair in PAIRS:
        for chosen in BOTH:
            yield Case(["memsim", "diff", *pair, *chosen])
            yield Case(["memsim", "merge", *pair, pair[0], *chosen])
        yield Case(["memsim", "diff", "--lines", *pair])
    for pair in TOGETHER:
        for chosen in SWEEP:
            yield Case(["memsim", "sweep", *pair, *chosen])


def cases(folder, small):
    """All cases of the command; the folder has the inputs."""
    for words in WRONG:
        yield Case(["memsim", *words])
    for words in RUN:
        yield Case(["memsim", "run", *words])
    yield Case(["memsim", "run", "/bin/true"], env={"MEMSIM_VALGRIND": "/nowhere"})
    yield from several_files()
    yield from viewed_files(folder, small)
    if not small:
        yield from wrong_files(folder)
