/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The simulator of sim.h: the fast path, code that the front does not know, the slow path. */
#include "sim.h"

#include <stddef.h>

#include "stream/event.h"

enum { USUAL_SHIFT = 6 }; /* of 64-byte lines: has a loop of its own, with constants */

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

static void make_cores(struct msim_sim *sim, const struct msim_mem *mem,
                       const struct msim_machine *machine)
{
    struct msim_core_set *cores = &sim->cores;
    cores->used = msim_machine_cores(machine);
    cores->core = msim_get(mem, cores->used * sizeof *cores->core, 64);
    for (uint32_t core = 0; core < cores->used; core++) {
        init_port(sim, &cores->core[core].instr, mem, machine, MSIM_I1, MSIM_ITLB);
        init_port(sim, &cores->core[core].data, mem, machine, MSIM_D1, MSIM_DTLB);
        if (cores->used > 1)
            msim_port_share(&cores->core[core].data, mem);
    }
    sim->instr = &cores->core[0].instr;
    sim->data = &cores->core[0].data;
}

/* Different instances of a level, by the number of the first core that uses each. */
static void share_level(struct msim_sim *sim, const struct msim_mem *mem, uint32_t sharing,
                        bool is_l3)
{
    struct msim_outer_levels *outer = &sim->outer;
    struct msim_shared_level level = {.sharing = sharing};
    level.instance = msim_get(mem, sim->cores.used * sizeof *level.instance, 8);
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        level.instances = msim_cores_instance(core, sharing) + 1;
        level.instance[level.instances - 1] = is_l3 ? outer->core[core].l3 : outer->core[core].l2;
    }
    if (level.instance[0] && level.instances > 1)
        msim_coherence_share(sim->cores.coherence, &level);
}

static void make_coherence(struct msim_sim *sim, const struct msim_mem *mem,
                           const struct msim_machine *machine)
{
    struct msim_port *data[MSIM_CORES_MAX];
    struct msim_array *l2[MSIM_CORES_MAX];
    struct msim_core_set *cores = &sim->cores;
    bool own_l2 = sim->outer.private_l2 && sim->outer.has_l2;
    if (cores->used == 1)
        return;
    for (uint32_t core = 0; core < cores->used; core++) {
        data[core] = &cores->core[core].data;
        l2[core] = sim->outer.core[core].l2;
    }
    cores->coherence = msim_get(mem, sizeof *cores->coherence, 64);
    msim_coherence_init(cores->coherence, mem, &machine->cores, data, own_l2 ? l2 : NULL);
    if (!own_l2)
        share_level(sim, mem, machine->cores.l2_sharing, false);
    share_level(sim, mem, machine->cores.l3_sharing, true);
    sim->hot.shared = true;
    cores->usual = sim->data->shift == USUAL_SHIFT && sim->data->cache.shift == USUAL_SHIFT &&
                   cores->coherence->unit_shift == USUAL_SHIFT;
    sim->hot.each |= !cores->usual;
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

static void init_full(struct msim_sim *sim, const struct msim_mem *mem,
                      const struct msim_machine *machine)
{
    static const enum msim_level cache[] = {MSIM_I1, MSIM_D1}, tlb[] = {MSIM_ITLB, MSIM_DTLB};
    for (unsigned side = 0; side < 2; side++) {
        enum msim_kind kind = side ? MSIM_READ : MSIM_FETCH;
        const struct msim_geometry *lines = &machine->level[cache[side]],
                                   *pages = &machine->level[tlb[side]];
        if (msim_has_count(machine, kind, MSIM_FULL_L1))
            sim->full_cache[side] = (struct msim_full_level){
                msim_companion_new(mem, NULL, lines->units / lines->line, 0),
                (unsigned)__builtin_ctz(lines->line)};
        if (msim_has_count(machine, kind, MSIM_FULL_T1))
            sim->full_tlb[side] =
                (struct msim_full_level){msim_companion_new(mem, NULL, pages->units, 0),
                                         (unsigned)__builtin_ctz(pages->line)};
        sim->hot.each |= sim->full_cache[side].companion || sim->full_tlb[side].companion;
    }
}

void msim_sim_init(struct msim_sim *sim, const struct msim_mem *mem, const struct msim_dict *dict,
                   struct msim_profile *profile, const struct msim_machine *machine)
{
    sim->dict = dict;
    sim->profile = profile;
    msim_huge_init(&sim->huge, mem, dict, machine);
    make_cores(sim, mem, machine);
    msim_hot_init(&sim->hot, mem, dict, &sim->contexts, sim->instr->shift, smallest_line(machine));
    init_full(sim, mem, machine);
    msim_outer_init(&sim->outer, mem, dict, machine, profile);
    msim_parts_init(&sim->parts, mem, &sim->hot, &sim->queue, &sim->contexts, profile);
    sim->outer.part_misses = &sim->parts.misses;
    sim->queue.receiver = msim_outer_receiver(&sim->outer);
    make_coherence(sim, mem, machine);
    sim->now_limit = MSIM_TIME_LIMIT;
}

void msim_sim_send_misses(struct msim_sim *sim, const struct msim_miss_receiver *receiver)
{
    sim->queue.receiver = receiver ? *receiver : msim_outer_receiver(&sim->outer);
}

void msim_sim_attach_misses(struct msim_sim *sim, const struct msim_miss_observer *observer)
{
    msim_outer_attach(&sim->outer, observer);
}

void msim_sim_attach_noter(struct msim_sim *sim, const struct msim_noter *noter)
{
    sim->queue.noter = *noter;
    msim_outer_note(&sim->outer, &sim->queue);
}

void msim_sim_attach_sharing(struct msim_sim *sim, const struct msim_sharing_observer *observer)
{
    if (sim->cores.coherence)
        sim->cores.coherence->observer = *observer;
}

void msim_sim_run_on(struct msim_sim *sim, uint32_t core)
{
    sim->cores.on = core;
    sim->instr = &sim->cores.core[core].instr;
    sim->data = &sim->cores.core[core].data;
    msim_outer_run_on(&sim->outer, core);
}

void msim_sim_attach_contexts(struct msim_sim *sim, const struct msim_context_observer *observer)
{
    msim_contexts_attach(&sim->contexts, observer);
    sim->outer.contexts = &sim->contexts;
    sim->outer.inlined = observer->inlined;
}

void msim_sim_attach_mapper(struct msim_sim *sim, const struct msim_mapper *mapper)
{
    sim->mapper = *mapper;
    sim->hot.each = true;
    while (sim->profile->rows.used < mapper->rows)
        msim_table_add(&sim->profile->rows);
}

/* Does the TLB of this port use only pages of the size that page observers see? */
static bool has_pages(const struct msim_port *port)
{
    return port->has_tlb && !port->huge && port->small.tlb.shift == MSIM_PAGE_SHIFT;
}

bool msim_sim_attach_pages(struct msim_sim *sim, const struct msim_page_observer *pages)
{
    if (!has_pages(sim->instr) || !has_pages(sim->data))
        return false;
    sim->pages = *pages;
    sim->hot.whole = true;
    return true;
}

void msim_sim_attach_segments(struct msim_sim *sim, const struct msim_segment_observer *observer)
{
    sim->segments = *observer;
}

static void watch_pages(struct msim_sim *sim, bool fetched, bool data, const uint64_t *pages,
                        bool on)
{
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        if (fetched)
            msim_port_watch(&sim->cores.core[core].instr, pages[0], pages[1], on);
        if (data)
            msim_port_watch(&sim->cores.core[core].data, pages[0], pages[1], on);
    }
}

