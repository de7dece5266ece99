/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading profiles in Cachegrind's format.
 *
 *     desc: TEXT              any number of them
 *     cmd: TEXT
 *     events: EVENT ...
 *     fl=FILE                 then functions and lines; # comments and empty lines may be among them
 *     fn=FUNCTION
 *     LINE COUNT ...
 *     summary: COUNT ...
 *
 * Whatever the bytes, the result is either a correct set, where every line of every section has
 * been checked, or an error.
 */
#ifndef MSIM_CMD_COUNTS_READ_H
#define MSIM_CMD_COUNTS_READ_H

#include "counts.h"

/* How to rename files and functions. */
struct msim_renaming {
    /* Returns the new name, from malloc, or NULL: unchanged. */
    char *(*rename)(const void *rules, const char *name);
    const void *file_rules, *function_rules; /* NULL: no renaming */
};

/* Adds a source to the set; `negative`: its counts are subtracted.  `name`, for messages, must
 * stay.  `bytes`, from malloc, are `size` bytes and a 0 after them, and belong to the set from now
 * on.  `renaming` may be NULL.  All sources must have the same events.  false: see counts->error;
 * the set must be freed all the same. */
bool msim_counts_read(struct msim_counts *counts, const char *name, char *bytes, size_t size,
                      bool negative, const struct msim_renaming *renaming);

#endif
