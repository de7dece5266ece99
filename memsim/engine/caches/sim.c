/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The simulator of sim.h: preparing segments, the fast path, the slow path. */
#include "sim.h"

#include <stddef.h>

#include "stream/event.h"

enum {
    RUNS_INLINE = 5,
    RUN_SPAN_MAX = 16, /* bytes; longer runs would often lie in two granules */
    USUAL_SHIFT = 6    /* of 64-byte lines: has a loop of its own, with constants */
};

/* The granule of records that never take the fast path (events, conditional accesses): it is in no
 * front. */
#define NOWHERE (MSIM_FRONT_EMPTY - 1)

/* The granule of segments that only continue an instruction, which was fetched before. */
#define NOTHING (MSIM_FRONT_EMPTY - 2)

struct run {
    int32_t offset; /* of the lowest byte, from the base in word `word` */
    uint8_t span;   /* highest byte - lowest byte */
    uint8_t word;
    uint8_t first;    /* access, */
    uint8_t accesses; /* and how many */
};

struct hot {
    uint64_t count;
    uint64_t code; /* first granule fetched from, NOWHERE or NOTHING */
    uint16_t more; /* granules after the first */
    uint16_t runs_used;
    uint16_t instrs; /* begun in this segment; not one that it continues */
    uint16_t larger; /* more granules, or more runs than fit here */
    union {
        struct run near[RUNS_INLINE];
        struct run *far; /* if there are more */
    } runs;
};

/* The times left above this suffice for a chunk. */
#define NOW_LIMIT (MSIM_SCAN_MAX - (1u << 30))

_Static_assert(sizeof(struct hot) == 1 << MSIM_WORDS_BITS,
               "a hot record is one cache line, found by the header without its words");

/* --- Preparing ---------------------------------------------------------------------------- */

static struct msim_shape shape_of(const struct msim_geometry *geometry, enum msim_level level)
{
    if (!geometry->units)
        return (struct msim_shape){0, 0, 0};
    return (struct msim_shape){msim_geometry_sets(level, geometry), geometry->ways,
                               (unsigned)__builtin_ctz(geometry->line)};
}

static void init_port(struct msim_sim *sim, struct msim_port *port, const struct msim_mem *mem,
                      const struct msim_machine *machine, enum msim_level cache,
                      enum msim_level tlb)
{
    msim_port_init(port, mem, shape_of(&machine->level[cache], cache),
                   shape_of(&machine->level[tlb], tlb), shape_of(&machine->huge_level[tlb], tlb),
                   machine->huge ? &sim->huge : NULL);
}

/* The smallest line of any cache level. */
static uint32_t smallest_line(const struct msim_machine *machine)
{
    uint32_t smallest = MSIM_SIZE_MAX;
    for (int level = MSIM_I1; level <= MSIM_L3; level++)
        if (machine->level[level].units && machine->level[level].line < smallest)
            smallest = machine->level[level].line;
    return smallest;
}

void msim_sim_init(struct msim_sim *sim, const struct msim_mem *mem, const struct msim_dict *dict,
                   struct msim_profile *profile, const struct msim_machine *machine)
{
    sim->dict = dict;
    sim->profile = profile;
    msim_arena_init(&sim->arena, mem);
    msim_table_init(&sim->hot, mem, sizeof(struct hot), MSIM_SEGMENTS_MAX + MSIM_EVENTS);
    for (unsigned event = 0; event < MSIM_EVENTS; event++)
        ((struct hot *)msim_table_add(&sim->hot))->code = NOWHERE;
    msim_huge_init(&sim->huge, mem, machine);
    init_port(sim, &sim->instr, mem, machine, MSIM_I1, MSIM_ITLB);
    init_port(sim, &sim->data, mem, machine, MSIM_D1, MSIM_DTLB);
    msim_outer_init(&sim->outer, mem, machine, profile);
    sim->outer.huge = machine->huge ? &sim->huge : NULL;
    sim->block_max = smallest_line(machine);
    sim->now_limit = NOW_LIMIT;
}

void msim_sim_attach_misses(struct msim_sim *sim, const struct msim_miss_observer *observer)
{
    msim_outer_attach(&sim->outer, observer);
}

/* Does the TLB of this port use only pages of the size that page observers see? */
static bool has_pages(const struct msim_port *port)
{
    return port->has_tlb && !port->huge && port->small.tlb.shift == MSIM_PAGE_SHIFT;
}

bool msim_sim_attach_pages(struct msim_sim *sim, const struct msim_page_observer *pages)
{
    if (!has_pages(&sim->instr) || !has_pages(&sim->data))
        return false;
    sim->pages = *pages;
    return true;
}

