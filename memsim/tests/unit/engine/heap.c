/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The heap's observer against a model too simple to be wrong: a list of live blocks, from which all
 * sums are computed again after every event, and copied at a peak.  The model can be given a fault,
 * to show that the comparison would find it.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/heap/heap.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum {
    STACKS = 40,
    FRAMES_MAX = 6,
    FUNCTIONS = 12,
    BLOCKS_MAX = 1000,
    ADDRESSES = 150,
    ADMIN = 24
};

enum fault {
    RIGHT,
    DROPS_EVENT,   /* number fault_at */
    PEAK_AT_EQUAL, /* of equal peaks, the last */
    PEAK_OF_HEAP,  /* what is beyond the blocks does not count */
    KEEPS_MISSED,  /* a block that was not seen freed stays */
    FAILS_FREE,    /* a realloc that failed frees */
    ZERO_IS_NONE,  /* a block of 0 bytes does not count */
    TRIMS_ONE,     /* one allocation function at most is taken off */
    TEMP_ALWAYS,   /* every block that is freed was temporary */
    COUNTS_FAILED, /* what failed is an allocation */
    ONE_SET,       /* all blocks are malloc's */
    OWN_SET_ONLY,  /* blocks end only as they began */
    FAULTS
};

struct stack {
    uint32_t call[FRAMES_MAX + 1]; /* from the innermost */
    unsigned function[FRAMES_MAX], frames;
};

struct naive_block {
    uint64_t address, bytes;
    uint32_t call; /* the trimmed stack */
    unsigned set;
};

struct sums {
    uint64_t heap, blocks, total, time;
    uint64_t of_call[STACKS * FRAMES_MAX + 1];
};

struct model {
    struct naive_block block[BLOCKS_MAX];
    unsigned used;
    uint64_t newest, stacks;
    unsigned newest_set;
    struct sums now, peak;
    struct msim_alloc_counts counts[STACKS * FRAMES_MAX + 1];
    bool ignored[STACKS * FRAMES_MAX + 1];
    uint64_t calls[MSIM_HEAP_CALLS], failed[MSIM_HEAP_CALLS], foreign, missed, sizes;
    enum fault fault;
    uint64_t fault_at, events;
};

static struct msim_dict dict;
static struct stack stacks[STACKS];
static struct msim_heap_options options;

/* Functions f0 to f11; alloc1, alloc2 and xmalloc are such as users name. */
static const char *const functions[FUNCTIONS] = {
    "main", "alloc1", "alloc2", "xmalloc", "skip", "f5", "f6", "f7", "xcalloc", "f9", "f10", "x"};

static bool is_alloc(unsigned function)
{
    return function == 1 || function == 2 || function == 3 || function == 8;
}

static void describe(struct unit_random *random)
{
    uint32_t file = msim_dict_string(&dict, "a.c"), object = msim_dict_string(&dict, "/bin/a");
    for (unsigned i = 0; i < STACKS; i++) {
        struct stack *stack = &stacks[i];
        uint32_t call = 0;
        stack->frames = (unsigned)unit_below(random, FRAMES_MAX + 1);
        for (unsigned at = stack->frames; at-- > 0;) {
            unsigned function = (unsigned)unit_below(random, at ? 6 : FUNCTIONS);
            uint32_t name = msim_dict_string(&dict, functions[function]);
            uint32_t site = msim_dict_site(&dict, file, name, function % 3);
            uint32_t frame = msim_calls_frame(&dict.calls, 0x1000 + function, site, object);
            stack->function[at] = function;
            stack->call[at] = call = msim_calls_call(&dict.calls, frame, call);
        }
    }
}

UNIT_BEFORE()
{
    struct unit_random random = {4711};
    msim_dict_init(&dict, &memory.mem);
    describe(&random);
    options = msim_heap_usual;
    options.admin = ADMIN;
    options.alloc_fns = (struct msim_option_names){{"alloc1", "alloc2", "xm*", "x*al*c"}, 4};
    options.ignore_fns = (struct msim_option_names){{"skip"}, 1};
    options.max_snapshots = 10;
}

/* --- The model ---------------------------------------------------------------------------------- */

/* The call that names the stack without its allocation functions. */
static uint32_t trimmed(struct model *model, const struct stack *stack)
{
    unsigned at = 0;
    if (!stack->frames)
        return 0;
    while (at + 1 < stack->frames && is_alloc(stack->function[at]) &&
           !(model->fault == TRIMS_ONE && at == 1))
        at++;
    model->ignored[stack->call[at]] = stack->function[at] == 4;
    return stack->call[at];
}

