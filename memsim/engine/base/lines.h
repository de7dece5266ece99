/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text that is handed over line by line: the user's messages, which have a prefix of their own.
 *
 * A line is written to `text`, then ended; what goes beyond MSIM_LINE_MAX bytes is cut off.
 */
#ifndef MSIM_ENGINE_BASE_LINES_H
#define MSIM_ENGINE_BASE_LINES_H

#include "text.h"

enum { MSIM_LINE_MAX = 255 };

/* Each call of `line` is one line without its end. */
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

/* `line` must not be moved afterwards. */
void msim_line_init(struct msim_line *line, const struct msim_lines *lines);

void msim_line_end(struct msim_line *line);

#endif