void msim_sim_watch(struct msim_sim *sim, uint64_t first, uint64_t last)
{
    first >>= MSIM_PAGE_SHIFT;
    last >>= MSIM_PAGE_SHIFT;
    msim_port_watch(&sim->instr, first, last, true);
    msim_port_watch(&sim->data, first, last, true);
}

void msim_sim_watch_page(struct msim_sim *sim, enum msim_kind kind, uint64_t address, bool on)
{
    uint64_t page = address >> MSIM_PAGE_SHIFT;
    msim_port_watch(kind == MSIM_FETCH ? &sim->instr : &sim->data, page, page, on);
}

static uint32_t access_size(const struct msim_sim *sim, const struct msim_access *access)
{
    return access->block && access->size > sim->block_max ? sim->block_max : access->size;
}

/* Extends `run` by `access` if the result is still one run. */
static bool join(const struct msim_sim *sim, struct run *run, const struct msim_access *access)
{
    int64_t low = access->offset, high = low + access_size(sim, access) - 1;
    int64_t run_low = run->offset, run_high = run_low + run->span;
    low = low < run_low ? low : run_low;
    high = high > run_high ? high : run_high;
    if (access->word != run->word || high - low >= RUN_SPAN_MAX)
        return false;
    run->offset = (int32_t)low;
    run->span = (uint8_t)(high - low);
    run->accesses++;
    return true;
}

static unsigned make_runs(const struct msim_sim *sim, const struct msim_segment *segment,
                          struct run *runs)
{
    unsigned used = 0;
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        if (used == 0 || !join(sim, &runs[used - 1], access))
            runs[used++] = (struct run){.offset = access->offset,
                                        .span = (uint8_t)(access_size(sim, access) - 1),
                                        .word = access->word,
                                        .first = (uint8_t)i,
                                        .accesses = 1};
    }
    return used;
}

/* Has the segment conditional accesses, accesses that do not fit into the fields of a run, or
 * accesses that touch more than is simulated? */
static bool only_one_by_one(const struct msim_sim *sim, const struct msim_segment *segment)
{
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint32_t size = access_size(sim, access);
        if (access->maybe || size > UINT8_MAX || (sim->pages.touch && size < access->size))
            return true;
    }
    return segment->accesses_used > UINT8_MAX;
}

static void prepare_runs(struct msim_sim *sim, struct hot *hot, const struct msim_segment *segment)
{
    struct run runs[UINT8_MAX + 1];
    if (only_one_by_one(sim, segment)) {
        hot->code = NOWHERE;
        return;
    }
    hot->runs_used = (uint16_t)make_runs(sim, segment, runs);
    struct run *to = hot->runs.near;
    if (hot->runs_used > RUNS_INLINE)
        to = hot->runs.far = msim_arena_get(&sim->arena, hot->runs_used * sizeof *to);
    for (unsigned i = 0; i < hot->runs_used; i++)
        to[i] = runs[i];
}

static void prepare_code(struct msim_sim *sim, struct hot *hot, const struct msim_segment *segment)
{
    uint64_t first = segment->address, last = first;
    unsigned shift = sim->instr.shift;
    if (segment->continued)
        first = last += segment->instrs[0].length;
    for (unsigned i = segment->continued; i < segment->instrs_used; i++)
        last += segment->instrs[i].length;
    hot->code = last > first ? first >> shift : NOTHING;
    if (last > first)
        hot->more = (uint16_t)(((last - 1) >> shift) - hot->code);
}

static struct hot *hot_of(const struct msim_sim *sim, uint32_t number)
{
    return msim_table_at(&sim->hot, number + MSIM_EVENTS);
}

void msim_sim_extend(struct msim_sim *sim)
{
    uint32_t number;
    while ((number = sim->hot.used - MSIM_EVENTS) < sim->dict->segments.used) {
        const struct msim_segment *segment = msim_dict_segment_at(sim->dict, number);
        struct hot *hot = msim_table_add(&sim->hot);
        prepare_code(sim, hot, segment);
        prepare_runs(sim, hot, segment);
        hot->larger = hot->more != 0 || hot->runs_used > RUNS_INLINE;
        hot->instrs = (uint16_t)(segment->instrs_used - segment->continued);
    }
}

/* What the outer levels must know about the access. */
static inline unsigned block_mark(const struct msim_access *access)
{
    return access->block ? MSIM_REF_BLOCK : 0;
}

/* --- The slow path: one access, one run, one segment --------------------------------------- */

