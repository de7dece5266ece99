/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the known name that a mistyped word was probably meant to be. */
#pragma once

#include <stddef.h>

struct msim_nearest {
    const char *word;
    size_t length;    /* of the word: it may end before a "=" */
    const char *name; /* the best name tried so far; NULL: none is near enough */
    size_t distance;
};

/* Starts with a word, which ends at its end or at the first "=". */
struct msim_nearest msim_nearest_to(const char *word);

/* Tries a name.  The distance is the number of letters that are inserted, left out, replaced or
 * swapped with the next; names at a third of the word's length or more are too far away. */
void msim_nearest_try(struct msim_nearest *nearest, const char *name);
