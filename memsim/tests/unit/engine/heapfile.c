/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the heap's observer writes: complete files for calls that can be followed by hand, which
 * Massif's and Cachegrind's own programs read; trees of arbitrary places; and which snapshots are
 * kept.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/heap/file.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/text.h"

static struct msim_dict dict;
static struct msim_heap_options options;
static struct msim_heap *heap;
static struct unit_text text;

UNIT_BEFORE()
{
    msim_dict_init(&dict, &memory.mem);
    options = msim_heap_usual;
    unit_text_start(&text);
}

UNIT_AFTER()
{
    unit_text_end(&text);
}

static void start(void)
{
    heap = msim_get(&memory.mem, sizeof *heap, 64);
    msim_heap_init(heap, &memory.mem, &dict, &options);
}

static uint32_t call_at(uint64_t address, const char *function, const char *file, uint32_t line,
                        uint32_t caller)
{
    uint32_t site = msim_dict_site(&dict, msim_dict_string(&dict, file),
                                   msim_dict_string(&dict, function), line);
    uint32_t object = msim_dict_string(&dict, "/usr/bin/prog");
    return msim_calls_call(&dict.calls, msim_calls_frame(&dict.calls, address, site, object),
                           caller);
}

static void event(enum msim_heap_call function, uint32_t stack, uint64_t bytes, uint64_t result,
                  uint64_t given, uint64_t time)
{
    uint64_t record[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS),
                         (uint64_t)stack << 32 | function, bytes, result, given};
    msim_heap_event(heap, record, time);
}

static void must_be(const char *expected)
{
    const char *is = text.text;
    size_t at = 0, line = 0;
    for (; is[at] && is[at] == expected[at]; at++)
        line = is[at] == '\n' ? at + 1 : line;
    ck_assert_msg(is[at] == expected[at], "'%.*s' instead of '%.*s'", (int)strcspn(is + line, "\n"),
                  is + line, (int)strcspn(expected + line, "\n"), expected + line);
}

enum { NOT_HERE = 77 };

/* The status of the program when it is given the file; NOT_HERE: there is no such program. */
static int status_of(const char *program, const char *file, size_t bytes)
{
    char name[] = "/tmp/memsim-unit-XXXXXX", command[200];
    int to = mkstemp(name);
    ck_assert(to >= 0 && write(to, file, bytes) == (ssize_t)bytes);
    close(to);
    snprintf(command, sizeof command,
             "command -v %s > /dev/null || exit %d; %s %s > /dev/null 2>&1 || exit 1", program,
             NOT_HERE, program, name);
    int status = system(command);
    unlink(name);
    return WEXITSTATUS(status);
}

/* The program reads what was written, and would say if it could not. */
static void must_be_read_by(const char *program)
{
    int status = status_of(program, text.text, text.used);
    ck_assert_msg(status == 0 || status == NOT_HERE, "%s does not read the file", program);
    ck_assert_int_ne(status_of(program, text.text + 3, text.used - 3), 0);
}

/* --- By hand ------------------------------------------------------------------------------ */

/*
 * main -> get, main -> parse -> get, where get is inlined into nothing and xmalloc is what it
 * calls; main allocates itself; something unknown does.
 *
 *   time                      heap   extra (8 each)
 *      0
 *   1000  main: 6            6       8
 *   2000  get<main: 500      506     16
 *   3000  get<parse: 300     806     24
 *   4000  ???: 90            896     32     the peak
 *   5000  free of the 500    396     24
 *   6000  realloc 6 to 10    400     24
 */
