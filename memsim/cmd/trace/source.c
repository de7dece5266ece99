/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the source of source.h among arguments. */
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/lines.h"
#include "cmd/files/output.h"
#include "engine/observers.h"
#include "engine/options.h"
#include "simulate.h"

static bool is_wanted(const struct msim_making *making, const char *name)
{
    const char *const *wanted = making->observers;
    while (*wanted && strcmp(*wanted, name) != 0)
        wanted++;
    return *wanted;
}

/* True: the first of the observers was asked for when the trace was recorded. */
static bool was_asked_for(const struct msim_player *player, const struct msim_observer *observer)
{
    struct msim_options recorded;
    struct msim_machine machine;
    msim_player_options(player, &recorded, &machine);
    return msim_options_ask_for(&recorded, observer);
}

/* The options for the replay, from malloc. */
static char **operands_of(const struct msim_making *making, const struct msim_player *player,
                          const struct msim_observer *observer, int *used)
{
    char **operand = msim_zeroed((size_t)making->operands + 1, sizeof *operand);
    *used = 0;
    if (making->usual && !was_asked_for(player, observer))
        operand[(*used)++] = msim_copy(making->usual);
    for (int i = 0; i < making->operands; i++)
        operand[(*used)++] = making->operand[i];
    return operand;
}

char *msim_made_file(const struct msim_making *making, size_t *size)
{
    const struct msim_observer *only[MSIM_OBSERVERS_MAX + 1];
    unsigned used = 0;
    struct msim_options options;
    char *bytes = NULL;
    for (unsigned i = 0; i < msim_observers_used; i++)
        if (is_wanted(making, msim_observers[i]->name))
            only[used++] = msim_observers[i];
    only[used] = NULL;
    struct msim_player *player = msim_player_open(making->trace, making->partial);
    int operands;
    char **operand = operands_of(making, player, only[0], &operands);
    struct msim_study *study = msim_simulated(player, &options, only, operands, operand);
    const struct msim_study_file *file = msim_study_file(study, making->file);
    if (!file && making->nothing)
        msim_bad_usage("%s: %s", making->trace, making->nothing);
    if (!file)
        msim_bad_usage("with these options there is nothing to show; %s makes the file",
                       making->usual ? making->usual : making->file);
    msim_player_run(player, study, "replaying", NULL);
    FILE *to = msim_open_text(&bytes, size);
    struct msim_about about = msim_player_about(player);
    struct msim_sink sink = msim_file_sink(to);
    msim_study_write(file, &about, &sink);
    if (fclose(to) != 0)
        msim_bad_input("out of memory");
    free(operand);
    return bytes;
}

static bool is_folder(const char *name)
{
    struct stat is;
    return stat(name, &is) == 0 && S_ISDIR(is.st_mode);
}

/* The first argument that is not an option; NULL: none. */
static const char *first_operand(int argc, char **argv)
{
    int first = 1;
    while (first < argc && argv[first][0] == '-')
        first++;
    return first < argc ? argv[first] : NULL;
}

static bool is_in(const struct msim_arg *table, const char *argument)
{
    size_t length = strcspn(argument, "=");
    while (table->name &&
           (strlen(table->name) != length || strncmp(table->name, argument, length) != 0))
        table++;
    return table->name;
}

/* Ends the command if an option is the tool's: what is not a trace is not simulated again. */
static void check_simulates_nothing(const char *name, const struct msim_arg *options, int argc,
                                    char **argv)
{
    enum msim_file_kind kind = msim_file_kind_of(name);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (argv[i][0] == '-' && !is_in(options, argv[i]) && msim_option_find(argv[i]))
            msim_bad_usage("%s is an option for traces; '%s' is %s", argv[i], name,
                           kind ? msim_file_kind_name(kind)
                                : (is_folder(name) ? "a folder" : "something else"));
}

struct msim_operand msim_operand_or_trace(struct msim_invocation *invocation,
                                          const enum msim_file_kind *proposed)
{
    const char *usage = invocation->command->usage;
    int argc = invocation->argc, names = 0, length = (int)strcspn(usage, " ");
    char **argv = invocation->argv;
    struct msim_operand found = {.operand = argv};
    const char *name = msim_args_ask(argc, argv) ? NULL : first_operand(argc, argv);
    bool trace = name && msim_file_kind_of(name) == MSIM_FILE_TRACE;
    if (name && !trace) {
        msim_operand_exists(name, proposed);
        check_simulates_nothing(name, invocation->option, argc, argv);
    }
    found.operands =
        trace ? msim_invocation_args_some(invocation) : msim_invocation_args(invocation);
    for (int i = 0; i < found.operands; i++)
        if (argv[i][0] != '-' || !argv[i][1])
            found.name = names++ ? found.name : argv[i];
    if (!names)
        msim_operand_missing(usage, proposed);
    if (names > 1)
        msim_bad_usage("%.*s: expected one file, found %d; usage: memsim %s", length, usage, names,
                       usage);
    return found;
}

char *msim_operand_bytes(const struct msim_invocation *invocation,
                         const struct msim_operand *source, const char *what,
                         struct msim_making how, size_t *size)
{
    if (msim_file_kind_of(source->name) != MSIM_FILE_TRACE) {
        if (invocation->partial)
            msim_bad_usage("--partial is for a trace; %s is %s", source->name, what);
        return msim_need_all(source->name, size);
    }
    how.trace = source->name;
    how.partial = invocation->partial != NULL;
    how.operand = source->operand;
    how.operands = source->operands;
    return msim_made_file(&how, size);
}