void msim_sim_watch(struct msim_sim *sim, uint64_t first, uint64_t last)
{
    watch_pages(sim, true, true, (uint64_t[]){first >> MSIM_PAGE_SHIFT, last >> MSIM_PAGE_SHIFT},
                true);
}

void msim_sim_watch_page(struct msim_sim *sim, enum msim_kind kind, uint64_t address, bool on)
{
    uint64_t page = address >> MSIM_PAGE_SHIFT;
    watch_pages(sim, kind == MSIM_FETCH, kind != MSIM_FETCH, (uint64_t[]){page, page}, on);
}

void msim_sim_extend(struct msim_sim *sim)
{
    msim_hot_extend(&sim->hot);
}

/* What the outer levels must know about the access. */
static inline unsigned block_mark(const struct msim_access *access)
{
    return access->block ? MSIM_REF_BLOCK : 0;
}

/* --- The slow path: one access, one run, one segment --------------------------------------- */

static inline void push(struct msim_sim *sim, uint32_t site, enum msim_kind kind, uint64_t first,
                        uint32_t size, unsigned missed)
{
    if (!(missed & (MSIM_MISS_CACHE | MSIM_MISS_TLB)))
        return;
    if (sim->contexts.number != sim->contexts.queued)
        msim_misses_mark(&sim->queue, MSIM_REF_CONTEXT, sim->contexts.queued = sim->contexts.number,
                         0);
    unsigned taken = missed & MSIM_MISS_TAKEN ? MSIM_REF_TAKEN : 0;
    missed &= MSIM_MISS_CACHE | MSIM_MISS_TLB | MSIM_REF_BLOCK;
    msim_misses_push(&sim->queue, site, kind, first, size, missed | taken);
    if (sim->cores.coherence)
        msim_misses_drain(&sim->queue);
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
                     const struct msim_run *run, const uint64_t *record, uint64_t before,
                     bool watched)
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
    uint32_t size = msim_hot_size(&sim->hot, access);
    bool cut = size < access->size && sim->pages.touch;
    push(sim, segment->instrs[access->instr].site, msim_access_kind(access), first, size,
         missed | block_mark(access));
    if (cut || must_show(sim, missed, first, size))
        show_access(sim, segment, access, record, before, cut || missed & MSIM_WATCHED);
}

/* --- Data of one core among several ---------------------------------------------------------- */