static int find_in(const struct model *model, unsigned set, uint64_t address)
{
    for (unsigned i = 0; i < model->used; i++)
        if (address && model->block[i].address == address && model->block[i].set == set)
            return (int)i;
    return -1;
}

/* The block's own set goes first, then those after it, those before it, and malloc's. */
static int find(const struct model *model, unsigned set, uint64_t address)
{
    int found = find_in(model, set, address);
    if (model->fault == OWN_SET_ONLY)
        return found;
    for (unsigned other = set + 1; other < MSIM_SET_MALLOC && found < 0; other++)
        found = find_in(model, other, address);
    for (unsigned other = 0; other < set && found < 0; other++)
        found = find_in(model, other, address);
    return found < 0 ? find_in(model, MSIM_SET_MALLOC, address) : found;
}

static void model_free(struct model *model, int at)
{
    model->counts[model->block[at].call].frees++;
    model->block[at] = model->block[--model->used];
}

static void model_new(struct model *model, uint32_t call, unsigned set, uint64_t address,
                      uint64_t bytes)
{
    int there = find_in(model, set, address);
    model->missed += there >= 0;
    if (there >= 0 && model->fault != KEEPS_MISSED)
        model_free(model, there);
    model->newest = address;
    model->newest_set = set;
    model->counts[call].allocs++;
    model->counts[call].bytes += bytes;
    if (bytes || model->fault != ZERO_IS_NONE)
        model->block[model->used++] = (struct naive_block){address, bytes, call, set};
}

static unsigned set_of(const struct model *model, enum msim_heap_call function, unsigned allocator)
{
    if (model->fault == ONE_SET)
        return MSIM_SET_MALLOC;
    if (function == MSIM_HEAP_OTHER || function == MSIM_HEAP_OTHER_FREE)
        return MSIM_SET_ALLOCATOR + allocator;
    if (function == MSIM_HEAP_REQUEST || function == MSIM_HEAP_REQUEST_FREE)
        return MSIM_SET_REQUESTS;
    return MSIM_SET_MALLOC;
}

static void model_call(struct model *model, enum msim_heap_call function, unsigned allocator,
                       const struct stack *stack, uint64_t bytes, uint64_t result, uint64_t given)
{
    bool frees = function == MSIM_HEAP_FREE || function == MSIM_HEAP_DELETE ||
                 function == MSIM_HEAP_OTHER_FREE || function == MSIM_HEAP_REQUEST_FREE;
    unsigned set = set_of(model, function, allocator);
    int old = find(model, set, given);
    bool resizes = given && (function == MSIM_HEAP_REALLOC || function == MSIM_HEAP_OTHER ||
                             function == MSIM_HEAP_REQUEST);
    model->calls[function]++;
    if (frees || (resizes && !bytes && !result)) {
        model->foreign += given && old < 0;
        if (old < 0)
            return;
        if ((given == model->newest && model->block[old].set == model->newest_set) ||
            model->fault == TEMP_ALWAYS)
            model->counts[model->block[old].call].temp++;
        model_free(model, old);
        return;
    }
    uint32_t call = trimmed(model, stack);
    model->sizes++;
    model->foreign += resizes && old < 0;
    if (!result) {
        model->failed[function]++;
        model->counts[call].failed++;
        model->counts[call].allocs += model->fault == COUNTS_FAILED;
        if (old >= 0 && model->fault == FAILS_FREE)
            model_free(model, old);
        return;
    }
    if (resizes && old >= 0)
        model_free(model, old);
    model_new(model, call, set, result, bytes);
}

static void model_sums(struct model *model, uint64_t time)
{
    struct sums *now = &model->now;
    *now = (struct sums){.time = time};
    for (unsigned i = 0; i < model->used; i++) {
        const struct naive_block *block = &model->block[i];
        if (model->ignored[block->call])
            continue;
        now->of_call[block->call] += block->bytes;
        now->heap += block->bytes;
        now->blocks++;
    }
    now->total =
        now->heap + (model->fault == PEAK_OF_HEAP ? 0 : now->blocks * ADMIN + model->stacks);
    if (now->total > model->peak.total ||
        (model->fault == PEAK_AT_EQUAL && now->total == model->peak.total))
        model->peak = *now;
}

/* --- Running both ------------------------------------------------------------------------- */

struct run {
    struct msim_heap *heap;
    struct model model;
    struct unit_random random;
    uint64_t time;
};

