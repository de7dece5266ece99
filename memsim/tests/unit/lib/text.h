/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps everything written to a sink, or line by line, as one string. */
#pragma once

#include "engine/base/text.h"

struct unit_text {
    char *text; /* ends with a zero */
    size_t used, max;
    struct msim_sink sink;
    struct msim_lines lines; /* adds the ends of the lines */
};

void unit_text_start(struct unit_text *text);
void unit_text_end(struct unit_text *text);
