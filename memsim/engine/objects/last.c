/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The answers of last.h. */
#include "last.h"

struct msim_found msim_last_look_up(struct msim_last *last, struct msim_where_map *map,
                                    struct msim_uses *uses, struct msim_use_key *key,
                                    uint64_t address)
{
    struct msim_where where = msim_where_is(map, address);
    key->object = where.object;
    struct msim_found found = {
        msim_uses_number(uses, key, where.divided, (int64_t)(address - where.origin)), where.origin};
    if (!where.guard)
        return found;
    *last = (struct msim_last){where.origin, where.first,   where.last - where.first + 1,
                               where.guard,  *where.guard, found.use};
    if (where.divided)
        msim_use_key_range(key, where.origin, &last->first, &last->bytes);
    return found;
}