static void run_by_hand(void)
{
    uint32_t main_ = call_at(0x4010AF, "main", "src/main.c", 12, 0);
    uint32_t in_main = call_at(0x4010C0, "main", "src/main.c", 14, 0);
    uint32_t parse = call_at(0x402000, "parse", "src/parse.c", 7, in_main);
    uint32_t get1 = call_at(0x403000, "get", "src/get.c", 3, main_);
    uint32_t get2 = call_at(0x403000, "get", "src/get.c", 3, parse);
    uint32_t alloc1 = call_at(0x404000, "xmalloc", "src/x.c", 1, get1);
    uint32_t alloc2 = call_at(0x404000, "xmalloc", "src/x.c", 1, get2);
    uint32_t unknown = call_at(0x500000, "???", "???", 0, 0);
    start();
    event(MSIM_HEAP_MALLOC, main_, 6, 0x1000, 0, 1000);
    event(MSIM_HEAP_MALLOC, alloc1, 500, 0x2000, 0, 2000);
    event(MSIM_HEAP_CALLOC, alloc2, 300, 0x3000, 0, 3000);
    event(MSIM_HEAP_MALLOC, unknown, 90, 0x4000, 0, 4000);
    event(MSIM_HEAP_FREE, 0, 0, 0, 0x2000, 5000);
    event(MSIM_HEAP_FREE, 0, 0, 0, 0, 5500); /* these two change nothing */
    event(MSIM_HEAP_MALLOC, main_, 1, 0, 0, 5500);
    event(MSIM_HEAP_REALLOC, in_main, 10, 0x5000, 0x1000, 6000);
}

static void options_by_hand(void)
{
    options.admin = 8;
    options.detailed_freq = 3;
    options.threshold = 1250000;
    options.alloc_fns = (struct msim_option_names){{"xmalloc"}, 1};
}

UNIT_TEST(heap_by_hand)
{
    options_by_hand();
    run_by_hand();
    msim_heap_file(heap, &(struct msim_about){.command = "./prog a\nb"}, &text.sink);
    must_be("desc: memsim --alloc-fn=xmalloc --threshold=1.25 --detailed-freq=3 --heap-admin=8\n"
            "cmd: ./prog a b\n"
            "time_unit: i\n"
            "#-----------\nsnapshot=0\n#-----------\n"
            "time=0\nmem_heap_B=0\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=empty\n"
            "#-----------\nsnapshot=1\n#-----------\n"
            "time=1000\nmem_heap_B=6\nmem_heap_extra_B=8\nmem_stacks_B=0\nheap_tree=empty\n"
            "#-----------\nsnapshot=2\n#-----------\n"
            "time=2000\nmem_heap_B=506\nmem_heap_extra_B=16\nmem_stacks_B=0\nheap_tree=detailed\n"
            "n2: 506 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
            " n1: 500 0x403000: get (get.c:3)\n"
            "  n0: 500 0x4010AF: main (main.c:12)\n"
            " n0: 6 0x4010AF: main (main.c:12)\n"
            "#-----------\nsnapshot=3\n#-----------\n"
            "time=3000\nmem_heap_B=806\nmem_heap_extra_B=24\nmem_stacks_B=0\nheap_tree=empty\n"
            "#-----------\nsnapshot=4\n#-----------\n"
            "time=4000\nmem_heap_B=896\nmem_heap_extra_B=32\nmem_stacks_B=0\nheap_tree=empty\n"
            "#-----------\nsnapshot=5\n#-----------\n"
            "time=4000\nmem_heap_B=896\nmem_heap_extra_B=32\nmem_stacks_B=0\nheap_tree=peak\n"
            "n3: 896 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
            " n2: 800 0x403000: get (get.c:3)\n"
            "  n0: 500 0x4010AF: main (main.c:12)\n"
            "  n1: 300 0x402000: parse (parse.c:7)\n"
            "   n0: 300 0x4010C0: main (main.c:14)\n"
            " n0: 90 0x500000: ??? (in /usr/bin/prog)\n"
            " n0: 6 in 1 place, below massif's threshold (1.25%)\n"
            "#-----------\nsnapshot=6\n#-----------\n"
            "time=5000\nmem_heap_B=396\nmem_heap_extra_B=24\nmem_stacks_B=0\nheap_tree=detailed\n"
            "n3: 396 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
            " n2: 300 0x403000: get (get.c:3)\n"
            "  n1: 300 0x402000: parse (parse.c:7)\n"
            "   n0: 300 0x4010C0: main (main.c:14)\n"
            "  n0: 0 in 1 place, below massif's threshold (1.25%)\n"
            " n0: 90 0x500000: ??? (in /usr/bin/prog)\n"
            " n0: 6 0x4010AF: main (main.c:12)\n"
            "#-----------\nsnapshot=7\n#-----------\n"
            "time=6000\nmem_heap_B=400\nmem_heap_extra_B=24\nmem_stacks_B=0\nheap_tree=empty\n");
    must_be_read_by("ms_print");
}

