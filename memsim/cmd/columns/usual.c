/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Choosing columns; see usual.h. */
#include "usual.h"

#include <stdlib.h>
#include <string.h>

#include "column.h"
#include "engine/machine/counts.h"

enum { UNWEIGHED = 10, USUAL = sizeof msim_counted->usual / sizeof *msim_counted->usual };
static const double least_share = 0.01, least_cycles = 0.05;

static bool has_event(const struct msim_counts *counts, const char *name)
{
    return msim_counts_event(counts, name, strlen(name)) < counts->events;
}

/* Appends a name to a list. */
static void append(char *list, const char *name, const char *between)
{
    if (strlen(list) + strlen(name) + 2 < MSIM_USUAL_ROOM)
        strcat(strcat(list, *list ? between : ""), name);
}

double msim_column_cost(const struct msim_column *column, const struct msim_counts *counts,
                        const char *cycles)
{
    struct msim_column cy;
    double cost = 0;
    char *error = msim_column_make(&cy, counts, cycles, "Cy", 2);
    free(error);
    for (size_t i = 0; i < counts->events; i++) {
        int32_t weight = error ? 0 : cy.weight[i];
        double amount = (double)counts->magnitude[i];
        amount += counts->base ? (double)counts->base[i] : 0;
        if (column->weight[i])
            cost += (weight ? weight : UNWEIGHED) * amount;
    }
    if (!error)
        msim_column_free(&cy);
    return cost < 0 ? -cost : cost;
}

/* Appends a column of misses to `show` or `minor`; returns whether the file has such misses. */
static bool add_misses(struct msim_usual *usual, const struct msim_counts *counts,
                       const char *cycles, const char *name, double whole)
{
    struct msim_column column;
    char *error = msim_column_make(&column, counts, cycles, name, strlen(name));
    free(error);
    if (error)
        return false;
    double cost = msim_column_cost(&column, counts, cycles);
    bool matters = cost >= least_share * whole || (!strcmp(name, "D1m") && cost > 0);
    append(matters ? usual->show : usual->minor, name, matters ? "," : " ");
    msim_column_free(&column);
    return true;
}

/* Whether an event is a part of the columns above, or only what they are relative to. */
static bool is_covered(const char *event)
{
    static const char *const known[] = {"Bc", "Bi", "Bcm", "Bim", "Bt"};
    size_t length = strlen(event);
    enum msim_kind kind;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i], event))
            return true;
    if (msim_count_named(event, &kind) != MSIM_ALL_COUNTS || msim_event_is_cycles(event))
        return true;
    if (length == 3 && *event == 'P' && (event[1] == 'g' || event[1] == 'f'))
        return true;
    return length >= 4 && (*event == 'I' || *event == 'D') && strchr("mf", event[length - 2]);
}

/* Shows what the simulated cycles were spent on, as far as it matters. */
static void add_cycles(struct msim_usual *usual, const struct msim_counts *counts, double whole)
{
    for (size_t i = 0; i < counts->events; i++)
        if (msim_event_is_cycles(counts->event[i]) &&
            (double)counts->magnitude[i] >= least_cycles * whole)
            append(usual->show, counts->event[i], ",");
}

/* True: of all that was allocated, hardly anything was live at the peak. */
static bool is_brief(const struct msim_counts *counts)
{
    enum { FEW = 20 };
    size_t bytes = msim_counts_event(counts, "Bytes", strlen("Bytes"));
    size_t peak = msim_counts_event(counts, "PeakBytes", strlen("PeakBytes"));
    return bytes < counts->events && !counts->base &&
           counts->magnitude[peak] < counts->magnitude[bytes] / FEW;
}

void msim_usual_columns(struct msim_usual *usual, const struct msim_counts *counts,
                        const char *cycles)
{
    static const char *const others[] = {"LLm", "Bcm", "Bim"};
    struct msim_column cy;
    *usual = (struct msim_usual){.show = "Cy,Ir", .sort = "Cy,all"};
    bool any = has_event(counts, "Ir") && msim_counts_have_cycles(counts),
         cachegrind = has_event(counts, "ILmr") || has_event(counts, "DLmr");
    char *error = msim_column_make(&cy, counts, cycles, "Cy", 2);
    free(error);
    double whole = error ? 0 : msim_column_cost(&cy, counts, cycles);
    if (!error)
        msim_column_free(&cy);
    bool has_misses = has_event(counts, "Ir");
    add_cycles(usual, counts, whole);
    for (size_t i = 0; i < MSIM_ALL_COUNTS * USUAL && has_misses; i++) {
        const char *column = msim_counted[i / USUAL].usual[i % USUAL];
        any |= column && add_misses(usual, counts, cycles, column, whole);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others && has_misses; i++)
        if (strcmp(others[i], "LLm") != 0 || cachegrind)
            any |= add_misses(usual, counts, cycles, others[i], whole);
    for (size_t i = 0; i < counts->events; i++)
        if (!is_covered(counts->event[i]))
            append(usual->show, counts->event[i], ",");
    if (any)
        return;
    *usual = (struct msim_usual){.show = "all", .sort = "all"};
    if (has_event(counts, "PeakBytes"))
        strcpy(usual->sort, is_brief(counts) ? "Bytes,all" : "PeakBytes,all");
}
