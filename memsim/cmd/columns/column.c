/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns the names of columns into weights of events; see column.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "column.h"

/* Reading the formula of column.h, whose grammar is in docs/format.md. */

enum { LATENCY_MAX = 1000000, TERMS_MAX = 100 };

struct formula {
    const struct msim_counts *counts;
    const char *at;
    long *weight;
};

static bool take(struct formula *formula, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(formula->at, text, length) != 0)
        return false;
    formula->at += length;
    return true;
}

/* Adds `by` to the weight of the event that comes next. */
static bool take_event(struct formula *formula, long by)
{
    size_t length = strcspn(formula->at, " ()");
    size_t event = msim_counts_event(formula->counts, formula->at, length);
    if (!length || event == formula->counts->events)
        return false;
    formula->weight[event] += by;
    formula->at += length;
    return true;
}

/* "14 (D1mr - D2mr + D1mw)" */
static bool take_term(struct formula *formula)
{
    char *end;
    long latency = *formula->at >= '0' && *formula->at <= '9' ? strtol(formula->at, &end, 10) : 0;
    if (latency < 1 || latency > LATENCY_MAX)
        return false;
    formula->at = end;
    if (!take(formula, " (") || !take_event(formula, latency))
        return false;
    while (!take(formula, ")")) {
        bool minus = take(formula, " - ");
        if ((!minus && !take(formula, " + ")) || !take_event(formula, minus ? -latency : latency))
            return false;
    }
    return true;
}

static bool take_formula(struct formula *formula)
{
    if (!take_event(formula, 1))
        return false;
    for (int terms = 0; *formula->at; terms++)
        if (terms == TERMS_MAX || !take(formula, " + ") || !take_term(formula))
            return false;
    return true;
}

/* The formula in the description, if it is one. */
static const char *formula_in(const char *desc)
{
    static const char *const names[] = {MSIM_SIMULATED_CYCLES, MSIM_ESTIMATED_CYCLES};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(desc, names[i], strlen(names[i])))
            return desc + strlen(names[i]);
    return NULL;
}

bool msim_formula_read(const struct msim_counts *counts, long *weight)
{
    const struct msim_counts_source *source = counts->source;
    bool good = false;
    for (size_t i = 0; source && i < source->descs && !good; i++) {
        const char *text = formula_in(source->desc[i].text);
        if (!text)
            continue;
        long *read = msim_zeroed(counts->events, sizeof *read);
        struct formula formula = {counts, text, read};
        good = take_formula(&formula);
        if (good)
            memcpy(weight, read, counts->events * sizeof *read);
        free(read);
    }
    return good;
}

enum { WEIGHT_MAX = 1000000, SUM_MAX = 1000000000, MESSAGE = 400 };

/* The context in which names are looked up. */
struct making {
    const struct msim_counts *counts;
    const char *cycles;
    char *error;
};

__attribute__((format(printf, 2, 3))) static bool fault(struct making *making, const char *format,
                                                        ...)
{
    va_list values;
    va_start(values, format);
    making->error = msim_zeroed(MESSAGE, 1);
    vsnprintf(making->error, MESSAGE, format, values);
    va_end(values);
    return false;
}

static bool is(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && !strncmp(name, word, length);
}

static void add_weight(int32_t *weight, size_t event, long by)
{
    long sum = weight[event] + by;
    weight[event] = (int32_t)(sum > SUM_MAX ? SUM_MAX : sum < -SUM_MAX ? -SUM_MAX : sum);
}

/* --- names ------------------------------------------------------------------------------------ */

/* Misses of a cache are named I or D, the level, m (f: of a fully associative one), and r or w.  (A
 * TLB's have a T before the level.) */
static bool is_miss_of(const char *event, char level, char what)
{
    return (event[0] == 'I' || event[0] == 'D') && event[1] == level && event[2] == what &&
           (event[3] == 'r' || event[3] == 'w') && !event[4];
}

/* The last level: L, as in Cachegrind's files, or the highest digit. */
static char last_level(const struct msim_counts *counts)
{
    static const char levels[] = "L987654321";
    for (const char *level = levels; *level; level++)
        for (size_t i = 0; i < counts->events; i++)
            if (is_miss_of(counts->event[i], *level, 'm'))
                return *level;
    return 0;
}

static bool add_level(const struct msim_counts *counts, char level, char what, long by,
                      int32_t *weight)
{
    bool any = false;
    for (size_t i = 0; i < counts->events; i++)
        if (level && is_miss_of(counts->event[i], level, what)) {
            add_weight(weight, i, by);
            any = true;
        }
    return any;
}

