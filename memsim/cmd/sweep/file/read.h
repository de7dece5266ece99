/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading files of counts of a sweep, "# memsim sweep 1".
 *
 *     # memsim sweep 1
 *     # command: TEXT
 *     # machine: LEVEL=SIZE,WAYS,LINE ...
 *     LEVEL SIZE WAYS LINE REFERENCES READ-MISSES WRITE-MISSES INSTRUCTION-MISSES
 *     #fn LEVEL SIZE WAYS LINE READ-MISSES WRITE-MISSES INSTRUCTION-MISSES FUNCTION FILE
 *     #end NUMBER-OF-CELLS
 *
 * Fields are parted by TABs.  Other lines that begin with # are passed over.  Files may come from
 * anywhere: whatever the bytes, the result is either a set in order or an error with its line.
 */
#ifndef MSIM_CMD_SWEEP_FILE_READ_H
#define MSIM_CMD_SWEEP_FILE_READ_H

#include "set.h"

/* Adds the cells of one file to `sweep` (zeroed before the first one).  `name` is for messages and must
 * stay; `bytes`, from malloc, hold `size` bytes and a 0 behind them, and are taken over.  false: see
 * sweep->error. */
bool msim_swept_read(struct msim_swept *sweep, const char *name, char *bytes, size_t size);

/* Whether `bytes` begin as a file of a sweep of any version does. */
bool msim_swept_is(const char *bytes);

#endif
