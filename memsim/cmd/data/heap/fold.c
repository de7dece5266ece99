/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines that allocate, as the user's lines: alloc.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cmd/base/grow.h"

/* The row of the step that allocates; of an unknown one, that of no line. */
static struct msim_alloc_row row_of(const struct msim_alloc_paths *paths, const size_t *step,
                                    size_t steps)
{
    if (!steps)
        return (struct msim_alloc_row){.file = "???", .function = "???"};
    const struct msim_alloc_step *is = &paths->step[*step];
    const char *object = strcmp(is->object, "???") != 0 ? is->object : NULL;
    return (struct msim_alloc_row){
        .file = is->file, .function = is->function, .object = object, .line = is->line};
}

void msim_allocated_fold(struct msim_allocated *alloc, const struct msim_mine *mine)
{
    const struct msim_alloc_paths *paths = &alloc->paths;
    struct msim_names names = {0};
    if (!mine || !paths->places)
        return;
    free(alloc->row);
    alloc->row = NULL;
    alloc->rows = 0;
    for (size_t i = 0; i < paths->places; i++) {
        const struct msim_alloc_place *place = &paths->place[i];
        size_t steps, *step = msim_alloc_paths_steps(paths, place, mine, &steps);
        struct msim_alloc_row row = row_of(paths, step, steps);
        free(step);
        if (!msim_alloc_selected(alloc, place->region))
            continue;
        const char *object = *row.file == '?' && row.object ? row.object : "";
        char *key =
            msim_printed("%s\n%" PRIu64 "\n%s\n%s", row.file, row.line, row.function, object);
        uint32_t number = msim_names_number(&names, key);
        free(key);
        if (number == alloc->rows)
            MSIM_PUSH(alloc->row, alloc->rows, row);
        for (size_t k = 0; k < MSIM_ALLOC_EVENTS; k++)
            alloc->row[number].count[k] += place->count[k];
    }
    msim_names_free(&names);
}
