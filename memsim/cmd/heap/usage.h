/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls of the allocator, request sizes, and what was never freed, as text. */
#ifndef MSIM_CMD_HEAP_USAGE_H
#define MSIM_CMD_HEAP_USAGE_H

#include <stdio.h>

#include "view.h"

void msim_heaped_usage(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to);

#endif
