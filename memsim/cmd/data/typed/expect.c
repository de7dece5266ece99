/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The warnings of expect.h. */
#include "expect.h"

#include <inttypes.h>

#include "cmd/base/die.h"

void msim_objects_expect(struct msim_types *types, const struct msim_objects *objects)
{
    const char *first = NULL, *none = msim_types_no_reader();
    uint32_t others = 0;
    for (uint32_t i = 1; i <= objects->files; i++) {
        if (!objects->build_id[i])
            continue;
        msim_types_expect(types, objects->file[i], objects->build_id[i]);
        const char *other = msim_types_other(types, objects->file[i]);
        first = first ? first : other;
        others += other != NULL;
    }
    if (first && others > 1)
        msim_warn(
            "%s, or run it again: its types and variables are not shown, nor those of %" PRIu32
            " more files",
            first, others - 1);
    else if (first)
        msim_warn("%s, or run it again: its types and variables are not shown", first);
    if (none)
        msim_warn("types and fields are not shown: %s", none);
}
