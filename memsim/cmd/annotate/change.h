/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Says in sentences what changed in a difference. */
#ifndef MSIM_CMD_ANNOTATE_CHANGE_H
#define MSIM_CMD_ANNOTATE_CHANGE_H

#include "view.h"

/* Writes nothing if the file is not a difference. */
void msim_annotate_changes(const struct msim_view *view, FILE *to);

#endif
