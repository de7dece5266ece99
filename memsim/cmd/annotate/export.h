/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A profile for other programs: JSON, and CSV with one list. */
#ifndef MSIM_CMD_ANNOTATE_EXPORT_H
#define MSIM_CMD_ANNOTATE_EXPORT_H

#include "view.h"

void msim_annotate_json(const struct msim_view *view, FILE *to);
void msim_annotate_csv(const struct msim_view *view, FILE *to);

#endif
