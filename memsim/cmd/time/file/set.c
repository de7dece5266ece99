/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set of set.h. */
#include "set.h"

#include <stdlib.h>

const char *const msim_timed_units[] = {"i", "ms", "B", NULL};

void msim_timed_free(struct msim_timed *timed)
{
    msim_counts_free(&timed->counts);
    free(timed->row);
    free(timed->count);
    free(timed->share);
    free(timed->part);
    msim_names_free(&timed->part_name);
    free(timed->function);
    free(timed->mark);
    free(timed->bytes);
    *timed = (struct msim_timed){0};
}
