/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sweep as the file it is read from: a part, or the whole that parts were put together to. */
#ifndef MSIM_CMD_SWEEP_FILE_PART_H
#define MSIM_CMD_SWEEP_FILE_PART_H

#include <stdio.h>

#include "set.h"

/* Errors stay in the FILE, for the caller. */
void msim_swept_part(const struct msim_swept *sweep, FILE *to);

#endif
