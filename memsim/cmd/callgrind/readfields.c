/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the fields of lines: numbers, counts and names (reading.h). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "reading.h"
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

const char *msim_calls_found(const char *at, bool word, char room[static 64])
{
    char part[48];
    size_t length = word ? strcspn(at, " ") : strlen(at);
    if (!length)
        return *at ? "a blank" : "the end of the line";
    snprintf(part, sizeof part, "%.*s", length < 40 ? (int)length : 40, at);
    room[0] = '\'';
    msim_utf8_clean(room + 1, 60, part, 32);
    strcat(room, "'");
    return room;
}

bool msim_calls_take_number(const char **at, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    const char *from = *at, *digit;
    bool hex = from[0] == '0' && from[1] == 'x';
    uint64_t value = 0, radix = hex ? 16 : 10;
    from += hex ? 2 : 0;
    const char *first = from;
    for (; *from && (digit = memchr(digits, *from, radix)) != NULL; from++)
        if (__builtin_mul_overflow(value, radix, &value) ||
            __builtin_add_overflow(value, (uint64_t)(digit - digits), &value))
            return false;
    *number = value;
    *at = from;
    return from > first;
}

const char *msim_calls_skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

bool msim_calls_read_field(struct msim_calls_reader *reader, const char *what, const char **at,
                           uint64_t limit, uint64_t *number)
{
    const char *from = *at;
    char room[64];
    if (!msim_calls_take_number(&from, number) || *number > limit || (*from && *from != ' '))
        return MSIM_WRONG(reader, "%s: expected a number up to %" PRIu64 ", found %s", what, limit,
                          msim_calls_found(*at, true, room));
    *at = msim_calls_skip_blanks(from);
    return true;
}

bool msim_calls_read_counts(struct msim_calls_reader *reader, const char *at, int64_t *count,
                            size_t *given)
{
    const struct msim_counts *counts = &reader->calls->counts;
    char room[64];
    size_t i = 0;
    for (at = msim_calls_skip_blanks(at); *at; i++) {
        uint64_t value;
        const char *from = at;
        if (i == counts->events)
            return MSIM_WRONG(reader, "expected at most %zu counts, one for each event, found %s",
                              counts->events, msim_calls_found(at, true, room));
        if (!msim_calls_take_number(&at, &value) || value > INT64_MAX ||
            (*at && *at != ' ' && *at != '\t'))
            return MSIM_WRONG(reader, "%s: expected a number below 2^63, found %s",
                              counts->event[i], msim_calls_found(from, true, room));
        count[i] = (int64_t)value;
        at = msim_calls_skip_blanks(at);
    }
    *given = i;
    for (; i < counts->events; i++)
        count[i] = 0;
    return true;
}

bool msim_calls_read_name(struct msim_calls_reader *reader, const char *key,
                          struct msim_compressed *table, struct msim_names *names, const char *text,
                          uint32_t *name)
{
    char room[64];
    switch (msim_compressed_name(table, names, text, name)) {
    case MSIM_COMPRESSED_GOOD:
        return true;
    case MSIM_COMPRESSED_UNKNOWN:
        return MSIM_WRONG(reader, "%s=: expected a number that has a name above, found %s", key,
                          msim_calls_found(text, false, room));
    default:
        return MSIM_WRONG(reader, "%s=: expected a number below 2^64, found %s", key,
                          msim_calls_found(text, false, room));
    }
}
