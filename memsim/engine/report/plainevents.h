/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Callgrind's own file has of a machine (plainfile.h): its events and its caches. */
#pragma once

#include "engine/base/text.h"
#include "engine/machine/counts.h"
#include "engine/machine/geometry.h"

/* How it is written. */
struct msim_plain {
    bool numbers;  /* names get numbers when they are first written */
    bool no_lines; /* positions are instructions alone */
    bool combined; /* all parts are in one file */
    bool threads;  /* each thread has parts of its own */
};

/* Lines that describe the caches. */
void msim_plain_put_caches(struct msim_text *text, const struct msim_machine *machine);

/* Write " NAME" for each of Callgrind's events, and " NUMBER" for each. */
void msim_plain_put_events(struct msim_text *text, const struct msim_machine *machine);
void msim_plain_put_row(struct msim_text *text, const struct msim_machine *machine,
                        const struct msim_row *row);