UNIT_TEST(allocs_by_hand)
{
    options_by_hand();
    run_by_hand();
    msim_alloc_file(heap, &(struct msim_about){.command = "./prog"}, &text.sink);
    must_be("desc: call malloc 4 597 1\ndesc: call calloc 1 300 0\ndesc: call realloc 1 4 0\n"
            "desc: call free 2 500 0\ndesc: call aligned 0 0 0\ndesc: call new 0 0 0\n"
            "desc: call delete 0 0 0\ndesc: call other 0 0 0\ndesc: call map 0 0 0\n"
            "desc: call unmap 0 0 0\ndesc: call other-free 0 0 0\n"
            "desc: call request 0 0 0\ndesc: call request-free 0 0 0\n"
            "desc: realloc 0 0 0\ndesc: foreign-frees 0\ndesc: missed-frees 0\n"
            "desc: size 0 3\ndesc: size 80 1\ndesc: size 288 1\ndesc: size 496 1\n"
            "desc: peak 896 0\ndesc: never-freed 3 400\n"
            "desc: at 0 0 0\ndesc: at 1000 1 14\ndesc: at 2000 2 522\ndesc: at 3000 3 830\n"
            "desc: at 4000 4 928\ndesc: at 5000 5 1436\ndesc: at 6000 8 1440\n"
            "desc: at 4000 4 928\n"
            "cmd: ./prog\n"
            "events: Allocs Bytes Frees PeakBytes Temp Failed EndBytes\n"
            "fl=???\nfn=???\n0 1 90 0 90 0 0 90\n"
            "fl=src/get.c\nfn=get\n3 2 800 1 800 0 0 300\n"
            "fl=src/main.c\nfn=main\n12 1 6 1 6 0 1 0\n14 1 10 0 0 0 0 10\n"
            "fl=# heap-frame: /usr/bin/prog\tmain\t12\tsrc/main.c\nfl=# heap-path: 0 1\n"
            "fl=# heap-frame: /usr/bin/prog\tget\t3\tsrc/get.c\nfl=# heap-path: 1 2\n"
            "fl=# heap-frame: /usr/bin/prog\tmain\t14\tsrc/main.c\nfl=# heap-path: 0 3\n"
            "fl=# heap-frame: /usr/bin/prog\tparse\t7\tsrc/parse.c\nfl=# heap-path: 3 4\n"
            "fl=# heap-path: 4 2\n"
            "fl=# heap-frame: /usr/bin/prog\t???\t0\t???\nfl=# heap-path: 0 5\n"
            "fl=# heap-blocks: 1 0 0 1 6 1 6 0 1 0\nfl=# heap-blocks: 2 0 0 1 500 1 500 0 0 0\n"
            "fl=# heap-blocks: 5 0 0 1 300 0 300 0 0 300\n"
            "fl=# heap-blocks: 6 0 0 1 90 0 90 0 0 90\n"
            "fl=# heap-blocks: 3 0 0 1 10 0 0 0 0 10\n"
            "summary: 5 906 2 896 0 1 400\n");
    must_be_read_by("cg_annotate");
}