/* The same for the misses of TLBs, which have a T, and a 2 for the second level. */
static bool add_tlb(const struct msim_counts *counts, const char *level, char what, long by,
                    int32_t *weight)
{
    static const char sides[] = "IDD", kinds[] = "rrw";
    bool any = false;
    for (int i = 0; i < 3; i++) {
        char name[8];
        snprintf(name, sizeof name, "%cT%s%c%c", sides[i], level, what, kinds[i]);
        size_t event = msim_counts_event(counts, name, strlen(name));
        if (event < counts->events) {
            add_weight(weight, event, by);
            any = true;
        }
    }
    return any;
}

/* Counts of pages: first touches by fetches, reads and writes; faults by these, and of copied
 * pages. */
static bool add_pages(const struct msim_counts *counts, const char *name, size_t length, long by,
                      int32_t *weight)
{
    bool any = false;
    if (!is(name, length, "Pg") && !is(name, length, "Pf"))
        return false;
    for (size_t i = 0; i < counts->events; i++) {
        const char *event = counts->event[i];
        if (strncmp(event, name, 2) != 0 || !event[2] || !strchr("xrwc", event[2]) || event[3])
            continue;
        add_weight(weight, i, by);
        any = true;
    }
    return any;
}

/* Adds NAMEr and NAMEw, whichever exist. */
static bool add_prefix(const struct msim_counts *counts, const char *name, size_t length, long by,
                       int32_t *weight)
{
    bool any = false;
    for (size_t i = 0; i < counts->events; i++) {
        const char *event = counts->event[i];
        if (strncmp(event, name, length) != 0 || (event[length] != 'r' && event[length] != 'w') ||
            event[length + 1])
            continue;
        add_weight(weight, i, by);
        any = true;
    }
    return any;
}

/* Adds any name but Cy.  Returns false if there is no such name. */
static bool add_name(const struct msim_counts *counts, const char *name, size_t length, long by,
                     int32_t *weight)
{
    size_t event = msim_counts_event(counts, name, length);
    if (!length)
        return false;
    if (event < counts->events) {
        add_weight(weight, event, by);
        return true;
    }
    if (add_pages(counts, name, length, by, weight))
        return true;
    /* "I" must not mean Ir; only D may be a prefix of a single letter. */
    if ((length > 1 || *name == 'D') && add_prefix(counts, name, length, by, weight))
        return true;
    if (is(name, length, "LLm"))
        return add_level(counts, last_level(counts), 'm', by, weight);
    if (length != 3 || (name[2] != 'm' && name[2] != 'f'))
        return false;
    if (name[0] == 'L' && name[1] >= '1' && name[1] <= '9')
        return add_level(counts, name[1], name[2], by, weight);
    return (!strncmp(name, "T1", 2) && add_tlb(counts, "", name[2], by, weight)) ||
           (!strncmp(name, "T2", 2) && add_tlb(counts, "2", name[2], by, weight));
}

/* --- cycles ----------------------------------------------------------------------------------- */

/* Reads NAME:WEIGHT at *at and moves *at past the comma; false if it is not one. */
static bool next_weight(const char **at, const char **name, size_t *length, long *weight)
{
    char *end;
    *name = *at;
    *length = strcspn(*at, ":,");
    if (!*length || (*at)[*length] != ':' || (*at)[*length + 1] < '0' || (*at)[*length + 1] > '9')
        return false;
    *weight = strtol(*at + *length + 1, &end, 10);
    if ((*end && *end != ',') || (*end == ',' && !end[1]) || *weight > WEIGHT_MAX)
        return false;
    *at = *end ? end + 1 : end;
    return true;
}

char *msim_cycles_check(const char *cycles)
{
    struct making making = {0};
    const char *name;
    size_t length;
    long weight;
    for (const char *at = cycles; *at;)
        if (!next_weight(&at, &name, &length, &weight)) {
            fault(&making,
                  "expected NAME:WEIGHT, separated by commas, weights from 0 to %d, as "
                  "in " MSIM_USUAL_CYCLES,
                  WEIGHT_MAX);
            break;
        }
    return making.error;
}

/* Of the default weights, events that the file lacks are ignored; events named by the user must
 * exist. */
