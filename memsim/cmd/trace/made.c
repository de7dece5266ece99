/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the files of made.h. */
#define _GNU_SOURCE
#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/output.h"
#include "engine/observers.h"
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
    FILE *to = open_memstream(&bytes, size);
    if (!to)
        msim_bad_input("out of memory");
    struct msim_about about = msim_player_about(player);
    struct msim_sink sink = msim_file_sink(to);
    msim_study_write(file, &about, &sink);
    if (fclose(to) != 0)
        msim_bad_input("out of memory");
    free(operand);
    return bytes;
}
