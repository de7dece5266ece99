/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads profiles or ends the command; see read.h for bytes in memory. */
#ifndef MSIM_CMD_COUNTS_LOAD_H
#define MSIM_CMD_COUNTS_LOAD_H

#include "read.h"

/* Adds the file `name`, which must stay, as msim_counts_read does.  Ends the command if it cannot
 * be read or something is wrong with it. */
void msim_counts_load(struct msim_counts *counts, const char *name, bool negative,
                      const struct msim_renaming *renaming);

/* Ends the command if `only` of the regions selects nothing in a file. */
void msim_regions_need(const struct msim_regions *regions, const char *name);

/* The same for those of a set. */
void msim_counts_need_region(const struct msim_counts *counts, const char *name);

#endif