static bool add_cycles(struct making *making, long by, int32_t *weight)
{
    const char *at = making->cycles ? making->cycles : MSIM_USUAL_CYCLES, *name;
    size_t length;
    long each, read[MSIM_EVENTS_MAX];
    if (!making->cycles && msim_formula_read(making->counts, read)) {
        for (size_t i = 0; i < making->counts->events; i++)
            add_weight(weight, i, by * read[i]);
        return true;
    }
    while (*at && next_weight(&at, &name, &length, &each))
        if (!add_name(making->counts, name, length, by * each, weight) && making->cycles)
            return fault(making, "--cycles: no event '%.*s' in the file", (int)length, name);
    return true;
}

/* --- columns ---------------------------------------------------------------------------------- */

/* Lists all names, so that the user can spot a mistyped one. */
static bool unknown(struct making *making, const char *name, size_t length)
{
    char list[240] = "";
    size_t used = 0;
    for (size_t i = 0; i < making->counts->events && used < sizeof list - 1; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, " %s", making->counts->event[i]);
    return fault(making, "'%.*s' is not an event of the file, which has%s",
                 (int)(length < 60 ? length : 60), name, list);
}

static bool add_sum(struct making *making, const char *text, size_t length, int32_t *weight)
{
    for (const char *at = text, *end = text + length;;) {
        const char *plus = memchr(at, '+', (size_t)(end - at));
        size_t one = (size_t)((plus ? plus : end) - at);
        if (!add_name(making->counts, at, one, 1, weight)) {
            if (!is(at, one, "Cy"))
                return unknown(making, at, one);
            if (!add_cycles(making, 1, weight))
                return false;
        }
        if (!plus)
            return true;
        at = plus + 1;
    }
}

static size_t only_event(const struct msim_column *column)
{
    size_t event = column->events;
    for (size_t i = 0; i < column->events; i++) {
        if (!column->weight[i])
            continue;
        if (event < column->events || column->weight[i] != 1)
            return column->events;
        event = i;
    }
    return event;
}

void msim_column_free(struct msim_column *column)
{
    MSIM_FREE(column->name, column->weight, column->under);
}

char *msim_column_make(struct msim_column *column, const struct msim_counts *counts,
                       const char *cycles, const char *text, size_t length)
{
    struct making making = {counts, cycles, NULL};
    size_t event = msim_counts_event(counts, text, length);
    bool derived = event == counts->events, good = true;
    const char *slash = derived ? memchr(text, '/', length) : NULL;
    size_t over = slash ? (size_t)(slash - text) : length;
    bool pti = derived && !slash && length > 4 && !memcmp(text + length - 4, ":PTI", 4);
    *column = (struct msim_column){.events = counts->events};
    column->name = msim_zeroed(length + 1, 1);
    memcpy(column->name, text, length);
    column->weight = msim_zeroed(counts->events, sizeof *column->weight);
    column->under = msim_zeroed(counts->events, sizeof *column->under);
    column->kind = slash ? MSIM_COLUMN_RATE : pti ? MSIM_COLUMN_PTI : MSIM_COLUMN_COUNT;
    if (derived)
        good = add_sum(&making, text, pti ? length - 4 : over, column->weight);
    else
        column->weight[event] = 1;
    if (good && slash)
        good = add_sum(&making, slash + 1, length - over - 1, column->under);
    if (good && pti)
        good = add_sum(&making, "Ir", 2, column->under);
    column->event = column->kind == MSIM_COLUMN_COUNT ? only_event(column) : counts->events;
    if (!good)
        msim_column_free(column);
    return making.error;
}

static void add_all_events(struct msim_columns *columns, const struct msim_counts *counts)
{
    for (size_t i = 0; i < counts->events; i++) {
        columns->column = msim_room(columns->column, columns->columns, sizeof *columns->column);
        free(msim_column_make(&columns->column[columns->columns++], counts, NULL, counts->event[i],
                              strlen(counts->event[i])));
    }
}

char *msim_columns_make(struct msim_columns *columns, const struct msim_counts *counts,
                        const char *cycles, const char *list)
{
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        if (is(at, length, "all")) {
            add_all_events(columns, counts);
        } else {
            columns->column = msim_room(columns->column, columns->columns, sizeof *columns->column);
            char *error =
                msim_column_make(&columns->column[columns->columns], counts, cycles, at, length);
            if (error)
                return error;
            columns->columns++;
        }
        at += length;
        if (!*at)
            return NULL;
    }
}

void msim_columns_free(struct msim_columns *columns)
{
    for (size_t i = 0; i < columns->columns; i++)
        msim_column_free(&columns->column[i]);
    free(columns->column);
    *columns = (struct msim_columns){0};
}