static inline void push(struct msim_sim *sim, const struct msim_instr *instr, enum msim_kind kind,
                        uint64_t first, uint32_t size, unsigned missed)
{
    if (missed & (MSIM_MISS_CACHE | MSIM_MISS_TLB))
        msim_outer_push(&sim->outer, instr->site, kind, first, size, missed & ~MSIM_WATCHED);
}

/* Must the observer of pages see this reference? */
static inline bool must_show(const struct msim_sim *sim, unsigned missed, uint64_t first,
                             uint32_t size)
{
    uint64_t page = first >> MSIM_PAGE_SHIFT, last = (first + size - 1) >> MSIM_PAGE_SHIFT;
    if (!(missed & (MSIM_MISS_TLB | MSIM_WATCHED)) || !sim->pages.touch)
        return false;
    if (missed & MSIM_WATCHED || page != last)
        return true;
    uint8_t byte = *msim_pageset_at(sim->pages.pages, page);
    return (byte & sim->pages.mask) != sim->pages.known;
}

static __attribute__((noinline)) void
show_access(struct msim_sim *sim, const struct msim_segment *segment,
            const struct msim_access *access, const uint64_t *record, uint64_t before, bool watched)
{
    struct msim_page_touch touch = msim_touch_of(segment, access->instr, before);
    touch.watched = watched;
    touch.first = record[access->word] + (uint64_t)(int64_t)access->offset;
    touch.size = access->size;
    touch.kind = msim_touch_kind(segment, (unsigned)(access - segment->accesses));
    sim->pages.touch(sim->pages.self, &touch);
}

/* Shows, of a run in one page, the first access and the first that writes: the others change
 * nothing. */
static void show_run(struct msim_sim *sim, const struct msim_segment *segment,
                     const struct run *run, const uint64_t *record, uint64_t before, bool watched)
{
    show_access(sim, segment, &segment->accesses[run->first], record, before, watched);
    for (unsigned i = 0; i < run->accesses; i++) {
        if (msim_touch_kind(segment, run->first + i) != MSIM_WRITE)
            continue;
        if (i)
            show_access(sim, segment, &segment->accesses[run->first + i], record, before, true);
        return;
    }
}

/* The access missed, is watched, or was only partly simulated. */
static __attribute__((noinline)) void missed_access(struct msim_sim *sim,
                                                    const struct msim_segment *segment,
                                                    const struct msim_access *access,
                                                    const uint64_t *record, uint64_t before,
                                                    unsigned missed)
{
    uint64_t first = record[access->word] + (uint64_t)(int64_t)access->offset;
    uint32_t size = access_size(sim, access);
    bool cut = size < access->size && sim->pages.touch;
    push(sim, &segment->instrs[access->instr], msim_access_kind(access), first, size,
         missed | block_mark(access));
    if (cut || must_show(sim, missed, first, size))
        show_access(sim, segment, access, record, before, cut || missed & MSIM_WATCHED);
}

/* `before`: instructions begun before the record, here and in the following. */
static inline void slow_access(struct msim_sim *sim, const struct msim_segment *segment,
                               const struct msim_access *access, const uint64_t *record,
                               uint64_t before)
{
    uint64_t base = record[access->word], first = base + (uint64_t)(int64_t)access->offset;
    if (access->maybe) {
        if (base == MSIM_NO_ADDRESS)
            return;
        const struct msim_instr *instr = &segment->instrs[access->instr];
        msim_profile_row(sim->profile, instr->site)->count[msim_access_kind(access)][MSIM_REFS]++;
    }
    uint32_t size = access_size(sim, access);
    unsigned missed = msim_port_touch(&sim->data, &sim->now, first, first + size - 1);
    if (missed || size < access->size)
        missed_access(sim, segment, access, record, before, missed);
}

static inline const struct msim_segment *segment_of(const struct msim_sim *sim,
                                                    const uint64_t *record)
{
    return msim_dict_segment_at(sim->dict, msim_header_segment(*record));
}

static inline uint64_t before_record(const struct msim_segment *segment, uint64_t instructions)
{
    return instructions - segment->instrs_used + segment->continued;
}

/* References a run in two granules access by access.  `instructions`: begun until the record's
 * end. */
static __attribute__((noinline)) void slow_run(struct msim_sim *sim, const struct run *run,
                                               const uint64_t *record, uint64_t instructions)
{
    const struct msim_segment *segment = segment_of(sim, record);
    uint64_t before = before_record(segment, instructions);
    for (unsigned i = 0; i < run->accesses; i++)
        slow_access(sim, segment, &segment->accesses[run->first + i], record, before);
}

/* References a run in one granule that the front does not know, at time `now`.  Only its first
 * access can miss; the others find what that one brought. */
