/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks in the order of their addresses, memory pools, and what the heap makes of a pool's events:
 * each against a model too simple to be wrong, an array that is searched from end to end.  A model
 * with a fault must differ.
 */
#include <string.h>

#include "engine/blocks/spans.h"
#include "engine/heap/heap.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { ADDRESSES = 60, POOLS = 4, LIVE_MOST = 400 };

static struct msim_dict dict;

UNIT_BEFORE()
{
    msim_dict_init(&dict, &memory.mem);
}

/* --- Sets --------------------------------------------------------------------------------------- */

/* By address; `there`: a block begins at it. */
struct model_set {
    bool there[ADDRESSES];
    struct msim_span span[ADDRESSES];
};

static int first_from(const struct model_set *set, unsigned from)
{
    for (unsigned i = from; i < ADDRESSES; i++)
        if (set->there[i])
            return (int)i;
    return -1;
}

static int last_before(const struct model_set *set, unsigned before)
{
    for (unsigned i = before; i-- > 0;)
        if (set->there[i])
            return (int)i;
    return -1;
}

static void same(bool found, const struct msim_span *span, const struct model_set *set, int number)
{
    ck_assert_int_eq(found, number >= 0);
    if (found)
        ck_assert(!memcmp(span, &set->span[number], sizeof *span));
}

static int overlapping(const struct model_set *set, uint64_t address, uint64_t bytes)
{
    for (unsigned i = 0; i < ADDRESSES; i++)
        if (set->there[i] && bytes && set->span[i].bytes &&
            set->span[i].address < address + bytes &&
            address < set->span[i].address + set->span[i].bytes)
            return (int)i;
    return -1;
}

/* Two sets in one store: what happens to one leaves the other as it is. */
UNIT_EACH(sets, 20)
{
    struct unit_random random = {(uint64_t)_i};
    static struct model_set model[2];
    struct msim_spans spans;
    msim_span_set set[2] = {0, 0};
    memset(model, 0, sizeof model);
    msim_spans_init(&spans, &memory.mem);
    for (unsigned step = 0; step < 3000; step++) {
        unsigned which = (unsigned)unit_below(&random, 2), at;
        at = (unsigned)unit_below(&random, ADDRESSES);
        struct model_set *of = &model[which];
        struct msim_span span, found;
        memset(&span, 0, sizeof span);
        memset(&found, 0, sizeof found);
        span.address = 100 * at;
        span.bytes = unit_one_in(&random, 5) ? 0 : 1 + unit_below(&random, 100);
        span.owner = step;
        int over = overlapping(of, span.address, span.bytes + 300);
        struct msim_span wide = {span.address, span.bytes ? span.bytes + 300 : 0, 0};
        if (wide.bytes) {
            ck_assert_int_eq(msim_spans_overlap(&spans, set[which], &wide, &found), over >= 0);
        }
        if (unit_one_in(&random, 2)) {
            ck_assert_int_eq(msim_spans_add(&spans, &set[which], &span), !of->there[at]);
            if (!of->there[at])
                of->span[at] = span;
            of->there[at] = true;
        } else {
            bool removed = msim_spans_remove(&spans, &set[which], span.address, &found);
            same(removed, &found, of, of->there[at] ? (int)at : -1);
            of->there[at] = false;
        }
        uint64_t asked = unit_below(&random, 100 * ADDRESSES);
        same(msim_spans_from(&spans, set[which], asked, &found), &found, of,
             first_from(of, (unsigned)(asked + 99) / 100));
        same(msim_spans_before(&spans, set[which], asked, &found), &found, of,
             last_before(of, (unsigned)(asked + 99) / 100));
    }
    ck_assert_uint_le(spans.nodes.used, 2 * ADDRESSES + 1); /* nodes are used again */
}

/* In whatever order, a million blocks are found in moments. */
UNIT_EACH(many, 3)
{
    struct msim_spans spans;
    msim_span_set set = 0;
    struct msim_span found;
    msim_spans_init(&spans, &memory.mem);
    for (uint64_t i = 1; i <= 300000; i++) {
        uint64_t address = _i == 0 ? i : _i == 1 ? 400000 - i : i * 7919 % 1000003;
        ck_assert(msim_spans_add(&spans, &set, &(struct msim_span){16 * address, 16, 0}));
    }
    for (uint64_t i = 0; msim_spans_from(&spans, set, i, &found); i = found.address + 1)
        ck_assert(msim_spans_remove(&spans, &set, found.address, &found));
    ck_assert_uint_eq(set, 0);
}

