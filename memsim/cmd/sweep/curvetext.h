/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Miss curves as text. */
#ifndef MSIM_CMD_SWEEP_CURVETEXT_H
#define MSIM_CMD_SWEEP_CURVETEXT_H

#include <stdio.h>

#include "view.h"

/* Writes a joined set; errors stay in the FILE, for the caller. */
void msim_swept_curves(const struct msim_swept *sweep, const struct msim_swept_view *view,
                       FILE *to);

#endif
