/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What would give each thread's bytes of a line a line of their own, in words.
 *
 * Bytes belong to the thread that writes them most or, if nobody writes them, to the only one that reads them.
 * Where neighbours in the line belong to different threads, the second one should begin a line: a variable, a
 * block, an element, or a member.  Bytes that several threads write can be parted by no layout, which is said.
 */
#ifndef MSIM_CMD_SHARE_CURE_H
#define MSIM_CMD_SHARE_CURE_H

#include "bounced.h"

struct msim_cure {
    char **text; /* one for each step */
    size_t texts;
};

void msim_cure_make(struct msim_cure *cure, const struct msim_bounced *bounced,
                    const struct msim_bounced_line *line);
void msim_cure_free(struct msim_cure *cure);

#endif