/* Adds to a count that the profile and the parts have, and nothing else. */
static void count_here(struct msim_sim *sim, uint32_t site, enum msim_kind kind,
                       enum msim_count count)
{
    if (!sim->parts.on || msim_parts_count(&sim->parts, site, kind, count))
        msim_profile_row(sim->profile, site)->count[kind][count]++;
}

/* The same of a count that contexts have, too. */
static void count_shared(struct msim_sim *sim, uint32_t site, enum msim_kind kind,
                         enum msim_count count)
{
    count_here(sim, site, kind, count);
    if (sim->contexts.on)
        msim_contexts_share(&sim->contexts, site, kind, count);
}

static __attribute__((noinline)) unsigned touch_among_cores(struct msim_sim *sim, uint32_t site,
                                                            const struct msim_access *access,
                                                            uint64_t first, uint64_t last)
{
    struct msim_shared_counts counts = {{0}};
    enum msim_kind kind = msim_access_kind(access);
    struct msim_sharing what = {
        .first = first, .site = site, .kind = kind, .writes = access->write || access->modify};
    unsigned missed = msim_cores_touch(&sim->cores, what, &sim->now, last, &counts);
    sim->cores.taken |= (missed & MSIM_MISS_TAKEN) != 0;
    for (unsigned i = 0; i < MSIM_SHARED_COUNTS; i++)
        for (; counts.count[i]; counts.count[i]--)
            count_shared(sim, site, kind, MSIM_TRUE_SHARED + i);
    return missed;
}

/* References data, whose counts go to `site`; returns what missed. */
static inline unsigned touch_data(struct msim_sim *sim, uint32_t site,
                                  const struct msim_access *access, uint64_t first, uint64_t last)
{
    if (__builtin_expect(sim->cores.coherence != NULL, 0)) {
        bool writes = access->write || access->modify;
        bool known =
            sim->cores.usual && msim_cores_known(sim->data, &sim->now, first, last, writes);
        return known ? 0 : touch_among_cores(sim, site, access, first, last);
    }
    return msim_port_touch(sim->data, &sim->now, first, last);
}

/* References first levels' companions. */
static void touch_full(struct msim_sim *sim, uint32_t site, enum msim_kind kind, uint64_t first,
                       uint64_t last)
{
    const struct msim_full_level *levels[] = {&sim->full_cache[kind != MSIM_FETCH],
                                              &sim->full_tlb[kind != MSIM_FETCH]};
    for (unsigned i = 0; i < 2; i++) {
        enum msim_count count = i ? MSIM_FULL_T1 : MSIM_FULL_L1;
        if (levels[i]->companion && msim_full_touch(levels[i], first, last))
            count_here(sim, site, kind, count);
    }
}

/* Counts a conditional access that happened. */
static void count_conditional(struct msim_sim *sim, uint32_t site, enum msim_kind kind)
{
    if (sim->parts.on && !msim_parts_count(&sim->parts, site, kind, MSIM_REFS))
        return;
    msim_profile_row(sim->profile, site)->count[kind][MSIM_REFS]++;
    if (sim->contexts.on)
        msim_contexts_reference(&sim->contexts, kind);
    if (sim->contexts.observer.inlined)
        msim_inlined_reference(sim->contexts.observer.inlined, sim->contexts.number, site, kind);
}

/* References an access where the mapper has its data, piece by piece. */
static void mapped_access(struct msim_sim *sim, const struct msim_segment *segment,
                          const struct msim_access *access, uint64_t first, uint32_t size)
{
    struct msim_piece piece[MSIM_PIECES];
    unsigned used = sim->mapper.map(sim->mapper.self, segment, access, first, size, piece);
    for (unsigned i = 0; i < used; i++) {
        uint64_t at = piece[i].first;
        enum msim_kind kind = (enum msim_kind)piece[i].kind;
        unsigned missed = touch_data(sim, piece[i].row, access, at, at + piece[i].size - 1);
        msim_profile_row(sim->profile, piece[i].row)->count[kind][MSIM_REFS]++;
        push(sim, piece[i].row, kind, at, piece[i].size, missed | block_mark(access));
    }
}

/* References an access by itself because every reference is; `site` is its instruction's.  False:
 * it is done. */
static __attribute__((noinline)) bool each_access(struct msim_sim *sim,
                                                  const struct msim_segment *segment,
                                                  const struct msim_access *access, uint64_t first,
                                                  uint32_t size)
{
    if (sim->mapper.map) {
        mapped_access(sim, segment, access, first, size);
        return false;
    }
    touch_full(sim, segment->instrs[access->instr].site, msim_access_kind(access), first,
               first + size - 1);
    return true;
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
        if (!sim->mapper.map)
            count_conditional(sim, segment->instrs[access->instr].site, msim_access_kind(access));
    }
    uint32_t size = msim_hot_size(&sim->hot, access);
    if (sim->hot.each && !each_access(sim, segment, access, first, size))
        return;
    unsigned missed =
        touch_data(sim, segment->instrs[access->instr].site, access, first, first + size - 1);
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
static __attribute__((noinline)) void slow_run(struct msim_sim *sim, const struct msim_run *run,
                                               const uint64_t *record, uint64_t instructions)
{
    const struct msim_segment *segment = segment_of(sim, record);
    uint64_t before = before_record(segment, instructions);
    for (unsigned i = 0; i < run->accesses; i++)
        slow_access(sim, segment, &segment->accesses[run->first + i], record, before);
}

