/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of pagetables.h. */
#include "pagetables.h"

#include "stream/hash.h"

enum { LINES_MAX = 1 << 22, LINE_BYTES = 64 };

/* Numbers of lines that no program has. */
#define TABLES_AT (UINT64_C(1) << 57)
enum { SIZE_SHIFT = 50 };

struct table_line {
    uint64_t line;
    uint64_t seen[MSIM_TABLE_LEVELS]; /* how many had come into each level when it last was */
    uint32_t same_hash;
    uint8_t used; /* a bit for each entry that was read */
};

static uint32_t hash(const void *element)
{
    return (uint32_t)msim_mix(((const struct table_line *)element)->line);
}

static bool same(const void *element, const void *wanted)
{
    return ((const struct table_line *)element)->line == ((const struct table_line *)wanted)->line;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct table_line, same_hash), 0};

static uint64_t lines_of(const struct msim_machine *machine, enum msim_level level)
{
    return machine->level[level].units / LINE_BYTES;
}

void msim_page_tables_init(struct msim_page_tables *tables, const struct msim_mem *mem,
                           const struct msim_machine *machine)
{
    tables->room[0] = lines_of(machine, MSIM_D1);
    tables->room[1] = lines_of(machine, MSIM_L2);
    tables->room[2] = lines_of(machine, MSIM_L3);
    msim_lookup_init(&tables->lookup, mem, &kind);
    msim_table_init(&tables->lines, mem, sizeof(struct table_line), LINES_MAX);
}

void msim_page_tables_fill(struct msim_page_tables *tables, enum msim_cause from, bool of_data)
{
    tables->came[0] += of_data;
    tables->came[1] += from != MSIM_WAIT_L2;
    tables->came[2] += from == MSIM_WAIT_MEMORY;
}

void msim_page_tables_empty(struct msim_page_tables *tables)
{
    for (unsigned level = 0; level < MSIM_TABLE_LEVELS; level++)
        tables->came[level] += tables->room[level];
}

/* Looks for the line level by level, and brings it into those that do not have it. */
static enum msim_cause find(struct msim_page_tables *tables, struct table_line *line)
{
    static const enum msim_cause from[] = {MSIM_DEPENDENCY, MSIM_WAIT_L2, MSIM_WAIT_L3,
                                           MSIM_WAIT_MEMORY};
    unsigned level = 0;
    for (bool there = false; level < MSIM_TABLE_LEVELS; level++) {
        there = line->used && tables->came[level] - line->seen[level] < tables->room[level];
        tables->came[level] += !there;
        line->seen[level] = tables->came[level];
        if (there)
            break;
    }
    return from[level];
}

struct msim_page_entry msim_page_tables_read(struct msim_page_tables *tables, uint64_t page,
                                             unsigned shift)
{
    struct table_line wanted = {.line = TABLES_AT | (uint64_t)shift << SIZE_SHIFT |
                                        page / MSIM_TABLE_ENTRIES};
    struct msim_page_entry entry = {wanted.line, MSIM_WAIT_MEMORY};
    uint32_t number = msim_lookup_number(&tables->lookup, &tables->lines, &wanted);
    if (number == UINT32_MAX)
        return entry;
    struct table_line *line = msim_table_at(&tables->lines, number);
    uint8_t bit = (uint8_t)(1 << page % MSIM_TABLE_ENTRIES);
    entry.from = find(tables, line);
    if (!(line->used & bit) || !tables->room[0])
        entry.from = MSIM_DEPENDENCY;
    line->used |= bit;
    return entry;
}
