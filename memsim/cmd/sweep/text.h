/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sweep as text, for people: tables, or curves. */
#ifndef MSIM_CMD_SWEEP_TEXT_H
#define MSIM_CMD_SWEEP_TEXT_H

#include <stdio.h>

#include "view.h"

/* Writes a joined set; errors stay in the FILE, for the caller. */
void msim_swept_text(const struct msim_swept *sweep, const struct msim_swept_view *view, FILE *to);

#endif
