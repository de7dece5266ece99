/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every file says of its run. */
#ifndef MSIM_ENGINE_BASE_ABOUT_H
#define MSIM_ENGINE_BASE_ABOUT_H

#include "text.h"

struct msim_about {
    const char *command; /* the program, as one line */
    bool killed;         /* the results end before the program did */
};

/* What the line says then, in all files and in the summary. */
#define MSIM_ABOUT_KILLED "Incomplete: the process was killed, and what it did last is missing"

/* Writes that line after `start`, if it is so. */
static inline void msim_put_killed(struct msim_text *text, const char *start,
                                   const struct msim_about *about)
{
    if (!about->killed)
        return;
    msim_put(text, start);
    msim_put(text, MSIM_ABOUT_KILLED "\n");
}

#endif
