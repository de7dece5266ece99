/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines and bytes of traffic.h. */
#include "traffic.h"

#include "counting.h"
#include "lines.h"

/* --- Memory ------------------------------------------------------------------------------- */

/* Bytes move of what is at `first`. */
static void count(struct msim_outer_levels *outer, const struct msim_ref *by, bool written,
                  uint64_t first, uint64_t bytes)
{
    struct msim_traffic *lines = &outer->lines;
    if (!lines->writes)
        return;
    msim_add_times(outer, by, msim_count_of(outer, by),
                   written ? MSIM_MEMORY_WRITTEN : MSIM_MEMORY_READ, bytes);
    struct msim_ref of = *by;
    of.first = first;
    if (lines->observer.moved && !outer->off)
        lines->observer.moved(lines->observer.self, &of, written, bytes);
}

/* A line comes from memory, unless another core's cache supplies it. */
static void read_memory(struct msim_outer_levels *outer, const struct msim_ref *by, uint64_t bytes)
{
    if (!(by->missed & MSIM_REF_FROM_CORE))
        count(outer, by, false, by->first, bytes);
}

static void write_memory(struct msim_outer_levels *outer, const struct msim_ref *by,
                         struct msim_line_span span)
{
    count(outer, by, true, span.first, span.last - span.first + 1);
    for (unsigned i = 0; outer->lines.writes && i < outer->observers; i++)
        if (outer->observer[i].wrote)
            outer->observer[i].wrote(outer->observer[i].self, span.first);
}

/* Who follows cycles knows of buffers by themselves. */
void msim_traffic_stored(struct msim_outer_levels *outer, const struct msim_ref *store,
                         uint64_t bytes)
{
    count(outer, store, true, store->first, bytes);
}

/* --- On the way out ----------------------------------------------------------------------- */

/* Writes the bytes to the level where it has them, or further on. */
static void write_to(struct msim_outer_levels *outer, const struct msim_ref *by,
                     enum msim_level level, struct msim_line_span span)
{
    struct msim_array *array = level > MSIM_L3 ? NULL : msim_outer_array(outer, level);
    if (!array) {
        write_memory(outer, by, span);
        return;
    }
    for (uint64_t block = span.first >> array->shift; block <= span.last >> array->shift; block++) {
        int64_t slot = msim_lines_find(outer, array, block);
        if (slot != MSIM_NO_SLOT)
            msim_dirty_set(array, (uint64_t)slot);
        else
            write_to(outer, by, level + 1, msim_line_span_within(array, block, span));
    }
}

void msim_traffic_give(struct msim_outer_levels *outer, const struct msim_ref *by, uint64_t first,
                       uint64_t bytes)
{
    write_to(outer, by, MSIM_L2, (struct msim_line_span){first, first + bytes - 1, true});
}

/* L2 of the core that `outer` is at loses what lies in the span, if it is inside the level that lost
 * it, and so do the core's first levels.  True: some of it was dirty. */
static bool lose_inside_of(struct msim_outer_levels *outer, uint32_t core, enum msim_level level,
                           struct msim_line_span span)
{
    const struct msim_inner_levels *inner = &outer->lines.inner;
    const struct msim_array *l2 = outer->at.l2;
    bool dirty = false;
    if (level == MSIM_L3)
        for (uint64_t block = span.first >> l2->shift; block <= span.last >> l2->shift; block++)
            msim_lines_take_out(outer, MSIM_L2, block, &dirty);
    return dirty |
           inner->lose(inner->self, core, span.first, (uint32_t)(span.last - span.first + 1));
}

/* The same of all cores that use the level. */
static bool lose_inside(struct msim_outer_levels *outer, enum msim_level level,
                        struct msim_line_span span)
{
    const struct msim_outer_core at = outer->at;
    const struct msim_array *from = msim_outer_array(outer, level);
    bool dirty = false;
    for (uint32_t core = 0; core < outer->cores; core++) {
        outer->at = outer->core[core];
        if (msim_outer_array(outer, level) == from)
            dirty |= lose_inside_of(outer, core, level, span);
    }
    outer->at = at;
    return dirty;
}

/* The span has left L3. */
static void leave_l3(struct msim_outer_levels *outer, const struct msim_ref *by,
                     struct msim_line_span span)
{
    if (outer->lines.l3 == MSIM_INCLUSIVE)
        span.dirty |= lose_inside(outer, MSIM_L3, span);
    if (span.dirty)
        write_memory(outer, by, span);
}

static void fill_l3(struct msim_outer_levels *outer, const struct msim_ref *by, uint64_t block,
                    bool dirty)
{
    struct msim_line_span left;
    if (msim_lines_put_in(outer, MSIM_L3, block, dirty, &left))
        leave_l3(outer, by, left);
}

