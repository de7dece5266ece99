/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of lines.h. */
#include "lines.h"

#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/data/space/space.h"
#include "stream/hash.h"

void msim_parted_init(struct msim_parted *parted, uint64_t bytes)
{
    *parted = (struct msim_parted){
        .bytes = bytes, .lowest = UINT64_MAX, .next = MSIM_SPACE_FIRST / bytes};
}

void msim_parted_free(struct msim_parted *parted)
{
    free(parted->line);
    msim_index_free(&parted->index);
}

static uint32_t hash_of(uint64_t number)
{
    return (uint32_t)(msim_mix(number) >> 32);
}

struct key {
    const struct msim_parted *parted;
    uint64_t number;
};

static bool same(const void *context, uint32_t number)
{
    const struct key *key = context;
    return key->parted->line[number].number == key->number;
}

uint32_t msim_parted_add(struct msim_parted *parted, uint64_t address, const uint32_t *start,
                         size_t starts)
{
    uint64_t number = address / parted->bytes;
    parted->line = msim_room(parted->line, parted->lines, sizeof *parted->line);
    parted->line[parted->lines] = (struct msim_parted_line){number, start, starts, parted->next};
    msim_index_add(&parted->index, hash_of(number), (uint32_t)parted->lines);
    parted->next += starts;
    parted->lowest = number < parted->lowest ? number : parted->lowest;
    parted->highest = number > parted->highest ? number : parted->highest;
    return (uint32_t)++parted->lines;
}

uint32_t msim_parted_row(const struct msim_parted *parted, uint64_t number)
{
    struct key key = {parted, number};
    if (number < parted->lowest || number > parted->highest)
        return MSIM_PARTED_OTHER;
    uint32_t found = msim_index_find(&parted->index, hash_of(number), same, &key);
    return found == MSIM_NOTHING ? MSIM_PARTED_OTHER : found + 1;
}
