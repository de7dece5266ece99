/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The areas of areas.h. */
#include "areas.h"

enum { AREAS_MAX = 1 << 24 };

void msim_area_map_init(struct msim_area_map *areas, const struct msim_mem *mem,
                        const struct msim_dict *dict)
{
    areas->dict = dict;
    msim_ranges_init(&areas->ranges, mem);
    msim_table_init(&areas->table, mem, sizeof(struct msim_area), AREAS_MAX);
}

static struct msim_area *area_at(const struct msim_area_map *areas, uint32_t number)
{
    return MSIM_TABLE_AT(&areas->table, number, struct msim_area);
}

struct msim_area *msim_area_of(const struct msim_area_map *areas, uint64_t address, uint64_t *first,
                               uint64_t *last)
{
    uint32_t number = msim_ranges_search(&areas->ranges, address);
    const struct msim_range *range = &areas->ranges.range[number];
    if (number == areas->ranges.used || range->first > address)
        return NULL;
    *first = range->first;
    *last = range->last;
    return area_at(areas, range->owner);
}

static void unmap(struct msim_area_map *areas, uint64_t start, uint64_t end)
{
    struct msim_range taken;
    while (start < end && msim_ranges_take(&areas->ranges, start, end - 1, &taken))
        ;
}

/* The area at an address, or right before it; UINT32_MAX: no area. */
static uint32_t area_before(const struct msim_area_map *areas, uint64_t address)
{
    for (unsigned back = 0; back < 2 && address; back++, address--) {
        uint32_t number = msim_ranges_search(&areas->ranges, address);
        const struct msim_range *range = &areas->ranges.range[number];
        if (number < areas->ranges.used && range->first <= address)
            return range->owner;
    }
    return UINT32_MAX;
}

/* True: the mapping belongs to the same load of its file as this area. */
static bool belongs(const struct msim_area_map *areas, const struct msim_area *around,
                    const struct msim_area *area, uint64_t start, uint64_t offset)
{
    if (around->kind != MSIM_AREA_FILE)
        return false;
    if (area->kind == MSIM_AREA_FILE)
        return around->file == area->file && offset && start > around->low;
    if (area->kind != MSIM_AREA_ANON)
        return false;
    return (around->has_code && start > around->low && start < around->end) ||
           (areas->instructions == 0 && start == around->end);
}

static enum msim_area_kind kind_of(uint32_t flags, bool has_file)
{
    if (has_file)
        return MSIM_AREA_FILE;
    if (flags & MSIM_MAP_STACK)
        return MSIM_AREA_STACK;
    return flags & MSIM_MAP_HEAP ? MSIM_AREA_BREAK : MSIM_AREA_ANON;
}

/* The break and the stack grow by mappings of the same kind. */
static bool continues(const struct msim_area *around, const struct msim_area *area)
{
    return around->kind == area->kind &&
           (area->kind == MSIM_AREA_BREAK || area->kind == MSIM_AREA_STACK);
}

static void map(struct msim_area_map *areas, const uint64_t *record)
{
    bool has_file = *msim_dict_text(areas->dict, msim_event_upper(record[4]));
    uint64_t start = record[1], end = record[2];
    uint32_t flags = (uint32_t)record[4], number = area_before(areas, start);
    struct msim_area area = {.kind = kind_of(flags, has_file), .low = start, .end = end};
    if (start >= end)
        return;
    if (has_file) {
        area.file = msim_event_upper(record[4]) + 1;
        area.low = start - record[3];
    }
    struct msim_area *to = number == UINT32_MAX ? NULL : area_at(areas, number);
    if (!to || !(belongs(areas, to, &area, start, record[3]) || continues(to, &area))) {
        number = areas->table.used;
        if (!(to = msim_table_add(&areas->table)))
            return;
        *to = area;
    }
    to->has_code |= has_file && flags & MSIM_MAP_EXEC;
    if (to->has_code && !areas->program)
        areas->program = to->file;
    to->end = end > to->end ? end : to->end;
    unmap(areas, start, end);
    msim_ranges_add(&areas->ranges, &(struct msim_range){start, end - 1, number});
}

static void move(struct msim_area_map *areas, uint64_t from, uint64_t to, uint64_t bytes)
{
    struct msim_range taken;
    uint32_t number = UINT32_MAX;
    while (bytes && msim_ranges_take(&areas->ranges, from, from + bytes - 1, &taken))
        number = number == UINT32_MAX ? taken.owner : number;
    if (number == UINT32_MAX)
        return;
    unmap(areas, to, to + bytes);
    msim_ranges_add(&areas->ranges, &(struct msim_range){to, to + bytes - 1, number});
}

bool msim_area_map_event(struct msim_area_map *areas, const uint64_t *record, uint64_t instructions)
{
    uint64_t first, last;
    struct msim_area *area;
    areas->instructions = instructions;
    switch (msim_event_of(*record)) {
    case MSIM_EVENT_MAP:
        map(areas, record);
        break;
    case MSIM_EVENT_UNMAP:
        if (!record[3])
            unmap(areas, record[1], record[2]);
        break;
    case MSIM_EVENT_MOVE:
        move(areas, record[1], record[2], record[3]);
        break;
    case MSIM_EVENT_PROTECT:
        area = msim_area_of(areas, record[1], &first, &last);
        if (area && area->file && record[3] & MSIM_MAP_EXEC)
            area->has_code = true;
        break;
    default:
        return false;
    }
    return true;
}
