/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The observer of heap.h: turns events into blocks, totals and the peak. */
#include "heap.h"

static struct msim_snapshot snapshot_at(const struct msim_heap *heap, uint64_t time)
{
    return (struct msim_snapshot){.time = time,
                                  .heap = heap->bytes,
                                  .extra = heap->overhead.total,
                                  .stacks = heap->stacks,
                                  .calls = heap->calls,
                                  .changed = heap->changed,
                                  .part = heap->callers.part};
}

static void take_snapshot(struct msim_heap *heap, uint64_t time)
{
    struct msim_snapshot snapshot = snapshot_at(heap, time);
    if (msim_timeline_wants_tree(&heap->timeline))
        snapshot.tree = msim_heap_tree(heap, &heap->forest, &snapshot, false);
    msim_timeline_add(&heap->timeline, &snapshot);
}

/* --- Blocks ------------------------------------------------------------------------------- */

/* As many bytes more, or with a number that wraps, less. */
static void change(struct msim_heap *heap, struct msim_place *place, uint64_t bytes)
{
    msim_peaked_set(&place->bytes, heap->peak_number, place->bytes.now + bytes);
    heap->bytes += bytes;
    heap->touched = true;
}

static void gain(struct msim_heap *heap, struct msim_place *place, uint64_t bytes)
{
    change(heap, place, bytes);
    if (place->part)
        msim_heap_parts_gain(&heap->in_parts, place->part, bytes);
}

static void lose(struct msim_heap *heap, struct msim_place *place, uint64_t bytes)
{
    change(heap, place, -bytes);
    if (place->part)
        msim_heap_parts_lose(&heap->in_parts, place->part, bytes);
}

/* The running thread frees a block of this place. */
static void release_of(struct msim_heap *heap, struct msim_place *place, uint64_t bytes)
{
    msim_heap_freed(&heap->frees, place->part, heap->callers.part, bytes);
    lose(heap, place, bytes);
}

static inline void began(struct msim_heap *heap, const struct msim_block *block)
{
    struct msim_place *place = msim_place_at(&heap->callers, block->place);
    place->counts.allocs++;
    place->counts.bytes += block->bytes;
    heap->newest = block->address;
    if (place->ignored)
        heap->ignored++;
    else
        gain(heap, place, block->bytes);
}

static inline void ended(struct msim_heap *heap, const struct msim_block *block)
{
    struct msim_place *place = msim_place_at(&heap->callers, block->place);
    place->counts.frees++;
    if (place->ignored)
        heap->ignored--;
    else
        release_of(heap, place, block->bytes);
}

/* False: --ignore-fn leaves out the blocks of its place. */
static bool counts(const struct msim_heap *heap, const struct msim_block *block)
{
    return !msim_place_at(&heap->callers, block->place)->ignored;
}

/* False: no block of malloc is there. */
static bool end_block(struct msim_heap *heap, uint64_t address, struct msim_block *block)
{
    if (!msim_blocks_remove(&heap->blocks, address, block))
        return false;
    ended(heap, block);
    if (counts(heap, block))
        msim_overhead_remove(&heap->overhead, block);
    return true;
}

static void begin_block(struct msim_heap *heap, const struct msim_block *block)
{
    struct msim_block missed;
    if (!msim_blocks_add(&heap->blocks, block)) {
        heap->usage.missed++;
        end_block(heap, block->address, &missed);
        msim_blocks_add(&heap->blocks, block);
    }
    began(heap, block);
    if (!counts(heap, block))
        return;
    msim_overhead_add(&heap->overhead, block);
    heap->fresh = *block;
}

/* The overhead is learned only from blocks that malloc returned. */
static void reported_began(void *self, const struct msim_block *block)
{
    struct msim_heap *heap = self;
    began(heap, block);
    heap->newest_set = MSIM_NO_SET; /* the caller may set another value */
    heap->overhead.total += counts(heap, block) ? heap->overhead.fixed : 0;
}

static void reported_ended(void *self, const struct msim_block *block)
{
    struct msim_heap *heap = self;
    ended(heap, block);
    heap->overhead.total -= counts(heap, block) ? heap->overhead.fixed : 0;
}

static void reported_resized(void *self, const struct msim_block *block, uint64_t before)
{
    struct msim_heap *heap = self;
    struct msim_place *place = msim_place_at(&heap->callers, block->place);
    if (place->ignored)
        return;
    lose(heap, place, before);
    gain(heap, place, block->bytes);
}

