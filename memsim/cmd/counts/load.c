/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading profiles; see load.h. */
#include "load.h"

#include "cmd/files/infile.h"

void msim_counts_load(struct msim_counts *counts, const char *name, bool negative,
                      const struct msim_renaming *renaming)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    if (!msim_counts_read(counts, name, bytes, size, negative, renaming))
        msim_bad_file(&counts->error);
}
