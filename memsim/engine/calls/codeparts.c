/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of codeparts.h. */
#include "codeparts.h"

#include "engine/base/sort.h"

static const struct msim_callee *callee_at(const struct msim_code_parts *parts, uint32_t number)
{
    return msim_callee_at(parts->callees, number);
}

/* True: part `a` is of an earlier function, or at a lower address. */
static bool part_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_code_parts *parts = context;
    uint32_t x = parts->part[a], y = parts->part[b];
    uint32_t x_whole = callee_at(parts, x)->whole, y_whole = callee_at(parts, y)->whole;
    if (x_whole != y_whole)
        return x_whole < y_whole;
    return callee_at(parts, x)->address < callee_at(parts, y)->address;
}

void msim_code_parts_find(struct msim_code_parts *parts, const struct msim_mem *mem,
                          const struct msim_callees *callees)
{
    uint32_t functions = callees->table.used;
    *parts = (struct msim_code_parts){.callees = callees};
    parts->part = msim_get(mem, functions * sizeof *parts->part, 8);
    for (uint32_t i = 1; i < functions; i++)
        if (callee_at(parts, i)->address)
            parts->part[parts->used++] = i;
    parts->sorted = msim_sorted(mem, parts->used, part_before, parts);
}

struct wanted {
    const struct msim_code_parts *parts;
    uint32_t whole;
    uint64_t address;
};

static uint32_t part_at(const struct msim_code_parts *parts, uint64_t number)
{
    return parts->part[parts->sorted[number]];
}

/* True: the part is before the address, or at it. */
static bool begins_before(const void *context, uint64_t number)
{
    const struct wanted *wanted = context;
    const struct msim_callee *part = callee_at(wanted->parts, part_at(wanted->parts, number));
    return part->whole < wanted->whole ||
           (part->whole == wanted->whole && part->address <= wanted->address);
}

uint32_t msim_code_part(const struct msim_code_parts *parts, uint32_t whole, uint64_t address)
{
    const struct wanted wanted = {parts, whole, address};
    uint64_t after = msim_search(parts->used, begins_before, &wanted);
    uint32_t last = after ? part_at(parts, after - 1) : whole;
    return callee_at(parts, last)->whole == whole ? last : whole;
}
