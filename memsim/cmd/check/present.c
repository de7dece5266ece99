/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What text, Markdown and JSON share; see present.h. */
#include "present.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/columns/column.h"

enum { FOLDERS = 40 }; /* letters of a path that are shown */

const char *msim_check_verdict(const struct msim_check *check)
{
    return check->refused ? "incomparable" : msim_verdict(&check->judgement);
}

/* --- values ----------------------------------------------------------------------------------- */

static struct msim_check_cell number(const struct msim_judged_value *value, long double side,
                                     const char *sign)
{
    struct msim_check_cell cell;
    long double amount = fabsl(side);
    if (value->kind != MSIM_COLUMN_COUNT)
        snprintf(cell.text, sizeof cell.text, "%s%.3Lf", sign, amount);
    else if (amount < 0x1p63L)
        snprintf(cell.text, sizeof cell.text, "%s%s", sign,
                 msim_human_count((uint64_t)amount).text);
    else
        snprintf(cell.text, sizeof cell.text, "%s%.6Le", sign, amount);
    return cell;
}

struct msim_check_cell msim_check_value(const struct msim_judged_value *value, long double side)
{
    return number(value, side, side < 0 ? "-" : "");
}

struct msim_check_cell msim_check_growth(const struct msim_judged_value *value, long double by)
{
    return number(value, by, by > 0 ? "+" : by < 0 ? "-" : "");
}

struct msim_check_cell msim_check_percent(long double by, long double base)
{
    struct msim_check_cell cell = {""};
    if (base != 0)
        snprintf(cell.text, sizeof cell.text, "%+.2Lf%%", by != 0 ? 100 * by / base : 0.0L);
    else if (by != 0)
        snprintf(cell.text, sizeof cell.text, "new");
    return cell;
}

/* --- totals ----------------------------------------------------------------------------------- */

/* The value, if both files have one and it is not 0 in both. */
static bool is_shown(const struct msim_check *check, const struct msim_totals *totals,
                     const char *column, struct msim_judged_value *value)
{
    char *error = msim_judge_value(&check->sides, totals, column, value);
    bool good = !error && (value->base != 0 || value->fresh != 0);
    free(error);
    return good;
}

enum { COLUMNS = 11 }; /* besides the parts of cycles */

/* Number `at` of the columns whose totals are shown, NULL: this is none; those of simulated cycles are
 * the last ones. */
static const char *column_at(const struct msim_counts *counts, size_t at)
{
    static const char *const columns[] = {"Ir",  "Dr",  "Dw",   "L1m",     "L2m", "L3m",
                                          "T1m", "T2m", "peak", "pageins", "Cy"};
    _Static_assert(sizeof columns / sizeof *columns == COLUMNS, "");
    if (at >= COLUMNS) {
        const char *event = counts->event[at - COLUMNS];
        return msim_event_is_cycles(event) ? event : NULL;
    }
    return at < COLUMNS - 1 || msim_counts_have_cycles(counts) ? columns[at] : NULL;
}

const char *msim_check_total(const struct msim_check *check, const struct msim_totals *totals,
                             size_t *at, struct msim_judged_value *value)
{
    const struct msim_counts *counts = &check->sides.base.counts;
    while (*at < COLUMNS + counts->events) {
        const char *column = column_at(counts, (*at)++);
        if (column && is_shown(check, totals, column, value))
            return column;
    }
    return NULL;
}

/* How far the instructions of a region are apart; without such an event, 0. */
static uint64_t apart(const struct msim_sides *sides, size_t region)
{
    const struct msim_totals *totals = &sides->totals[region];
    size_t base = msim_counts_event(&sides->base.counts, "Ir", 2);
    size_t fresh = msim_counts_event(&sides->fresh.counts, "Ir", 2);
    if (base == sides->base.counts.events || fresh == sides->fresh.counts.events)
        return 0;
    int64_t by = totals->fresh[fresh] - totals->base[base];
    return (uint64_t)(by < 0 ? -by : by);
}

struct chosen {
    const struct msim_sides *sides;
    const size_t *number;
};

static bool is_first(const void *context, uint32_t a, uint32_t b)
{
    const struct chosen *chosen = context;
    return apart(chosen->sides, chosen->number[a]) > apart(chosen->sides, chosen->number[b]);
}

size_t *msim_check_regions(const struct msim_check *check, size_t *regions)
{
    const struct msim_sides *sides = &check->sides;
    size_t *number = msim_zeroed(sides->regions, sizeof *number);
    size_t *sorted = msim_zeroed(sides->regions, sizeof *sorted);
    uint32_t used = 0;
    for (size_t i = 1; i <= sides->regions; i++)
        if (sides->totals[i].base && sides->totals[i].fresh)
            number[used++] = i;
    struct chosen chosen = {sides, number};
    uint32_t *order = msim_order(used, is_first, &chosen);
    for (size_t i = 0; i < used; i++)
        sorted[i] = number[order[i]];
    *regions = used < check->most ? used : check->most;
    MSIM_FREE(order, number);
    return sorted;
}

bool msim_check_is_plain(const struct msim_judged *judged)
{
    const struct msim_budget *budget = judged->budget;
    bool minor =
        (!budget->region && judged->region) || (budget->usual && budget->of == MSIM_OF_LAYOUT);
    return minor && judged->outcome == MSIM_KEPT;
}

char *msim_check_column(const struct msim_judged *judged)
{
    const struct msim_budget *budget = judged->budget;
    return msim_printed("%s%s", budget->column, budget->of == MSIM_OF_LAYOUT ? ":layout" : "");
}

/* --- lines ------------------------------------------------------------------------------------ */

/* True: the event changed in the line, by more than a little. */
static bool differs(const struct msim_changes *changes, size_t line, size_t event)
{
    const struct msim_change *change = &changes->change[line];
    long double by = fabsl((long double)change->fresh[event] - (long double)change->base[event]);
    return by > 0 && by >= changes->least[event];
}

size_t msim_check_events(const struct msim_check *check, size_t lines,
                         size_t event[static MSIM_EVENTS_MAX])
{
    const struct msim_changes *changes = &check->changes;
    size_t events = 0;
    for (size_t i = 0; i < check->sides.common.events; i++) {
        bool any = false;
        for (size_t k = 0; changes->watched[i] && k < lines && !any; k++)
            any = differs(changes, k, i);
        if (any)
            event[events++] = i;
    }
    return events;
}

/* The last part of a path that is long. */
static const char *shown_file(const char *path)
{
    const char *at = path;
    while (strlen(at) > FOLDERS) {
        const char *next = strchr(at + 1, '/');
        if (!next || !next[1])
            break;
        at = next;
    }
    return at != path && *at == '/' ? at + 1 : at;
}

void msim_check_place(const struct msim_change *change, char *text, size_t room)
{
    bool unknown = !strcmp(change->file, "???");
    const char *path = unknown && change->object ? change->object : change->file;
    char place[400];
    if (unknown || !change->line)
        snprintf(place, sizeof place, "%.300s", shown_file(path));
    else
        snprintf(place, sizeof place, "%.300s:%u", shown_file(path), change->line);
    msim_utf8_clean(text, room, place, room / 4);
}

size_t msim_check_left(const struct msim_check *check)
{
    size_t changes = check->changes.changes;
    return changes > check->most ? changes - check->most : 0;
}

void msim_check_rule(const struct msim_check *check, FILE *to)
{
    enum { RULE = 100 };
    size_t width = check->width && check->width < RULE ? check->width : RULE;
    for (size_t i = 0; i < width; i++)
        fputc('-', to);
    fputc('\n', to);
}
