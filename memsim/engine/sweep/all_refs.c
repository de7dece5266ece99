/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pass of all_refs.h. */
#include "all_refs.h"

#include <stddef.h>

#include "stream/event.h"

enum { SPAN_MAX = 16 }; /* bytes; longer runs of accesses would often lie in two granules */

/* Consecutive accesses from one base.  Mostly they lie in one granule and are one reference. */
struct visit {
    int32_t offset;    /* of the lowest byte */
    uint32_t site;     /* of the first access */
    uint16_t span;     /* highest byte - lowest byte */
    uint16_t first;    /* access, */
    uint16_t accesses; /* and how many */
    uint8_t word;
    uint8_t kind; /* of the first access */
    bool maybe;
};

struct prepared {
    struct msim_ref *fetch;
    struct visit *visit;
    uint16_t fetches_used, visits_used;
    uint16_t fetches, accesses; /* references; conditional ones are counted when they happen */
};

/* --- Preparing ---------------------------------------------------------------------------- */

static void add_level(struct msim_sweep_side *side, struct msim_sweep_level *swept)
{
    if (!swept)
        return;
    side->swept[side->levels++] = swept;
    for (uint32_t i = 0; i < swept->chains; i++)
        if (swept->chain[i].shift < side->shift)
            side->shift = swept->chain[i].shift;
}

static void init_side(struct msim_sweep_side *side, struct msim_sweep_level *cache,
                      struct msim_sweep_level *tlb)
{
    side->shift = 63;
    side->last = UINT64_MAX;
    add_level(side, cache);
    add_level(side, tlb);
}

void msim_all_refs_init(struct msim_all_refs *refs, const struct msim_mem *mem,
                        const struct msim_dict *dict,
                        struct msim_sweep_level *const swept[MSIM_LEVELS])
{
    refs->dict = dict;
    msim_arena_init(&refs->arena, mem);
    msim_table_init(&refs->prepared, mem, sizeof(struct prepared), MSIM_SEGMENTS_MAX);
    init_side(&refs->instr, swept[MSIM_I1], swept[MSIM_ITLB]);
    init_side(&refs->data, swept[MSIM_D1], swept[MSIM_DTLB]);
}

/* Skips instructions that lie entirely in the granule where the one before ended. */
static void prepare_fetches(struct msim_all_refs *refs, struct prepared *prepared,
                            const struct msim_segment *segment)
{
    struct msim_ref fetch[MSIM_INSTRS_MAX];
    uint64_t address = segment->address, granule = UINT64_MAX;
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        const struct msim_instr *instr = &segment->instrs[i];
        uint64_t last = (address + instr->length - 1) >> refs->instr.shift;
        if (i >= segment->continued) {
            prepared->fetches++;
            if (last != granule)
                fetch[prepared->fetches_used++] = (struct msim_ref){.first = address,
                                                                    .site = instr->site,
                                                                    .size = (uint16_t)instr->length,
                                                                    .kind = MSIM_FETCH};
            granule = last;
        }
        address += instr->length;
    }
    prepared->fetch = msim_arena_get(&refs->arena, prepared->fetches_used * sizeof *fetch);
    for (unsigned i = 0; i < prepared->fetches_used; i++)
        prepared->fetch[i] = fetch[i];
}

/* Extends `visit` by `access` if the result is still one visit. */
static bool join(struct visit *visit, const struct msim_access *access)
{
    int64_t low = access->offset, high = low + access->size - 1;
    int64_t visit_low = visit->offset, visit_high = visit_low + visit->span;
    low = low < visit_low ? low : visit_low;
    high = high > visit_high ? high : visit_high;
    if (visit->maybe || access->maybe || access->word != visit->word || high - low >= SPAN_MAX)
        return false;
    visit->offset = (int32_t)low;
    visit->span = (uint16_t)(high - low);
    visit->accesses++;
    return true;
}

static void prepare_visits(struct msim_all_refs *refs, struct prepared *prepared,
                           const struct msim_segment *segment)
{
    struct visit visit[MSIM_ACCESSES_MAX];
    unsigned used = 0;
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        prepared->accesses = (uint16_t)(prepared->accesses + !access->maybe);
        if (used == 0 || !join(&visit[used - 1], access))
            visit[used++] = (struct visit){.offset = access->offset,
                                           .site = segment->instrs[access->instr].site,
                                           .span = (uint16_t)(access->size - 1),
                                           .first = (uint16_t)i,
                                           .accesses = 1,
                                           .word = access->word,
                                           .kind = (uint8_t)msim_access_kind(access),
                                           .maybe = access->maybe};
    }
    prepared->visits_used = (uint16_t)used;
    prepared->visit = msim_arena_get(&refs->arena, used * sizeof *visit);
    for (unsigned i = 0; i < used; i++)
        prepared->visit[i] = visit[i];
}