static __attribute__((noinline)) void slow_granule(struct msim_sim *sim, const struct run *run,
                                                   const uint64_t *record, uint32_t now,
                                                   uint64_t granule, uint64_t instructions)
{
    unsigned missed = msim_port_granule(&sim->data, now, granule);
    if (!missed)
        return;
    const struct msim_segment *segment = segment_of(sim, record);
    const struct msim_access *access = &segment->accesses[run->first];
    uint64_t first = record[access->word] + (uint64_t)(int64_t)access->offset;
    push(sim, &segment->instrs[access->instr], msim_access_kind(access), first,
         access_size(sim, access), missed | block_mark(access));
    if (must_show(sim, missed, first, access->size))
        show_run(sim, segment, run, record, before_record(segment, instructions),
                 missed & MSIM_WATCHED);
}

static void slow_fetch(struct msim_sim *sim, const struct msim_segment *segment, unsigned number,
                       uint64_t address, uint64_t before)
{
    const struct msim_instr *instr = &segment->instrs[number];
    uint64_t last = address + instr->length - 1;
    unsigned missed = msim_port_touch(&sim->instr, &sim->now, address, last);
    if (!missed)
        return;
    push(sim, instr, MSIM_FETCH, address, instr->length, missed);
    if (must_show(sim, missed, address, instr->length)) {
        struct msim_page_touch touch = msim_touch_of(segment, number, before);
        touch.watched = missed & MSIM_WATCHED;
        sim->pages.touch(sim->pages.self, &touch);
    }
}

static __attribute__((noinline)) void slow_segment(struct msim_sim *sim, const uint64_t *record,
                                                   uint64_t instructions)
{
    const struct msim_segment *segment = segment_of(sim, record);
    uint64_t address = segment->address, before = before_record(segment, instructions);
    unsigned access = 0;
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        if (i >= segment->continued)
            slow_fetch(sim, segment, i, address, before);
        for (; access < segment->accesses_used && segment->accesses[access].instr == i; access++)
            slow_access(sim, segment, &segment->accesses[access], record, before);
        address += segment->instrs[i].length;
    }
}

/* --- The fast path ------------------------------------------------------------------------ */

/* What the loops keep in registers; around slow calls `now` is in the simulator. */
struct loop_state {
    uint32_t *instr_stamp, *data_stamp;
    uint32_t now;
    uint64_t last_code; /* the last granule fetched; the most recently used one may be skipped */
    uint64_t instructions;
};

static inline struct loop_state loop_state_of(const struct msim_sim *sim)
{
    return (struct loop_state){sim->instr.stamp, sim->data.stamp, sim->now, MSIM_FRONT_EMPTY,
                               sim->instructions};
}

static inline bool fetch(const struct msim_sim *sim, struct loop_state *state, uint64_t granule)
{
    if (granule == state->last_code)
        return true;
    state->last_code = granule;
    return msim_port_hit(&sim->instr, state->instr_stamp, ++state->now, granule, granule);
}

static inline bool fetch_more(const struct msim_sim *sim, struct loop_state *state,
                              const struct hot *hot)
{
    for (unsigned i = 1; i <= hot->more; i++)
        if (!fetch(sim, state, hot->code + i))
            return false;
    return true;
}

static inline void access_data(struct msim_sim *sim, struct loop_state *state, unsigned shift,
                               const struct run *run, unsigned used, const uint64_t *record)
{
    for (const struct run *end = run + used; run < end; run++) {
        uint64_t first = record[run->word] + (uint64_t)(int64_t)run->offset;
        uint64_t granule = first >> shift, last = (first + run->span) >> shift;
        if (__builtin_expect(
                msim_port_hit(&sim->data, state->data_stamp, ++state->now, granule, last), 1))
            continue;
        if (granule == last) {
            slow_granule(sim, run, record, state->now, granule, state->instructions);
            continue;
        }
        sim->now = state->now;
        slow_run(sim, run, record, state->instructions);
        state->now = sim->now;
    }
}

/* Is it heap for --huge=heap: the break, or private anonymous memory? */
static bool is_heap(const struct msim_dict *dict, uint64_t mapping)
{
    bool is_file = msim_dict_text(dict, msim_event_upper(mapping))[0];
    return !is_file && !(mapping & (MSIM_MAP_STACK | MSIM_MAP_SHARED));
}

/* Makes `first` up to `end` heap, or not. */
static void change_huge(struct msim_sim *sim, uint64_t first, uint64_t end, bool heap)
{
    if (!msim_huge_change(&sim->huge, first, end - first, heap))
        return;
    msim_port_forget(&sim->instr);
    msim_port_forget(&sim->data);
}

