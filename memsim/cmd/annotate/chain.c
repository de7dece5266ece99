/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The chain of a line: for how long the core waited for its loads, which load most of these waits'
 * addresses came from, for how long it waited for that one, and so on.
 *
 *     loads wait for 516.6M; the address comes from (100%) the same load, the time before
 *
 *     loads wait for 39.37M; the address comes from (94%) another load of waits.c:47
 *       which waits for 2.215M; the address is known ahead (100%)
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/listing/source.h"
#include "present.h"

enum { STEPS = 3 };
/* Percent: of a line's cycles, to be shown; of what the line waits for, to be followed. */
static const double least_of_line = 5, least_share = 1;

/* Some loads, by number. */
struct loads {
    uint64_t *number;
    size_t numbers;
};

static bool has(const struct loads *loads, uint64_t number)
{
    for (size_t i = 0; i < loads->numbers; i++)
        if (loads->number[i] == number)
            return true;
    return false;
}

static void add(struct loads *loads, uint64_t number)
{
    if (number && !has(loads, number))
        MSIM_PUSH(loads->number, loads->numbers, number);
}

/* Where addresses come from. */
enum way { AHEAD, ITSELF, OTHER };

static enum way way_of(const struct msim_waiting *pair)
{
    if (!pair->from.number)
        return AHEAD;
    return pair->from.number == pair->load.number ? ITSELF : OTHER;
}

static bool are_alike(const struct msim_waiting *a, const struct msim_waiting *b)
{
    return way_of(a) == way_of(b) && (way_of(a) != OTHER || (a->from.line == b->from.line &&
                                                             !strcmp(a->from.file, b->from.file)));
}

/* A step: of some loads, what they wait for in all, and most of it. */
struct step {
    uint64_t cycles, most;
    const struct msim_waiting *by; /* one of those that are most; NULL: they wait for nothing */
};

static struct step step_of(const struct msim_waits *waits, const struct loads *loads)
{
    struct step step = {0};
    struct step *alike = NULL;
    size_t kinds = 0;
    for (size_t i = 0; i < waits->pairs; i++) {
        const struct msim_waiting *pair = &waits->pair[i];
        size_t k = 0;
        if (!has(loads, pair->load.number))
            continue;
        while (k < kinds && !are_alike(alike[k].by, pair))
            k++;
        if (k == kinds)
            MSIM_PUSH(alike, kinds, (struct step){.by = pair});
        alike[k].most += pair->cycles;
        step.cycles += pair->cycles;
    }
    for (size_t k = 0; k < kinds; k++)
        if (alike[k].most > step.most) {
            step.most = alike[k].most;
            step.by = alike[k].by;
        }
    free(alike);
    return step;
}

static char *text_of(const struct step *step, const struct msim_waiting *before)
{
    const struct msim_waiting *by = step->by;
    double share = 100 * (double)step->most / (double)step->cycles;
    char *from = NULL;
    if (way_of(by) == AHEAD)
        from = msim_printed("is known ahead (%.0f%%)", share);
    else if (way_of(by) == ITSELF)
        from = msim_printed("comes from (%.0f%%) the same load, the time before", share);
    else
        from = msim_printed("comes from (%.0f%%) %s%s:%" PRIu32, share,
                            by->from.line == by->load.line && !strcmp(by->from.file, by->load.file)
                                ? "another load of "
                                : "the load at ",
                            msim_base_name(by->from.file), by->from.line);
    char *text = msim_printed("%s for %s; the address %s", before ? "which waits" : "loads wait",
                              msim_human_short((double)step->cycles, false).text, from);
    free(from);
    return text;
}

/* The sources of what the step waits for most. */
static struct loads sources_of(const struct msim_waits *waits, const struct loads *loads,
                               const struct step *step)
{
    struct loads sources = {0};
    for (size_t i = 0; i < waits->pairs; i++)
        if (has(loads, waits->pair[i].load.number) && are_alike(&waits->pair[i], step->by))
            add(&sources, waits->pair[i].from.number);
    return sources;
}

/* The loads of a line; none of a part of the run, which the file does not tell apart. */
static struct loads loads_of(const struct msim_view *view, const struct msim_top_line *line)
{
    const struct msim_waits *waits = &view->counts->waits;
    const char *name = view->counts->file[line->file].name;
    struct loads loads = {0};
    for (size_t i = 0; i < waits->pairs && line->line && !view->counts->regions.only; i++)
        if (waits->pair[i].load.line == line->line && waits->pair[i].load.number &&
            !strcmp(waits->pair[i].load.file, name))
            add(&loads, waits->pair[i].load.number);
    return loads;
}

void msim_annotate_chain(const struct msim_view *view, const struct msim_top_line *line,
                         msim_wide cycles, size_t indent, FILE *to)
{
    const struct msim_waits *waits = &view->counts->waits;
    const struct msim_waiting *before = NULL;
    struct loads loads = loads_of(view, line);
    double least = least_of_line / 100 * (double)cycles;
    for (size_t i = 0; i < STEPS && loads.numbers; i++) {
        struct step step = step_of(waits, &loads);
        if (!step.by || (double)step.cycles < least)
            break;
        least = i ? least : least_share / 100 * (double)step.cycles;
        size_t used = indent + 2 * i;
        char *text = text_of(&step, before);
        fprintf(to, "%*s", (int)used, "");
        msim_wrap(to, text, used, used + 2, view->width);
        free(text);
        before = step.by;
        struct loads next =
            way_of(step.by) == OTHER ? sources_of(waits, &loads, &step) : (struct loads){0};
        free(loads.number);
        loads = next;
    }
    free(loads.number);
}