static void both(struct run *run, enum msim_heap_call function, uint64_t bytes, uint64_t result,
                 uint64_t given)
{
    const struct stack *stack = &stacks[unit_below(&run->random, STACKS)];
    uint32_t number = stack->frames ? stack->call[0] : 0;
    bool other = function == MSIM_HEAP_OTHER || function == MSIM_HEAP_OTHER_FREE;
    unsigned allocator = other ? (unsigned)unit_below(&run->random, 3) : 0;
    uint64_t record[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS),
                         (uint64_t)number << 32 | allocator << 8 | function, bytes, result, given};
    struct model *model = &run->model;
    msim_heap_event(run->heap, record, run->time);
    if (model->fault == DROPS_EVENT && model->events++ == model->fault_at)
        return;
    model_call(model, function, allocator, stack, bytes, result, given);
    model_sums(model, run->time);
}

static uint64_t some_address(struct unit_random *random)
{
    return 0x10000 + unit_below(random, ADDRESSES) * 0x800;
}

/* Mostly what programs do; then failures, addresses that are not live, ones that are. */
static void one_call(struct run *run)
{
    static const enum msim_heap_call allocs[] = {MSIM_HEAP_MALLOC, MSIM_HEAP_CALLOC,
                                                 MSIM_HEAP_NEW,    MSIM_HEAP_ALIGNED,
                                                 MSIM_HEAP_OTHER,  MSIM_HEAP_REQUEST};
    static const enum msim_heap_call frees[] = {MSIM_HEAP_FREE, MSIM_HEAP_FREE, MSIM_HEAP_FREE,
                                                MSIM_HEAP_OTHER_FREE, MSIM_HEAP_REQUEST_FREE};
    static const enum msim_heap_call resizes[] = {MSIM_HEAP_REALLOC, MSIM_HEAP_REALLOC,
                                                  MSIM_HEAP_OTHER, MSIM_HEAP_REQUEST};
    struct unit_random *random = &run->random;
    uint64_t bytes = unit_one_in(random, 20) ? 0 : 8 * unit_below(random, 40);
    uint64_t result = unit_one_in(random, 30) ? 0 : some_address(random);
    const struct model *model = &run->model;
    uint64_t given = unit_one_in(random, 30) ? 0 : some_address(random);
    if (model->used && unit_one_in(random, 2))
        given = model->block[unit_below(random, model->used)].address;
    if (unit_one_in(random, 6))
        given = model->newest;
    switch (unit_below(random, 8)) {
    case 0:
    case 1:
    case 2:
        both(run, frees[unit_below(random, 5)], 0, 0, given);
        break;
    case 3:
        both(run, MSIM_HEAP_DELETE, 0, 0, given);
        break;
    case 4:
        both(run, resizes[unit_below(random, 4)], bytes, unit_one_in(random, 3) ? given : result,
             given);
        break;
    default:
        both(run, allocs[unit_below(random, 6)], bytes, result, 0);
    }
}

static void other_events(struct run *run)
{
    uint64_t clock[] = {msim_event_header(MSIM_EVENT_CLOCK, MSIM_CLOCK_WORDS), 5, 0};
    uint64_t level[] = {msim_event_header(MSIM_EVENT_STACKS, MSIM_STACKS_WORDS),
                        64 * unit_below(&run->random, 30)};
    if (unit_one_in(&run->random, 9))
        msim_heap_event(run->heap, clock, run->time);
    if (!unit_one_in(&run->random, 5))
        return;
    msim_heap_event(run->heap, level, run->time);
    if (!options.stacks)
        return;
    run->model.stacks = level[1];
    model_sums(&run->model, run->time);
}

static void start(struct run *run, uint64_t seed)
{
    *run = (struct run){.random = {seed}, .time = 100};
    run->heap = msim_get(&memory.mem, sizeof *run->heap, 64);
    msim_heap_init(run->heap, &memory.mem, &dict, &options);
}

static void run_some(struct run *run, unsigned calls)
{
    for (unsigned i = 0; i < calls; i++) {
        run->time += unit_below(&run->random, 100);
        one_call(run);
        other_events(run);
    }
}

/* --- Comparing ---------------------------------------------------------------------------- */

static bool counts_differ(const struct msim_heap *heap, const struct model *model)
{
    uint64_t sizes = heap->usage.large, known = 0;
    for (unsigned i = 0; i < MSIM_BUCKETS; i++)
        sizes += heap->usage.sizes[i];
    for (unsigned i = 0; i < MSIM_HEAP_CALLS; i++)
        known += heap->usage.call[i].calls == model->calls[i] &&
                 heap->usage.call[i].failed == model->failed[i];
    return known != MSIM_HEAP_CALLS || sizes != model->sizes ||
           heap->usage.foreign != model->foreign || heap->usage.missed != model->missed;
}

