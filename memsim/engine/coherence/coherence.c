/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The protocol of coherence.h. */
#include "coherence.h"

#include "engine/arrays/dirty.h"
#include "engine/outer/traffic.h"
#include "near.h"

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static void share(struct msim_coherence *coherence, enum msim_level level, uint32_t sharing)
{
    if (msim_cores_instance(coherence->cores->used - 1, sharing) > 0)
        coherence->shared[coherence->shared_levels++] = (struct msim_shared_level){level, sharing};
}

void msim_coherence_init(struct msim_coherence *coherence, const struct msim_mem *mem,
                         const struct msim_cores *cores, struct msim_port *const *data,
                         struct msim_outer_levels *outer)
{
    enum { GRAIN_BITS = 6 };
    coherence->cores = cores;
    coherence->outer = outer;
    for (uint32_t core = 0; core < cores->used; core++)
        coherence->data[core] = data[core];
    coherence->own_l2 = outer->has_l2 && outer->private_l2;
    coherence->unit_shift = data[0]->cache.shift;
    if (coherence->own_l2)
        coherence->unit_shift = larger(coherence->unit_shift, outer->at.l2->shift);
    else if (outer->has_l2)
        share(coherence, MSIM_L2, cores->l2_sharing);
    if (outer->has_l3)
        share(coherence, MSIM_L3, cores->l3_sharing);
    coherence->grain_shift =
        coherence->unit_shift > GRAIN_BITS ? coherence->unit_shift - GRAIN_BITS : 0;
    msim_units_init(&coherence->words, mem);
    msim_table_init(&coherence->records, mem,
                    sizeof(struct msim_unit) + cores->used * sizeof(struct msim_departed),
                    MSIM_UNIT_RECORDS_MAX);
}

static uint64_t bit(uint32_t core)
{
    return UINT64_C(1) << core;
}

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

/* The unit leaves L2 or L3 of the core. */
static struct msim_taken take_from(const struct msim_coherence *coherence, uint32_t core,
                                   enum msim_level level, uint64_t unit)
{
    struct msim_taken all = {false, false};
    const struct msim_outer_core *outer = &coherence->outer->core[core];
    struct msim_unit_lines lines = msim_unit_lines_in(
        coherence, level == MSIM_L2 ? outer->l2 : outer->l3, outer_unit(coherence, unit));
    for (uint64_t line = lines.first; line <= lines.last; line++) {
        struct msim_taken taken = msim_outer_take(coherence->outer, core, level, line);
        all.any |= taken.any;
        all.dirty |= taken.dirty;
    }
    return all;
}

static bool l2_has(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    return coherence->own_l2 &&
           has(coherence, coherence->outer->core[core].l2, outer_unit(coherence, unit));
}

static bool holds(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    return has(coherence, &coherence->data[core]->cache, unit) || l2_has(coherence, core, unit);
}

/* True: the core held the unit before it missed a line of it in D1, which `replaced` another line
 * (+ 1). */
static bool held_before(const struct msim_coherence *coherence, uint32_t core, uint64_t unit,
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

/* The cores but one that hold the unit. */
static uint64_t others(const struct msim_coherence *coherence, struct msim_unit *record,
                       uint32_t core, uint64_t unit)
{
    uint64_t found = 0;
    for (uint64_t left = record->held & ~bit(core); left; left &= left - 1) {
        uint32_t other = (uint32_t)__builtin_ctzll(left);
        if (holds(coherence, other, unit))
            found |= bit(other);
    }
    record->held = found | (record->held & bit(core));
    if (record->owner != core && record->owner < MSIM_CORES_MAX && !(found & bit(record->owner)))
        record->owner = MSIM_CORES_MAX;
    return found;
}

/* --- Bytes ---------------------------------------------------------------------------------- */

/* The bits of the bytes of a reference, which lie in one unit. */
static uint64_t bits_of(const struct msim_coherence *coherence, const struct msim_sharing *sharing)
{
    uint64_t within = (UINT64_C(1) << coherence->unit_shift) - 1;
    unsigned first = (unsigned)((sharing->first & within) >> coherence->grain_shift);
    unsigned last =
        (unsigned)(((sharing->first + sharing->size - 1) & within) >> coherence->grain_shift);
    return msim_grain_bits(first, last);
}

/* Adds what a core wrote to the records of cores that lost the unit. */
static void add_written(struct msim_unit *record, uint32_t core, uint64_t written)
{
    for (uint64_t left = written ? record->lost & ~bit(core) : 0; left; left &= left - 1)
        record->departed[__builtin_ctzll(left)].written |= written;
}

/* The same of what D1 knows of it, up to now.  Returns what the core used. */
static uint64_t publish(const struct msim_coherence *coherence, struct msim_unit *record,
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
        add_written(record, core, bits[MSIM_BYTES_WRITTEN]);
        used |= bits[MSIM_BYTES_READ] |= bits[MSIM_BYTES_WRITTEN];
        bits[MSIM_BYTES_WRITTEN] = 0;
    }
    return used;
}

