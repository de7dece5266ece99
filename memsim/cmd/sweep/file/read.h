/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the files of sweeps, "# memsim sweep 1".
 *
 *     # memsim sweep 1
 *     # command: TEXT
 *     # machine: LEVEL=SIZE,WAYS,LINE ...
 *     LEVEL SIZE WAYS LINE REFERENCES READ-MISSES WRITE-MISSES INSTRUCTION-MISSES
 *     #fn LEVEL SIZE WAYS LINE READ-MISSES WRITE-MISSES INSTRUCTION-MISSES FUNCTION FILE
 *     #end NUMBER-OF-CELLS
 *
 * Fields are separated by tabs.  Other lines that begin with # are ignored.  Files may come from
 * anywhere: whatever the bytes, the result is either a correct set or an error with its line.
 */
#pragma once

#include "set.h"

/* Adds the cells of one file to `sweep`, which starts zeroed.  `name`, for messages, must stay.
 * `bytes`, from malloc, are `size` bytes and a 0 after them, and belong to the set from now on.
 * false: see sweep->error. */
bool msim_swept_read(struct msim_swept *sweep, const char *name, char *bytes, size_t size);

/* Whether `bytes` begin like the file of a sweep, of any version. */
bool msim_swept_is(const char *bytes);
