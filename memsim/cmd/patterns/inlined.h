/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Folding: which of the user's lines has the counts of library code that was inlined there.
 *
 * Inlined calls are read from the innermost one outwards.  The first one in a source of the user's
 * has the counts.  If there is none, as in a template of a library that the compiler made a function
 * of, it is the outermost call, which is in that function: it then stands in one file.
 *
 * Counts only move between lines of one function, so all sums stay what they are.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "mine.h"

/* Where the counts of some inlined calls belong. */
struct msim_user_place {
    const char *file; /* `file_length` bytes */
    size_t file_length;
    uint32_t line;
    const char *within; /* the calls that this place is in; "": none */
};

/* `inlined`: as in a file of counts; `object`: that the code is in, or NULL. */
struct msim_user_place msim_fold_inlined(const struct msim_mine *mine, const char *inlined,
                                         const char *object);

/* Whether a file of counts has both inlined calls and a source of the user's: else nothing is
 * folded. */
bool msim_can_fold_inlined(const struct msim_mine *mine, const char *bytes);