/* True: an exclusive level has the block that moves to it, as both first levels may have had it and
 * given it up one after the other; it is dirty if this one is. */
static bool joins(struct msim_outer_levels *outer, enum msim_level level, uint64_t block,
                  bool dirty)
{
    struct msim_array *array = msim_outer_array(outer, level);
    int64_t slot = msim_lines_find(outer, array, block);
    if (slot != MSIM_NO_SLOT && dirty)
        msim_dirty_set(array, (uint64_t)slot);
    return slot != MSIM_NO_SLOT;
}

/* The span has left L2; `moves`: an exclusive L3 gets it. */
static void leave_l2(struct msim_outer_levels *outer, const struct msim_ref *by,
                     struct msim_line_span span, bool moves)
{
    if (outer->lines.l2 == MSIM_INCLUSIVE)
        span.dirty |= lose_inside(outer, MSIM_L2, span);
    if (moves && outer->lines.l3 == MSIM_EXCLUSIVE) {
        uint64_t block = span.first >> outer->at.l3->shift;
        if (!joins(outer, MSIM_L3, block, span.dirty))
            fill_l3(outer, by, block, span.dirty);
    } else if (span.dirty) {
        write_to(outer, by, MSIM_L3, span);
    }
}

static void fill_l2(struct msim_outer_levels *outer, const struct msim_ref *by, uint64_t block,
                    bool dirty)
{
    struct msim_line_span left;
    if (msim_lines_put_in(outer, MSIM_L2, block, dirty, &left))
        leave_l2(outer, by, left, true);
}

void msim_traffic_share(struct msim_outer_levels *outer, uint32_t from, const struct msim_ref *by,
                        uint64_t first, uint64_t bytes)
{
    const struct msim_array *l3 = outer->at.l3;
    if (outer->lines.l3 != MSIM_EXCLUSIVE || outer->core[from].l3 != l3)
        msim_traffic_give(outer, by, first, bytes);
    else if (!joins(outer, MSIM_L3, first >> l3->shift, true))
        fill_l3(outer, by, first >> l3->shift, true);
}

bool msim_traffic_lose(struct msim_outer_levels *outer, enum msim_level level,
                       const struct msim_ref *by, uint64_t block)
{
    bool dirty = false;
    if (!msim_lines_take_out(outer, level, block, &dirty))
        return false;
    struct msim_line_span span = msim_line_block_span(msim_outer_array(outer, level), block, dirty);
    if (level == MSIM_L2)
        leave_l2(outer, by, span, false);
    else
        leave_l3(outer, by, span);
    return true;
}

/* The span has left a first level. */
static void leave_first(struct msim_outer_levels *outer, const struct msim_ref *by,
                        struct msim_line_span span)
{
    if (outer->lines.l2 != MSIM_EXCLUSIVE) {
        if (span.dirty)
            write_to(outer, by, MSIM_L2, span);
        return;
    }
    uint64_t block = span.first >> outer->at.l2->shift;
    if (!joins(outer, MSIM_L2, block, span.dirty))
        fill_l2(outer, by, block, span.dirty);
}

/* --- On the way in ------------------------------------------------------------------------ */

/* An exclusive L3 gives its block away, or keeps it, where another core holds it, too.  False: it is
 * not there. */
static bool move_in(struct msim_outer_levels *outer, uint64_t block, bool *dirty)
{
    const struct msim_outer_sharing *sharing = &outer->sharing;
    uint64_t at = msim_line_block_start(outer->at.l3, block);
    if (sharing->self && sharing->others_hold(sharing->self, at))
        return msim_lines_use(outer, MSIM_L3, block, false) != MSIM_NO_SLOT;
    return msim_lines_take_out(outer, MSIM_L3, block, dirty);
}

/* L3 or memory supplies a block that L2, or the levels inside an exclusive L2, missed.  Returns
 * whether L3 missed it, and *dirty if it moves in from there and is so. */
static bool supply(struct msim_outer_levels *outer, const struct msim_ref *by, uint64_t block,
                   bool *dirty)
{
    const struct msim_array *l2 = outer->at.l2, *l3 = outer->at.l3;
    uint64_t at = msim_line_block_start(l2, block);
    if (outer->lines.l3 == MSIM_EXCLUSIVE) {
        if (move_in(outer, at >> l3->shift, dirty))
            return false;
    } else if (l3) {
        if (msim_lines_use(outer, MSIM_L3, at >> l3->shift, false) != MSIM_NO_SLOT)
            return false;
        fill_l3(outer, by, at >> l3->shift, false);
    }
    const struct msim_array *last = msim_traffic_reaches_l3(outer) ? l3 : l2;
    read_memory(outer, by, UINT64_C(1) << last->shift);
    return true;
}