void msim_all_refs_extend(struct msim_all_refs *refs)
{
    while (refs->prepared.used < refs->dict->segments.used) {
        const struct msim_segment *segment = msim_dict_segment_at(refs->dict, refs->prepared.used);
        struct prepared *prepared = msim_table_add(&refs->prepared);
        if (refs->instr.levels)
            prepare_fetches(refs, prepared, segment);
        if (refs->data.levels)
            prepare_visits(refs, prepared, segment);
    }
}

/* --- Running ------------------------------------------------------------------------------ */

static __attribute__((noinline)) void flush(struct msim_sweep_side *side)
{
    for (unsigned i = 0; i < side->levels; i++)
        msim_sweep_level_run(side->swept[i], side->batch, side->used, 0);
    side->used = 0;
}

static inline void push(struct msim_sweep_side *side, struct msim_ref ref, uint64_t last_granule)
{
    side->last = last_granule;
    side->batch[side->used++] = ref;
    if (__builtin_expect(side->used == MSIM_BATCH, 0))
        flush(side);
}

/* Takes a visit that is not a single reference access by access. */
static __attribute__((noinline)) void
visit_slowly(struct msim_all_refs *refs, const struct visit *visit, const uint64_t *record)
{
    struct msim_sweep_side *side = &refs->data;
    const struct msim_segment *segment =
        msim_dict_segment_at(refs->dict, msim_header_segment(*record));
    uint64_t base = record[visit->word];
    if (visit->maybe && base == MSIM_NO_ADDRESS)
        return;
    side->references += visit->maybe;
    for (unsigned i = 0; i < visit->accesses; i++) {
        const struct msim_access *access = &segment->accesses[visit->first + i];
        uint64_t first = base + (uint64_t)(int64_t)access->offset;
        struct msim_ref ref = {.first = first,
                               .site = segment->instrs[access->instr].site,
                               .size = access->size,
                               .kind = (uint8_t)msim_access_kind(access),
                               .missed = access->block ? MSIM_REF_BLOCK : 0};
        /* After a shortened access, the last granule differs from cell to cell, so nothing is
         * skipped. */
        push(side, ref, access->block ? UINT64_MAX : (first + access->size - 1) >> side->shift);
    }
}

static inline void visit_all(struct msim_all_refs *refs, const struct prepared *prepared,
                             const uint64_t *record)
{
    struct msim_sweep_side *side = &refs->data;
    const struct visit *visit = prepared->visit, *end = visit + prepared->visits_used;
    for (; visit < end; visit++) {
        uint64_t first = record[visit->word] + (uint64_t)(int64_t)visit->offset;
        uint64_t granule = first >> side->shift, last = (first + visit->span) >> side->shift;
        if (__builtin_expect(granule != last || visit->maybe, 0)) {
            visit_slowly(refs, visit, record);
            continue;
        }
        if (granule == side->last)
            continue;
        struct msim_ref ref = {.first = first, .site = visit->site, .size = 1, .kind = visit->kind};
        push(side, ref, granule);
    }
    side->references += prepared->accesses;
}

static inline void fetch_all(struct msim_sweep_side *side, const struct prepared *prepared)
{
    for (unsigned i = 0; i < prepared->fetches_used; i++) {
        const struct msim_ref *ref = &prepared->fetch[i];
        uint64_t first = ref->first >> side->shift;
        uint64_t last = (ref->first + ref->size - 1) >> side->shift;
        if (first != side->last || last != first)
            push(side, *ref, last);
    }
    side->references += prepared->fetches;
}

static void empty(struct msim_sweep_side *side)
{
    flush(side);
    for (unsigned i = 0; i < side->levels; i++)
        msim_sweep_level_empty(side->swept[i]);
    side->last = UINT64_MAX;
}

/* Instrumentation starts with empty caches. */
static void take_event(struct msim_all_refs *refs, const uint64_t *record)
{
    if (msim_event_of(*record) != MSIM_EVENT_PART || !msim_part_flushes(refs->dict, record))
        return;
    empty(&refs->instr);
    empty(&refs->data);
}

static void end_run(struct msim_sweep_side *side)
{
    flush(side);
    for (unsigned i = 0; i < side->levels; i++)
        side->swept[i]->references += side->references;
    side->references = 0;
}

void msim_all_refs_run(struct msim_all_refs *refs, const uint64_t *words, const uint64_t *end)
{
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (msim_header_is_event(*words)) {
            take_event(refs, words);
            continue;
        }
        const struct prepared *prepared =
            msim_table_at(&refs->prepared, msim_header_segment(*words));
        if (refs->data.levels)
            visit_all(refs, prepared, words);
        if (refs->instr.levels)
            fetch_all(&refs->instr, prepared);
    }
    end_run(&refs->instr);
    end_run(&refs->data);
}
