/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What would give each thread's bytes of a line a line of their own, in words.
 *
 * Bytes belong to the thread that writes them most or, if none writes them, to the only one that
 * reads them.  Where neighbours in the line belong to different threads, the second one should
 * begin a line: a variable, a block, an element, or a member.  No layout separates bytes
 * that several threads write, which is said.
 *
 * These beginnings divide the line into parts.  gain.h counts what the line costs when each part
 * has a line.
 */
#pragma once

#include "contended.h"

struct msim_fix {
    char **text; /* one for each step */
    size_t texts;
    uint32_t *part; /* offsets in the line where a part begins, but for the first one; ascending */
    size_t parts;   /* of these; 0: the line is not separated */
};

/* The fixes of the first `lines` lines, from malloc. */
struct msim_fix *msim_fixes_make(const struct msim_contended *contended, size_t lines);
void msim_fixes_free(struct msim_fix *fix, size_t lines);
