/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the study of simulate.h. */
#include "simulate.h"

#include <stdio.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "engine/recorded.h"
#include "player.h"

/* True: the option changes only how a run is recorded. */
static bool records(const char *name)
{
    static const char *const names[] = {"--trace-file",     "--trace-limit", "--instr-atstart",
                                        "--instr-at-start", "--at-start",    "--observers"};
    unsigned i = 0, used = sizeof names / sizeof *names;
    while (i < used && strcmp(names[i], name) != 0)
        i++;
    return i < used;
}

static void set(struct msim_options *options, const char *argument)
{
    const struct msim_option *option = msim_option_find(argument);
    if (!option)
        msim_bad_usage("unknown option %s", argument);
    if (options->only && (msim_option_file(option) || !strcmp(option->name, "--out-dir")))
        msim_bad_usage("%s: the results are shown, not written; to write all files: memsim replay "
                       "TRACE %s",
                       argument, argument);
    if (records(option->name))
        msim_bad_usage("%s: it is for recording a run, not for a replay", argument);
    const char *wrong = msim_option_set(options, option, argument);
    if (wrong)
        msim_bad_usage("bad option %s: %s", argument, wrong);
}

/* Ends the command if the file of something that is not on is named. */
static void check_files(const struct msim_options *options)
{
    const struct msim_result_file *file;
    const struct msim_observer *idle = msim_options_idle(options, &file);
    if (idle)
        msim_bad_usage("bad option %s=%s: " MSIM_IDLE, file->option,
                       msim_options_file(options, idle, file), idle->turned_on_by);
}

/* The option as the replay gives it, or as it stands. */
static const char *as_given(const char *option, int operands, char **operand)
{
    size_t name = strcspn(option, "=") + 1;
    for (int i = operands; i-- > 0;)
        if (!strncmp(operand[i], option, name))
            return operand[i];
    return option;
}

/* Says what the trace lacks, and how to record one that does not. */
static void refuse(const struct msim_lacks *lacks, int operands, char **operand)
{
    char all[2048] = "";
    for (unsigned i = 0; i < lacks->used; i++) {
        const char *option = as_given(lacks->option[i], operands, operand);
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i ? " " : "", option);
    }
    msim_bad_usage("the trace was not recorded with %s, which this needs; to record one: memsim "
                   "run %s --trace-file=memsim.trace.%%p -- COMMAND",
                   all, all);
}

char *msim_sweep_option(const char *grid)
{
    return msim_printed("--sweep=%s", grid);
}

struct msim_study *msim_simulated(struct msim_player *player, struct msim_options *options,
                                  const struct msim_observer *const *only, int operands,
                                  char **operand)
{
    struct msim_machine machine;
    const char *note;
    msim_player_options(player, options, &machine);
    struct msim_options recorded;
    msim_options_copy(&recorded, options, &msim_hosted_mem);
    options->only = only;
    for (int i = 0; i < operands; i++)
        if (operand[i][0] == '-')
            set(options, operand[i]);
    if (!only)
        check_files(options);
    struct msim_lacks lacks = msim_options_not_recorded(&recorded, options);
    if (lacks.used)
        refuse(&lacks, operands, operand);
    const char *wrong = msim_machine_choose(&options->machine, &machine, &note);
    if (msim_machine_note(&options->machine))
        msim_warn("note: %s", msim_machine_note(&options->machine));
    if (note)
        msim_warn("note: %s", note);
    if (wrong)
        msim_bad_usage("bad options: %s", wrong);
    options->has_stream = true;
    options->memory_limit = msim_memory_limit();
    struct msim_study *study = msim_get(&msim_hosted_mem, sizeof *study, 64);
    struct msim_refusal refusal;
    if (!msim_study_init(study, &msim_hosted_mem, msim_player_dict(player), options, &machine,
                         msim_memory_available(), &refusal))
        msim_bad_usage("bad option %s%s%s: %s", refusal.option, refusal.value ? "=" : "",
                       refusal.value ? refusal.value : "", refusal.reason);
    if ((study->needs.threads || study->order) && !msim_player_has_threads(player))
        msim_bad_usage("--%s: the trace is of an older version, which does not say which thread "
                       "runs; record it again: memsim run --trace-file=memsim.trace.%%p -- COMMAND",
                       study->order ? "cores" : "threads=yes");
    return study;
}