bool msim_traffic_reaches_l3(const struct msim_outer_levels *outer)
{
    return outer->at.l3 && outer->lines.l3 != MSIM_EXCLUSIVE;
}

/* L2 lacks the block, which comes from an exclusive L3 or memory, or L3 is asked for it next. */
static unsigned bring_into_l2(struct msim_outer_levels *outer, const struct msim_ref *by,
                              uint64_t block)
{
    bool dirty = false;
    unsigned missed = MSIM_OUTCOME_L2;
    if (!msim_traffic_reaches_l3(outer) && supply(outer, by, block, &dirty) && outer->at.l3)
        missed |= MSIM_OUTCOME_L3;
    fill_l2(outer, by, block, dirty);
    return missed;
}

static unsigned bring_into_l3(struct msim_outer_levels *outer, const struct msim_ref *by,
                              uint64_t block)
{
    fill_l3(outer, by, block, false);
    read_memory(outer, by, UINT64_C(1) << outer->at.l3->shift);
    return MSIM_OUTCOME_L3;
}

unsigned msim_traffic_bring(struct msim_outer_levels *outer, enum msim_level level,
                            const struct msim_ref *by, uint64_t block)
{
    return (level == MSIM_L2 ? bring_into_l2 : bring_into_l3)(outer, by, block);
}

unsigned msim_traffic_reach(struct msim_outer_levels *outer, enum msim_level level,
                            const struct msim_ref *ref, bool prefetch)
{
    const struct msim_array *array = msim_outer_array(outer, level);
    unsigned missed = 0;
    uint64_t last = (ref->first + ref->size - 1) >> array->shift;
    msim_outer_into(outer, level)->found = false;
    for (uint64_t block = ref->first >> array->shift; block <= last; block++)
        if (msim_lines_use(outer, level, block, prefetch) == MSIM_NO_SLOT)
            missed |= msim_traffic_bring(outer, level, ref, block);
    if (level == MSIM_L2 && missed && msim_traffic_reaches_l3(outer))
        missed |= msim_traffic_reach(outer, MSIM_L3, ref, prefetch);
    return missed;
}

void msim_traffic_read(struct msim_outer_levels *outer, const struct msim_ref *by)
{
    read_memory(outer, by, by->size);
}

/* A write that brings in nothing: what has its lines uses them. */
static unsigned pass(struct msim_outer_levels *outer, const struct msim_ref *by,
                     enum msim_level level, struct msim_line_span span)
{
    struct msim_array *array = level > MSIM_L3 ? NULL : msim_outer_array(outer, level);
    unsigned missed = 0;
    if (!array) {
        write_memory(outer, by, span);
        return 0;
    }
    for (uint64_t block = span.first >> array->shift; block <= span.last >> array->shift; block++) {
        int64_t slot = msim_lines_use(outer, level, block, false);
        if (slot != MSIM_NO_SLOT) {
            msim_dirty_set(array, (uint64_t)slot);
            continue;
        }
        missed |= level == MSIM_L2 ? MSIM_OUTCOME_L2 : MSIM_OUTCOME_L3;
        missed |= pass(outer, by, level + 1, msim_line_span_within(array, block, span));
    }
    return missed;
}

unsigned msim_traffic_refer(struct msim_outer_levels *outer, const struct msim_ref *ref)
{
    struct msim_traffic *lines = &outer->lines;
    unsigned missed = lines->missed;
    lines->missed = 0;
    if (lines->passes_writes && ref->kind == MSIM_WRITE) {
        struct msim_line_span span = {ref->first, ref->first + ref->size - 1, true};
        return pass(outer, ref, MSIM_L2, span);
    }
    if (!outer->at.l2 || lines->l2 == MSIM_EXCLUSIVE)
        return missed;
    return msim_traffic_reach(outer, MSIM_L2, ref, false);
}

/* A line came to a first level, from an exclusive L2 or past it, or from memory. */
static void come(struct msim_outer_levels *outer, const struct msim_ref *by,
                 struct msim_line_span span)
{
    struct msim_traffic *lines = &outer->lines;
    bool dirty = false;
    if (!outer->at.l2) {
        read_memory(outer, by, span.last - span.first + 1);
        return;
    }
    uint64_t block = span.first >> outer->at.l2->shift;
    msim_pageframes_touch(&outer->frames, span.first);
    if (!msim_lines_take_out(outer, MSIM_L2, block, &dirty)) {
        lines->missed |= MSIM_OUTCOME_L2;
        if (supply(outer, by, block, &dirty) && outer->at.l3)
            lines->missed |= MSIM_OUTCOME_L3;
    }
    if (dirty)
        lines->inner.soil(lines->inner.self, (enum msim_kind)by->kind, span.first);
}

