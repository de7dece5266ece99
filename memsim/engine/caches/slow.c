/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One access, one run, one segment of slow.h. */
#include "slow.h"

#include <stddef.h>

#include "stream/event.h"

/* What the outer levels must know about the access. */
static inline unsigned block_mark(const struct msim_access *access)
{
    return access->block ? MSIM_REF_BLOCK : 0;
}

static inline void push(struct msim_sim *sim, uint32_t site, enum msim_kind kind, uint64_t first,
                        uint32_t size, unsigned missed)
{
    if (!(missed & (MSIM_MISS_CACHE | MSIM_MISS_TLB)))
        return;
    msim_slow_mark_context(sim);
    unsigned from_core = missed & MSIM_MISS_FROM_CORE ? MSIM_REF_FROM_CORE : 0;
    missed &= MSIM_MISS_CACHE | MSIM_MISS_TLB | MSIM_REF_BLOCK;
    msim_misses_push(&sim->queue, site, kind, first, size, missed | from_core);
    if (sim->drains)
        msim_misses_drain(&sim->queue);
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

/* Queues an access to data that missed; prefetchers of D1 see it. */
static void push_data(struct msim_sim *sim, const struct msim_segment *segment,
                      const struct msim_access *access, uint64_t first, uint32_t size,
                      unsigned missed)
{
    uint32_t site = segment->instrs[access->instr].site;
    enum msim_kind kind = msim_access_kind(access);
    const struct msim_demand demand = {.address = first,
                                       .block = first >> sim->data->cache.shift,
                                       .instr = msim_instr_address(segment, access->instr),
                                       .site = site,
                                       .kind = kind,
                                       .missed = missed & MSIM_MISS_CACHE,
                                       .first = missed & MSIM_MISS_FIRST};
    msim_slow_mark_context(sim);
    msim_first_report(sim->first, first, size, kind);
    push(sim, site, kind, first, size, missed | block_mark(access));
    if (sim->drains)
        msim_misses_drain(&sim->queue);
    if (demand.missed || demand.first)
        msim_first_follow(sim->first, &demand, &sim->now);
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
    if (__builtin_expect(sim->first->port != NULL, 0))
        push_data(sim, segment, access, first, size, missed);
    else
        push(sim, segment->instrs[access->instr].site, msim_access_kind(access), first, size,
             missed | block_mark(access));
    if (cut || msim_slow_shows(sim, missed, first, size))
        show_access(sim, segment, access, record, before, cut || missed & MSIM_WATCHED);
}

/* --- Data of one core among several ---------------------------------------------------------- */

/* Adds `times` to a count that the profile and the parts have, and nothing else. */
static void count_here(struct msim_sim *sim, uint32_t site, enum msim_kind kind,
                       enum msim_count count, uint64_t times)
{
    if (!sim->parts.on || msim_parts_count(&sim->parts, site, kind, count, times))
        msim_profile_row(sim->profile, site)->count[kind][count] += times;
}

/* The same of a count that contexts have, too. */
static void count_shared(struct msim_sim *sim, uint32_t site, enum msim_kind kind,
                         enum msim_count count, uint64_t times)
{
    count_here(sim, site, kind, count, times);
    if (sim->contexts.on)
        msim_contexts_share(&sim->contexts, site, kind, count, times);
}

void msim_sim_observe(struct msim_sim *sim, unsigned column, uint32_t site, uint64_t times)
{
    count_shared(sim, site, msim_observed_kind(column), msim_observed_count(column), times);
}

/* What other cores give up may be written to memory, after what was queued, where this belongs. */
static void settle_before(struct msim_sim *sim)
{
    if (!sim->lines.data)
        return;
    msim_slow_mark_context(sim);
    msim_misses_drain(&sim->queue);
}

static __attribute__((noinline)) unsigned touch_among_cores(struct msim_sim *sim, uint32_t site,
                                                            const struct msim_access *access,
                                                            uint64_t first, uint64_t last)
{
    struct msim_shared_counts counts = {{0}};
    enum msim_kind kind = msim_access_kind(access);
    struct msim_sharing what = {
        .first = first, .site = site, .kind = kind, .writes = access->write || access->modify};
    settle_before(sim);
    unsigned missed = msim_cores_touch(&sim->cores, what, &sim->now, last, &counts);
    if (!sim->timer.begin)
        sim->cores.over |= (missed & MSIM_MISS_FROM_CORE) != 0;
    else if (!(missed & (MSIM_MISS_CACHE | MSIM_MISS_TLB)) &&
             counts.count[MSIM_INVALIDATED - MSIM_TRUE_SHARED])
        sim->timer.copies(sim->timer.self, first);
    for (unsigned i = 0; i < MSIM_SHARED_COUNTS; i++)
        if (counts.count[i])
            count_shared(sim, site, kind, MSIM_TRUE_SHARED + i, counts.count[i]);
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
    if (__builtin_expect(sim->lines.data, 0)) {
        const struct msim_line_user user = {site, msim_access_kind(access),
                                            access->write || access->modify};
        return msim_followed_touch(sim, &user, first, last);
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
            count_here(sim, site, kind, count, 1);
    }
}

/* Counts a conditional access that happened. */
static void count_conditional(struct msim_sim *sim, uint32_t site, enum msim_kind kind)
{
    if (sim->parts.on && !msim_parts_count(&sim->parts, site, kind, MSIM_REFS, 1))
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
        if (__builtin_expect(sim->lines.through, 0))
            msim_followed_written(sim, piece[i].row, access, at, piece[i].size, missed);
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

/* Other cores lose what is stored past the caches.  True: one had some of it. */
static bool pass_among_cores(struct msim_sim *sim, uint32_t site, uint64_t first, uint32_t size)
{
    enum { BUFFER = 1 << MSIM_BUFFER_SHIFT };
    struct msim_sharing what = {.first = first,
                                .size = size,
                                .site = site,
                                .core = sim->cores.on,
                                .kind = MSIM_WRITE,
                                .writes = true};
    settle_before(sim);
    bool had = msim_coherence_pass(sim->cores.coherence, &what, first / BUFFER * BUFFER,
                                   (first + size - 1) | (BUFFER - 1));
    if (what.invalidated)
        count_shared(sim, site, MSIM_WRITE, MSIM_INVALIDATED, what.invalidated);
    return had;
}

/* A store that passes by the caches, of which the TLB alone is asked. */
static __attribute__((noinline)) void store_past(struct msim_sim *sim,
                                                 const struct msim_segment *segment,
                                                 const struct msim_access *access,
                                                 const uint64_t *record, uint64_t before)
{
    uint64_t first = record[access->word] + (uint64_t)(int64_t)access->offset;
    uint32_t site = segment->instrs[access->instr].site;
    msim_slow_mark_context(sim);
    bool had = sim->cores.coherence && pass_among_cores(sim, site, first, access->size);
    unsigned missed = msim_first_store(sim->first, first, access->size, site, had, &sim->now);
    push(sim, site, MSIM_WRITE, first, access->size, missed);
    if (msim_slow_shows(sim, missed, first, access->size))
        show_access(sim, segment, access, record, before, missed & MSIM_WATCHED);
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
    if (__builtin_expect(access->past && sim->hot.hints && !sim->mapper.map, 0)) {
        store_past(sim, segment, access, record, before);
        return;
    }
    uint32_t size = msim_hot_size(&sim->hot, access);
    if (sim->hot.each && !each_access(sim, segment, access, first, size))
        return;
    unsigned missed =
        touch_data(sim, segment->instrs[access->instr].site, access, first, first + size - 1);
    if (missed || size < access->size)
        missed_access(sim, segment, access, record, before, missed);
    if (__builtin_expect(sim->lines.through, 0))
        msim_followed_written(sim, segment->instrs[access->instr].site, access, first, size,
                              missed);
}

unsigned msim_slow_accesses(struct msim_sim *sim, const struct msim_segment *segment,
                            unsigned access, unsigned instr, const uint64_t *record,
                            uint64_t before)
{
    for (; access < segment->accesses_used && segment->accesses[access].instr < instr; access++)
        slow_access(sim, segment, &segment->accesses[access], record, before);
    return access;
}

/* References a run in two granules, or of which each access counts, access by access.
 * `instructions`: begun until the record's end. */
static __attribute__((noinline)) void access_by_access(struct msim_sim *sim,
                                                       const struct msim_run *run,
                                                       const uint64_t *record,
                                                       uint64_t instructions)
{
    const struct msim_segment *segment = msim_slow_segment_of(sim, record);
    uint64_t before = msim_slow_before(segment, instructions);
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
    if (__builtin_expect(sim->lines.data, 0))
        msim_followed_run(sim, run, record, granule);
    if (!missed)
        return;
    const struct msim_segment *segment = msim_slow_segment_of(sim, record);
    const struct msim_access *access = &segment->accesses[run->first];
    uint64_t first = record[access->word] + (uint64_t)(int64_t)access->offset;
    push(sim, segment->instrs[access->instr].site, msim_access_kind(access), first,
         msim_hot_size(&sim->hot, access), missed | block_mark(access));
    if (msim_slow_shows(sim, missed, first, access->size))
        show_run(sim, segment, run, record, msim_slow_before(segment, instructions),
                 missed & MSIM_WATCHED);
}

/* Other cores may have what missed I1. */
static unsigned fetch_among_cores(struct msim_sim *sim, const struct msim_instr *instr,
                                  uint64_t address)
{
    const struct msim_ref ref = {address, instr->site, instr->length, MSIM_FETCH, 0};
    settle_before(sim);
    return msim_coherence_read(sim->cores.coherence, sim->cores.on, &ref) ? MSIM_MISS_FROM_CORE : 0;
}

void msim_slow_fetched(struct msim_sim *sim, const struct msim_segment *segment, unsigned number,
                       uint64_t address, uint64_t before, unsigned missed)
{
    const struct msim_instr *instr = &segment->instrs[number];
    if (sim->cores.coherence && missed & MSIM_MISS_CACHE)
        missed |= fetch_among_cores(sim, instr, address);
    push(sim, instr->site, MSIM_FETCH, address, instr->length, missed);
    if (sim->passes_code)
        msim_misses_drain(&sim->queue);
    if (msim_slow_shows(sim, missed, address, instr->length)) {
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
    unsigned missed = sim->lines.come ? msim_followed_fetch(sim, instr->site, address, last)
                                      : msim_port_touch(sim->instr, &sim->now, address, last);
    if (!missed)
        return;
    msim_slow_fetched(sim, segment, number, address, before, missed);
}

/* Counts a segment with too many references for its hot record, in its context. */
static void count_one_by_one(struct msim_sim *sim, const struct msim_segment *segment)
{
    for (unsigned i = 0; i < segment->accesses_used; i++)
        if (!segment->accesses[i].maybe)
            msim_contexts_reference(&sim->contexts, msim_access_kind(&segment->accesses[i]));
}

/* Prefetches of the instructions before number `instr`, from operation number `op` on.  Returns the
 * number of the next one. */
static unsigned hint(struct msim_sim *sim, const struct msim_segment *segment, unsigned op,
                     unsigned instr, const uint64_t *record)
{
    const struct msim_ops *ops = segment->ops;
    for (; op < ops->ops && ops->op[op].instr < instr; op++) {
        if (!msim_op_hints(ops->op[op].class))
            continue;
        msim_slow_mark_context(sim);
        msim_first_hint(sim->first, record[ops->op[op].access],
                        segment->instrs[ops->op[op].instr].site,
                        ops->op[op].class == MSIM_OP_HINT_L2, &sim->now);
    }
    return op;
}

void msim_slow_segment(struct msim_sim *sim, const uint64_t *record, uint64_t instructions)
{
    const struct msim_segment *segment = msim_slow_segment_of(sim, record);
    uint64_t address = segment->address, before = msim_slow_before(segment, instructions);
    unsigned access = 0, op = 0;
    bool hints = sim->hot.hints && !sim->mapper.map;
    if (sim->contexts.on && segment->accesses_used > UINT8_MAX)
        count_one_by_one(sim, segment);
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        if (i >= segment->continued)
            slow_fetch(sim, segment, i, address, before);
        if (hints && segment->instrs[i].how & (MSIM_INSTR_ATOMIC | MSIM_INSTR_FENCE))
            msim_first_fence(sim->first);
        access = msim_slow_accesses(sim, segment, access, i + 1, record, before);
        if (__builtin_expect(hints && segment->ops, 0))
            op = hint(sim, segment, op, i + 1, record);
        address += segment->instrs[i].length;
    }
}

uint32_t msim_slow_run(struct msim_sim *sim, const struct msim_run *run, const uint64_t *record,
                       uint32_t now, uint64_t instructions)
{
    uint64_t first = record[run->word] + (uint64_t)(int64_t)run->offset;
    uint64_t granule = first >> sim->data->shift, last = (first + run->span) >> sim->data->shift;
    if (sim->cores.coherence) {
        if (last == granule + 1 &&
            msim_cores_hit_two(sim->data, now, granule, first, first + run->span, run->writes))
            return now + 1;
        sim->now = now - 1;
        access_by_access(sim, run, record, instructions);
        return sim->now;
    }
    if (granule == last && !sim->data->counts_hits && !sim->data->marks && !sim->lines.each) {
        slow_granule(sim, run, record, now, granule, instructions);
        return now;
    }
    bool may_hit = last == granule + 1 && (!sim->lines.data || !run->writes ||
                                           msim_followed_owned_two(sim->data, granule));
    if (may_hit && msim_port_hit_two(sim->data, now, granule))
        return now + 1;
    sim->now = now - 1;
    access_by_access(sim, run, record, instructions);
    return sim->now;
}

/* --- Events: mappings, flushes, and what others take -------------------------------------------- */

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
    msim_followed_empty(sim);
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        msim_port_empty(&sim->cores.core[core].instr);
        msim_port_empty(&sim->cores.core[core].data);
        msim_prefetching_empty(&sim->cores.core[core].first.with);
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

void msim_slow_event(struct msim_sim *sim, const uint64_t *record, uint64_t instructions)
{
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
}
