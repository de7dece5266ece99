/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The mapper of map.h. */
#include "map.h"

#include "cmd/base/die.h"
#include "cmd/data/space/space.h"
#include "stream/event.h"

/* Where the next line is that is parted, or `end`: other data up to there is one piece. */
static uint64_t end_of_other(const struct msim_parted *parted, uint64_t first, uint64_t end)
{
    uint64_t number = first / parted->bytes + 1, last = (end - 1) / parted->bytes;
    while (number <= last && msim_parted_row(parted, number) == MSIM_PARTED_OTHER)
        number++;
    return number <= last ? number * parted->bytes : end;
}

/* The piece at `first` of a reference that ends at `end`. */
static struct msim_piece piece_at(const struct msim_parted *parted, uint64_t first, uint64_t end)
{
    uint64_t offset = first % parted->bytes, behind = parted->bytes;
    uint32_t row = msim_parted_row(parted, first / parted->bytes);
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

/* Other data that is in several lines stays one reference.  If a reference of thousands of bytes has too many pieces,
 * its end stays where it is. */
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