/* Each place has what the model has for its call, and all others of the model have nothing. */
static bool places_differ(const struct msim_heap *heap, const struct model *model)
{
    static const struct msim_alloc_counts none;
    bool seen[STACKS * FRAMES_MAX + 1] = {false};
    for (uint32_t i = 0; i < heap->callers.places.used; i++) {
        const struct msim_place *place = msim_place_at(&heap->callers, i);
        uint32_t call = place->call;
        if (seen[call] || place->bytes.now != model->now.of_call[call] ||
            msim_peaked_at(&place->bytes, heap->peak_number) != model->peak.of_call[call] ||
            memcmp(&place->counts, &model->counts[call], sizeof none) != 0)
            return true;
        seen[call] = true;
    }
    for (unsigned call = 0; call <= STACKS * FRAMES_MAX; call++)
        if (!seen[call] && memcmp(&none, &model->counts[call], sizeof none) != 0)
            return true;
    return false;
}

static bool differ(const struct run *run)
{
    const struct msim_heap *heap = run->heap;
    const struct model *model = &run->model;
    struct msim_snapshot peak = msim_heap_peak(heap);
    return heap->bytes != model->now.heap || msim_heap_live(heap) != model->now.blocks ||
           heap->overhead.total != ADMIN * model->now.blocks || heap->stacks != model->stacks ||
           msim_snapshot_total(&peak) != model->peak.total || peak.heap != model->peak.heap ||
           peak.extra != ADMIN * model->peak.blocks ||
           peak.time - model->peak.time > heap->unseen || counts_differ(heap, model) ||
           places_differ(heap, model);
}

UNIT_EACH(agrees, 40)
{
    struct run run;
    options.stacks = _i % 2;
    start(&run, (uint64_t)_i);
    for (unsigned i = 0; i < 60; i++) {
        run_some(&run, 50);
        ck_assert_msg(!differ(&run), "differs after %u calls", 50 * (i + 1));
        ck_assert_uint_lt(run.heap->timeline.used, options.max_snapshots);
    }
    ck_assert(run.model.missed && run.model.foreign && run.heap->peak_number > 3);
}

/* True: comparing finds the fault, on some run. */
static bool finds(enum fault fault, uint64_t at)
{
    bool found = false;
    options.stacks = true;
    for (uint64_t seed = 0; seed < 20 && !found; seed++) {
        struct run run;
        start(&run, seed);
        run.model.fault = fault;
        run.model.fault_at = at;
        run_some(&run, 300);
        found = differ(&run);
    }
    return found;
}

UNIT_FROM(finds_faults, RIGHT, FAULTS)
{
    ck_assert_msg(finds((enum fault)_i, 50) == (_i != RIGHT), "fault %d", _i);
}

/* --- By hand ------------------------------------------------------------------------------ */

static struct msim_heap *heap;

static void event(enum msim_heap_call function, uint64_t bytes, uint64_t result, uint64_t given)
{
    uint64_t record[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS), function, bytes,
                         result, given};
    msim_heap_event(heap, record, 0);
}

static void start_by_hand(void)
{
    heap = msim_get(&memory.mem, sizeof *heap, 64);
    msim_heap_init(heap, &memory.mem, &dict, &options);
}

/* What memusage says of these calls, but for frees: it does not count the realloc among them
 * either. */
UNIT_TEST(as_memusage)
{
    const struct msim_usage *usage;
    start_by_hand();
    usage = &heap->usage;
    event(MSIM_HEAP_MALLOC, 100, 0x1000, 0);
    event(MSIM_HEAP_REALLOC, 200, 0x1000, 0x1000);
    event(MSIM_HEAP_REALLOC, 50, 0x1000, 0x1000);
    event(MSIM_HEAP_REALLOC, 30, 0x2000, 0);
    event(MSIM_HEAP_REALLOC, 0, 0, 0x2000);
    event(MSIM_HEAP_CALLOC, 21, 0x2000, 0);
    event(MSIM_HEAP_FREE, 0, 0, 0x2000);
    event(MSIM_HEAP_MALLOC, 70000, 0x3000, 0);
    event(MSIM_HEAP_REALLOC, UINT64_C(1) << 60, 0, 0x3000);
    event(MSIM_HEAP_MALLOC, UINT64_C(1) << 60, 0, 0);
    ck_assert_uint_eq(usage->call[MSIM_HEAP_MALLOC].calls, 3);
    ck_assert_uint_eq(usage->call[MSIM_HEAP_MALLOC].bytes, UINT64_C(1152921504606917076));
    ck_assert_uint_eq(usage->call[MSIM_HEAP_MALLOC].failed, 1);
    ck_assert_uint_eq(usage->call[MSIM_HEAP_REALLOC].calls, 5);
    ck_assert_uint_eq(usage->call[MSIM_HEAP_REALLOC].bytes, UINT64_C(1152921504606777106));
    ck_assert_uint_eq(usage->call[MSIM_HEAP_REALLOC].failed, 1);
    ck_assert_uint_eq(usage->call[MSIM_HEAP_CALLOC].bytes, 21);
    ck_assert_uint_eq(usage->call[MSIM_HEAP_FREE].calls, 1);
    ck_assert_uint_eq(usage->call[MSIM_HEAP_FREE].bytes, 51);
    ck_assert(usage->nomove == 2 && usage->dec == 1 && usage->freed == 1);
    ck_assert(usage->sizes[1] == 2 && usage->sizes[3] == 1 && usage->sizes[6] == 1);
    ck_assert(usage->sizes[12] == 1 && usage->large == 3);
    ck_assert_uint_eq(heap->bytes_max, 70050);
}

