/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which branches are in the user's own code (present.h).
 *
 * A branch has a file and a function; which executable or library these are in, their counts say.  A
 * function of that name in several is the user's if one of them is.
 */
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "present.h"

static uint32_t number_of(struct msim_names *names, const char *file, const char *function)
{
    char *key = msim_printed("%s\n%s", file, function);
    uint32_t number = msim_names_number(names, key);
    free(key);
    return number;
}

static bool function_is_mine(const struct msim_counts *counts, const struct msim_mine *mine,
                             const struct msim_counts_function *function)
{
    for (uint32_t at = function->first; at != MSIM_NOTHING; at = counts->part[at].next) {
        uint32_t object = counts->part[at].object;
        if (msim_is_mine(mine, counts->file[function->file].name,
                         object == MSIM_NOTHING ? NULL : counts->object.name[object]))
            return true;
    }
    return false;
}

void msim_branches_find_mine(struct msim_branch_view *view, const struct msim_mine *mine)
{
    const struct msim_counts *counts = view->counts;
    struct msim_names names = {.count = 0};
    bool *is_mine = msim_zeroed(counts->functions + view->rows + 1, sizeof *is_mine), any = false;
    for (size_t i = 0; i < counts->functions; i++) {
        const struct msim_counts_function *function = &counts->function[i];
        uint32_t number = number_of(&names, counts->file[function->file].name, function->name);
        is_mine[number] |= function_is_mine(counts, mine, function);
        any |= is_mine[number];
    }
    for (size_t i = 0; i < view->rows && any; i++) {
        struct msim_shown_branch *row = &view->row[i];
        row->is_library = !is_mine[number_of(&names, row->is.file, row->is.function)];
    }
    msim_names_free(&names);
    free(is_mine);
}