void msim_heap_init(struct msim_heap *heap, const struct msim_mem *mem,
                    const struct msim_dict *dict, const struct msim_heap_options *options)
{
    const struct msim_reported_to to = {reported_began, reported_ended, reported_resized, heap};
    bool learns = options->admin == MSIM_ADMIN_AUTO && !options->pages;
    uint64_t fixed = options->pages ? 0 : options->admin;
    *heap = (struct msim_heap){.options = *options, .dict = dict, .mem = mem};
    msim_callers_init(&heap->callers, mem, dict, &heap->options);
    msim_blocks_init(&heap->blocks, mem);
    msim_reported_init(&heap->reported, mem, &heap->callers, &heap->usage, &to);
    msim_ranges_init(&heap->mapped, mem);
    msim_overhead_init(&heap->overhead, mem, &heap->blocks, learns ? UINT64_MAX : fixed);
    msim_forest_init(&heap->forest, mem, &heap->callers);
    msim_timeline_init(&heap->timeline, mem, &heap->forest, options->max_snapshots,
                       options->detailed_freq);
    take_snapshot(heap, 0);
}

/* --- Sets of blocks ----------------------------------------------------------------------- */

/* The set with a block at the address: `first` or, if it has none, malloc's or another one.
 * MSIM_NO_SET: no block is live there. */
static unsigned set_with(const struct msim_heap *heap, unsigned first, uint64_t address,
                         struct msim_block *found)
{
    const struct msim_reported *reported = &heap->reported;
    struct msim_span span;
    if (first == MSIM_SET_MALLOC && msim_blocks_find(&heap->blocks, address, found))
        return MSIM_SET_MALLOC;
    for (unsigned i = 0; reported->used && i <= MSIM_SET_MALLOC; i++) {
        unsigned set = (first + i) % (MSIM_SET_MALLOC + 1);
        if (set != MSIM_SET_MALLOC &&
            msim_spans_find(&reported->spans, reported->set[set], address, &span)) {
            *found = (struct msim_block){span.address, span.bytes, span.owner};
            return set;
        }
    }
    return first != MSIM_SET_MALLOC && msim_blocks_find(&heap->blocks, address, found)
               ? MSIM_SET_MALLOC
               : MSIM_NO_SET;
}

static void end(struct msim_heap *heap, unsigned set, uint64_t address)
{
    struct msim_block block;
    if (set == MSIM_SET_MALLOC)
        end_block(heap, address, &block);
    else if (set != MSIM_NO_SET)
        msim_reported_end(&heap->reported, &heap->reported.set[set], address, &block);
}

static void begin(struct msim_heap *heap, unsigned set, uint32_t place, uint64_t address,
                  uint64_t bytes)
{
    struct msim_block block = {address, bytes < MSIM_BLOCK_MAX ? bytes : MSIM_BLOCK_MAX, place};
    if (set == MSIM_SET_MALLOC)
        begin_block(heap, &block);
    else
        msim_reported_begin(&heap->reported, &heap->reported.set[set], &block);
    heap->newest_set = set;
}

/* --- Calls -------------------------------------------------------------------------------- */

struct call {
    enum msim_heap_call function;
    unsigned set; /* the set that its blocks belong to */
    uint32_t stack;
    uint64_t bytes, result, given;
};

/* Only calls that allocate have a place. */
static uint32_t place_of(struct msim_heap *heap, const struct call *call)
{
    return msim_callers_place(&heap->callers, call->stack);
}

/* A block begins, or the call has failed. */
static void begin_or_fail(struct msim_heap *heap, const struct call *call)
{
    uint32_t place = place_of(heap, call);
    if (call->result)
        begin(heap, call->set, place, call->result, call->bytes);
    else
        msim_place_at(&heap->callers, place)->counts.failed++;
}

/* User space ends far below 2^48, so a larger word is not an address and becomes 0. */
static uint64_t as_address(uint64_t word)
{
    return word <= MSIM_BLOCK_MAX ? word : 0;
}

static void allocate(struct msim_heap *heap, const struct call *call)
{
    msim_usage_request(&heap->usage, call->function, call->bytes, !call->result);
    begin_or_fail(heap, call);
}

static void release(struct msim_heap *heap, const struct call *call)
{
    struct msim_block block = {0};
    bool simple = call->given && call->set == MSIM_SET_MALLOC;
    unsigned set = MSIM_SET_MALLOC;
    if (!simple || !end_block(heap, call->given, &block)) {
        set = call->given ? set_with(heap, call->set, call->given, &block) : MSIM_NO_SET;
        end(heap, set, call->given);
    }
    if (set != MSIM_NO_SET && call->given == heap->newest && set == heap->newest_set)
        msim_place_at(&heap->callers, block.place)->counts.temp++;
    heap->usage.foreign += call->given && set == MSIM_NO_SET;
    msim_usage_free(&heap->usage, call->function, block.bytes);
}

