/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The map of huge.h. */
#include "huge.h"

#include <stddef.h>

#include "engine/base/reader.h"

#define PAGE_MASK UINT64_C(4095)

enum { FIRST_ROOM = 64 };

uint32_t msim_huge_search(const struct msim_huge_map *map, uint64_t address)
{
    uint32_t low = 0, high = map->used;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (map->range[middle].last < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Room for one range more; what was there is not given back, as nothing in the engine is. */
static void grow(struct msim_huge_map *map)
{
    if (map->used < map->room)
        return;
    uint32_t room = map->room ? 2 * map->room : FIRST_ROOM;
    struct msim_huge_range *range = msim_get(map->mem, room * sizeof *range, 8);
    for (uint32_t i = 0; i < map->used; i++)
        range[i] = map->range[i];
    map->range = range;
    map->room = room;
}

static void insert(struct msim_huge_map *map, uint32_t at, uint64_t first, uint64_t last)
{
    grow(map);
    for (uint32_t i = map->used++; i > at; i--)
        map->range[i] = map->range[i - 1];
    map->range[at] = (struct msim_huge_range){first, last};
}

static void remove_ranges(struct msim_huge_map *map, uint32_t from, uint32_t to)
{
    for (uint32_t i = to; i < map->used; i++)
        map->range[from + i - to] = map->range[i];
    map->used -= to - from;
}

/* Cuts first..last out of what there is; the place where it would stand. */
static uint32_t cut(struct msim_huge_map *map, uint64_t first, uint64_t last)
{
    uint32_t at = msim_huge_search(map, first), end = at;
    uint64_t before = 0, behind = 0;
    bool has_before = false, has_behind = false;
    for (; end < map->used && map->range[end].first <= last; end++) {
        if (map->range[end].first < first) {
            has_before = true;
            before = map->range[end].first;
        }
        if (map->range[end].last > last) {
            has_behind = true;
            behind = map->range[end].last;
        }
    }
    remove_ranges(map, at, end);
    if (has_before)
        insert(map, at++, before, first - 1);
    if (has_behind)
        insert(map, at, last + 1, behind);
    return at;
}

static bool is_as_wanted(const struct msim_huge_map *map, uint64_t first, uint64_t last, bool heap)
{
    uint32_t at = msim_huge_search(map, first);
    bool meets = at < map->used && map->range[at].first <= last;
    return heap ? meets && map->range[at].first <= first && map->range[at].last >= last : !meets;
}

bool msim_huge_change(struct msim_huge_map *map, uint64_t first, uint64_t bytes, bool heap)
{
    uint64_t last = (first + bytes - 1) | PAGE_MASK;
    first &= ~PAGE_MASK;
    if (map->huge != MSIM_HUGE_HEAP || !bytes || last < first ||
        is_as_wanted(map, first, last, heap))
        return false;
    uint32_t at = cut(map, first, last);
    map->found = 0;
    if (!heap)
        return true;
    /* One with its neighbours, so that a heap that grows piece by piece stays one range. */
    if (at > 0 && map->range[at - 1].last + 1 == first) {
        first = map->range[--at].first;
        remove_ranges(map, at, at + 1);
    }
    if (at < map->used && map->range[at].first == last + 1) {
        last = map->range[at].last;
        remove_ranges(map, at, at + 1);
    }
    insert(map, at, first, last);
    return true;
}

void msim_huge_init(struct msim_huge_map *map, const struct msim_mem *mem,
                    const struct msim_machine *machine)
{
    *map = (struct msim_huge_map){.mem = mem, .huge = machine->huge};
    if (machine->huge == MSIM_HUGE_RANGE)
        insert(map, 0, machine->huge_first & ~PAGE_MASK, machine->huge_last | PAGE_MASK);
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