UNIT_TEST(summary_by_hand)
{
    options_by_hand();
    run_by_hand();
    event(MSIM_HEAP_NEW, 0, 1234567, 0x900000, 0, 7000);
    event(MSIM_HEAP_DELETE, 0, 0, 0, 0x900000, 8000);
    event(MSIM_HEAP_MALLOC, 0, 1, 0, 0, 9000);
    msim_heap_summary(heap, &text.lines);
    must_be("\n"
            "Heap peak:       1,234,999 B  (1,234,967 heap + 32 extra + 0 stacks)\n"
            "Heap allocs:             6    (1,235,473 B; 1 temporary, 2 failed,\n"
            "                               3 never freed: 400 B)\n"
            "             calls      bytes   failed\n"
            "malloc           5        598        2\n"
            "calloc           1        300        0\n"
            "realloc          1          4        0  (nomove 0, dec 0, free 0)\n"
            "free             2        500        0\n"
            "new              1  1,234,567        0\n"
            "delete           1  1,234,567        0\n");
}

/* A program that allocates nothing; and mappings. */
UNIT_TEST(little)
{
    options.detailed_freq = 1;
    options.pages = true;
    options.time_unit = MSIM_TIME_BYTES;
    start();
    msim_heap_file(heap, &(struct msim_about){.command = "./prog"}, &text.sink);
    must_be("desc: memsim --detailed-freq=1 --time-unit=B --pages-as-heap=yes\n"
            "cmd: ./prog\ntime_unit: B\n"
            "#-----------\nsnapshot=0\n#-----------\n"
            "time=0\nmem_heap_B=0\nmem_heap_extra_B=0\nmem_stacks_B=0\nheap_tree=detailed\n"
            "n0: 0 (page allocation syscalls) mmap/mremap/brk, --alloc-fns, etc.\n");
    must_be_read_by("ms_print");
    unit_text_end(&text);
    unit_text_start(&text);
    msim_heap_summary(heap, &text.lines);
    must_be("\nHeap peak:             0 B  (0 heap + 0 extra + 0 stacks)\n"
            "Heap allocs:           0    (0 B; 0 temporary, 0 failed,\n"
            "                             0 never freed: 0 B)\n");
}

/* Functions inlined into each other stand at one address and are one step of the depth; a function
 * that calls itself stands at one address too, and is as many steps as calls. */
UNIT_TEST(depth_by_hand)
{
    uint32_t main_ = call_at(0x1000, "main", "a.c", 1, 0);
    uint32_t outer = call_at(0x2000, "outer", "a.c", 2, main_);
    uint32_t inlined = call_at(0x2000, "inlined", "a.c", 3, outer);
    uint32_t once = call_at(0x3000, "self", "a.c", 4, main_);
    uint32_t twice = call_at(0x3000, "self", "a.c", 4, once);
    options = (struct msim_heap_options){.depth = 2, .max_snapshots = 10, .detailed_freq = 100};
    start();
    event(MSIM_HEAP_MALLOC, inlined, 20, 0x10000, 0, 1);
    event(MSIM_HEAP_MALLOC, twice, 10, 0x20000, 0, 2);
    msim_heap_file(heap, &(struct msim_about){.command = "./prog"}, &text.sink);
    const char *tree = strstr(text.text, "heap_tree=peak\n");
    ck_assert(tree != NULL);
    ck_assert_str_eq(tree,
                     "heap_tree=peak\n"
                     "n2: 30 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
                     " n1: 20 0x2000: inlined (a.c:3)\n"
                     "  n1: 20 0x2000: outer (a.c:2)\n"
                     "   n0: 20 0x1000: main (a.c:1)\n"
                     " n1: 10 0x3000: self (a.c:4)\n"
                     "  n0: 10 0x3000: self (a.c:4)\n");
}

