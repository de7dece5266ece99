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

bool msim_huge_change(struct msim_huge_map *map, uint64_t first, uint64_t bytes, bool heap)
{
    struct msim_range taken;
    uint64_t last = (first + bytes - 1) | PAGE_MASK;
    first &= ~PAGE_MASK;
    if (map->huge != MSIM_HUGE_HEAP || !bytes || last < first ||
        is_as_wanted(&map->ranges, first, last, heap))
        return false;
    while (msim_ranges_take(&map->ranges, first, last, &taken))
        ;
    if (heap)
        add(&map->ranges, first, last);
    map->found = 0;
    return true;
}

void msim_huge_init(struct msim_huge_map *map, const struct msim_mem *mem,
                    const struct msim_machine *machine)
{
    *map = (struct msim_huge_map){.huge = machine->huge};
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
