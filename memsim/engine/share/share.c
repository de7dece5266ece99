/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts what share.h says. */
#include "share.h"

#include "stream/event.h"

enum { USUAL_LINE = 64 }; /* where there is no D1 */

/* --- The machine -------------------------------------------------------------------------- */

uint32_t msim_share_unit_bytes(const struct msim_machine *machine)
{
    uint32_t bytes = machine->level[MSIM_D1].units ? machine->level[MSIM_D1].line : USUAL_LINE;
    const struct msim_geometry *l2 = &machine->level[MSIM_L2];
    return l2->units && !msim_is_shared_level(machine, MSIM_L2) && l2->line > bytes ? l2->line
                                                                                    : bytes;
}

/* --- References --------------------------------------------------------------------------- */

/* What the address is in.  Most references are to what the unit's last one was in. */
static const struct msim_where *find(struct msim_share *share, uint64_t address)
{
    struct msim_share_place *place = &share->place[address / share->unit & (MSIM_SHARE_PLACES - 1)];
    const struct msim_where *where = &place->where;
    if (where->guard && *where->guard == place->guarded && address >= where->first &&
        address <= where->last)
        return where;
    place->where = msim_where_is(&share->map, address);
    place->guarded = place->where.guard ? *place->where.guard : 0;
    return &place->where;
}

static struct msim_share_counts counts_of(const struct msim_sharing *sharing)
{
    return (struct msim_share_counts){{
        [MSIM_SHARE_READS] = sharing->kind == MSIM_READ,
        [MSIM_SHARE_WRITES] = sharing->kind == MSIM_WRITE || sharing->writes,
        [MSIM_SHARE_TRUE] = sharing->miss == MSIM_SHARING_TRUE,
        [MSIM_SHARE_FALSE] = sharing->miss == MSIM_SHARING_FALSE,
        [MSIM_SHARE_FROM_CORE] = sharing->from != MSIM_CORES_MAX,
        [MSIM_SHARE_INVALIDATED] = sharing->invalidated,
    }};
}

/* The part that a reference is one of, and its offset in the object. */
static struct msim_share_part_key key_of(struct msim_share *share,
                                         const struct msim_sharing *sharing, int64_t *at)
{
    const struct msim_where *where = find(share, sharing->first);
    *at = (int64_t)(sharing->first - where->origin);
    return (struct msim_share_part_key){.unit = sharing->first / share->unit,
                                        .offset = (uint32_t)(sharing->first % share->unit),
                                        .size = sharing->size,
                                        .thread = share->map.thread,
                                        .site = sharing->site,
                                        .object = where->object};
}

/* The profile has a true miss for a true one and a false one. */
static void count_twice(struct msim_share *share, const struct msim_sharing *sharing)
{
    if (sharing->miss != MSIM_SHARING_NONE && sharing->missed_before != MSIM_SHARING_NONE) {
        bool both =
            sharing->miss == MSIM_SHARING_TRUE && sharing->missed_before == MSIM_SHARING_TRUE;
        share->twice[both ? 0 : MSIM_SHARE_FALSE - MSIM_SHARE_TRUE]++;
    }
    if (sharing->from != MSIM_CORES_MAX && sharing->taken_before)
        share->twice[MSIM_SHARE_FROM_CORE - MSIM_SHARE_TRUE]++;
}

void msim_share_take(void *self, const struct msim_sharing *sharing)
{
    struct msim_share *share = self;
    count_twice(share, sharing);
    int64_t at;
    if (share->sim->parts.off)
        return;
    struct msim_share_part_key key = key_of(share, sharing, &at);
    struct msim_share_counts adds = counts_of(sharing);
    msim_share_units_count(&share->units, &key, at, &adds);
}

bool msim_share_take_near(void *self, const struct msim_sharing *sharing)
{
    struct msim_share *share = self;
    int64_t at;
    struct msim_share_part_key key = key_of(share, sharing, &at);
    return msim_near_take(share->near, sharing, &key, at);
}

/* --- Making, events ----------------------------------------------------------------------- */

void msim_share_init(struct msim_share *share, const struct msim_setting *setting, bool predicts)
{
    share->mem = setting->mem;
    share->dict = setting->dict;
    share->machine = setting->machine;
    share->sim = setting->sim;
    share->unit = msim_share_unit_bytes(setting->machine);
    msim_where_init(&share->map, setting->mem, setting->dict, &setting->sim->contexts.observer);
    msim_share_lives_init(&share->lives, setting->mem);
    msim_share_units_init(&share->units, setting->mem, MSIM_SHARE_UNITS, MSIM_SHARE_PARTS);
    if (!predicts)
        return;
    share->near = msim_get(setting->mem, sizeof *share->near, 64);
    msim_near_init(share->near, setting->mem, share->unit, setting->machine->cores.used);
}

void msim_share_event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct msim_share *share = self;
    enum { WRITABLE = MSIM_MAP_SHARED | MSIM_MAP_WRITE };
    share->processes |=
        msim_event_of(*record) == MSIM_EVENT_MAP && (record[4] & WRITABLE) == WRITABLE;
    if (msim_event_of(*record) == MSIM_EVENT_TASK)
        msim_share_lives_event(&share->lives, record, instructions);
    msim_where_event(&share->map, record, instructions);
}

void msim_share_clear(void *self)
{
    struct msim_share *share = self;
    msim_share_units_clear(&share->units);
    for (unsigned i = 0; i < MSIM_SHARE_TWICE; i++)
        share->twice[i] = 0;
    if (share->near)
        msim_near_clear(share->near);
}
