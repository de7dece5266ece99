/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exports a profile for other programs: as JSON, or one list as CSV. */
#ifndef MSIM_CMD_ANNOTATE_EXPORT_H
#define MSIM_CMD_ANNOTATE_EXPORT_H

#include "view.h"

void msim_annotate_json(const struct msim_view *view, FILE *to);
void msim_annotate_csv(const struct msim_view *view, FILE *to);

#endif
