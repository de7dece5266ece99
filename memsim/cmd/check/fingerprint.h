/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether two runs can be compared: a file of counts says (`desc:`) which machine was simulated and
 * what the program was given.  If any of this differs but the program itself, counts differ for
 * reasons that are not in the program.
 */
#pragma once

#include "sides/side.h"

/* Why two files are not comparable. */
struct msim_reason {
    char *name;         /* of the description */
    char *base, *fresh; /* what the files say; NULL: nothing */
    const char *advice; /* what to do */
};

struct msim_reasons {
    struct msim_reason *reason;
    size_t reasons;
};

/* Finds all reasons. */
void msim_reasons_find(struct msim_reasons *reasons, const struct msim_side *base,
                       const struct msim_side *fresh);
void msim_reasons_free(struct msim_reasons *reasons);