/* References a run in one granule that the front does not know, at time `now`.  Only its first
 * access can miss; the others find what that one brought. */
static inline void slow_granule(struct msim_sim *sim, const struct msim_run *run,
                                const uint64_t *record, uint32_t now, uint64_t granule,
                                uint64_t instructions)
{
    unsigned missed = sim->data->plain && granule < UINT32_MAX
                          ? msim_port_plain(sim->data, now, granule)
                          : msim_port_granule(sim->data, now, granule);
    if (!missed)
        return;
    const struct msim_segment *segment = segment_of(sim, record);
    const struct msim_access *access = &segment->accesses[run->first];
    uint64_t first = record[access->word] + (uint64_t)(int64_t)access->offset;
    push(sim, segment->instrs[access->instr].site, msim_access_kind(access), first,
         msim_hot_size(&sim->hot, access), missed | block_mark(access));
    if (must_show(sim, missed, first, access->size))
        show_run(sim, segment, run, record, before_record(segment, instructions),
                 missed & MSIM_WATCHED);
}

static void missed_fetch(struct msim_sim *sim, const struct msim_segment *segment, unsigned number,
                         uint64_t address, uint64_t before, unsigned missed)
{
    const struct msim_instr *instr = &segment->instrs[number];
    if (sim->cores.coherence && missed & MSIM_MISS_CACHE &&
        msim_coherence_fetch(sim->cores.coherence, sim->cores.on, address,
                             address + instr->length - 1))
        missed |= MSIM_MISS_TAKEN;
    push(sim, instr->site, MSIM_FETCH, address, instr->length, missed);
    if (must_show(sim, missed, address, instr->length)) {
        struct msim_page_touch touch = msim_touch_of(segment, number, before);
        touch.watched = missed & MSIM_WATCHED;
        sim->pages.touch(sim->pages.self, &touch);
    }
}

static void slow_fetch(struct msim_sim *sim, const struct msim_segment *segment, unsigned number,
                       uint64_t address, uint64_t before)
{
    const struct msim_instr *instr = &segment->instrs[number];
    uint64_t last = address + instr->length - 1;
    if (sim->hot.each)
        touch_full(sim, instr->site, MSIM_FETCH, address, last);
    unsigned missed = msim_port_touch(sim->instr, &sim->now, address, last);
    if (!missed)
        return;
    missed_fetch(sim, segment, number, address, before, missed);
}

/* Counts a segment with too many references for its hot record, in its context. */
static void count_one_by_one(struct msim_sim *sim, const struct msim_segment *segment)
{
    for (unsigned i = 0; i < segment->accesses_used; i++)
        if (!segment->accesses[i].maybe)
            msim_contexts_reference(&sim->contexts, msim_access_kind(&segment->accesses[i]));
}

static __attribute__((noinline)) void slow_segment(struct msim_sim *sim, const uint64_t *record,
                                                   uint64_t instructions)
{
    const struct msim_segment *segment = segment_of(sim, record);
    uint64_t address = segment->address, before = before_record(segment, instructions);
    unsigned access = 0;
    if (sim->contexts.on && segment->accesses_used > UINT8_MAX)
        count_one_by_one(sim, segment);
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
    uint64_t
        instructions;  /* begun, less `base`: where there are parts, it is 0 when a cut is due; */
    uint64_t base;     /* else `base` is 0 */
    uint64_t accesses; /* of the context that counts, as in contexts.h, */
    uint16_t function; /* and the function whose segments belong to it */
};

static inline struct loop_state loop_state_of(const struct msim_sim *sim)
{
    return (struct loop_state){
        sim->instr->stamp, sim->data->stamp, sim->now, MSIM_NO_GRANULE, sim->instructions, 0, 0,
        MSIM_FUNCTION_ASK};
}

static inline uint64_t begun(const struct loop_state *state)
{
    return state->instructions + state->base;
}

/* Makes the state that of a divided run, or follows a change of its limit. */
static inline void count_down(const struct msim_sim *sim, struct loop_state *state)
{
    uint64_t limit = sim->parts.limit > INT64_MAX ? INT64_MAX : sim->parts.limit;
    state->instructions = begun(state) - limit;
    state->base = limit;
}

static inline bool fetch(const struct msim_sim *sim, struct loop_state *state, uint64_t granule)
{
    if (granule == state->last_code)
        return true;
    state->last_code = granule;
    return msim_port_hit(sim->instr, state->instr_stamp, ++state->now, granule, granule);
}

/* --- Code that the front does not know ------------------------------------------------------ */

/* An instruction of a segment whose fetch missed. */
struct fetched {
    uint64_t address;
    uint8_t number;
    uint8_t missed;
};

