/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a difference changed, as text. */
#ifndef MSIM_CMD_ANNOTATE_CHANGE_H
#define MSIM_CMD_ANNOTATE_CHANGE_H

#include "view.h"

/* Sentences; nothing of other files. */
void msim_annotate_changes(const struct msim_view *view, FILE *to);

#endif
