/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of waits.h. */
#include "waits.h"

struct msim_object_waits *msim_object_waits_new(const struct msim_mem *mem,
                                                const struct msim_machine *machine,
                                                struct msim_where_map *map,
                                                const struct msim_contexts *contexts)
{
    bool any = false;
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX && machine->observed[i]; i++)
        any |= machine->observed[i]->of_loads;
    if (!any)
        return NULL;
    struct msim_object_waits *waits = msim_get(mem, sizeof *waits, 64);
    waits->machine = machine;
    waits->map = map;
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX && machine->observed[i]; i++)
        if (machine->observed[i]->of_loads)
            waits->place[i] = (uint8_t)waits->columns++;
    for (unsigned i = 0; i < MSIM_WAIT_TABLES; i++) {
        msim_uses_init(&waits->uses[i], mem);
        msim_within_init(&waits->within[i], mem, contexts);
    }
    return waits;
}

void msim_object_waits_limit(struct msim_object_waits *waits, uint64_t limit)
{
    for (unsigned i = 0; i < MSIM_WAIT_TABLES; i++)
        waits->uses[i].limit = limit;
}

static struct msim_found find(struct msim_object_waits *waits, unsigned table,
                              const struct msim_waited *load)
{
    struct msim_waited_last *at = &waits->last[load->site % MSIM_WAITED_LAST];
    if (at->site != load->site || at->size != load->size)
        *at = (struct msim_waited_last){.site = load->site, .size = load->size};
    struct msim_last *last = &at->last[table];
    if (msim_last_holds(last, load->address))
        return (struct msim_found){last->use, last->origin};
    struct msim_use_key key = {.site = load->site, .size = (uint16_t)load->size, .kind = MSIM_READ};
    return msim_last_look_up(last, waits->map, &waits->uses[table], &key, load->address);
}

void msim_object_waits_add(struct msim_object_waits *waits, unsigned column,
                           const struct msim_waited *load, uint64_t cycles, uint32_t context)
{
    unsigned table = waits->place[column] / MSIM_COUNTS;
    struct msim_use_counts adds = {{0}};
    adds.count[waits->place[column] % MSIM_COUNTS] = cycles;
    if (!load) {
        waits->other[column] += cycles;
        return;
    }
    struct msim_uses *uses = &waits->uses[table];
    struct msim_found found = find(waits, table, load);
    int64_t offset = (int64_t)(load->address - found.origin);
    uint32_t cell = msim_uses_add(uses, found.use, offset, load->address);
    msim_use_counts_add(msim_uses_counts(uses, cell), &adds);
    if (cell == MSIM_NO_USE || context == MSIM_NO_CONTEXT)
        return;
    struct msim_within *within = &waits->within[table];
    uint32_t object = msim_use_at(uses, found.use)->key.object;
    struct msim_object_in *in = msim_within(within, object, context);
    if (in)
        msim_within_add(within, in, MSIM_READ, &adds);
}

static void clear(struct msim_object_waits *waits, void (*uses)(struct msim_uses *))
{
    for (unsigned i = 0; i < MSIM_WAIT_TABLES; i++) {
        uses(&waits->uses[i]);
        msim_within_clear(&waits->within[i]);
    }
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX; i++)
        waits->other[i] = 0;
}

void msim_object_waits_clear(struct msim_object_waits *waits)
{
    clear(waits, msim_uses_clear);
}

void msim_object_waits_renew(struct msim_object_waits *waits)
{
    clear(waits, msim_uses_renew);
}
