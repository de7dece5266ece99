/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads profiles; see load.h. */
#include "load.h"

#include "cmd/base/die.h"
#include "cmd/files/infile.h"

void msim_counts_load(struct msim_counts *counts, const char *name, bool negative,
                      const struct msim_renaming *renaming)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    if (!msim_counts_read(counts, name, bytes, size, negative, renaming))
        msim_bad_file(&counts->error);
}

void msim_counts_need_region(const struct msim_counts *counts, const char *name)
{
    char names[400];
    const struct msim_regions *regions = &counts->regions;
    if (msim_regions_any(regions))
        return;
    if (!msim_has_regions(regions))
        msim_bad_input(
            "%s: no region '%s', and no others: programs mark them with MEMSIM_BEGIN and "
            "MEMSIM_END of <valgrind/memsim.h>",
            name, regions->only);
    msim_regions_say(regions, names, sizeof names);
    msim_bad_input("%s: no region '%s'; its regions: %s", name, regions->only, names);
}
