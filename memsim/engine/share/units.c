/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of units.h. */
#include "units.h"

#include "stream/hash.h"

/* --- Keys --------------------------------------------------------------------------------- */

static uint32_t hash_unit(const void *element)
{
    const struct msim_share_unit *unit = element;
    return (uint32_t)msim_mix(unit->number);
}

static bool same_unit(const void *element, const void *wanted)
{
    const struct msim_share_unit *a = element, *b = wanted;
    return a->number == b->number;
}

static uint32_t hash_part(const void *element)
{
    const struct msim_share_part_key *key = &((const struct msim_share_part *)element)->key;
    uint64_t mixed = msim_mix(key->unit);
    mixed = msim_mix(mixed ^ ((uint64_t)key->offset << 32 | key->size));
    mixed = msim_mix(mixed ^ ((uint64_t)key->thread << 32 | key->site));
    return (uint32_t)msim_mix(mixed ^ key->object);
}

static bool same_part(const void *element, const void *wanted)
{
    const struct msim_share_part_key *a = &((const struct msim_share_part *)element)->key;
    const struct msim_share_part_key *b = &((const struct msim_share_part *)wanted)->key;
    return a->unit == b->unit && a->offset == b->offset && a->size == b->size &&
           a->thread == b->thread && a->site == b->site && a->object == b->object;
}

static const struct msim_lookup_kind of_units = {hash_unit, same_unit,
                                                 offsetof(struct msim_share_unit, same_hash), 1};
static const struct msim_lookup_kind of_parts = {hash_part, same_part,
                                                 offsetof(struct msim_share_part, same_hash), 1};

/* --- Counting ----------------------------------------------------------------------------- */

void msim_share_units_init(struct msim_share_units *units, const struct msim_mem *mem,
                           uint32_t units_most, uint32_t parts_most)
{
    msim_table_init(&units->units, mem, sizeof(struct msim_share_unit), units_most + 1);
    msim_table_init(&units->parts, mem, sizeof(struct msim_share_part), parts_most + 1);
    msim_lookup_init(&units->unit_lookup, mem, &of_units);
    msim_lookup_init(&units->part_lookup, mem, &of_parts);
    msim_table_add(&units->units);
    msim_table_add(&units->parts);
}

/* Adds a part to its unit, which has room for it; NULL: there is no room for the part. */
static struct msim_share_part *add_part(struct msim_share_units *units, uint32_t number,
                                        const struct msim_share_part *wanted)
{
    uint32_t part = msim_lookup_number(&units->part_lookup, &units->parts, wanted);
    if (part == UINT32_MAX)
        return NULL;
    struct msim_share_unit *unit = msim_share_unit_at(units, number);
    if (unit->last)
        msim_share_part_at(units, unit->last)->next = part;
    else
        unit->first = part;
    unit->last = part;
    return msim_share_part_at(units, part);
}

static struct msim_share_part *part_of(struct msim_share_units *units,
                                       const struct msim_share_part_key *key, int64_t at)
{
    struct msim_share_part wanted = {.key = *key, .at = at};
    struct msim_share_unit unit = {.number = key->unit};
    uint32_t part = msim_lookup_find(&units->part_lookup, &units->parts, &wanted);
    if (part != UINT32_MAX)
        return msim_share_part_at(units, part);
    if (units->parts.used == units->parts.most)
        return NULL; /* and no unit without parts */
    uint32_t number = msim_lookup_number(&units->unit_lookup, &units->units, &unit);
    return number == UINT32_MAX ? NULL : add_part(units, number, &wanted);
}

void msim_share_units_count(struct msim_share_units *units, const struct msim_share_part_key *key,
                            int64_t at, const struct msim_share_counts *adds)
{
    struct msim_share_part *part = part_of(units, key, at);
    msim_share_add(part ? &part->counts : &units->others, adds);
}

void msim_share_units_clear(struct msim_share_units *units)
{
    for (uint32_t i = 1; i < units->parts.used; i++)
        msim_share_part_at(units, i)->counts = (struct msim_share_counts){{0}};
    units->others = (struct msim_share_counts){{0}};
}

uint32_t msim_share_unit_find(const struct msim_share_units *units, uint64_t number)
{
    struct msim_share_unit wanted = {.number = number};
    uint32_t unit = msim_lookup_find(&units->unit_lookup, &units->units, &wanted);
    return unit == UINT32_MAX ? 0 : unit;
}

struct msim_share_counts msim_share_unit_sum(const struct msim_share_units *units, uint32_t number)
{
    struct msim_share_counts sum = {{0}};
    for (uint32_t i = msim_share_unit_at(units, number)->first; i;
         i = msim_share_part_at(units, i)->next)
        msim_share_add(&sum, &msim_share_part_at(units, i)->counts);
    return sum;
}