static void resize(struct msim_heap *heap, const struct call *call)
{
    struct msim_block block = {0};
    unsigned set = set_with(heap, call->set, call->given, &block);
    heap->usage.foreign += set == MSIM_NO_SET;
    msim_usage_resize(&heap->usage, call->function, block.bytes, call->bytes,
                      call->result != call->given, !call->result);
    if (call->result)
        end(heap, set, call->given);
    begin_or_fail(heap, call);
}

/* --- Mappings ----------------------------------------------------------------------------- */

/* Returns the bytes that were mapped between the two. */
static uint64_t unmap(struct msim_heap *heap, uint64_t start, uint64_t end)
{
    uint64_t bytes = 0;
    struct msim_range taken;
    while (start < end && msim_ranges_take(&heap->mapped, start, end - 1, &taken)) {
        struct msim_place *place = msim_place_at(&heap->callers, taken.owner);
        uint64_t gone = taken.last - taken.first + 1;
        place->counts.frees++;
        if (!place->ignored)
            release_of(heap, place, gone);
        bytes += gone;
    }
    return bytes;
}

static void map(struct msim_heap *heap, const struct call *call)
{
    uint32_t number = place_of(heap, call);
    struct msim_place *place = msim_place_at(&heap->callers, number);
    uint64_t end = call->result + call->bytes;
    bool failed = !call->result || end <= call->result;
    msim_usage_request(&heap->usage, MSIM_HEAP_MAP, call->bytes, failed);
    if (failed) {
        place->counts.failed++;
        return;
    }
    unmap(heap, call->result, end);
    msim_ranges_add(&heap->mapped, &(struct msim_range){call->result, end - 1, number});
    place->counts.allocs++;
    place->counts.bytes += call->bytes;
    if (!place->ignored)
        gain(heap, place, call->bytes);
}

static void take_call(struct msim_heap *heap, const struct call *call)
{
    switch (call->function) {
    case MSIM_HEAP_FREE:
    case MSIM_HEAP_DELETE:
    case MSIM_HEAP_OTHER_FREE:
    case MSIM_HEAP_REQUEST_FREE:
        release(heap, call);
        break;
    case MSIM_HEAP_REALLOC:
    case MSIM_HEAP_OTHER:
    case MSIM_HEAP_REQUEST:
        if (!call->given)
            allocate(heap, call);
        else if (!call->bytes && !call->result)
            release(heap, call);
        else
            resize(heap, call);
        break;
    case MSIM_HEAP_MAP:
        map(heap, call);
        break;
    case MSIM_HEAP_UNMAP:
        msim_usage_free(&heap->usage, MSIM_HEAP_UNMAP,
                        unmap(heap, call->given, call->given + call->bytes));
        break;
    default:
        allocate(heap, call);
    }
}

/* --- Time and peak ------------------------------------------------------------------------ */

static uint64_t now(const struct msim_heap *heap, uint64_t instructions)
{
    switch (heap->options.time_unit) {
    case MSIM_TIME_MS:
        return heap->ms;
    case MSIM_TIME_BYTES:
        return heap->changed;
    default:
        return instructions + heap->unseen;
    }
}

struct msim_heap_at msim_heap_now(const struct msim_heap *heap, uint64_t instructions)
{
    return (struct msim_heap_at){now(heap, instructions), heap->bytes, heap->overhead.total,
                                 heap->stacks};
}

void msim_heap_change_regions(void *self, struct msim_open *open, uint64_t instructions)
{
    struct msim_heap *heap = self;
    struct msim_heap_at at = msim_heap_now(heap, instructions);
    msim_heap_parts_change(&heap->in_parts, open, &at);
}

struct msim_snapshot msim_heap_peak(const struct msim_heap *heap)
{
    struct msim_snapshot peak = heap->peak;
    peak.extra = heap->overhead.at_peak;
    return peak;
}

