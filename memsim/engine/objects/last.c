/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The answers of last.h. */
#include "last.h"

/* The use of the key's instruction; mostly it is the one before, if the object is. */
static uint32_t use_of(const struct msim_last *last, struct msim_uses *uses,
                       struct msim_use_key *key, const struct msim_where *where, uint64_t address)
{
    if (where->object && last->object == where->object && !where->divided)
        return last->use;
    return msim_uses_number(uses, key, where->divided, (int64_t)(address - where->origin));
}

/* Remembers where the answer holds. */
static void remember(struct msim_last *last, const struct msim_where *where,
                     const struct msim_use_key *key, uint64_t address)
{
    uint64_t first = where->first, bytes = where->last - first + 1;
    if (where->divided)
        msim_use_key_range(key, where->origin, &first, &bytes);
    if (bytes > UINT32_MAX) {
        bytes -= address - first;
        first = address;
    }
    last->first = first;
    last->bytes = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
    last->guard = where->guard;
    last->guarded = *where->guard;
}

struct msim_found msim_last_look_up(struct msim_last *last, struct msim_where_map *map,
                                    struct msim_uses *uses, struct msim_use_key *key,
                                    uint64_t address)
{
    struct msim_where where = msim_where_is(map, address);
    key->object = where.object;
    uint32_t use = use_of(last, uses, key, &where, address);
    *last = (struct msim_last){.origin = where.origin, .use = use, .object = where.object};
    if (where.guard)
        remember(last, &where, key, address);
    return (struct msim_found){use, where.origin};
}