void msim_traffic_mark(struct msim_outer_levels *outer, const struct msim_ref *mark)
{
    struct msim_ref by = *mark;
    unsigned what = mark->kind & ~(unsigned)MSIM_LINE_ACCESS;
    struct msim_line_span span = {mark->first, mark->first + mark->size - 1,
                                  what != MSIM_LINE_LEFT_CLEAN};
    by.kind = mark->kind & MSIM_LINE_ACCESS;
    by.missed = 0;
    if (what == MSIM_LINE_CAME)
        come(outer, &by, span);
    else if (what == MSIM_LINE_WRITTEN)
        write_to(outer, &by, MSIM_L2, span);
    else
        leave_first(outer, &by, span);
}

/* --- All of it ---------------------------------------------------------------------------- */

static void follow(struct msim_array *array, const struct msim_mem *mem, bool is_physical)
{
    if (!array || array->dirty)
        return;
    msim_dirty_follow(array, mem);
    if (is_physical)
        array->origin = msim_get(mem, msim_array_slots(array) * sizeof *array->origin, 64);
}

void msim_traffic_init(struct msim_outer_levels *outer, const struct msim_mem *mem,
                       const struct msim_machine *machine)
{
    struct msim_traffic *lines = &outer->lines;
    lines->on = msim_follows_lines(machine);
    lines->writes = machine->write;
    lines->through = machine->write == MSIM_WRITE_THROUGH;
    lines->passes_writes = machine->passes_writes;
    lines->l2 = machine->inclusion[MSIM_L2];
    lines->l3 = machine->inclusion[MSIM_L3];
    /* Those without prefetchers are neither inclusive nor exclusive. */
    outer->plain.unknown |= lines->l2 || lines->l3;
    for (uint32_t core = 0; lines->on && core < outer->cores; core++) {
        follow(outer->core[core].l2, mem, machine->physical != MSIM_PHYSICAL_SAME);
        follow(outer->core[core].l3, mem, machine->physical != MSIM_PHYSICAL_SAME);
    }
}

/* How many bytes of the span no dirty line has, of the level and those after it. */
static uint64_t clean_from(struct msim_outer_levels *outer, enum msim_level level,
                           struct msim_line_span span)
{
    const struct msim_array *array = level > MSIM_L3 ? NULL : msim_outer_array(outer, level);
    uint64_t bytes = 0;
    if (!array)
        return span.last - span.first + 1;
    for (uint64_t block = span.first >> array->shift; block <= span.last >> array->shift; block++) {
        int64_t slot = msim_lines_find(outer, array, block);
        if (slot == MSIM_NO_SLOT || !array->dirty[slot])
            bytes += clean_from(outer, level + 1, msim_line_span_within(array, block, span));
    }
    return bytes;
}

uint64_t msim_traffic_only_first(struct msim_outer_levels *outer, uint64_t first, uint64_t bytes)
{
    return clean_from(outer, MSIM_L2, (struct msim_line_span){first, first + bytes - 1, true});
}

uint64_t msim_traffic_dirty_bytes(struct msim_outer_levels *outer, uint32_t core)
{
    const struct msim_outer_core *before = core ? &outer->core[core - 1] : NULL;
    const struct msim_array *l2 = before && before->l2 == outer->at.l2 ? NULL : outer->at.l2;
    const struct msim_array *l3 = before && before->l3 == outer->at.l3 ? NULL : outer->at.l3;
    uint64_t bytes = l3 ? msim_dirty_count(l3) << l3->shift : 0;
    for (uint64_t slot = 0; l2 && slot < msim_array_slots(l2); slot++) {
        uint64_t tag = msim_array_tag(l2, slot);
        if (tag && l2->dirty[slot])
            bytes +=
                clean_from(outer, MSIM_L3,
                           msim_line_block_span(l2, l2->origin ? l2->origin[slot] : tag - 1, true));
    }
    return bytes;
}

/* What was dirty is nowhere any more, and counts nowhere. */
void msim_traffic_empty(struct msim_outer_levels *outer)
{
    for (uint32_t core = 0; outer->lines.on && core < outer->cores; core++) {
        if (outer->core[core].l2)
            msim_dirty_empty(outer->core[core].l2);
        if (outer->core[core].l3)
            msim_dirty_empty(outer->core[core].l3);
    }
}
