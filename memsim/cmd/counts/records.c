/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads records and their counts; see records.h.
 *
 * Every subcommand spends most of its time reading numbers: one pass over the bytes, one branch per
 * digit.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "records.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_end(char c)
{
    return c == '\n' || !c;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads the number at *at, which has no sign. */
static enum msim_counts_refusal read_magnitude(const char **at, int64_t *count)
{
    const char *digit = *at;
    uint64_t value = 0;
    if (!is_digit(*digit))
        return MSIM_COUNTS_NOT_A_NUMBER;
    for (; is_digit(*digit); digit++) {
        unsigned next = (unsigned)(*digit - '0');
        if (value > ((uint64_t)INT64_MAX - next) / 10)
            return MSIM_COUNTS_TOO_LARGE;
        value = value * 10 + next;
    }
    *count = (int64_t)value;
    *at = digit;
    return MSIM_COUNTS_GOOD;
}

static enum msim_counts_refusal read_count(const char **at, int64_t *count)
{
    const char *begin = *at;
    bool negative = *begin == '-';
    *count = 0;
    if (*begin == '.') {
        ++*at;
    } else {
        *at += negative;
        enum msim_counts_refusal refusal = read_magnitude(at, count);
        if (refusal != MSIM_COUNTS_GOOD) {
            *at = begin;
            return refusal;
        }
        *count = negative ? -*count : *count;
    }
    /* "12abc" and "..": the whole word is wrong. */
    if (!is_blank(**at) && !is_end(**at)) {
        *at = begin;
        return MSIM_COUNTS_NOT_A_NUMBER;
    }
    return MSIM_COUNTS_GOOD;
}

enum msim_counts_refusal msim_read_counts(const char **at, int64_t *count, size_t events,
                                          size_t *given)
{
    size_t got = 0;
    for (;;) {
        while (is_blank(**at))
            ++*at;
        if (is_end(**at))
            break;
        if (got == events)
            return MSIM_COUNTS_TOO_MANY;
        enum msim_counts_refusal refusal = read_count(at, &count[got]);
        if (refusal != MSIM_COUNTS_GOOD)
            return refusal;
        got++;
    }
    *given = got;
    for (; got < events; got++)
        count[got] = 0;
    return MSIM_COUNTS_GOOD;
}

/* --- records ---------------------------------------------------------------------------------- */

static int order_of_records(const void *left, const void *right)
{
    const struct msim_record *a = left, *b = right;
    return (a->line > b->line) - (a->line < b->line);
}

/* The lines were checked, so a digit begins a record and anything else is an empty line or a
 * comment. */
static void add_section(struct msim_records *records, const struct msim_counts_section *section)
{
    const char *next;
    for (const char *at = section->from; at < section->end; at = next) {
        next = (const char *)memchr(at, '\n', (size_t)(section->end - at)) + 1;
        if (!is_digit(*at))
            continue;
        uint32_t line = 0;
        for (; is_digit(*at); at++)
            line = line * 10 + (uint32_t)(*at - '0');
        line = section->at == MSIM_NOTHING ? line : section->at;
        MSIM_PUSH(records->record, records->records,
                  (struct msim_record){at, line, section->source});
    }
}

static void add_part(struct msim_records *records, const struct msim_counts *counts, uint32_t part)
{
    for (uint32_t i = counts->part[part].first; i != MSIM_NOTHING; i = counts->section[i].next)
        add_section(records, &counts->section[i]);
}

static void add_function(struct msim_records *records, const struct msim_counts *counts,
                         uint32_t function)
{
    for (uint32_t i = counts->function[function].first; i != MSIM_NOTHING; i = counts->part[i].next)
        add_part(records, counts, i);
}

/* Most are already in order. */
void msim_records_sort(struct msim_records *records)
{
    for (size_t i = 1; i < records->records; i++)
        if (records->record[i - 1].line > records->record[i].line) {
            qsort(records->record, records->records, sizeof *records->record, order_of_records);
            return;
        }
}

/* Frees the memory; otherwise that of the largest file would be held through all others. */
void msim_records_clear(struct msim_records *records)
{
    free(records->record);
    *records = (struct msim_records){0};
}

void msim_records_of_file(struct msim_records *records, const struct msim_counts *counts,
                          uint32_t file)
{
    msim_records_clear(records);
    for (uint32_t i = counts->file[file].first; i != MSIM_NOTHING; i = counts->function[i].next)
        add_function(records, counts, i);
    msim_records_sort(records);
}

void msim_records_of_function(struct msim_records *records, const struct msim_counts *counts,
                              uint32_t function)
{
    msim_records_clear(records);
    add_function(records, counts, function);
    msim_records_sort(records);
}

void msim_records_of_part(struct msim_records *records, const struct msim_counts *counts,
                          uint32_t part)
{
    msim_records_clear(records);
    add_part(records, counts, part);
    msim_records_sort(records);
}

void msim_records_add_section(struct msim_records *records, const struct msim_counts *counts,
                              uint32_t section)
{
    add_section(records, &counts->section[section]);
}

void msim_records_of_section(struct msim_records *records, const struct msim_counts *counts,
                             uint32_t section)
{
    msim_records_clear(records);
    add_section(records, &counts->section[section]);
}

void msim_record_read(const struct msim_record *record, const struct msim_counts *counts,
                      int64_t *count)
{
    const char *from = record->counts;
    size_t given;
    msim_read_counts(&from, count, counts->events, &given);
}

size_t msim_records_line(const struct msim_records *records, const struct msim_counts *counts,
                         size_t at, int64_t *count)
{
    int64_t one[MSIM_EVENTS_MAX];
    uint32_t line = records->record[at].line;
    memset(count, 0, counts->events * sizeof *count);
    for (; at < records->records && records->record[at].line == line; at++) {
        const struct msim_record *record = &records->record[at];
        bool negative = counts->source[record->source].negative;
        msim_record_read(record, counts, one);
        for (size_t i = 0; i < counts->events; i++)
            count[i] += negative ? -one[i] : one[i];
    }
    return at;
}
