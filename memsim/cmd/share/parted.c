/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of parted.h, and their mapper. */
#include "parted.h"

#include <stdlib.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/data/space/space.h"
#include "engine/caches/mapper.h"
#include "stream/event.h"
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

/* The row of the line of that number.  Numbers below or above those of all lines cost a
 * comparison. */
static uint32_t row_of(const struct msim_parted *parted, uint64_t number)
{
    struct key key = {parted, number};
    if (number < parted->lowest || number > parted->highest)
        return MSIM_PARTED_OTHER;
    uint32_t found = msim_index_find(&parted->index, hash_of(number), same, &key);
    return found == MSIM_NOTHING ? MSIM_PARTED_OTHER : found + 1;
}

/* --- The mapper --------------------------------------------------------------------------- */

/* Where the next line is that is parted, or `end`: other data up to there is one piece. */
static uint64_t end_of_other(const struct msim_parted *parted, uint64_t first, uint64_t end)
{
    uint64_t number = first / parted->bytes + 1, last = (end - 1) / parted->bytes;
    while (number <= last && row_of(parted, number) == MSIM_PARTED_OTHER)
        number++;
    return number <= last ? number * parted->bytes : end;
}

/* The piece at `first` of a reference that ends at `end`. */
static struct msim_piece piece_at(const struct msim_parted *parted, uint64_t first, uint64_t end)
{
    uint64_t offset = first % parted->bytes, behind = parted->bytes;
    uint32_t row = row_of(parted, first / parted->bytes);
    size_t part = 0;
    if (row == MSIM_PARTED_OTHER)
        return (struct msim_piece){.first = first,
                                   .size = (uint32_t)(end_of_other(parted, first, end) - first)};
    const struct msim_parted_line *line = &parted->line[row - 1];
    while (part < line->starts && line->start[part] <= offset)
        part++;
    if (part < line->starts)
        behind = line->start[part];
    struct msim_piece piece = {.first = first, .row = row};
    if (part)
        piece.first = (line->to + part - 1) * parted->bytes + offset;
    piece.size = (uint32_t)(end - first < behind - offset ? end - first : behind - offset);
    return piece;
}

/* Other data that is in several lines stays one reference.  If a reference of thousands of bytes
 * has too many pieces, its end stays where it is. */
static unsigned map(void *self, const struct msim_segment *segment,
                    const struct msim_access *access, uint64_t first, uint32_t size,
                    struct msim_piece *piece)
{
    const struct msim_parted *parted = self;
    uint64_t end = first + size;
    unsigned used = 0;
    (void)segment;
    for (; first != end; first += piece[used - 1].size) {
        struct msim_piece next = piece_at(parted, first, end);
        if (used == MSIM_PIECES - 1)
            next = (struct msim_piece){.first = first, .size = (uint32_t)(end - first)};
        next.kind = msim_access_kind(access);
        piece[used++] = next;
    }
    return used;
}

static void event(void *self, const uint64_t *record)
{
    (void)self;
    if (msim_event_of(*record) == MSIM_EVENT_MAP && msim_space_is_in(record[1], record[2]))
        msim_bad_input("the program has memory at the addresses that the parts of lines get (from "
                       "0x%llx on)",
                       (unsigned long long)MSIM_SPACE_FIRST);
}

struct msim_mapper msim_parted_mapper(struct msim_parted *parted)
{
    return (struct msim_mapper){
        .map = map, .event = event, .self = parted, .rows = (uint32_t)parted->lines + 1};
}