static void publish_all(const struct msim_coherence *coherence, struct msim_unit *record,
                        uint64_t unit)
{
    for (uint64_t left = record->held; left; left &= left - 1)
        publish(coherence, record, (uint32_t)__builtin_ctzll(left), unit);
}

/* A line came to D1 in the place of another. */
static void renew(struct msim_coherence *coherence, uint32_t core, int64_t slot, uint64_t line)
{
    struct msim_port *port = coherence->data[core];
    uint64_t replaced = port->bytes_of[slot];
    if (replaced && port->bytes[slot].bits[MSIM_BYTES_WRITTEN]) {
        unsigned bits = coherence->unit_shift - port->cache.shift;
        struct msim_unit *record =
            msim_unit_record(coherence, *msim_units_at(&coherence->words, (replaced - 1) >> bits));
        if (record)
            add_written(record, core, port->bytes[slot].bits[MSIM_BYTES_WRITTEN]);
    }
    msim_port_renew(port, (uint64_t)slot, line + 1);
}

/* --- Changing hands ------------------------------------------------------------------------- */

/* Removes the unit from all levels that the core does not use. */
static struct msim_taken remove_elsewhere(const struct msim_coherence *coherence, uint32_t core,
                                          uint64_t unit)
{
    struct msim_taken all = {false, false};
    for (unsigned i = 0; i < coherence->shared_levels; i++) {
        uint32_t sharing = coherence->shared[i].sharing, of = msim_cores_instance(core, sharing);
        for (uint32_t other = 0; other < coherence->cores->used; other++) {
            uint32_t instance = msim_cores_instance(other, sharing);
            bool is_first = !other || instance != msim_cores_instance(other - 1, sharing);
            if (!is_first || instance == of)
                continue;
            struct msim_taken taken = take_from(coherence, other, coherence->shared[i].level, unit);
            all.any |= taken.any;
            all.dirty |= taken.dirty;
        }
    }
    return all;
}

static void disown(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    struct msim_port *port = coherence->data[core];
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, &port->cache, unit);
    for (uint64_t line = lines.first; line <= lines.last; line++)
        msim_port_disown(port, line);
}

/* What the core has of the unit is clean from now on: what was dirty is written on. */
static void give(const struct msim_coherence *coherence, uint32_t core, const struct msim_ref *by,
                 uint64_t unit)
{
    struct msim_array *cache = &coherence->data[core]->cache;
    int64_t slot = msim_array_find(cache, unit);
    if (!cache->dirty)
        return;
    bool dirty = slot != MSIM_NO_SLOT && msim_dirty_leave(cache, (uint64_t)slot);
    if (coherence->own_l2)
        dirty |= msim_outer_clean(coherence->outer, core, outer_unit(coherence, unit));
    if (dirty)
        msim_traffic_give(coherence->outer, by, unit << cache->shift, UINT64_C(1) << cache->shift);
}

/* D1 loses what is in the slot, which may have been prefetched. */
static void lose_marked(const struct msim_coherence *coherence, uint32_t core, uint64_t slot)
{
    struct msim_marks *marks = coherence->data[core]->marks;
    if (marks->marked[slot])
        msim_outer_take_unused(coherence->outer, core, slot);
    marks->marked[slot] = 0;
}

