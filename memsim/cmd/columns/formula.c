/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading the formula of column.h, whose grammar is in docs/format.md. */
#include "column.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

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
    static const char *const names[] = {MSIM_SIMULATED_CYCLES, "Est. cycles: "};
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