/* A mapping changes which pages are huge.  Queued references precede it, so they are handled
 * first. */
static void map_event(struct msim_sim *sim, const uint64_t *record)
{
    enum msim_event event = msim_event_of(*record);
    if (sim->huge.huge != MSIM_HUGE_HEAP || event < MSIM_EVENT_MAP || event > MSIM_EVENT_MOVE)
        return;
    msim_outer_drain(&sim->outer);
    if (event == MSIM_EVENT_MAP) {
        change_huge(sim, record[1], record[2], is_heap(sim->dict, record[4]));
    } else if (event == MSIM_EVENT_MOVE) {
        bool heap = msim_huge_has(&sim->huge, record[1]);
        change_huge(sim, record[1], record[1] + record[3], false);
        change_huge(sim, record[2], record[2] + record[3], heap);
    } else if (!record[3]) {
        change_huge(sim, record[1], record[2], false);
    }
}

/* Takes a record that the fast path cannot handle, at time `now`; returns the time after it. */
static __attribute__((noinline)) uint32_t run_slowly(struct msim_sim *sim, const uint64_t *record,
                                                     uint32_t now, uint64_t instructions)
{
    sim->now = now;
    if (!msim_header_is_event(*record)) {
        slow_segment(sim, record, instructions);
        return sim->now;
    }
    map_event(sim, record);
    if (sim->events.event)
        sim->events.event(sim->events.self, record, instructions);
    return sim->now;
}

/* The hot record for a header, whose bits are arranged for that. */
static inline struct hot *hot_by_header(const struct msim_sim *sim, uint64_t header)
{
    uint64_t block = header >> (MSIM_WORDS_BITS + MSIM_TABLE_SHIFT);
    uint64_t within = header & (uint64_t)(MSIM_TABLE_BLOCK - 1) << MSIM_WORDS_BITS;
    return (struct hot *)(void *)(sim->hot.blocks[block] + within);
}

/* `shift` is the data port's; if it is a constant for the compiler, the loop is shorter. */
static inline __attribute__((always_inline)) void
run_records(struct msim_sim *sim, const uint64_t *words, const uint64_t *end, unsigned shift)
{
    struct loop_state state = loop_state_of(sim);
    while (words < end) {
        const uint64_t *record = words;
        uint64_t header = *record;
        words += 1 + msim_header_words(header);
        struct hot *hot = hot_by_header(sim, header);
        const struct run *run = hot->runs.near;
        bool known = fetch(sim, &state, hot->code);
        hot->count++;
        state.instructions += hot->instrs;
        if (hot->larger) {
            known = known && fetch_more(sim, &state, hot);
            run = hot->runs_used > RUNS_INLINE ? hot->runs.far : run;
        }
        if (__builtin_expect(known, 1) || hot->code == NOTHING) {
            access_data(sim, &state, shift, run, hot->runs_used, record);
        } else {
            state.now = run_slowly(sim, record, state.now, state.instructions);
            state.last_code = MSIM_FRONT_EMPTY;
        }
    }
    sim->now = state.now;
    sim->instructions = state.instructions;
}

static uint32_t renumber_port(struct msim_port *port)
{
    uint32_t cache = msim_array_renumber(&port->cache);
    uint32_t tlb = msim_array_renumber(&port->small.tlb);
    uint32_t big = port->huge ? msim_array_renumber(&port->big.tlb) : 0;
    tlb = big > tlb ? big : tlb;
    return cache > tlb ? cache : tlb;
}

/* Times have 32 bits: before they run out they are renumbered from 1, in the same order. */
static void renumber(struct msim_sim *sim)
{
    uint32_t instr = renumber_port(&sim->instr), data = renumber_port(&sim->data);
    sim->now = instr > data ? instr : data;
    msim_outer_drain(&sim->outer);
    msim_outer_renumber(&sim->outer);
}

void msim_sim_run(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    if (sim->now > sim->now_limit || sim->outer.now > sim->now_limit)
        renumber(sim);
    if (sim->data.shift == USUAL_SHIFT)
        run_records(sim, words, end, USUAL_SHIFT);
    else
        run_records(sim, words, end, sim->data.shift);
}

void msim_sim_settle(struct msim_sim *sim)
{
    msim_outer_drain(&sim->outer);
    for (uint32_t number = 0; number < sim->hot.used - MSIM_EVENTS; number++) {
        struct hot *hot = hot_of(sim, number);
        if (hot->count)
            msim_profile_add_segment(sim->profile, number, hot->count);
        hot->count = 0;
    }
}
