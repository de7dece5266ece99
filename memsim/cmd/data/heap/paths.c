/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the calls that allocate; see paths.h. */
#include "paths.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

/* --- Reading ------------------------------------------------------------------------------ */

/* Cuts the text at its next tab; NULL: there is none. */
static char *after_tab(char *text)
{
    char *tab = strchr(text, '\t');
    if (!tab)
        return NULL;
    *tab = 0;
    return tab + 1;
}

/* "OBJECT<tab>FUNCTION<tab>LINE<tab>FILE..." */
static bool take_frame(struct msim_alloc_paths *paths, const struct msim_line_reader *lines,
                       char *text)
{
    size_t first = paths->steps;
    const char *object = text;
    for (char *next = after_tab(text); next;) {
        char *function = next, *line = after_tab(function), *file = line ? after_tab(line) : NULL;
        uint64_t number;
        if (!file)
            return msim_line_reader_fail(lines, "expected FUNCTION<tab>LINE<tab>FILE");
        next = after_tab(file);
        if (!msim_line_reader_number(lines, "a line", line, &number))
            return false;
        MSIM_PUSH(paths->step, paths->steps,
                  (struct msim_alloc_step){function, file, object, number});
    }
    if (paths->steps == first)
        return msim_line_reader_fail(lines, "expected a function after the object");
    paths->frame = msim_room(paths->frame, paths->frames, sizeof *paths->frame);
    paths->frame[paths->frames].step = first;
    paths->frame[paths->frames++].steps = paths->steps - first;
    return true;
}

/* The next number of a line, at most `most`. */
static bool take_number(const struct msim_line_reader *lines, char **text, uint64_t least,
                        uint64_t most, uint64_t *number)
{
    if (!msim_line_reader_number(lines, "a number", msim_cut_word(text), number))
        return false;
    return (*number >= least && *number <= most) ||
           msim_line_reader_fail(lines, "expected a number from %llu to %llu, found %llu",
                                 (unsigned long long)least, (unsigned long long)most,
                                 (unsigned long long)*number);
}

/* "CALLER FRAME" */
static bool take_path(struct msim_alloc_paths *paths, const struct msim_line_reader *lines,
                      char *text)
{
    uint64_t caller, frame;
    if (!take_number(lines, &text, 0, paths->paths, &caller) ||
        !take_number(lines, &text, 1, paths->frames, &frame))
        return false;
    paths->path = msim_room(paths->path, paths->paths, sizeof *paths->path);
    paths->path[paths->paths].caller = (uint32_t)caller;
    paths->path[paths->paths++].frame = (uint32_t)frame;
    return true;
}

/* "PATH LEVEL REGION COUNT..." */
static bool take_blocks(struct msim_alloc_paths *paths, const struct msim_line_reader *lines,
                        char *text)
{
    struct msim_alloc_place place = {0};
    uint64_t path, level, region;
    if (!take_number(lines, &text, 0, paths->paths, &path))
        return false;
    uint32_t frame = path ? paths->path[path - 1].frame : 0;
    uint64_t levels = frame ? paths->frame[frame - 1].steps : 1;
    if (!take_number(lines, &text, 0, levels - 1, &level) ||
        !take_number(lines, &text, 0, UINT32_MAX, &region))
        return false;
    place.path = (uint32_t)path;
    place.level = (uint32_t)level;
    place.region = region;
    for (size_t i = 0; i < MSIM_PATH_COUNTS; i++)
        if (!take_number(lines, &text, 0, INT64_MAX, &place.count[i]))
            return false;
    if (*text)
        return msim_line_reader_fail(lines, "expected %d counts", MSIM_PATH_COUNTS);
    MSIM_PUSH(paths->place, paths->places, place);
    return true;
}

bool msim_alloc_paths_take(struct msim_alloc_paths *paths, const struct msim_line_reader *lines,
                           char *text)
{
    static const struct {
        const char *begins;
        bool (*take)(struct msim_alloc_paths *paths, const struct msim_line_reader *lines,
                     char *text);
    } kinds[] = {{"frame: ", take_frame}, {"path: ", take_path}, {"blocks: ", take_blocks}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(text, kinds[i].begins, strlen(kinds[i].begins)))
            return kinds[i].take(paths, lines, text + strlen(kinds[i].begins));
    return true; /* of a later version */
}

void msim_alloc_paths_free(struct msim_alloc_paths *paths)
{
    MSIM_FREE(paths->step, paths->frame, paths->path, paths->place);
}

/* --- Steps -------------------------------------------------------------------------------- */

/* Leaves out what is not the user's, if anything is. */
static size_t fold(const struct msim_alloc_paths *paths, const struct msim_mine *mine, size_t *step,
                   size_t used)
{
    size_t kept = 0;
    for (size_t i = 0; i < used; i++) {
        const struct msim_alloc_step *is = &paths->step[step[i]];
        if (msim_is_mine(mine, is->file, is->object))
            step[kept++] = step[i];
    }
    return kept ? kept : used;
}

size_t *msim_alloc_paths_steps(const struct msim_alloc_paths *paths,
                               const struct msim_alloc_place *place, const struct msim_mine *mine,
                               size_t *used)
{
    size_t *step = NULL, level = place->level;
    *used = 0;
    for (uint32_t at = place->path; at; at = paths->path[at - 1].caller, level = 0) {
        uint32_t frame = paths->path[at - 1].frame - 1;
        for (size_t i = level; i < paths->frame[frame].steps; i++)
            MSIM_PUSH(step, *used, paths->frame[frame].step + i);
    }
    if (mine)
        *used = fold(paths, mine, step, *used);
    return step;
}