/* --- Pools -------------------------------------------------------------------------------- */

enum fault {
    RIGHT,
    KEEPS_DESTROYED, /* the blocks of a pool that is gone stay */
    TRIMS_NONE,      /* what reaches out of a range stays whole */
    MOVES_BACK,      /* a pool that moved has its old address, too */
    CHANGES_COUNT,   /* a block that has another address is another allocation */
    FREES_NOTHING,   /* blocks in a block of a pool stay */
    FAULTS
};

struct model_block {
    uint64_t pool, address, bytes; /* pool 0: reported by itself */
};

struct model {
    bool pool[POOLS + 1], frees[POOLS + 1];
    struct model_block block[LIVE_MOST];
    unsigned used;
    uint64_t allocs, frees_seen, foreign, missed;
    enum fault fault;
};

static int find(const struct model *model, uint64_t pool, uint64_t address)
{
    for (unsigned i = 0; i < model->used; i++)
        if (model->block[i].pool == pool && model->block[i].address == address)
            return (int)i;
    return -1;
}

static void end(struct model *model, int at)
{
    if (at < 0)
        return;
    model->block[at] = model->block[--model->used];
    model->frees_seen++;
}

static void begin(struct model *model, uint64_t pool, uint64_t address, uint64_t bytes)
{
    int there = find(model, pool, address);
    model->missed += there >= 0;
    end(model, there);
    model->allocs++;
    model->block[model->used++] = (struct model_block){pool, address, bytes};
}

static void free_block(struct model *model, uint64_t pool, uint64_t address)
{
    int at = find(model, pool, address);
    model->foreign += at < 0;
    if (at < 0)
        return;
    uint64_t last = address + model->block[at].bytes;
    end(model, at);
    for (unsigned i = 0; i < model->used && model->frees[pool] && model->fault != FREES_NOTHING;)
        if (model->block[i].pool == 0 && model->block[i].address >= address &&
            model->block[i].address < last)
            end(model, (int)i);
        else
            i++;
}

static void trim(struct model *model, uint64_t pool, uint64_t start, uint64_t stop)
{
    for (unsigned i = 0; i < model->used;) {
        struct model_block *block = &model->block[i];
        uint64_t from = block->address, to = from + block->bytes;
        bool inside = from >= start && to <= stop, outside = to <= start || from >= stop;
        if (block->pool == pool && outside && !inside) {
            end(model, (int)i);
            continue;
        }
        if (block->pool == pool && !inside && model->fault != TRIMS_NONE) {
            block->address = from > start ? from : start;
            block->bytes = (to < stop ? to : stop) - block->address;
        }
        i++;
    }
}

static void change(struct model *model, uint64_t pool, uint64_t from, uint64_t to, uint64_t bytes)
{
    int at = find(model, pool, from), over;
    if (at < 0)
        return;
    model->block[at].address = UINT64_MAX;
    over = find(model, pool, to);
    model->missed += over >= 0;
    end(model, over);
    at = find(model, pool, UINT64_MAX);
    model->block[at].address = to;
    model->block[at].bytes = bytes;
    model->allocs += model->fault == CHANGES_COUNT;
}

static void destroy(struct model *model, uint64_t pool)
{
    for (unsigned i = 0; i < model->used && model->fault != KEEPS_DESTROYED;)
        if (model->block[i].pool == pool)
            end(model, (int)i);
        else
            i++;
    model->pool[pool] = false;
}

static void move(struct model *model, uint64_t from, uint64_t to)
{
    if (model->pool[to])
        return;
    model->pool[to] = true;
    model->pool[from] = model->fault == MOVES_BACK;
    model->frees[to] = model->frees[from];
    for (unsigned i = 0; i < model->used; i++)
        if (model->block[i].pool == from)
            model->block[i].pool = to;
}

static bool overlaps(const struct model *model, uint64_t pool, uint64_t address, uint64_t bytes)
{
    for (unsigned i = 0; i < model->used; i++) {
        const struct model_block *block = &model->block[i];
        if (block->pool == pool && block->address < address + bytes &&
            address < block->address + block->bytes)
            return true;
    }
    return false;
}

