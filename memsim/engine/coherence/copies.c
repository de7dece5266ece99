/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The copies of copies.h. */
#include "copies.h"

#include "engine/arrays/dirty.h"
#include "engine/outer/traffic.h"

/* --- What caches have ----------------------------------------------------------------------- */

static bool has(const struct msim_coherence *coherence, const struct msim_array *array,
                uint64_t unit)
{
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, array, unit);
    for (uint64_t line = lines.first; line <= lines.last; line++)
        if (msim_array_find(array, line) != MSIM_NO_SLOT)
            return true;
    return false;
}

/* The unit, which lies in one page, as levels after the first know it. */
static uint64_t outer_unit(const struct msim_coherence *coherence, uint64_t unit)
{
    unsigned shift = coherence->unit_shift;
    return msim_pageframes_find(&coherence->outer->frames, unit << shift) >> shift;
}

/* The unit leaves L2 or L3 of the core, which adds to what is lost. */
static void take_from(const struct msim_coherence *coherence, uint32_t core, enum msim_level level,
                      uint64_t unit, struct msim_lost *lost)
{
    const struct msim_outer_core *outer = &coherence->outer->core[core];
    const struct msim_array *array = level == MSIM_L2 ? outer->l2 : outer->l3;
    struct msim_unit_lines lines =
        msim_unit_lines_in(coherence, array, outer_unit(coherence, unit));
    for (uint64_t line = lines.first; line <= lines.last; line++) {
        struct msim_taken taken = msim_outer_take(coherence->outer, core, level, line);
        lost->any |= taken.any;
        if (taken.dirty && lost->dirty < array->shift)
            lost->dirty = array->shift;
    }
}

static bool l2_has(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    return coherence->own_l2 &&
           has(coherence, coherence->outer->core[core].l2, outer_unit(coherence, unit));
}

bool msim_copies_hold(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    return has(coherence, &coherence->data[core]->cache, unit) || l2_has(coherence, core, unit);
}

bool msim_copies_held_before(const struct msim_coherence *coherence, uint32_t core, uint64_t unit,
                             uint64_t missed, uint64_t replaced)
{
    const struct msim_array *cache = &coherence->data[core]->cache;
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, cache, unit);
    if (replaced > lines.first && replaced <= lines.last + 1)
        return true;
    for (uint64_t line = lines.first; line <= lines.last; line++)
        if (line != missed && msim_array_find(cache, line) != MSIM_NO_SLOT)
            return true;
    return l2_has(coherence, core, unit);
}

uint64_t msim_copies_of_others(const struct msim_coherence *coherence, struct msim_unit *record,
                               uint32_t core, uint64_t unit)
{
    uint64_t found = 0;
    for (uint64_t left = record->held & ~msim_core_bit(core); left; left &= left - 1) {
        uint32_t other = (uint32_t)__builtin_ctzll(left);
        if (msim_copies_hold(coherence, other, unit))
            found |= msim_core_bit(other);
    }
    record->held = found | (record->held & msim_core_bit(core));
    if (record->owner != core && record->owner < MSIM_CORES_MAX &&
        !(found & msim_core_bit(record->owner)))
        record->owner = MSIM_CORES_MAX;
    return found;
}

/* --- Bytes ---------------------------------------------------------------------------------- */

void msim_copies_written(struct msim_unit *record, uint32_t core, uint64_t written)
{
    for (uint64_t left = written ? record->lost & ~msim_core_bit(core) : 0; left; left &= left - 1)
        record->departed[__builtin_ctzll(left)].written |= written;
}

uint64_t msim_copies_publish(const struct msim_coherence *coherence, struct msim_unit *record,
                             uint32_t core, uint64_t unit)
{
    const struct msim_port *port = coherence->data[core];
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, &port->cache, unit);
    uint64_t used = 0;
    for (uint64_t line = lines.first; line <= lines.last; line++) {
        int64_t slot = msim_array_find(&port->cache, line);
        if (slot == MSIM_NO_SLOT || port->bytes_of[slot] != line + 1)
            continue;
        uint64_t *bits = port->bytes[slot].bits;
        msim_copies_written(record, core, bits[MSIM_BYTES_WRITTEN]);
        used |= bits[MSIM_BYTES_READ] |= bits[MSIM_BYTES_WRITTEN];
        bits[MSIM_BYTES_WRITTEN] = 0;
    }
    return used;
}

void msim_copies_renew(struct msim_coherence *coherence, uint32_t core, int64_t slot, uint64_t line)
{
    struct msim_port *port = coherence->data[core];
    uint64_t replaced = port->bytes_of[slot];
    if (replaced && port->bytes[slot].bits[MSIM_BYTES_WRITTEN]) {
        unsigned bits = coherence->unit_shift - port->cache.shift;
        struct msim_unit *record =
            msim_unit_record(coherence, *msim_units_at(&coherence->words, (replaced - 1) >> bits));
        if (record)
            msim_copies_written(record, core, port->bytes[slot].bits[MSIM_BYTES_WRITTEN]);
    }
    msim_port_renew(port, (uint64_t)slot, line + 1);
}

