/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every file says of its run. */
#pragma once

#include "fingerprint.h"
#include "text.h"

struct msim_dict;

struct msim_about {
    const char *command;          /* the program, as one line */
    uint32_t pid;                 /* the process; 0: unknown */
    const char *incomplete;       /* why results are incomplete; NULL: they are not */
    const struct msim_dict *dict; /* has the fingerprint; NULL: none */
};

/* What the line of an incomplete run says, in all files and in the summary. */
#define MSIM_INCOMPLETE "Incomplete: "
#define MSIM_KILLED     MSIM_INCOMPLETE "the process was killed, and what it did last is missing"
#define MSIM_CHECKPOINT                                                                            \
    MSIM_INCOMPLETE "a checkpoint, and what the process did afterwards is missing"

/* If this is that line, without its start, sets *incomplete to what it says. */
static inline void msim_take_incomplete(const char *line, const char **incomplete)
{
    static const char *const reason[] = {MSIM_KILLED, MSIM_CHECKPOINT};
    for (unsigned i = 0; i < sizeof reason / sizeof *reason; i++)
        if (msim_same_text(line, reason[i]))
            *incomplete = reason[i];
}

/* Writes that line after `start`, if the run is incomplete. */
static inline void msim_put_incomplete(struct msim_text *text, const char *start,
                                       const struct msim_about *about)
{
    if (!about->incomplete)
        return;
    msim_put(text, start);
    msim_put(text, about->incomplete);
    msim_put(text, "\n");
}

/* Writes that line and the fingerprint, each line after `start`. */
static inline void msim_put_about(struct msim_text *text, const char *start,
                                  const struct msim_about *about)
{
    msim_put_incomplete(text, start, about);
    if (about->dict)
        msim_put_fingerprint(text, start, about->dict);
}