/* Call after each change of what is counted. */
static void compare_with_peak(struct msim_heap *heap, uint64_t time)
{
    struct msim_snapshot peak = msim_heap_peak(heap);
    heap->bytes_max = heap->bytes > heap->bytes_max ? heap->bytes : heap->bytes_max;
    heap->stacks_max = heap->stacks > heap->stacks_max ? heap->stacks : heap->stacks_max;
    if (heap->bytes + heap->overhead.total + heap->stacks <= msim_snapshot_total(&peak))
        return;
    heap->peak = snapshot_at(heap, time);
    heap->peak_places = heap->callers.places.used;
    msim_overhead_raise(&heap->overhead, ++heap->peak_number);
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* --- Events ------------------------------------------------------------------------------- */

static bool is_of_pages(enum msim_heap_call function)
{
    return function == MSIM_HEAP_MAP || function == MSIM_HEAP_UNMAP;
}

/* The set of blocks in which the call begins or ends one. */
static unsigned set_of(const uint64_t *record)
{
    switch (msim_heap_call_of(record)) {
    case MSIM_HEAP_OTHER:
    case MSIM_HEAP_OTHER_FREE:
        return MSIM_SET_ALLOCATOR + msim_heap_allocator_of(record) % MSIM_HEAP_ALLOCATORS;
    case MSIM_HEAP_REQUEST:
    case MSIM_HEAP_REQUEST_FREE:
        return MSIM_SET_REQUESTS;
    default:
        return MSIM_SET_MALLOC;
    }
}

static void heap_event(struct msim_heap *heap, const uint64_t *record)
{
    struct call call = {msim_heap_call_of(record),  set_of(record),
                        msim_heap_stack_of(record), record[2],
                        as_address(record[3]),      as_address(record[4])};
    take_call(heap, &call);
    if (call.function == MSIM_HEAP_OTHER)
        heap->named[call.set - MSIM_SET_ALLOCATOR] = true;
}

/* True: the event is of the observed kind of heap. */
static bool is_wanted(const struct msim_heap *heap, const uint64_t *record)
{
    enum msim_heap_call function = msim_heap_call_of(record);
    if (msim_event_of(*record) == MSIM_EVENT_POOL)
        return !heap->options.pages;
    return function < MSIM_HEAP_CALLS && heap->options.pages == is_of_pages(function);
}

static void block_event(struct msim_heap *heap, const uint64_t *record)
{
    uint64_t before = heap->bytes + heap->overhead.total;
    heap->fresh.address = 0;
    heap->calls++;
    if (msim_event_of(*record) == MSIM_EVENT_POOL)
        msim_reported_pool(&heap->reported, record);
    else
        heap_event(heap, record);
    heap->changed += distance(before, heap->bytes + heap->overhead.total);
    if (heap->fresh.address)
        msim_overhead_learn(&heap->overhead, &heap->fresh);
}

void msim_heap_event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct msim_heap *heap = self;
    if (msim_header_words(*record) < msim_event_words(msim_event_of(*record)))
        return;
    heap->touched = false;
    heap->callers.part = heap->sim ? heap->sim->parts.event : 0;
    switch (msim_event_of(*record)) {
    case MSIM_EVENT_CLOCK:
        heap->unseen += record[1];
        heap->ms = record[2] > heap->ms ? record[2] : heap->ms;
        return;
    case MSIM_EVENT_HEAP:
    case MSIM_EVENT_POOL:
        if (!is_wanted(heap, record))
            return;
        block_event(heap, record);
        break;
    case MSIM_EVENT_STACKS:
        if (!heap->options.stacks)
            return;
        heap->changed += distance(heap->stacks, record[1]);
        heap->stacks = record[1];
        heap->touched = true;
        break;
    default:
        return;
    }
    if (!heap->touched)
        return;
    uint64_t time = now(heap, instructions);
    compare_with_peak(heap, time);
    if (heap->in_parts.open.used) {
        struct msim_heap_at at = msim_heap_now(heap, instructions);
        msim_heap_parts_compare(&heap->in_parts, &at);
    }
    if (msim_timeline_wants(&heap->timeline, time))
        take_snapshot(heap, time);
}

void msim_heap_clear(void *self)
{
    struct msim_heap *heap = self;
    heap->usage = (struct msim_usage){0};
    for (uint32_t i = 0; i < heap->callers.places.used; i++)
        msim_place_at(&heap->callers, i)->counts = (struct msim_alloc_counts){0};
    msim_heap_frees_clear(&heap->frees);
    /* The child has no other threads, and their regions have ended. */
    if (heap->sim)
        msim_heap_change_regions(heap, &heap->sim->parts.open, heap->sim->instructions);
}

/* --- Trees -------------------------------------------------------------------------------- */

uint32_t msim_heap_tree(const struct msim_heap *heap, struct msim_forest *forest,
                        const struct msim_snapshot *snapshot, bool at_peak)
{
    struct msim_tree_wish wish = {
        .at_peak = at_peak,
        .peak = heap->peak_number,
        .places = at_peak ? heap->peak_places : heap->callers.places.used,
        .depth = heap->options.depth,
        .cut = msim_tree_share(msim_snapshot_total(snapshot), heap->options.threshold)};
    return msim_tree_make(forest, &wish);
}