struct code {
    const struct msim_segment *segment;
    unsigned used;
    bool shown; /* an observer of pages must see one of them */
    struct fetched fetched[MSIM_INSTRS_MAX + 1];
};

/* Adds the first instruction that fetches from the granule.  One that fetches from two granules is
 * one reference. */
static void add_fetched(struct msim_sim *sim, struct code *code, uint64_t granule, unsigned missed)
{
    const struct msim_segment *segment = code->segment;
    uint64_t address = segment->address;
    unsigned number = 0;
    while (number < segment->continued ||
           (address + segment->instrs[number].length - 1) >> sim->instr->shift < granule)
        address += segment->instrs[number++].length;
    if (!code->used || code->fetched[code->used - 1].number != number)
        code->fetched[code->used++] = (struct fetched){address, (uint8_t)number, 0};
    struct fetched *last = &code->fetched[code->used - 1];
    last->missed |= (uint8_t)missed;
    code->shown |= must_show(sim, last->missed, address, segment->instrs[number].length);
}

/* References the code; what missed is added to `code`. */
static void fetch_slowly(struct msim_sim *sim, const struct msim_hot *hot, const uint64_t *record,
                         struct code *code)
{
    code->segment = segment_of(sim, record);
    code->used = 0;
    code->shown = false;
    for (uint64_t granule = hot->code; granule <= hot->code + hot->more; granule++) {
        uint32_t now = ++sim->now;
        if (msim_port_hit(sim->instr, sim->instr->stamp, now, granule, granule))
            continue;
        unsigned missed = msim_port_granule(sim->instr, now, granule);
        if (missed)
            add_fetched(sim, code, granule, missed);
    }
}

/* References the data, and queues the fetches and the data that missed, in program order. */
static void access_one_by_one(struct msim_sim *sim, const struct code *code, const uint64_t *record,
                              uint64_t instructions)
{
    const struct msim_segment *segment = code->segment;
    uint64_t before = before_record(segment, instructions);
    unsigned access = 0;
    for (unsigned i = 0; i < code->used; i++) {
        const struct fetched *next = &code->fetched[i];
        for (; access < segment->accesses_used && segment->accesses[access].instr < next->number;
             access++)
            slow_access(sim, segment, &segment->accesses[access], record, before);
        missed_fetch(sim, segment, next->number, next->address, before, next->missed);
    }
    for (; access < segment->accesses_used; access++)
        slow_access(sim, segment, &segment->accesses[access], record, before);
}

/* The granules after the first, which are none that was fetched last. */
static inline bool fetch_more(const struct msim_sim *sim, struct loop_state *state,
                              const struct msim_hot *hot)
{
    uint64_t granule = hot->code, last = granule + hot->more;
    state->last_code = last;
    while (granule++ < last)
        if (!msim_port_hit(sim->instr, state->instr_stamp, ++state->now, granule, granule))
            return false;
    return true;
}

/* References a run that the front does not know as one granule: it lies in two, or it is a granule
 * that the front does not know at all.  Returns the time after it. */
static __attribute__((noinline)) uint32_t other_run(struct msim_sim *sim,
                                                    const struct msim_run *run,
                                                    const uint64_t *record, uint32_t now,
                                                    uint64_t instructions)
{
    uint64_t first = record[run->word] + (uint64_t)(int64_t)run->offset;
    uint64_t granule = first >> sim->data->shift, last = (first + run->span) >> sim->data->shift;
    if (sim->cores.coherence) {
        if (last == granule + 1 &&
            msim_cores_hit_two(sim->data, now, granule, first, first + run->span, run->writes))
            return now + 1;
        sim->now = now - 1;
        slow_run(sim, run, record, instructions);
        return sim->now;
    }
    if (granule == last) {
        slow_granule(sim, run, record, now, granule, instructions);
        return now;
    }
    if (last == granule + 1 && msim_port_hit_two(sim->data, now, granule))
        return now + 1;
    sim->now = now - 1;
    slow_run(sim, run, record, instructions);
    return sim->now;
}

static inline __attribute__((always_inline)) void
access_run(struct msim_sim *sim, struct loop_state *state, unsigned shift,
           const struct msim_run *run, const uint64_t *record, bool among)
{
    uint64_t first = record[run->word] + (uint64_t)(int64_t)run->offset;
    uint64_t granule = first >> shift, last = (first + run->span) >> shift;
    state->now++;
    bool hit =
        among ? msim_cores_hit(sim->data, state->data_stamp, state->now, granule, last, first, run)
              : msim_port_hit(sim->data, state->data_stamp, state->now, granule, last);
    if (__builtin_expect(!hit, 0))
        state->now = other_run(sim, run, record, state->now, begun(state));
}

/* Most records have up to three runs.  A jump to the right place is mispredicted less often than the
 * end of a loop.  `among`: by one core among several, a constant for the compiler. */