/* What was mapped before the start, and a stack that ends where another one goes on. */
UNIT_TEST(unknown_callers)
{
    uint32_t main_ = call_at(0x1000, "main", "a.c", 1, 0);
    uint32_t begun = call_at(0x2000, "f", "a.c", 2, main_);
    uint32_t ended = call_at(0x2000, "f", "a.c", 2, 0);
    options = (struct msim_heap_options){.depth = 5, .max_snapshots = 10, .detailed_freq = 100};
    start();
    event(MSIM_HEAP_MALLOC, 0, 70, 0x10000, 0, 1);
    event(MSIM_HEAP_MALLOC, begun, 20, 0x20000, 0, 2);
    event(MSIM_HEAP_MALLOC, ended, 10, 0x30000, 0, 3);
    msim_heap_file(heap, &(struct msim_about){.command = "./prog"}, &text.sink);
    const char *tree = strstr(text.text, "heap_tree=peak\n");
    ck_assert(tree != NULL);
    ck_assert_str_eq(tree,
                     "heap_tree=peak\n"
                     "n2: 100 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
                     " n0: 70 0x0: ???\n"
                     " n2: 30 0x2000: f (a.c:2)\n"
                     "  n0: 20 0x1000: main (a.c:1)\n"
                     "  n0: 10 0x0: ???\n");
}

/* --- Any trees ---------------------------------------------------------------------------- */

enum { LEVELS = 5, PLACES = 120 };

static uint64_t path_of[PLACES][LEVELS]; /* addresses from the innermost; 0: there are no more */
static uint64_t bytes_of[PLACES];

/* Bytes of the places whose stacks begin like this, and how many different ones come next. */
static uint64_t sum_below(const uint64_t *path, unsigned level)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < PLACES; i++)
        if (memcmp(path_of[i], path, level * sizeof *path) == 0)
            sum += bytes_of[i];
    return sum;
}

/* Of the different next addresses, those that have fewer bytes than `cut`. */
static unsigned joined_below(uint64_t *path, unsigned level, uint64_t cut, uint64_t *bytes)
{
    unsigned joined = 0;
    for (uint64_t address = 1; address <= 6; address++) {
        bool any = false;
        path[level] = address;
        for (unsigned i = 0; i < PLACES; i++)
            any |= memcmp(path_of[i], path, (level + 1) * sizeof *path) == 0;
        if (any && sum_below(path, level + 1) < cut) {
            joined++;
            *bytes += sum_below(path, level + 1);
        }
    }
    return joined;
}

/* Bytes of the places whose stacks end here, although others go on; 0 if none does. */
static uint64_t ended_below(const uint64_t *path, unsigned level)
{
    uint64_t sum = 0;
    bool others = false;
    for (unsigned i = 0; i < PLACES && level < LEVELS; i++) {
        if (memcmp(path_of[i], path, level * sizeof *path) != 0)
            continue;
        others |= path_of[i][level] != 0;
        sum += path_of[i][level] ? 0 : bytes_of[i];
    }
    return others ? sum : 0;
}

static unsigned check_node(uint32_t number, uint64_t *path, unsigned level, uint64_t cut)
{
    const struct msim_heap_node *node = msim_heap_node_at(&heap->forest, number);
    uint64_t before = UINT64_MAX, joined_bytes = 0, below = 0;
    unsigned children = 0, nodes = 1;
    unsigned joined = level < LEVELS ? joined_below(path, level, cut, &joined_bytes) : 0;
    uint64_t ended = ended_below(path, level);
    if (ended && ended < cut) {
        joined++;
        joined_bytes += ended;
        ended = 0;
    }
    ck_assert_uint_eq(node->bytes, sum_below(path, level));
    for (uint32_t child = node->child; child; children++) {
        const struct msim_heap_node *at = msim_heap_node_at(&heap->forest, child);
        ck_assert(at->bytes <= before);
        before = at->bytes;
        below += at->bytes;
        if (!at->places && at->frame == MSIM_NO_FRAME) {
            ck_assert(ended && at->bytes == ended);
            ended = 0;
        } else if (at->places) {
            ck_assert_uint_eq(at->places, joined);
            ck_assert_uint_eq(at->bytes, joined_bytes);
            joined = 0;
        } else {
            ck_assert(at->bytes >= cut);
            path[level] = msim_frame_at(&dict.calls, at->frame)->address;
            nodes += check_node(child, path, level + 1, cut);
        }
        child = at->next;
    }
    ck_assert_uint_eq(node->children, children);
    ck_assert(joined == 0 && ended == 0);
    ck_assert(!children || below == node->bytes);
    return nodes;
}