/* The core's copy is invalidated. */
static void lose(const struct msim_coherence *coherence, struct msim_unit *record, uint32_t core,
                 uint64_t unit)
{
    struct msim_port *port = coherence->data[core];
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, &port->cache, unit);
    uint64_t used = publish(coherence, record, core, unit);
    for (uint64_t line = lines.first; line <= lines.last; line++) {
        int64_t slot = msim_array_find(&port->cache, line);
        if (slot == MSIM_NO_SLOT)
            continue;
        msim_port_renew(port, (uint64_t)slot, 0);
        if (port->marks)
            lose_marked(coherence, core, (uint64_t)slot);
        if (port->cache.dirty)
            msim_dirty_leave(&port->cache, (uint64_t)slot);
        msim_port_lose(port, line);
    }
    if (coherence->own_l2)
        take_from(coherence, core, MSIM_L2, unit);
    record->held &= ~bit(core);
    record->lost |= bit(core);
    record->departed[core] = (struct msim_departed){used, 0};
}

/* Lets the core write the unit, which it holds; returns how many others lose it. */
static uint32_t take_over(struct msim_coherence *coherence, struct msim_unit *record, uint32_t core,
                          uint64_t unit)
{
    uint32_t lost = 0;
    uint64_t left = others(coherence, record, core, unit);
    if (record->owner == core && record->modified && !left)
        return 0;
    publish(coherence, record, core, unit);
    for (; left; left &= left - 1, lost++)
        lose(coherence, record, (uint32_t)__builtin_ctzll(left), unit);
    record->held = bit(core);
    record->owner = core;
    record->modified = true;
    remove_elsewhere(coherence, core, unit);
    return lost;
}

/* Gives the unit to the core, which does not hold it, because of `by`.  Returns the core that it came
 * from, or MSIM_CORES_MAX. */
static uint32_t bring(struct msim_coherence *coherence, struct msim_unit *record, uint32_t core,
                      const struct msim_ref *by, uint64_t unit)
{
    record->held &= ~bit(core);
    uint64_t holders = others(coherence, record, core, unit);
    publish_all(coherence, record, unit);
    if (record->owner == core)
        record->owner = MSIM_CORES_MAX;
    uint32_t from = record->owner;
    if (from < MSIM_CORES_MAX) {
        disown(coherence, from, unit);
        if (coherence->cores->protocol != MSIM_MOESI || !record->modified) {
            record->owner = MSIM_CORES_MAX;
            give(coherence, from, by, unit);
        }
    }
    if (!holders) {
        record->owner = core;
        record->modified = false;
    }
    record->held |= bit(core);
    return from;
}

/* The kind of miss of a core that gets the unit, which it did not hold. */
static enum msim_sharing_miss come_back(struct msim_unit *record, uint32_t core, uint64_t bits)
{
    struct msim_departed departed = record->departed[core];
    if (!(record->lost & bit(core)))
        return MSIM_SHARING_NONE;
    record->lost &= ~bit(core);
    return (departed.used | bits) & departed.written ? MSIM_SHARING_TRUE : MSIM_SHARING_FALSE;
}

/* The record of a unit that `core` references; NULL: no other core holds it, and the word is the
 * core's. */
static struct msim_unit *shared_by(struct msim_coherence *coherence, uint32_t *word, uint32_t core,
                                   uint64_t unit)
{
    if (*word & MSIM_UNIT_RECORD)
        return msim_unit_record(coherence, *word);
    uint32_t only = (*word & MSIM_UNIT_CORE) - 1;
    if (*word && only != core && holds(coherence, only, unit)) {
        uint32_t number = coherence->records.used;
        struct msim_unit *record = msim_table_add(&coherence->records);
        record->held = bit(only);
        record->owner = only;
        record->modified = *word & MSIM_UNIT_MODIFIED;
        *word = MSIM_UNIT_RECORD | (*word & MSIM_UNIT_NEAR) | number;
        return record;
    }
    if (!*word || only != core)
        *word = (*word & MSIM_UNIT_NEAR) | (core + 1);
    return NULL;
}

/* A unit that only this core has.  Returns true: it may write it without asking. */
static bool access_alone(const struct msim_coherence *coherence, uint32_t *word, uint32_t core,
                         uint64_t unit, bool writes, bool brought)
{
    if (brought)
        *word &= ~(uint32_t)MSIM_UNIT_MODIFIED;
    if (writes && !(*word & MSIM_UNIT_MODIFIED)) {
        *word |= MSIM_UNIT_MODIFIED;
        remove_elsewhere(coherence, core, unit);
    }
    return *word & MSIM_UNIT_MODIFIED;
}

