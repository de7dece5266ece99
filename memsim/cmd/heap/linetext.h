/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The source lines that allocate, as text. */
#ifndef MSIM_CMD_HEAP_LINETEXT_H
#define MSIM_CMD_HEAP_LINETEXT_H

#include <stdio.h>

#include "view.h"

void msim_heaped_lines(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to);

#endif
