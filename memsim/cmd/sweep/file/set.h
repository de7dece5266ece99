/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a sweep found: the cells of a grid, and what the costliest functions have in each of them.
 *
 * Made by msim_swept_read from any number of files, the parts of one grid, then by msim_swept_join once.
 * From then on cells stand in the order of their keys, functions in the order of level, name, file and
 * key, nothing stands there twice, and every function's cell is there.  Strings point into the files'
 * bytes, which the set owns.
 *
 * Nothing here prints or ends the command, unless memory runs out: what is wrong is left in `error`.
 */
#ifndef MSIM_CMD_SWEEP_FILE_SET_H
#define MSIM_CMD_SWEEP_FILE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/files/lines.h"
#include "engine/machine/geometry.h"

struct msim_missed {
    uint64_t read, write, instruction;
};

/* Which of them are asked for. */
enum msim_of { MSIM_OF_ALL, MSIM_OF_READ, MSIM_OF_WRITE, MSIM_OF_INSTRUCTION };

/* Which cell: bytes, ways and line, or entries, ways and page.  ways == 0: fully associative. */
struct msim_cell_key {
    enum msim_level level;
    uint64_t size, ways, line;
};

/* Where something was read, for messages. */
struct msim_swept_place {
    const char *file;
    size_t part, line; /* the number of the file, and in it */
};

struct msim_swept_cell {
    struct msim_cell_key key;
    uint64_t references;
    struct msim_missed misses;
    struct msim_swept_place place;
};

/* One function's part of one cell's misses. */
struct msim_share {
    struct msim_cell_key key;
    struct msim_missed misses;
    const char *function, *file;
    struct msim_swept_place place;
};

struct msim_swept {
    const char *command, *machine; /* of the first file */
    struct msim_swept_cell *cell;
    size_t cells;
    struct msim_share *share;
    size_t shares;

    char **bytes; /* of each file */
    size_t files;

    struct msim_file_error error;
};

/* Puts the parts together.  false: they do not belong together; see error. */
bool msim_swept_join(struct msim_swept *sweep);

/* What to keep; all bits set: everything. */
struct msim_swept_choice {
    unsigned levels; /* bit i: enum msim_level i */
    uint64_t ways, line;
};
#define MSIM_ANY UINT64_MAX
void msim_swept_select(struct msim_swept *sweep, const struct msim_swept_choice *choice);

/* Keeps the costliest functions of each level, by their misses summed over its cells. */
void msim_swept_keep(struct msim_swept *sweep, size_t functions);

void msim_swept_free(struct msim_swept *sweep);

/* The cell with that key, or NULL.  Only after the join. */
const struct msim_swept_cell *msim_swept_find(const struct msim_swept *sweep,
                                              const struct msim_cell_key *key);

/* The first cell at or behind `from` that is of another level; cells of one level stand together. */
size_t msim_swept_level_end(const struct msim_swept *sweep, size_t from);

/* The first share at or behind `from` that is of another function. */
size_t msim_swept_function_end(const struct msim_swept *sweep, size_t from);

/* By level, size, ways (full is the most) and line. */
int msim_cell_order(const struct msim_cell_key *a, const struct msim_cell_key *b);

uint64_t msim_missed_of(const struct msim_missed *misses, enum msim_of of);

/* The level of that name, or MSIM_LEVELS. */
enum msim_level msim_level_named(const char *name);

#endif
