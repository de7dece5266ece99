/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading the sides; see side.h. */
#include "side.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/counts/read.h"
#include "cmd/files/filename.h"
#include "cmd/files/kind.h"
#include "cmd/files/lines.h"

const char *msim_extra_name(enum msim_side_extra extra)
{
    static const char *const names[MSIM_EXTRAS] = {"peak", "pageins"};
    return names[extra];
}

enum msim_side_extra msim_extra_named(const char *name)
{
    int extra = 0;
    while (extra < MSIM_EXTRAS && strcmp(msim_extra_name(extra), name) != 0)
        extra++;
    return extra;
}

/* The name of the file of that kind which the same process wrote; NULL: none. */
static char *beside(const struct msim_side *side, const char *other, enum msim_file_kind kind)
{
    char *name = msim_name_beside(side->name, ".out.", other);
    if (name && access(name, R_OK) == 0 && msim_file_kind_of(name) == kind)
        return name;
    free(name);
    return NULL;
}

/* The first number of the description "peak HEAP STACKS". */
static bool read_peak(const struct msim_counts *alloc, int64_t *peak)
{
    for (size_t i = 0; i < alloc->source[0].descs; i++) {
        const char *text = alloc->source[0].desc[i].text;
        char number[24];
        uint64_t value;
        if (sscanf(text, "peak %20[0-9] ", number) != 1 || !msim_read_number(number, &value) ||
            value > INT64_MAX)
            continue;
        *peak = (int64_t)value;
        return true;
    }
    return false;
}

static void add_peak(struct msim_side *side)
{
    struct msim_counts alloc = {0};
    char *name = beside(side, ".alloc.", MSIM_FILE_ALLOC);
    if (!name)
        return;
    msim_counts_load(&alloc, name, false, NULL);
    side->has[MSIM_EXTRA_PEAK] = read_peak(&alloc, &side->extra[MSIM_EXTRA_PEAK]);
    msim_counts_free(&alloc);
    free(name);
}

/* A line of the list is a page, unless it begins with "#". */
static void add_pageins(struct msim_side *side)
{
    size_t size;
    char *name = beside(side, ".pagein.", MSIM_FILE_PAGES);
    if (!name)
        return;
    char *bytes = msim_need_all(name, &size);
    int64_t pages = 0;
    for (const char *at = bytes; at && *at; at = strchr(at, '\n'), at += at ? 1 : 0)
        pages += *at != '#';
    side->has[MSIM_EXTRA_PAGEINS] = true;
    side->extra[MSIM_EXTRA_PAGEINS] = pages;
    MSIM_FREE(bytes, name);
}

void msim_side_load(struct msim_side *side, const char *name, const char *only)
{
    *side = (struct msim_side){.name = name, .counts.no_negatives = true};
    side->counts.regions.only = only;
    msim_counts_load(&side->counts, name, false, NULL);
    if (only) {
        msim_regions_need(&side->counts.regions, name);
        return;
    }
    add_peak(side);
    add_pageins(side);
}

void msim_side_free(struct msim_side *side)
{
    msim_counts_free(&side->counts);
}

void msim_common_make(struct msim_common *common, const struct msim_side *base,
                      const struct msim_side *fresh)
{
    common->events = 0;
    for (size_t i = 0; i < base->counts.events; i++) {
        const char *name = base->counts.event[i];
        size_t event = msim_counts_event(&fresh->counts, name, strlen(name));
        if (event == fresh->counts.events)
            continue;
        common->name[common->events] = name;
        common->base[common->events] = i;
        common->fresh[common->events++] = event;
    }
}

size_t msim_common_event(const struct msim_common *common, const char *name)
{
    size_t i = 0;
    while (i < common->events && strcmp(common->name[i], name) != 0)
        i++;
    return i;
}

/* --- Several runs ------------------------------------------------------------------------- */

/* As memsim run --runs=N makes them (files/operand.h).  The one in the middle by its instructions
 * is the side; the others say what varies. */

static bool has_same_events(const struct msim_counts *a, const struct msim_counts *b)
{
    bool same = a->events == b->events;
    for (size_t i = 0; same && i < a->events; i++)
        same = !strcmp(a->event[i], b->event[i]);
    return same;
}

static int64_t instructions(const struct msim_side *side)
{
    size_t event = msim_counts_event(&side->counts, "Ir", 2);
    return event < side->counts.events ? side->counts.total[event] : 0;
}

static int by_instructions(const void *a, const void *b)
{
    int64_t left = instructions(a), right = instructions(b);
    return (left > right) - (left < right);
}

void msim_runs_load(struct msim_side *side, struct msim_side **others, const char *const *name,
                    size_t runs, const char *only)
{
    struct msim_side *all = msim_zeroed(runs, sizeof *all);
    for (size_t i = 0; i < runs; i++) {
        msim_side_load(&all[i], name[i], only);
        if (!has_same_events(&all[0].counts, &all[i].counts))
            msim_bad_input("%s has other events than %s: give all runs the same options", name[i],
                           name[0]);
    }
    qsort(all, runs, sizeof *all, by_instructions);
    *side = all[(runs - 1) / 2];
    memmove(&all[(runs - 1) / 2], &all[(runs - 1) / 2 + 1], (runs / 2) * sizeof *all);
    *others = all;
}

/* Student's test; see side.h. */

/* What Student's distribution with 1, 2, ... degrees of freedom exceeds in one of a thousand cases,
 * on one side. */
static const double student[] = {318.3, 22.33, 10.21, 7.173, 5.893, 5.208, 4.785,
                                 4.501, 4.297, 4.144, 4.025, 3.930, 3.852, 3.787,
                                 3.733, 3.686, 3.646, 3.610, 3.579, 3.552};
enum { KNOWN = sizeof student / sizeof *student };

/* Welford's way: equal values have a variance of exactly 0. */
void msim_sample_add(struct msim_sample *sample, long double value)
{
    long double from = value - sample->mean;
    sample->mean += from / (long double)++sample->runs;
    sample->squares += from * (value - sample->mean);
}

long double msim_samples_vary(const struct msim_sample *base, const struct msim_sample *fresh)
{
    size_t runs = base->runs + fresh->runs;
    long double squares = base->squares + fresh->squares;
    if (runs <= 2 || !base->runs || !fresh->runs || squares <= 0)
        return 0;
    size_t freedom = runs - 2;
    long double each = 1 / (long double)base->runs + 1 / (long double)fresh->runs;
    return student[(freedom < KNOWN ? freedom : KNOWN) - 1] *
           sqrtl(squares / (long double)freedom * each);
}
