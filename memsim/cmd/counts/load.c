/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads profiles; see load.h. */
#include "load.h"

#include <stdio.h>

#include "cmd/base/die.h"
#include "cmd/base/nearest.h"
#include "cmd/base/utf8.h"
#include "cmd/files/infile.h"

void msim_counts_load(struct msim_counts *counts, const char *name, bool negative,
                      const struct msim_renaming *renaming)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    if (!msim_counts_read(counts, name, bytes, size, negative, renaming))
        msim_bad_file(&counts->error);
}

/* ", perhaps 'parse'", or "" if no name is near. */
static void say_nearest(const struct msim_regions *regions, char *text, size_t room)
{
    struct msim_nearest nearest = msim_nearest_to(regions->only);
    char clean[100];
    text[0] = 0;
    for (uint32_t i = 1; i < regions->count; i++)
        msim_nearest_try(&nearest, regions->region[i].name);
    if (!nearest.name)
        return;
    msim_utf8_clean(clean, sizeof clean, nearest.name, sizeof clean / 4);
    snprintf(text, room, ", perhaps '%s'", clean);
}

void msim_regions_need(const struct msim_regions *regions, const char *name)
{
    char names[400], meant[240];
    if (msim_regions_any(regions))
        return;
    if (!msim_has_regions(regions))
        msim_bad_input(
            "%s: no region '%s', and no others: programs mark them with MEMSIM_BEGIN and "
            "MEMSIM_END of <valgrind/memsim.h>",
            name, regions->only);
    msim_regions_say(regions, names, sizeof names);
    say_nearest(regions, meant, sizeof meant);
    msim_bad_input("%s: no region '%s'%s; its regions: %s", name, regions->only, meant, names);
}

void msim_counts_need_region(const struct msim_counts *counts, const char *name)
{
    msim_regions_need(&counts->regions, name);
}