static inline __attribute__((always_inline)) void
access_data(struct msim_sim *sim, struct loop_state *state, unsigned shift,
            const struct msim_hot *hot, const uint64_t *record, bool among)
{
    const struct msim_run *run = hot->runs.near;
    unsigned used = hot->runs_used;
    switch (used) {
    default:
        run = msim_hot_runs(hot);
        for (; used > 3; used--, run++)
            access_run(sim, state, shift, run, record, among);
        /* fall through */
    case 3:
        access_run(sim, state, shift, run++, record, among);
        /* fall through */
    case 2:
        access_run(sim, state, shift, run++, record, among);
        /* fall through */
    case 1:
        access_run(sim, state, shift, run, record, among);
        /* fall through */
    case 0:
        break;
    }
}

/* Do all fetches that missed precede the data, and need none be shown? */
static bool precedes_data(const struct code *code)
{
    const struct msim_segment *segment = code->segment;
    unsigned last = code->used ? code->fetched[code->used - 1].number : 0;
    return !code->shown && (!segment->accesses_used || last <= segment->accesses[0].instr);
}

/* References a record whose code the front does not know, at time `now`; returns the time after
 * it.  Fetches do not change what data finds, nor the other way round.  So all code is referenced
 * first, which nearly always leaves the data to the fast path. */
static __attribute__((noinline)) uint32_t unknown_code(struct msim_sim *sim,
                                                       const struct msim_hot *hot,
                                                       const uint64_t *record, uint32_t now,
                                                       uint64_t instructions)
{
    struct code code;
    sim->now = now;
    fetch_slowly(sim, hot, record, &code);
    if (!precedes_data(&code)) {
        access_one_by_one(sim, &code, record, instructions);
        return sim->now;
    }
    for (unsigned i = 0; i < code.used; i++)
        missed_fetch(sim, code.segment, code.fetched[i].number, code.fetched[i].address, 0,
                     code.fetched[i].missed);
    struct loop_state state = loop_state_of(sim);
    state.instructions = instructions;
    if (sim->cores.coherence)
        access_data(sim, &state, USUAL_SHIFT, hot, record, true);
    else
        access_data(sim, &state, sim->data->shift, hot, record, false);
    return state.now;
}

/* A mapping changes which pages are huge.  Queued references precede it, so they are passed on
 * first. */
static void map_event(struct msim_sim *sim, const uint64_t *record)
{
    if (!msim_huge_reads(&sim->huge, record))
        return;
    msim_misses_drain(&sim->queue);
    sim->queue.receiver.mapping(sim->queue.receiver.self, record);
    if (!msim_huge_event(&sim->huge, record))
        return;
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        msim_port_forget(&sim->cores.core[core].instr);
        msim_port_forget(&sim->cores.core[core].data);
    }
}

/* Instrumentation starts with empty caches. */
static void flush_event(struct msim_sim *sim, const uint64_t *record)
{
    if (msim_event_of(*record) != MSIM_EVENT_PART || !msim_part_flushes(sim->dict, record))
        return;
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        msim_port_empty(&sim->cores.core[core].instr);
        msim_port_empty(&sim->cores.core[core].data);
    }
    if (sim->cores.coherence)
        msim_coherence_empty(sim->cores.coherence);
    for (unsigned side = 0; side < 2; side++) {
        if (sim->full_cache[side].companion)
            msim_companion_empty(sim->full_cache[side].companion);
        if (sim->full_tlb[side].companion)
            msim_companion_empty(sim->full_tlb[side].companion);
    }
    msim_misses_mark(&sim->queue, MSIM_REF_FLUSH, 0, MSIM_FLUSH_LEVELS);
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
    if (msim_event_of(*record) != MSIM_EVENT_THREAD) {
        map_event(sim, record);
        flush_event(sim, record);
    }
    msim_contexts_event(&sim->contexts, record, instructions);
    if (!sim->mapper.map)
        msim_parts_event(&sim->parts, record, instructions);
    else if (sim->mapper.event)
        sim->mapper.event(sim->mapper.self, record);
    if (sim->events.event)
        sim->events.event(sim->events.self, record, instructions);
    return sim->now;
}

/* --- Contexts ----------------------------------------------------------------------------- */

/* Before a segment that may belong to another context than the one that ended (NULL: not known).
 * Returns what is left of `accesses`. */
static inline uint64_t turn(struct msim_sim *sim, const uint64_t *ended, const uint64_t *begins,
                            uint64_t instructions, uint64_t accesses)
{
    struct msim_contexts *contexts = &sim->contexts;
    if (__builtin_expect(contexts->pages.next && begins, 0)) {
        msim_page_counts_claim(&contexts->pages, begins, contexts->number);
        msim_parts_claim(&sim->parts, begins);
    }
    return contexts->observer.turn(contexts, ended, begins, instructions, accesses);
}

/* Does the record belong to the context that counts, whichever it is?  There is one from the first
 * segment on, and a return ends it. */
static inline bool runs_anywhere(const struct msim_sim *sim, const struct msim_hot *hot,
                                 uint64_t header, const uint64_t *ended)
{
    if (hot->function != MSIM_FUNCTION_ANY)
        return false;
    if (msim_header_is_event(header))
        return true;
    bool returned = ended && msim_hot_by_header(&sim->hot, *ended)->flags & MSIM_HOT_RETURNS;
    return sim->contexts.number && !returned;
}

