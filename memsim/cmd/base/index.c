/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash index with open addressing; see index.h. */
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "index.h"
#include "stream/hash.h"

enum { FIRST_SLOTS = 64 };

/* FNV-1a; its bits are mixed once more at the end, because only the low ones choose the slot. */
uint32_t msim_hash(const char *text, uint32_t of)
{
    uint64_t hash = 0xcbf29ce484222325 ^ of;
    hash *= 0x100000001b3;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return (uint32_t)(msim_mix(hash ^ hash >> 32) >> 32);
}

uint32_t msim_index_find(const struct msim_index *index, uint32_t hash,
                         bool (*same)(const void *context, uint32_t number), const void *context)
{
    if (!index->slots)
        return MSIM_NOTHING;
    for (size_t at = hash & (index->slots - 1);; at = (at + 1) & (index->slots - 1)) {
        const struct msim_index_slot *slot = &index->slot[at];
        if (slot->number == MSIM_NOTHING)
            return MSIM_NOTHING;
        if (slot->hash == hash && same(context, slot->number))
            return slot->number;
    }
}

static void put(struct msim_index *index, struct msim_index_slot what)
{
    size_t at = what.hash & (index->slots - 1);
    while (index->slot[at].number != MSIM_NOTHING)
        at = (at + 1) & (index->slots - 1);
    index->slot[at] = what;
}

static void widen(struct msim_index *index)
{
    struct msim_index old = *index;
    index->slots = old.slots ? old.slots * 2 : FIRST_SLOTS;
    index->slot = msim_zeroed(index->slots, sizeof *index->slot);
    for (size_t i = 0; i < index->slots; i++)
        index->slot[i].number = MSIM_NOTHING;
    for (size_t i = 0; i < old.slots; i++)
        if (old.slot[i].number != MSIM_NOTHING)
            put(index, old.slot[i]);
    free(old.slot);
}

void msim_index_add(struct msim_index *index, uint32_t hash, uint32_t number)
{
    if (index->used * 2 >= index->slots)
        widen(index);
    put(index, (struct msim_index_slot){hash, number});
    index->used++;
}

void msim_index_free(struct msim_index *index)
{
    free(index->slot);
    *index = (struct msim_index){0};
}

struct wanted {
    const struct msim_names *names;
    const char *name;
};

static bool is_wanted(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    return !strcmp(wanted->names->name[number], wanted->name);
}

uint32_t msim_names_number(struct msim_names *names, const char *name)
{
    struct wanted wanted = {names, name};
    uint32_t hash = msim_hash(name, 0);
    uint32_t number = msim_index_find(&names->index, hash, is_wanted, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    names->name = msim_room(names->name, names->count, sizeof *names->name);
    names->name[names->count] = msim_copy(name);
    number = (uint32_t)names->count++;
    msim_index_add(&names->index, hash, number);
    return number;
}

void msim_names_free(struct msim_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->name[i]);
    free(names->name);
    msim_index_free(&names->index);
    *names = (struct msim_names){0};
}
