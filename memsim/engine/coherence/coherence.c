/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The protocol of coherence.h. */
#include "coherence.h"

#include "copies.h"
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

/* --- Changing hands ------------------------------------------------------------------------- */

static struct msim_ref ref_of(const struct msim_sharing *sharing)
{
    return (struct msim_ref){sharing->first, sharing->site, (uint16_t)sharing->size,
                             (uint8_t)sharing->kind, 0};
}

/* The bits of the bytes of a reference, which lie in one unit. */
static uint64_t bits_of(const struct msim_coherence *coherence, const struct msim_sharing *sharing)
{
    uint64_t within = (UINT64_C(1) << coherence->unit_shift) - 1;
    unsigned first = (unsigned)((sharing->first & within) >> coherence->grain_shift);
    unsigned last =
        (unsigned)(((sharing->first + sharing->size - 1) & within) >> coherence->grain_shift);
    return msim_grain_bits(first, last);
}

static void publish_all(const struct msim_coherence *coherence, struct msim_unit *record,
                        uint64_t unit)
{
    for (uint64_t left = record->held; left; left &= left - 1)
        msim_copies_publish(coherence, record, (uint32_t)__builtin_ctzll(left), unit);
}

/* The unit, or the line of 1 << shift bytes that it lies in, which was dirty where it is gone, is
 * written on. */
static void give(const struct msim_coherence *coherence, const struct msim_ref *by, uint64_t unit,
                 unsigned shift)
{
    shift = larger(shift, coherence->unit_shift);
    uint64_t first = unit << coherence->unit_shift >> shift << shift;
    msim_traffic_give(coherence->outer, by, first, UINT64_C(1) << shift);
}

/* True: a line of D1 that a core writes is not dirty instead of what was so in 1 << shift bytes, as
 * with write-through, or as it is shorter. */
static bool is_left(const struct msim_coherence *coherence, unsigned shift)
{
    return coherence->outer->lines.through || shift > coherence->data[0]->cache.shift;
}

/* Levels that the core, which writes the unit, does not use lose it. */
static void take_elsewhere(const struct msim_coherence *coherence, uint32_t core,
                           const struct msim_ref *by, uint64_t unit)
{
    unsigned dirty = msim_copies_take_elsewhere(coherence, core, unit).dirty;
    if (dirty && is_left(coherence, larger(dirty, coherence->unit_shift)))
        give(coherence, by, unit, dirty);
}

/* Lets the core write the unit, which it holds; returns how many others lose it. */
static uint32_t take_over(struct msim_coherence *coherence, struct msim_unit *record, uint32_t core,
                          const struct msim_ref *by, uint64_t unit)
{
    uint32_t lost = 0;
    bool writes_on = is_left(coherence, coherence->unit_shift);
    uint64_t left = msim_copies_of_others(coherence, record, core, unit);
    if (record->owner == core && record->modified && !left)
        return 0;
    msim_copies_publish(coherence, record, core, unit);
    for (; left; left &= left - 1, lost++) {
        uint32_t other = (uint32_t)__builtin_ctzll(left);
        if (writes_on && msim_copies_clean(coherence, other, unit))
            give(coherence, by, unit, coherence->unit_shift);
        msim_copies_lose(coherence, record, other, unit);
    }
    record->held = msim_core_bit(core);
    record->owner = core;
    record->modified = true;
    take_elsewhere(coherence, core, by, unit);
    return lost;
}

/* The unit's owner, whose copy another core reads because of `by`, keeps it, dirty as it may be, or
 * has it no longer to itself. */
static void share_owned(struct msim_coherence *coherence, struct msim_unit *record,
                        const struct msim_ref *by, uint64_t unit)
{
    uint32_t owner = record->owner;
    msim_copies_disown(coherence, owner, unit);
    if (coherence->cores->protocol == MSIM_MOESI &&
        (record->modified || msim_copies_dirty(coherence, owner, unit)))
        return;
    record->owner = MSIM_CORES_MAX;
    if (msim_copies_clean(coherence, owner, unit))
        msim_traffic_share(coherence->outer, owner, by, unit << coherence->unit_shift,
                           UINT64_C(1) << coherence->unit_shift);
}

/* Gives the unit to the core, which does not hold it, because of `by`.  Returns the core that it came
 * from, or MSIM_CORES_MAX. */
static uint32_t bring(struct msim_coherence *coherence, struct msim_unit *record, uint32_t core,
                      const struct msim_ref *by, uint64_t unit)
{
    record->held &= ~msim_core_bit(core);
    uint64_t holders = msim_copies_of_others(coherence, record, core, unit);
    publish_all(coherence, record, unit);
    if (record->owner == core)
        record->owner = MSIM_CORES_MAX;
    uint32_t from = record->owner;
    if (from < MSIM_CORES_MAX)
        share_owned(coherence, record, by, unit);
    else
        from = msim_copies_supplier(coherence, core, holders, unit);
    if (!holders) {
        record->owner = core;
        record->modified = false;
    }
    record->held |= msim_core_bit(core);
    return from;
}