/* Before an event, and where the loop ends: `next` is the record that follows.  What waits of that one
 * and of later ones is not claimed, as the loop also ends at cuts, with a rest of the chunk. */
static __attribute__((noinline)) void stop(struct msim_sim *sim, const uint64_t *ended,
                                           const uint64_t *next, uint64_t instructions,
                                           uint64_t accesses)
{
    if (sim->contexts.pages.next)
        msim_page_counts_claim(&sim->contexts.pages, next, sim->contexts.number);
    msim_parts_claim(&sim->parts, next);
    if (ended)
        sim->parts.event = sim->parts.number;
    accesses = turn(sim, ended, NULL, instructions, accesses);
    msim_contexts_settle(&sim->contexts, instructions, accesses);
}

/* --- The loop ------------------------------------------------------------------------------ */

/* What a loop does about cuts. */
enum loop {
    LOOP_WHOLE,  /* nothing: none is due before its end */
    LOOP_TO_CUT, /* ends after one */
    LOOP_LISTED, /* lists which segments ran, for many cuts */
    LOOP_SHOWN   /* the same, and the noter and the observer of segments see records */
};

static void show_record(const struct msim_sim *sim, const uint64_t *record)
{
    const struct msim_noter *noter = &sim->queue.noter;
    if (sim->segments.segment)
        sim->segments.segment(sim->segments.self, record);
    if (!noter->record)
        return;
    if (sim->parts.off)
        noter->passed(noter->self, record);
    else
        noter->record(noter->self, record);
}

/* Runs records up to `end`, or to the next one that begins there or after it; returns where it ended.
 * `shift` is the data port's; if it is a constant for the compiler, the loop is shorter.  `divided`:
 * among contexts; `inlined`: and among inlined calls; `among`: by one core among several; also constants. */
static inline __attribute__((always_inline)) const uint64_t *
run_records(struct msim_sim *sim, const uint64_t *words, const uint64_t *end, unsigned shift,
            bool divided, bool inlined, bool among, enum loop loop)
{
    bool parted = loop != LOOP_WHOLE;
    struct loop_state state = loop_state_of(sim);
    const uint64_t *ended = NULL;
    if (parted)
        count_down(sim, &state);
    while (words < end) {
        const uint64_t *record = words;
        uint64_t header = *record;
        words += 1 + msim_header_words(header);
        struct msim_hot *hot = msim_hot_by_header(&sim->hot, header);
        if (divided) {
            const uint64_t *ends = record;
            if (hot->function != state.function) {
                if (runs_anywhere(sim, hot, header, ended))
                    ends = ended;
                else
                    state.accesses = turn(sim, ended, record, begun(&state), state.accesses);
            }
            ended = ends;
            state.function = msim_hot_awaited(hot);
            state.accesses += hot->reads | (uint64_t)hot->writes << 32;
        }
        if (inlined && hot->flags & MSIM_HOT_INLINED && !sim->contexts.off)
            msim_inlined_run(sim->contexts.observer.inlined, header, sim->contexts.number);
        if (loop == LOOP_SHOWN && !msim_header_is_event(header))
            show_record(sim, record);
        bool known = fetch(sim, &state, hot->code);
        if (loop >= LOOP_LISTED && !hot->count && !msim_header_is_event(header))
            msim_parts_ran(&sim->parts, msim_header_segment(header));
        hot->count++;
        state.instructions += hot->instrs;
        if (hot->more)
            known = known && fetch_more(sim, &state, hot);
        if (__builtin_expect(known, 1) || hot->code == MSIM_HOT_NOTHING) {
            access_data(sim, &state, shift, hot, record, among);
        } else if (hot->code != MSIM_HOT_NOWHERE) {
            state.now = unknown_code(sim, hot, record, state.now, begun(&state));
            state.last_code = hot->code + hot->more;
        } else {
            if (divided && msim_header_is_event(header)) {
                stop(sim, ended, record, begun(&state), state.accesses);
                state.accesses = 0;
                ended = NULL;
            }
            state.now = run_slowly(sim, record, state.now, begun(&state));
            if (parted)
                count_down(sim, &state);
            state.last_code = MSIM_NO_GRANULE;
        }
        if (parted && __builtin_expect((int64_t)state.instructions >= 0, 0)) {
            msim_parts_cut(&sim->parts, begun(&state));
            count_down(sim, &state);
            if (loop == LOOP_TO_CUT)
                break;
        }
        if (among && __builtin_expect(sim->cores.taken, 0))
            break;
    }
    if (divided)
        stop(sim, ended, words, begun(&state), state.accesses);
    sim->now = state.now;
    sim->instructions = begun(&state);
    return words;
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
    sim->now = 0;
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        uint32_t instr = renumber_port(&sim->cores.core[core].instr);
        uint32_t data = renumber_port(&sim->cores.core[core].data);
        uint32_t last = instr > data ? instr : data;
        sim->now = last > sim->now ? last : sim->now;
    }
}

