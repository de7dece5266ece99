/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of within.h. */
#include "within.h"

#include "stream/hash.h"

enum { MOST = 1 << 26 };

static uint64_t mix(const struct msim_object_in *in)
{
    return msim_mix((uint64_t)in->object << 32 | in->context);
}

static uint32_t hash(const void *element)
{
    return (uint32_t)mix(element);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_object_in *a = element, *b = wanted;
    return a->object == b->object && a->context == b->context;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_object_in, same_hash),
                                             0};

void msim_within_init(struct msim_within *within, const struct msim_mem *mem)
{
    msim_table_init(&within->table, mem, sizeof(struct msim_object_in), MOST);
    msim_lookup_init(&within->lookup, mem, &kind);
}

struct msim_object_in *msim_within(struct msim_within *within, uint32_t object, uint32_t context)
{
    struct msim_object_in wanted = {.object = object, .context = context};
    uint32_t *recent = &within->recent[mix(&wanted) >> (64 - MSIM_RECENT_WITHIN_BITS)];
    if (!*recent || !same(msim_within_at(within, *recent - 1), &wanted))
        *recent = msim_lookup_number(&within->lookup, &within->table, &wanted) + 1;
    return *recent ? msim_within_at(within, *recent - 1) : NULL;
}

void msim_within_clear(struct msim_within *within)
{
    for (uint32_t i = 0; i < within->table.used; i++)
        for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
            msim_within_at(within, i)->counts[kind] = (struct msim_use_counts){{0}};
}