/* Both take the same event; pools are at 1 to POOLS.  Blocks of one pool never overlap, unless they
 * begin at the same address. */
static void one_event(struct msim_heap *heap, struct model *model, struct unit_random *random)
{
    enum msim_pool_call call = (enum msim_pool_call)unit_below(random, MSIM_POOL_CALLS);
    uint64_t pool = 1 + unit_below(random, POOLS), at = 1000 + 100 * unit_below(random, 30);
    uint64_t bytes = unit_below(random, 101), to = 1000 + 100 * unit_below(random, 30);
    if (unit_one_in(random, 2))
        call = MSIM_POOL_ALLOC;
    if (call == MSIM_POOL_TRIM)
        bytes = unit_below(random, 3000), at += unit_below(random, 100);
    uint64_t begins = call == MSIM_POOL_ALLOC ? at : to;
    if ((call == MSIM_POOL_ALLOC || call == MSIM_POOL_CHANGE) && find(model, pool, begins) < 0 &&
        overlaps(model, pool, begins, bytes))
        return;
    uint64_t record[] = {msim_event_header(MSIM_EVENT_POOL, MSIM_POOL_WORDS),
                         call,
                         pool,
                         call == MSIM_POOL_MOVE ? 1 + to % POOLS : at,
                         call == MSIM_POOL_CREATE ? bytes % 2 : bytes,
                         to};
    msim_heap_event(heap, record, 0);
    if (call == MSIM_POOL_CREATE && !model->pool[pool]) {
        model->pool[pool] = true;
        model->frees[pool] = bytes % 2;
    } else if (!model->pool[pool] || call == MSIM_POOL_CREATE) {
        return;
    } else if (call == MSIM_POOL_ALLOC) {
        begin(model, pool, at, bytes);
    } else if (call == MSIM_POOL_FREE) {
        free_block(model, pool, at);
    } else if (call == MSIM_POOL_TRIM) {
        trim(model, pool, at, at + bytes);
    } else if (call == MSIM_POOL_CHANGE) {
        change(model, pool, at, to, bytes);
    } else if (call == MSIM_POOL_MOVE) {
        move(model, pool, record[3]);
    } else {
        destroy(model, pool);
    }
}

static void one_request(struct msim_heap *heap, struct model *model, struct unit_random *random)
{
    uint64_t at = 1000 + 10 * unit_below(random, 300), bytes = unit_below(random, 10);
    uint64_t record[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS), MSIM_HEAP_REQUEST,
                         bytes, at, 0};
    msim_heap_event(heap, record, 0);
    begin(model, 0, at, bytes);
}

static bool differ(const struct msim_heap *heap, const struct model *model)
{
    struct msim_alloc_counts counts = {0};
    uint64_t bytes = 0;
    for (unsigned i = 0; i < model->used; i++)
        bytes += model->block[i].bytes;
    for (uint32_t i = 0; i < heap->callers.places.used; i++)
        counts = msim_place_at(&heap->callers, i)->counts;
    return heap->bytes != bytes || msim_heap_live(heap) != model->used ||
           heap->overhead.total != 16 * model->used || counts.allocs != model->allocs ||
           counts.frees != model->frees_seen || heap->usage.foreign != model->foreign ||
           heap->usage.missed != model->missed;
}

/* True: they differ at some time. */
static bool run(uint64_t seed, enum fault fault)
{
    struct unit_random random = {seed};
    struct model model = {.fault = fault};
    struct msim_heap_options options = msim_heap_usual;
    options.admin = 16;
    struct msim_heap *heap = msim_get(&memory.mem, sizeof *heap, 64);
    msim_heap_init(heap, &memory.mem, &dict, &options);
    bool different = false;
    for (unsigned i = 0; i < 1000 && !different && model.used < LIVE_MOST - 1; i++) {
        if (unit_one_in(&random, 4))
            one_request(heap, &model, &random);
        else
            one_event(heap, &model, &random);
        different = differ(heap, &model);
    }
    return different;
}

UNIT_EACH(pools, 60)
{
    ck_assert(!run((uint64_t)_i, RIGHT));
}

UNIT_EACH(finds_faults, FAULTS)
{
    bool found = false;
    for (uint64_t seed = 0; seed < 20 && !found; seed++)
        found = run(seed, (enum fault)_i);
    ck_assert_msg(found == (_i != RIGHT), "fault %d", _i);
}
