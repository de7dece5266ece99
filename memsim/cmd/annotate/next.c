/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What to look at next, by what the cycles were spent on: waits for caches and memory have data,
 * whose layout may be another one; mispredictions have branches; malloc has callers.  Only of a
 * whole run whose cycles were simulated.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/column.h"
#include "cmd/listing/next.h"
#include "present.h"

enum { PARTS_MOST = 5 };
static const double least = 20; /* percent of all cycles, to be worth a look */

/* What cycles are spent on, and what says more about that: a file of the same run, and its command;
 * or a run. */
struct cause {
    const char *part[PARTS_MOST + 1], *words, *what;
    const char *file, *command, *run;
};

static const struct cause causes[] = {
    {{"CyL2", "CyL3", "CyMem", "CyWalk", "CyBand", NULL},
     "waits for caches and memory",
     "Which data that is, and what another layout of it saves",
     ".objects.",
     "memsim objects",
     "--for=misses"},
    {{"CyBranch", NULL},
     "mispredictions",
     "Which branches those are, and why",
     NULL,
     "memsim branches",
     "--branch-sim=yes"},
    {{NULL},
     "spent on malloc, free and the like",
     "Which lines allocate",
     ".alloc.",
     "memsim annotate",
     "--heap=yes"},
};

static bool is_among(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

/* The cycles among the counts: all, or those of the parts. */
static double cycles_of(const struct msim_counts *counts, const int64_t *count,
                        const char *const *part)
{
    double sum = 0;
    for (size_t i = 0; i < counts->events; i++)
        if (part ? is_among(counts->event[i], part) : msim_event_is_cycles(counts->event[i]))
            sum += (double)count[i];
    return sum;
}

/* True: it is a part of an allocator, by its name or its file. */
static bool is_allocator(const struct msim_counts *counts, size_t function)
{
    static const char *const names[] = {"malloc",      "free",      "calloc",     "realloc",
                                        "_int_malloc", "_int_free", "tcache_get", NULL};
    static const char *const files[] = {"malloc.c", "arena.c", "new_op.cc", "del_op.cc", NULL};
    const struct msim_counts_function *its = &counts->function[function];
    return is_among(its->name, names) || !strncmp(its->name, "operator new", 12) ||
           !strncmp(its->name, "operator delete", 15) ||
           is_among(msim_base_name(counts->file[its->file].name), files);
}

/* The share of all cycles, in percent. */
static double share_of(const struct msim_counts *counts, const struct cause *cause)
{
    double all = cycles_of(counts, counts->total, NULL), its = 0;
    if (*cause->part)
        its = cycles_of(counts, counts->total, cause->part);
    for (size_t i = 0; i < counts->functions && !*cause->part; i++)
        if (is_allocator(counts, i))
            its += cycles_of(counts, msim_function_total(counts, i), NULL);
    return all > 0 ? 100 * its / all : 0;
}

/* The command, from malloc: of the run itself if it has what is needed. */
static char *command_for(const struct msim_view *view, const struct cause *cause)
{
    const struct msim_counts *counts = view->counts;
    char *file = cause->file                 ? msim_next_file(view->file, ".out.", cause->file)
                 : counts->branches.branches ? msim_shell_word(view->file)
                                             : NULL;
    const char *run = counts->source[0].command;
    char *command = file ? msim_printed("%s %s", cause->command, file)
                         : msim_printed("memsim run %s -- %s", cause->run,
                                        msim_shell_plain(run) ? run : "COMMAND");
    free(file);
    return command;
}

void msim_annotate_next(const struct msim_view *view, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    if (counts->base || counts->sources != 1 || counts->regions.only || !counts->source[0].command)
        return;
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
        double share = share_of(counts, &causes[i]);
        if (share < least)
            continue;
        char *command = command_for(view, &causes[i]);
        char *what =
            msim_printed("%.0f%% of the cycles are %s. %s", share, causes[i].words, causes[i].what);
        fputc('\n', to);
        msim_next_put(what, command, view->width, to);
        MSIM_FREE(what, command);
    }
}
