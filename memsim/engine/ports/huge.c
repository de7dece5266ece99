/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The map of huge.h. */
#include "huge.h"

#include <stddef.h>

#include "engine/base/reader.h"

#define PAGE_MASK UINT64_C(4095)

static bool is_as_wanted(const struct msim_ranges *ranges, uint64_t first, uint64_t last, bool heap)
{
    uint32_t at = msim_ranges_search(ranges, first);
    const struct msim_range *range = &ranges->range[at];
    bool meets = at < ranges->used && range->first <= last;
    return heap ? meets && range->first <= first && range->last >= last : !meets;
}

/* Joins the range with those that it touches: a heap that grows piece by piece stays one range. */
static void add(struct msim_ranges *ranges, uint64_t first, uint64_t last)
{
    struct msim_range range = {first, last, 0}, next;
    uint32_t at = msim_ranges_search(ranges, first);
    if (at < ranges->used && ranges->range[at].first == last + 1 &&
        msim_ranges_take(ranges, last + 1, UINT64_MAX, &next))
        range.last = next.last;
    msim_ranges_add(ranges, &range);
}

/* Makes `bytes` from `first` heap, or not; false: they already were. */
static bool change(struct msim_huge_map *map, uint64_t first, uint64_t bytes, bool heap)
{
    struct msim_range taken;
    uint64_t last = (first + bytes - 1) | PAGE_MASK;
    first &= ~PAGE_MASK;
    if (!bytes || last < first || is_as_wanted(&map->ranges, first, last, heap))
        return false;
    while (msim_ranges_take(&map->ranges, first, last, &taken))
        ;
    if (heap)
        add(&map->ranges, first, last);
    map->found = 0;
    return true;
}

/* True: it is heap, that is, the break or private anonymous memory. */
static bool is_heap(const struct msim_dict *dict, uint64_t mapping)
{
    bool is_file = msim_dict_text(dict, msim_event_upper(mapping))[0];
    return !is_file && !(mapping & (MSIM_MAP_STACK | MSIM_MAP_SHARED));
}

static bool move(struct msim_huge_map *map, uint64_t from, uint64_t to, uint64_t bytes)
{
    bool heap = msim_huge_has(map, from);
    bool changed = change(map, from, bytes, false);
    return change(map, to, bytes, heap) || changed;
}

bool msim_huge_event(struct msim_huge_map *map, const uint64_t *record)
{
    switch (msim_event_of(*record)) {
    case MSIM_EVENT_MAP:
        return change(map, record[1], record[2] - record[1], is_heap(map->dict, record[4]));
    case MSIM_EVENT_MOVE:
        return move(map, record[1], record[2], record[3]);
    default:
        return !record[3] && change(map, record[1], record[2] - record[1], false);
    }
}

void msim_huge_init(struct msim_huge_map *map, const struct msim_mem *mem,
                    const struct msim_dict *dict, const struct msim_machine *machine)
{
    *map = (struct msim_huge_map){.huge = machine->huge, .dict = dict};
    msim_ranges_init(&map->ranges, mem);
    if (machine->huge == MSIM_HUGE_RANGE)
        add(&map->ranges, machine->huge_first & ~PAGE_MASK, machine->huge_last | PAGE_MASK);
}

/* --- Reading ------------------------------------------------------------------------------ */

static bool take_address(struct msim_reader *text, uint64_t *address)
{
    *address = 0;
    if (!msim_take(text, "0x") && !msim_take(text, "0X"))
        return false;
    const char *start = text->at;
    for (;; text->at++) {
        char c = *text->at;
        unsigned digit;
        if (c >= '0' && c <= '9')
            digit = (unsigned)(c - '0');
        else if ((c | 32) >= 'a' && (c | 32) <= 'f')
            digit = (unsigned)((c | 32) - 'a') + 10;
        else
            break;
        *address = *address << 4 | digit;
    }
    return text->at > start && text->at - start <= 16;
}

const char *msim_huge_read(const char *text, struct msim_machine *machine)
{
    static const struct {
        const char *word;
        enum msim_huge huge;
    } words[] = {{"none", MSIM_HUGE_NONE}, {"heap", MSIM_HUGE_HEAP}, {"all", MSIM_HUGE_ALL}};
    struct msim_reader reader;
    uint64_t first, last;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        reader.at = text;
        if (msim_take(&reader, words[i].word) && !*reader.at) {
            machine->huge = words[i].huge;
            return NULL;
        }
    }
    reader.at = text;
    if (!take_address(&reader, &first) || !msim_take(&reader, "-") ||
        !take_address(&reader, &last) || *reader.at || last < first)
        return "expected none, heap, all, or two addresses, the lower first, as in "
               "0x400000-0x7fffff";
    machine->huge = MSIM_HUGE_RANGE;
    machine->huge_first = first;
    machine->huge_last = last;
    return NULL;
}
