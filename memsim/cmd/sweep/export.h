/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sweep for other programs: CSV with the counts of the cells, or of the curves; JSON with all. */
#ifndef MSIM_CMD_SWEEP_EXPORT_H
#define MSIM_CMD_SWEEP_EXPORT_H

#include <stdio.h>

#include "view.h"

/* Writes a joined set; errors stay in the FILE, for the caller. */
void msim_swept_csv(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);
void msim_swept_json(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);

#endif
