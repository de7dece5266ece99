/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers of names; see compressed.h. */
#include "compressed.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "stream/hash.h"

struct wanted {
    const struct msim_compressed *table;
    uint64_t number;
};

static bool is_number(const void *context, uint32_t entry)
{
    const struct wanted *wanted = context;
    return wanted->table->number[entry] == wanted->number;
}

static uint32_t find(const struct msim_compressed *table, uint64_t number)
{
    struct wanted wanted = {table, number};
    return msim_index_find(&table->index, (uint32_t)(msim_mix(number) >> 32), is_number, &wanted);
}

static void define(struct msim_compressed *table, uint64_t number, uint32_t name)
{
    uint32_t entry = find(table, number);
    if (entry == MSIM_NOTHING) {
        entry = (uint32_t)table->count;
        table->number = msim_room(table->number, entry, sizeof *table->number);
        table->name = msim_room(table->name, entry, sizeof *table->name);
        table->number[entry] = number;
        table->count++;
        msim_index_add(&table->index, (uint32_t)(msim_mix(number) >> 32), entry);
    }
    table->name[entry] = name;
}

enum msim_compressed_result msim_compressed_name(struct msim_compressed *table,
                                                 struct msim_names *names, const char *text,
                                                 uint32_t *name)
{
    uint64_t number = 0;
    const char *at = text + 1;
    bool large = false;
    for (; *text == '(' && *at >= '0' && *at <= '9'; at++)
        large |= __builtin_mul_overflow(number, 10, &number) ||
                 __builtin_add_overflow(number, (uint64_t)(*at - '0'), &number);
    /* Names may begin with a parenthesis, too: "(below main)". */
    if (*text != '(' || at == text + 1 || *at != ')' || (at[1] && at[1] != ' ')) {
        *name = msim_names_number(names, text);
        return MSIM_COMPRESSED_GOOD;
    }
    if (large)
        return MSIM_COMPRESSED_BAD;
    if (at[1]) {
        *name = msim_names_number(names, at + 2);
        define(table, number, *name);
        return MSIM_COMPRESSED_GOOD;
    }
    uint32_t entry = find(table, number);
    if (entry == MSIM_NOTHING)
        return MSIM_COMPRESSED_UNKNOWN;
    *name = table->name[entry];
    return MSIM_COMPRESSED_GOOD;
}

void msim_compressed_free(struct msim_compressed *table)
{
    MSIM_FREE(table->number, table->name);
    msim_index_free(&table->index);
    *table = (struct msim_compressed){0};
}
