/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads layouts (layout.h). */
#ifndef MSIM_CMD_LAYOUT_READ_H
#define MSIM_CMD_LAYOUT_READ_H

#include "layout.h"

/* Reads the text; false: `error` says what is wrong.  Free it in either case. */
bool msim_layout_read(struct msim_layout_rules *layout, const char *text);

/* Reads a rule's WHERE alone. */
bool msim_layout_read_where(struct msim_layout_rules *layout, struct msim_layout_rule *rule);

void msim_layout_free(struct msim_layout_rules *layout);

#endif
