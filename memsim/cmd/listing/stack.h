/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What simulated cycles were spent on, as bars:
 *
 *     [MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMWWW.]  memory 91%, page walks 9%
 *
 * All bars are equally wide, whatever the cycles are in number.  Each letter is the part that its
 * middle lies in, so parts below half a letter may have none; the shares beside the bar are those
 * of the largest parts, as far as there is room.  Parts have letters, which can be read without
 * colours; on terminals, they have colours, too.
 */
#pragma once

#include <stdio.h>

#include "cmd/columns/column.h"

enum { MSIM_STACK_PARTS = 16 };

struct msim_stack_part {
    size_t event;
    char letter;
    char name[64]; /* "memory" */
    bool shown;    /* a bar has the letter */
};

struct msim_stack {
    struct msim_stack_part part[MSIM_STACK_PARTS]; /* in the order of the file's events */
    size_t parts;                                  /* 0: no cycles were simulated */
    size_t width;                                  /* of lines; 0: no limit */
    bool colour;
};

/* Differences have no bars: their parts may have any sign. */
void msim_stack_init(struct msim_stack *stack, const struct msim_counts *counts, size_t width,
                     bool colour);

/* The cycles of these counts. */
msim_wide msim_stack_cycles(const struct msim_stack *stack, const int64_t *count);

/* Prints `before`, in a field of `indent` columns, and the bar of these counts, as a line; nothing
 * if they have no cycles. */
void msim_stack_print(struct msim_stack *stack, const char *before, size_t indent,
                      const int64_t *count, FILE *to);

/* Prints what the letters mean that bars had since the last legend, as lines; nothing if no bar was
 * printed. */
void msim_stack_legend(struct msim_stack *stack, FILE *to);