static bool is_watched(const struct msim_coherence *coherence, const struct msim_unit *record)
{
    return record->misses >= MSIM_SHARING_WATCHED_FROM && coherence->observer.shared;
}

static bool access_shared(struct msim_coherence *coherence, struct msim_unit *record,
                          struct msim_sharing *sharing, uint64_t unit, uint64_t bits, bool brought)
{
    uint32_t core = sharing->core;
    if (brought) {
        const struct msim_ref by = {sharing->first, sharing->site, (uint16_t)sharing->size,
                                    (uint8_t)sharing->kind, 0};
        sharing->from = bring(coherence, record, core, &by, unit);
        sharing->miss = come_back(record, core, bits);
        record->misses += sharing->miss != MSIM_SHARING_NONE;
        if (sharing->miss && is_watched(coherence, record))
            msim_near_show_all(coherence, unit);
    }
    if (sharing->writes)
        sharing->invalidated = take_over(coherence, record, core, unit);
    sharing->watched = is_watched(coherence, record);
    return !sharing->watched && record->owner == core && record->modified &&
           record->held == bit(core);
}

/* --- References --------------------------------------------------------------------------- */

void msim_coherence_access(struct msim_coherence *coherence, struct msim_sharing *sharing,
                           bool missed)
{
    uint32_t core = sharing->core;
    struct msim_port *port = coherence->data[core];
    uint64_t line = sharing->first >> port->cache.shift;
    uint64_t unit = sharing->first >> coherence->unit_shift, bits = bits_of(coherence, sharing);
    uint32_t *word = msim_units_at(&coherence->words, unit);
    int64_t slot = msim_array_find(&port->cache, line);
    uint64_t replaced = port->bytes_of[slot];
    if (missed)
        renew(coherence, core, slot, line);
    sharing->from = MSIM_CORES_MAX;
    struct msim_unit *record = shared_by(coherence, word, core, unit);
    bool brought = missed && !held_before(coherence, core, unit, line, replaced);
    bool owned = record ? access_shared(coherence, record, sharing, unit, bits, brought)
                        : access_alone(coherence, word, core, unit, sharing->writes, brought);
    port->bytes[slot].bits[sharing->writes] |= bits;
    if (sharing->writes && port->cache.dirty)
        msim_dirty_set(&port->cache, (uint64_t)slot);
    bool near = coherence->observer.near && msim_near_show(coherence, sharing, word, unit);
    if (sharing->watched || near)
        msim_near_forget(coherence, core, unit);
    else if (owned && (!port->cache.dirty || port->cache.dirty[slot]))
        msim_port_own(port, sharing->first >> port->shift);
    bool shown =
        sharing->watched || sharing->miss || sharing->invalidated || sharing->from < MSIM_CORES_MAX;
    if (shown && coherence->observer.shared)
        coherence->observer.shared(coherence->observer.self, sharing);
}

/* The core reads the unit; true: it comes from another core. */
static bool read_unit(struct msim_coherence *coherence, uint32_t core, const struct msim_ref *by,
                      uint64_t unit)
{
    uint32_t *word = msim_units_at(&coherence->words, unit);
    struct msim_unit *record = shared_by(coherence, word, core, unit);
    if (holds(coherence, core, unit))
        return false;
    if (!record) {
        *word &= ~(uint32_t)MSIM_UNIT_MODIFIED;
        return false;
    }
    bool from_core = bring(coherence, record, core, by, unit) < MSIM_CORES_MAX;
    record->lost &= ~bit(core);
    return from_core;
}

bool msim_coherence_read(struct msim_coherence *coherence, uint32_t core,
                         const struct msim_ref *bytes)
{
    bool from_core = false;
    uint64_t unit = bytes->first >> coherence->unit_shift;
    uint64_t end = (bytes->first + bytes->size - 1) >> coherence->unit_shift;
    for (; coherence->own_l2 && unit <= end; unit++)
        from_core |= read_unit(coherence, core, bytes, unit);
    return from_core;
}

