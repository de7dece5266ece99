/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every file says of its run. */
#ifndef MSIM_ENGINE_BASE_ABOUT_H
#define MSIM_ENGINE_BASE_ABOUT_H

#include "fingerprint.h"
#include "text.h"

struct msim_dict;

struct msim_about {
    const char *command;          /* the program, as one line */
    uint32_t pid;                 /* the process; 0: unknown */
    bool killed;                  /* the results end before the program did */
    const struct msim_dict *dict; /* which has the fingerprint; NULL: there is none */
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

/* Writes it and the fingerprint, each line after `start`. */
static inline void msim_put_about(struct msim_text *text, const char *start,
                                  const struct msim_about *about)
{
    msim_put_killed(text, start, about);
    if (about->dict)
        msim_put_fingerprint(text, start, about->dict);
}

#endif
