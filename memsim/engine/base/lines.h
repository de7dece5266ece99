/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text that is passed on line by line: messages to the user, to which the receiver adds a prefix.
 *
 * A line is written to `text`, then ended.  Lines are cut off after MSIM_LINE_MAX bytes.
 */
#ifndef MSIM_ENGINE_BASE_LINES_H
#define MSIM_ENGINE_BASE_LINES_H

#include "text.h"

enum { MSIM_LINE_MAX = 255 };

/* Each call of `line` passes one line, without a newline. */
struct msim_lines {
    void (*line)(void *self, const char *text);
    void *self;
};

struct msim_line {
    struct msim_text text;
    const struct msim_lines *lines;
    struct msim_sink sink;
    size_t used;
    char kept[MSIM_LINE_MAX + 1];
};

/* Afterwards `line` must stay where it is. */
void msim_line_init(struct msim_line *line, const struct msim_lines *lines);

void msim_line_end(struct msim_line *line);

#endif
