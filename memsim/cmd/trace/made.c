/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the files of made.h. */
#define _GNU_SOURCE
#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
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
    struct msim_study *study =
        msim_simulated(player, &options, only, making->operands, (char **)(size_t)making->operand);
    msim_player_run(player, study, "replaying", NULL);
    FILE *to = open_memstream(&bytes, size);
    if (!to)
        msim_bad_input("out of memory");
    struct msim_about about = msim_player_about(player);
    struct msim_sink sink = msim_file_sink(to);
    msim_study_write(msim_study_file(study, making->file), &about, &sink);
    if (fclose(to) != 0)
        msim_bad_input("out of memory");
    return bytes;
}