UNIT_EACH(any_trees, 60)
{
    struct unit_random random = {(uint64_t)_i};
    uint64_t path[LEVELS] = {0};
    uint32_t used = 0;
    options.threshold = (uint32_t)unit_below(&random, 6) * 1500000;
    options.admin = 0;
    start();
    for (unsigned i = 0; i < PLACES; i++) {
        unsigned levels = (unsigned)unit_below(&random, LEVELS + 1); /* 0: nothing is known */
        uint32_t call = 0;
        memset(path_of[i], 0, sizeof path_of[i]);
        for (unsigned level = levels; level-- > 0;) {
            path_of[i][level] = 1 + unit_below(&random, 6);
            call = call_at(path_of[i][level], "f", "a.c", 1, call);
        }
        bytes_of[i] = unit_one_in(&random, 4) ? 0 : unit_below(&random, 1000);
        bytes_of[i] += i == PLACES - 1; /* or those after the peak would not be in its tree */
        event(MSIM_HEAP_MALLOC, call, bytes_of[i], 0x1000 * (i + 1), 0, i);
    }
    struct msim_snapshot now = {.heap = heap->bytes};
    uint64_t cut = heap->bytes * options.threshold / 100000000;
    for (unsigned i = 0; i < 3; i++) { /* nodes are used again */
        uint32_t root = msim_heap_tree(heap, &heap->forest, &now, i == 1);
        ck_assert_uint_gt(check_node(root, path, 0, cut), 5);
        msim_tree_give_back(&heap->forest, root);
        ck_assert(i == 0 || used == heap->forest.nodes.used);
        used = heap->forest.nodes.used;
    }
}

/* --- Which snapshots are kept ------------------------------------------------------------- */

/* However long it takes: the first and the last stay, none comes twice, and none is missing for
 * long. */
UNIT_EACH(snapshots_kept, 12)
{
    struct unit_random random = {(uint64_t)_i};
    uint64_t time = 0, apart = 1 + unit_below(&random, 1000);
    options.max_snapshots = _i ? 10 + (uint32_t)unit_below(&random, 60) : 10;
    options.detailed_freq = 3;
    start();
    const struct msim_timeline *timeline = &heap->timeline;
    for (unsigned i = 0; i < 20000; i++) {
        uint32_t stack = call_at(0x1000 + i % 7, "f", "a.c", 1, 0);
        time += unit_one_in(&random, 3) ? 0 : unit_below(&random, apart);
        event(MSIM_HEAP_MALLOC, stack, 10, 0x1000, 0, time);
        ck_assert_uint_lt(timeline->used, options.max_snapshots);
        ck_assert_uint_eq(timeline->snapshots[0].time, 0);
        ck_assert(time - timeline->snapshots[timeline->used - 1].time <= timeline->min_gap);
    }
    ck_assert_uint_ge(timeline->used, options.max_snapshots / 2);
    for (unsigned i = 1; i < timeline->used; i++) {
        uint64_t gap = timeline->snapshots[i].time - timeline->snapshots[i - 1].time;
        ck_assert(gap >= timeline->min_gap);
        ck_assert_msg(gap <= 12 * time / options.max_snapshots + apart, "%lu of %lu", gap, time);
    }
    ck_assert_uint_lt(heap->forest.nodes.used, 12 * options.max_snapshots);
    msim_heap_file(heap, &(struct msim_about){.command = "./prog"}, &text.sink);
    must_be_read_by("ms_print");
}

/* A million changes at one moment are one moment. */
UNIT_TEST(no_time_passes)
{
    options.max_snapshots = 10;
    start();
    for (unsigned i = 0; i < 1000000; i++)
        event(MSIM_HEAP_MALLOC, 0, i, 0x1000, 0, 5);
    ck_assert_uint_eq(heap->timeline.min_gap, 1);
    ck_assert_uint_eq(heap->timeline.used, 5);
}
