/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line of lines.h. */
#include "lines.h"

static void keep(void *self, const char *bytes, size_t count)
{
    struct msim_line *line = self;
    for (size_t i = 0; i < count && line->used < MSIM_LINE_MAX; i++)
        line->kept[line->used++] = bytes[i];
}

void msim_line_init(struct msim_line *line, const struct msim_lines *lines)
{
    line->lines = lines;
    line->sink = (struct msim_sink){keep, line};
    line->used = 0;
    msim_text_init(&line->text, &line->sink);
}

void msim_line_end(struct msim_line *line)
{
    msim_text_flush(&line->text);
    line->kept[line->used] = '\0';
    line->lines->line(line->lines->self, line->kept);
    line->used = 0;
}