/* The kind of miss of a core that gets the unit, which it did not hold. */
static enum msim_sharing_miss come_back(struct msim_unit *record, uint32_t core, uint64_t bits)
{
    struct msim_departed departed = record->departed[core];
    if (!(record->lost & msim_core_bit(core)))
        return MSIM_SHARING_NONE;
    record->lost &= ~msim_core_bit(core);
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
    if (*word && only != core && msim_copies_hold(coherence, only, unit)) {
        uint32_t number = coherence->records.used;
        struct msim_unit *record = msim_table_add(&coherence->records);
        record->held = msim_core_bit(only);
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
static bool access_alone(const struct msim_coherence *coherence, uint32_t *word,
                         const struct msim_sharing *sharing, uint64_t unit, bool brought)
{
    if (brought)
        *word &= ~(uint32_t)MSIM_UNIT_MODIFIED;
    if (sharing->writes && !(*word & MSIM_UNIT_MODIFIED)) {
        const struct msim_ref by = ref_of(sharing);
        *word |= MSIM_UNIT_MODIFIED;
        take_elsewhere(coherence, sharing->core, &by, unit);
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
    const struct msim_ref by = ref_of(sharing);
    if (brought) {
        sharing->from = bring(coherence, record, core, &by, unit);
        sharing->miss = come_back(record, core, bits);
        record->misses += sharing->miss != MSIM_SHARING_NONE;
        if (sharing->miss && is_watched(coherence, record))
            msim_near_show_all(coherence, unit);
    }
    if (sharing->writes)
        sharing->invalidated = take_over(coherence, record, core, &by, unit);
    sharing->watched = is_watched(coherence, record);
    return !sharing->watched && record->owner == core && record->modified &&
           record->held == msim_core_bit(core);
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
        msim_copies_renew(coherence, core, slot, line);
    sharing->from = MSIM_CORES_MAX;
    struct msim_unit *record = shared_by(coherence, word, core, unit);
    bool brought = missed && !msim_copies_held_before(coherence, core, unit, line, replaced);
    bool owned = record ? access_shared(coherence, record, sharing, unit, bits, brought)
                        : access_alone(coherence, word, sharing, unit, brought);
    port->bytes[slot].bits[sharing->writes] |= bits;
    if (sharing->writes && port->cache.dirty && !coherence->outer->lines.through)
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
    if (msim_copies_hold(coherence, core, unit))
        return false;
    if (!record) {
        *word &= ~(uint32_t)MSIM_UNIT_MODIFIED;
        return false;
    }
    bool from_core = bring(coherence, record, core, by, unit) < MSIM_CORES_MAX;
    record->lost &= ~msim_core_bit(core);
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

bool msim_coherence_others_hold(struct msim_coherence *coherence, uint32_t core, uint64_t first)
{
    uint64_t unit = first >> coherence->unit_shift;
    struct msim_unit *record = msim_unit_record(coherence, *msim_units_at(&coherence->words, unit));
    return record && msim_copies_of_others(coherence, record, core, unit);
}

/* A core has modified the unit, and holds it. */
static bool is_modified(struct msim_coherence *coherence, uint64_t unit)
{
    uint32_t word = *msim_units_at(&coherence->words, unit);
    uint32_t user = msim_unit_is_written(coherence, word) ? msim_unit_user(coherence, word) : 0;
    return user && user <= MSIM_CORES_MAX && msim_copies_hold(coherence, user - 1, unit);
}

bool msim_coherence_modified(struct msim_coherence *coherence, uint64_t first, uint64_t last)
{
    uint64_t unit = first >> coherence->unit_shift, end = last >> coherence->unit_shift;
    for (; unit <= end; unit++)
        if (is_modified(coherence, unit))
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

/* Other cores lose the unit, which has a record.  True: one had it. */
static bool pass_recorded(struct msim_coherence *coherence, struct msim_unit *record,
                          struct msim_sharing *sharing, const struct msim_ref *by, uint64_t unit)
{
    uint32_t core = sharing->core;
    uint64_t holders = msim_copies_of_others(coherence, record, core, unit);
    msim_copies_publish(coherence, record, core, unit);
    for (uint64_t left = holders; left; left &= left - 1, sharing->invalidated++) {
        uint32_t other = (uint32_t)__builtin_ctzll(left);
        if (msim_copies_clean(coherence, other, unit))
            give(coherence, by, unit, coherence->unit_shift);
        msim_copies_lose(coherence, record, other, unit);
    }
    record->owner = core;
    record->modified = false;
    msim_copies_written(record, core, stored_in(coherence, sharing, unit));
    return holders;
}

/* Others lose the unit, of which the core stores something past the caches.  True: one had it. */
static bool pass_unit(struct msim_coherence *coherence, struct msim_sharing *sharing, uint64_t unit)
{
    bool had = false;
    uint32_t core = sharing->core, *word = msim_units_at(&coherence->words, unit);
    struct msim_unit *record = shared_by(coherence, word, core, unit);
    const struct msim_ref by = ref_of(sharing);
    if (record)
        had = pass_recorded(coherence, record, sharing, &by, unit);
    else
        *word &= ~(uint32_t)MSIM_UNIT_MODIFIED;
    msim_copies_disown(coherence, core, unit);
    struct msim_lost lost = msim_copies_take_elsewhere(coherence, core, unit);
    if (lost.dirty)
        give(coherence, &by, unit, lost.dirty);
    return had | lost.any;
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
