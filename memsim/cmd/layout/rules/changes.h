/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the changes of a rule (layout.h). */
#ifndef MSIM_CMD_LAYOUT_CHANGES_H
#define MSIM_CMD_LAYOUT_CHANGES_H

#include "layout.h"

/* Sets the error unless there is one; always returns false.  The message has no control
 * characters. */
__attribute__((format(printf, 2, 3))) bool msim_layout_fail(struct msim_layout_rules *layout,
                                                            const char *format, ...);

/* False: the text has an error. */
bool msim_changes_read(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                       const char *text);

#endif
