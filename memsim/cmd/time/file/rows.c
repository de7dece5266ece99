/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reader of set.h.
 *
 * Counts and their sums are below 2^63, so that every sum of rows is.  A row begins where the one
 * before it ends, and counts no more instructions than it ran.
 */
#include "set.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"

#define WRONG(...) msim_line_reader_fail(lines, __VA_ARGS__)

bool msim_timed_counts_read(const struct msim_timed *timed, const struct msim_line_reader *lines,
                            char *const *field, int64_t *count)
{
    for (size_t i = 0; i < timed->counts.events; i++) {
        uint64_t number;
        if (!msim_read_number(field[i], &number) || number > INT64_MAX)
            return WRONG("%s: expected a number below 2^63, found '%.40s'", timed->counts.event[i],
                         field[i]);
        count[i] = (int64_t)number;
    }
    return true;
}

/* Takes "NUMBER:INSTRUCTIONS,...", or "-" for none.  Numbers count from 1 in the file; if `names`
 * is not NULL, they stand for those. */
static bool take_shares(struct msim_timed *timed, const struct msim_line_reader *lines, char *text,
                        const char *what, const uint32_t *names, size_t known, uint32_t *used)
{
    uint64_t number, left = timed->row[timed->rows].to - timed->row[timed->rows].from;
    *used = 0;
    if (!strcmp(text, "-"))
        return true;
    for (char *next; text; text = next) {
        next = strchr(text, ',');
        if (next)
            *next++ = 0;
        struct msim_timed_share share;
        char *colon = strchr(text, ':');
        if (colon)
            *colon = 0;
        if (!colon || !msim_read_number(text, &number) || number < 1 || number > known)
            return WRONG("%s: expected NUMBER:INSTRUCTIONS,... with numbers from 1 to %zu, found "
                         "'%.40s'",
                         what, known, text);
        share.number = names ? names[number - 1] : (uint32_t)(number - 1);
        if (!msim_line_reader_number(lines, what, colon + 1, &share.instructions))
            return false;
        if (share.instructions > left)
            return WRONG("%s: expected no more instructions than the interval has", what);
        left -= share.instructions;
        MSIM_PUSH(timed->share, timed->shares, share);
        ++*used;
    }
    return true;
}

static bool take_counts(struct msim_timed *timed, const struct msim_line_reader *lines,
                        char *const *field)
{
    struct msim_counts *counts = &timed->counts;
    int64_t *count = timed->count + timed->rows * counts->events;
    if (!msim_timed_counts_read(timed, lines, field, count))
        return false;
    for (size_t i = 0; i < counts->events; i++) {
        if (__builtin_add_overflow(counts->total[i], count[i], &counts->total[i]))
            return WRONG("expected a sum of all %s below 2^63", counts->event[i]);
        counts->magnitude[i] = (uint64_t)counts->total[i];
    }
    return true;
}

/* Makes room for the counts of one more row, as msim_room does for one element. */
static void need_room(struct msim_timed *timed)
{
    size_t events = timed->counts.events, rows = timed->rows;
    timed->row = msim_room(timed->row, rows, sizeof *timed->row);
    timed->count = msim_room(timed->count, rows, events * sizeof *timed->count);
}

bool msim_timed_row_read(struct msim_timed *timed, const struct msim_line_reader *lines, char *line)
{
    char *field[MSIM_TIMED_FIELDS];
    size_t events = timed->counts.events, first = timed->unit ? 3 : 2;
    size_t fields = msim_cut_tabs(line, field, MSIM_TIMED_FIELDS);
    if (fields != first + events + 2)
        return WRONG("expected an interval of %zu fields separated by tabs, found %zu",
                     first + events + 2, fields);
    if (timed->rows == UINT32_MAX)
        return WRONG("expected fewer than 4294967295 intervals");
    need_room(timed);
    struct msim_timed_row *row = &timed->row[timed->rows];
    *row = (struct msim_timed_row){0};
    if (!msim_line_reader_number(lines, "from", field[0], &row->from) ||
        !msim_line_reader_number(lines, "to", field[1], &row->to) ||
        (timed->unit &&
         !msim_line_reader_number(lines, msim_timed_units[timed->unit], field[2], &row->clock)))
        return false;
    if (row->to <= row->from || row->to > INT64_MAX)
        return WRONG("to: expected a number above %" PRIu64 " and below 2^63, found %s", row->from,
                     field[1]);
    if (timed->rows && row->from != row[-1].to)
        return WRONG("from: expected %" PRIu64 ", where the last interval ends, found %s",
                     row[-1].to, field[0]);
    if (timed->rows && row->clock < row[-1].clock)
        return WRONG("%s: expected a number from %" PRIu64 ", found %s",
                     msim_timed_units[timed->unit], row[-1].clock, field[2]);
    if (!take_counts(timed, lines, field + first))
        return false;
    row->part = timed->shares;
    if (!take_shares(timed, lines, field[fields - 2], "parts", timed->part, timed->listed,
                     &row->parts))
        return false;
    row->function = timed->shares;
    if (!take_shares(timed, lines, field[fields - 1], "functions", NULL, timed->functions,
                     &row->functions))
        return false;
    timed->rows++;
    return true;
}

const char *const msim_timed_units[] = {"i", "ms", "B", NULL};

void msim_timed_free(struct msim_timed *timed)
{
    msim_counts_free(&timed->counts);
    MSIM_FREE(timed->row, timed->count, timed->share, timed->part);
    msim_names_free(&timed->part_name);
    MSIM_FREE(timed->function, timed->mark, timed->bytes);
    *timed = (struct msim_timed){0};
}