/* One loop for all cases. */
static const uint64_t *run_other(struct msim_sim *sim, const uint64_t *words, const uint64_t *end,
                                 enum loop loop)
{
    if (sim->cores.coherence && !sim->contexts.on && loop == LOOP_WHOLE)
        return run_records(sim, words, end, USUAL_SHIFT, false, false, true, LOOP_WHOLE);
    if (sim->cores.coherence)
        return run_records(sim, words, end, USUAL_SHIFT, sim->contexts.on,
                           sim->contexts.observer.inlined, true, loop);
    return run_records(sim, words, end, sim->data->shift, sim->contexts.on,
                       sim->contexts.observer.inlined, false, loop);
}

/* The usual cases have loops of their own. */
static const uint64_t *run_whole(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    bool usual = sim->data->shift == USUAL_SHIFT;
    if (sim->cores.coherence)
        return run_other(sim, words, end, LOOP_WHOLE);
    if (sim->contexts.observer.inlined && usual)
        return run_records(sim, words, end, USUAL_SHIFT, true, true, false, LOOP_WHOLE);
    if (sim->contexts.observer.inlined)
        return run_records(sim, words, end, sim->data->shift, true, true, false, LOOP_WHOLE);
    if (sim->contexts.on && usual)
        return run_records(sim, words, end, USUAL_SHIFT, true, false, false, LOOP_WHOLE);
    if (sim->contexts.on)
        return run_records(sim, words, end, sim->data->shift, true, false, false, LOOP_WHOLE);
    if (usual)
        return run_records(sim, words, end, USUAL_SHIFT, false, false, false, LOOP_WHOLE);
    return run_records(sim, words, end, sim->data->shift, false, false, false, LOOP_WHOLE);
}

static const uint64_t *run_listed(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    msim_parts_list(&sim->parts);
    if (sim->cores.coherence)
        return run_other(sim, words, end, LOOP_LISTED);
    if (sim->contexts.observer.inlined)
        return run_records(sim, words, end, sim->data->shift, true, true, false, LOOP_LISTED);
    if (sim->contexts.on)
        return run_records(sim, words, end, sim->data->shift, true, false, false, LOOP_LISTED);
    if (sim->data->shift == USUAL_SHIFT)
        return run_records(sim, words, end, USUAL_SHIFT, false, false, false, LOOP_LISTED);
    return run_records(sim, words, end, sim->data->shift, false, false, false, LOOP_LISTED);
}

/* Far from the next cut, the loop need not look for it: each word begins at most so many
 * instructions. */
static const uint64_t *run_in_parts(struct msim_sim *sim, const uint64_t *words,
                                    const uint64_t *end)
{
    enum { FAR = 64 /* words */ };
    while (words < end && !sim->cores.taken) {
        if (msim_parts_lists(&sim->parts)) {
            words = run_listed(sim, words, end);
            continue;
        }
        uint64_t limit = sim->parts.limit;
        uint64_t left = limit > sim->instructions ? limit - sim->instructions : 0;
        uint64_t safe = left / sim->hot.most_instrs;
        if (safe < FAR)
            words = run_other(sim, words, end, LOOP_TO_CUT);
        else
            words = run_whole(sim, words, safe < (uint64_t)(end - words) ? words + safe : end);
    }
    return words;
}

static const uint64_t *run_shown(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    if (sim->parts.on)
        msim_parts_list(&sim->parts);
    return run_other(sim, words, end, LOOP_SHOWN);
}

const uint64_t *msim_sim_run(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    sim->cores.taken = false;
    if (sim->now > sim->now_limit)
        renumber(sim);
    if (sim->mapper.chunk)
        sim->mapper.chunk(sim->mapper.self, words, end);
    if (sim->queue.noter.record || sim->segments.segment)
        words = run_shown(sim, words, end);
    else if (sim->parts.on)
        words = run_in_parts(sim, words, end);
    else
        words = run_whole(sim, words, end);
    msim_parts_claim(&sim->parts, NULL);
    return words;
}

static void add_fetches(void *self, uint32_t site, enum msim_kind kind, uint64_t times)
{
    if (kind == MSIM_FETCH)
        msim_profile_row(self, site)->count[kind][MSIM_REFS] += times;
}

/* With a mapper, data was counted when it was referenced. */
static void settle_segment(struct msim_sim *sim, uint32_t number, uint64_t times)
{
    if (sim->mapper.map)
        msim_segment_refs(msim_dict_segment_at(sim->dict, number), times, add_fetches,
                          sim->profile);
    else
        msim_profile_add_segment(sim->profile, number, times);
}

void msim_sim_settle(struct msim_sim *sim)
{
    msim_parts_settle(&sim->parts, sim->instructions);
    msim_misses_drain(&sim->queue);
    for (uint32_t number = 0; number < msim_hot_used(&sim->hot); number++) {
        struct msim_hot *hot = msim_hot_of(&sim->hot, number);
        if (hot->count)
            settle_segment(sim, number, hot->count);
        hot->count = 0;
    }
}
