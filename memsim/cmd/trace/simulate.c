/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The study of simulate.h. */
#include "simulate.h"

#include <string.h>

#include "cmd/base/die.h"
#include "memory.h"
#include "cmd/base/grow.h"

static void set(struct msim_options *options, const char *argument)
{
    const struct msim_option *option = msim_option_find(argument);
    if (!option)
        msim_bad_usage("unknown option %s", argument);
    if (!strcmp(msim_option_name(option), "--trace-file"))
        msim_bad_usage("%s: a replay records no trace", argument);
    const char *wrong = msim_option_set(options, option, argument);
    if (wrong)
        msim_bad_usage("bad option %s: %s", argument, wrong);
}

/* What is wanted of the trace and not in it: the option that it was recorded without; NULL: nothing. */
static const char *missing(const struct msim_options *recorded, const struct msim_options *wanted)
{
    const struct msim_heap_options *had = &recorded->heap, *heap = &wanted->heap;
    if (heap->on && !had->on)
        return "--heap=yes";
    if (heap->on && heap->pages != had->pages)
        return heap->pages ? "--pages-as-heap=yes" : "--pages-as-heap=no";
    if (heap->on && heap->stacks && !had->stacks)
        return "--stacks=yes";
    if (heap->on && heap->time_unit == MSIM_TIME_MS && had->time_unit != MSIM_TIME_MS)
        return "--time-unit=ms";
    if (wanted->pagein.on && !recorded->pagein.on)
        return "--pagein=yes";
    if (wanted->pagein.on && wanted->pagein.microseconds && !recorded->pagein.microseconds)
        return "--pagein-time=us";
    return NULL;
}

char *msim_sweep_option(const char *grid)
{
    char *argument = msim_zeroed(strlen(grid) + sizeof "--sweep=", 1);
    strcpy(argument, "--sweep=");
    return strcat(argument, grid);
}

struct msim_study *msim_simulated(struct msim_player *player, struct msim_options *options,
                                  int operands, char **operand)
{
    struct msim_machine machine;
    const char *note;
    msim_player_options(player, options, &machine);
    struct msim_options recorded = *options;
    for (int i = 0; i < operands; i++)
        if (operand[i][0] == '-')
            set(options, operand[i]);
    if (missing(&recorded, options))
        msim_bad_usage("%s is not in the trace: it must be recorded so",
                       missing(&recorded, options));
    const char *wrong = msim_options_machine(options, &machine, &note);
    if (msim_options_note(options))
        msim_warn("note: %s", msim_options_note(options));
    if (note)
        msim_warn("note: %s", note);
    if (wrong)
        msim_bad_usage("bad options: %s", wrong);
    options->has_stream = true;
    struct msim_study *study = msim_get(&msim_hosted_mem, sizeof *study, 64);
    const char *option;
    wrong = msim_study_init(study, &msim_hosted_mem, msim_player_dict(player), options, &machine,
                            msim_memory_available(), &option);
    if (wrong)
        msim_bad_usage("bad option %s=%s: %s", option, options->sweep, wrong);
    return study;
}