/* More than can be said, and addresses that can be none, fail or are foreign. */
UNIT_TEST(nonsense)
{
    start_by_hand();
    event(MSIM_HEAP_CALLOC, UINT64_MAX, 0, 0);
    event(MSIM_HEAP_MALLOC, 8, UINT64_MAX, 0);
    event(MSIM_HEAP_FREE, 0, 0, 0x1234);
    event((enum msim_heap_call)200, 1, 1, 1);
    ck_assert_uint_eq(heap->usage.call[MSIM_HEAP_CALLOC].bytes, 0);
    ck_assert_uint_eq(heap->usage.call[MSIM_HEAP_MALLOC].failed, 1);
    ck_assert_uint_eq(heap->usage.foreign, 1);
    ck_assert_uint_eq(msim_heap_live(heap), 0);
    ck_assert_uint_eq(heap->peak_number, 0);
}

/* A child has what was live and the past; its own calls are counted from 0. */
UNIT_TEST(cleared)
{
    start_by_hand();
    event(MSIM_HEAP_MALLOC, 100, 0x1000, 0);
    event(MSIM_HEAP_MALLOC, 50, 0x2000, 0);
    event(MSIM_HEAP_FREE, 0, 0, 0x2000);
    msim_heap_clear(heap);
    event(MSIM_HEAP_FREE, 0, 0, 0x1000);
    ck_assert_uint_eq(heap->usage.call[MSIM_HEAP_MALLOC].calls, 0);
    ck_assert_uint_eq(heap->usage.call[MSIM_HEAP_FREE].calls, 1);
    ck_assert_uint_eq(heap->usage.foreign, 0);
    ck_assert_uint_eq(msim_heap_peak(heap).heap, 150);
    ck_assert_uint_eq(msim_place_at(&heap->callers, 0)->counts.allocs, 0);
    ck_assert_uint_eq(msim_place_at(&heap->callers, 0)->counts.frees, 1);
    ck_assert_uint_eq(heap->bytes, 0);
}

/* What is mapped is the heap then, and what malloc gives out is not. */
UNIT_TEST(pages_as_heap)
{
    options.pages = true;
    start_by_hand();
    event(MSIM_HEAP_MALLOC, 100, 0x1000, 0);
    event(MSIM_HEAP_MAP, UINT64_C(1) << 44, UINT64_C(1) << 44, 0);
    event(MSIM_HEAP_MAP, 0x4000, 0x8000, 0);
    event(MSIM_HEAP_UNMAP, 0x1000, 0, 0x9000);
    event(MSIM_HEAP_MAP, 0x3000, 0x7000, 0); /* over the first page that is left */
    event(MSIM_HEAP_UNMAP, UINT64_C(1) << 44, 0, UINT64_C(1) << 44);
    ck_assert_uint_eq(heap->usage.call[MSIM_HEAP_MALLOC].calls, 0);
    ck_assert_uint_eq(heap->usage.call[MSIM_HEAP_MAP].calls, 3);
    ck_assert_uint_eq(heap->usage.call[MSIM_HEAP_UNMAP].bytes, (UINT64_C(1) << 44) + 0x1000);
    ck_assert_uint_eq(heap->bytes, 0x5000);
    ck_assert_uint_eq(msim_heap_peak(heap).heap, (UINT64_C(1) << 44) + 0x5000);
    ck_assert_uint_eq(msim_heap_peak(heap).extra, 0);
}