/* --- Losing them ------------------------------------------------------------------------- */

struct msim_lost msim_copies_take_elsewhere(const struct msim_coherence *coherence, uint32_t core,
                                            uint64_t unit)
{
    struct msim_lost lost = {false, 0};
    for (unsigned i = 0; i < coherence->shared_levels; i++) {
        uint32_t sharing = coherence->shared[i].sharing, of = msim_cores_instance(core, sharing);
        for (uint32_t other = 0; other < coherence->cores->used; other++) {
            uint32_t instance = msim_cores_instance(other, sharing);
            bool is_first = !other || instance != msim_cores_instance(other - 1, sharing);
            if (!is_first || instance == of)
                continue;
            take_from(coherence, other, coherence->shared[i].level, unit, &lost);
        }
    }
    return lost;
}

void msim_copies_disown(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    struct msim_port *port = coherence->data[core];
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, &port->cache, unit);
    for (uint64_t line = lines.first; line <= lines.last; line++)
        msim_port_disown(port, line);
}

/* True: some of the unit is dirty in a cache; if `cleans`, it is clean from now on. */
static bool is_dirty(const struct msim_coherence *coherence, struct msim_array *cache,
                     uint64_t unit, bool cleans)
{
    bool dirty = false;
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, cache, unit);
    for (uint64_t line = lines.first; line <= lines.last; line++) {
        int64_t slot = msim_array_find(cache, line);
        if (slot == MSIM_NO_SLOT || !cache->dirty[slot])
            continue;
        dirty = true;
        if (cleans)
            msim_dirty_leave(cache, (uint64_t)slot);
    }
    return dirty;
}

/* The same of all that a core has to itself. */
static bool has_dirty(const struct msim_coherence *coherence, uint32_t core, uint64_t unit,
                      bool cleans)
{
    struct msim_array *d1 = &coherence->data[core]->cache;
    if (!d1->dirty)
        return false;
    bool dirty = is_dirty(coherence, d1, unit, cleans);
    if (coherence->own_l2)
        dirty |= is_dirty(coherence, coherence->outer->core[core].l2, outer_unit(coherence, unit),
                          cleans);
    return dirty;
}

bool msim_copies_dirty(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    return has_dirty(coherence, core, unit, false);
}

bool msim_copies_clean(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    return has_dirty(coherence, core, unit, true);
}

uint32_t msim_copies_supplier(const struct msim_coherence *coherence, uint32_t core,
                              uint64_t holders, uint64_t unit)
{
    const struct msim_outer_levels *outer = coherence->outer;
    const struct msim_array *l3 = outer->core[core].l3;
    if (!holders || outer->lines.l3 != MSIM_EXCLUSIVE ||
        has(coherence, l3, outer_unit(coherence, unit)))
        return MSIM_CORES_MAX;
    for (uint64_t left = holders; left; left &= left - 1)
        if (outer->core[__builtin_ctzll(left)].l3 == l3)
            return (uint32_t)__builtin_ctzll(left);
    return MSIM_CORES_MAX;
}

/* D1 has lost what was in the slot, which may have been prefetched. */
static void lose_marked(const struct msim_coherence *coherence, uint32_t core, uint64_t slot)
{
    struct msim_marks *marks = coherence->data[core]->marks;
    if (!marks->marked[slot])
        return;
    msim_outer_take_unused(coherence->outer, core, slot);
    marks->marked[slot] = 0;
}

void msim_copies_lose(const struct msim_coherence *coherence, struct msim_unit *record,
                      uint32_t core, uint64_t unit)
{
    struct msim_port *port = coherence->data[core];
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, &port->cache, unit);
    uint64_t used = msim_copies_publish(coherence, record, core, unit);
    for (uint64_t line = lines.first; line <= lines.last; line++) {
        int64_t slot = msim_array_find(&port->cache, line);
        if (slot == MSIM_NO_SLOT)
            continue;
        msim_port_renew(port, (uint64_t)slot, 0);
        if (port->cache.dirty)
            msim_dirty_leave(&port->cache, (uint64_t)slot);
        msim_port_lose(port, line, MSIM_LINE_TAKEN);
        if (port->marks)
            lose_marked(coherence, core, (uint64_t)slot);
    }
    if (coherence->own_l2)
        take_from(coherence, core, MSIM_L2, unit, &(struct msim_lost){false, 0});
    record->held &= ~msim_core_bit(core);
    record->lost |= msim_core_bit(core);
    record->departed[core] = (struct msim_departed){used, 0};
}