bool msim_coherence_read_line(struct msim_coherence *coherence, uint32_t core,
                              const struct msim_ref *by, uint64_t line)
{
    unsigned shift = coherence->unit_shift - coherence->data[core]->cache.shift;
    return read_unit(coherence, core, by, line >> shift);
}

void msim_coherence_have_line(struct msim_coherence *coherence, uint32_t core, int64_t slot,
                              uint64_t line)
{
    renew(coherence, core, slot, line);
}

/* The core that has modified the unit and holds it; MSIM_CORES_MAX: none. */
static uint32_t modifier_of(struct msim_coherence *coherence, uint64_t unit)
{
    uint32_t word = *msim_units_at(&coherence->words, unit);
    const struct msim_unit *record = msim_unit_record(coherence, word);
    if (!msim_unit_is_written(coherence, word))
        return MSIM_CORES_MAX;
    uint32_t core = record ? record->owner : (word & MSIM_UNIT_CORE) - 1;
    return core < MSIM_CORES_MAX && holds(coherence, core, unit) ? core : MSIM_CORES_MAX;
}

bool msim_coherence_modified(struct msim_coherence *coherence, uint64_t first, uint64_t last)
{
    uint64_t unit = first >> coherence->unit_shift, end = last >> coherence->unit_shift;
    for (; unit <= end; unit++)
        if (modifier_of(coherence, unit) < MSIM_CORES_MAX)
            return true;
    return false;
}

/* The bits of the unit's bytes that the store has; 0: none. */
static uint64_t stored_in(const struct msim_coherence *coherence,
                          const struct msim_sharing *sharing, uint64_t unit)
{
    uint64_t first = unit << coherence->unit_shift, last = sharing->first + sharing->size - 1;
    uint64_t end = first | ((UINT64_C(1) << coherence->unit_shift) - 1);
    struct msim_sharing part = {.first = sharing->first > first ? sharing->first : first};
    if (part.first > end || last < first)
        return 0;
    part.size = (uint32_t)((last < end ? last : end) - part.first + 1);
    return bits_of(coherence, &part);
}

/* Other cores lose the unit, of which the core stores something past the caches.  True: one had it. */
static bool pass_unit(struct msim_coherence *coherence, struct msim_sharing *sharing, uint64_t unit)
{
    uint32_t core = sharing->core;
    uint32_t *word = msim_units_at(&coherence->words, unit);
    struct msim_unit *record = shared_by(coherence, word, core, unit);
    const struct msim_ref by = {sharing->first, sharing->site, (uint16_t)sharing->size,
                                (uint8_t)sharing->kind, 0};
    uint64_t left = record ? others(coherence, record, core, unit) : 0;
    bool had = left;
    if (record)
        publish(coherence, record, core, unit);
    for (; left; left &= left - 1, sharing->invalidated++) {
        uint32_t other = (uint32_t)__builtin_ctzll(left);
        give(coherence, other, &by, unit);
        lose(coherence, record, other, unit);
    }
    if (record) {
        record->owner = core;
        record->modified = false;
        add_written(record, core, stored_in(coherence, sharing, unit));
    }
    *word &= record ? ~UINT32_C(0) : ~(uint32_t)MSIM_UNIT_MODIFIED;
    disown(coherence, core, unit);
    struct msim_taken taken = remove_elsewhere(coherence, core, unit);
    if (taken.dirty)
        msim_traffic_give(coherence->outer, &by, unit << coherence->unit_shift,
                          UINT64_C(1) << coherence->unit_shift);
    return had | taken.any;
}

bool msim_coherence_pass(struct msim_coherence *coherence, struct msim_sharing *sharing,
                         uint64_t first, uint64_t last)
{
    bool had = false;
    uint64_t unit = first >> coherence->unit_shift, end = last >> coherence->unit_shift;
    sharing->from = MSIM_CORES_MAX;
    for (; unit <= end; unit++)
        had |= pass_unit(coherence, sharing, unit);
    if (sharing->invalidated && coherence->observer.shared)
        coherence->observer.shared(coherence->observer.self, sharing);
    return had;
}

void msim_coherence_empty(struct msim_coherence *coherence)
{
    for (uint32_t i = 0; i < coherence->records.used; i++) {
        struct msim_unit *record = msim_table_at(&coherence->records, i);
        record->lost = 0;
    }
}
