/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * By which calls a program allocated: the lines "fl=# heap-..." of a file of allocations, which
 * older files do not have (docs/format.md).
 *
 * Numbers begin with 1, and 0 is none.  Strings point into the file's bytes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/files/lines.h"
#include "cmd/patterns/mine.h"

enum { MSIM_PATH_COUNTS = 7 }; /* those of a file of allocations, in its order */

/* A function, and where it calls the next inner one. */
struct msim_alloc_step {
    const char *function, *file, *object; /* "???": unknown */
    uint64_t line;                        /* 0: unknown */
};

struct msim_alloc_paths {
    struct msim_alloc_step *step;
    size_t steps;
    struct {
        size_t step, steps; /* with inlined functions, several: the innermost first */
    } * frame;
    size_t frames;
    struct {
        uint32_t caller, frame;
    } * path;
    size_t paths;
    struct msim_alloc_place {
        uint32_t path, level; /* level: the step of its frame that allocates */
        size_t region;
        uint64_t count[MSIM_PATH_COUNTS];
    } * place;
    size_t places;
};

/* Takes the rest of a line after "fl=# heap-"; false: it is wrong. */
bool msim_alloc_paths_take(struct msim_alloc_paths *paths, const struct msim_line_reader *lines,
                           char *text);

/* The steps of a place from the one that allocates outwards: numbers of steps, `*used` of them,
 * from malloc.  `mine`: without those of libraries, if any is the user's; NULL: all. */
size_t *msim_alloc_paths_steps(const struct msim_alloc_paths *paths,
                               const struct msim_alloc_place *place, const struct msim_mine *mine,
                               size_t *used);

void msim_alloc_paths_free(struct msim_alloc_paths *paths);
