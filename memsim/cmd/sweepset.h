/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a sweep found: the cells of a grid, and what the costliest functions have in each of them.
 *
 * Made by msim_sweep_read from any number of files, the parts of one grid, then by msim_sweep_join once.
 * From then on cells stand in the order of their keys, functions in the order of level, name, file and
 * key, nothing stands there twice, and every function's cell is there.  Strings point into the files'
 * bytes, which the set owns.
 *
 * Nothing here prints or ends the command: a fault is left in `error`, for the caller to tell.
 */
#ifndef MSIM_CMD_SWEEPSET_H
#define MSIM_CMD_SWEEPSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../engine/geometry.h"

struct msim_misses {
    uint64_t read, write, instruction;
};

/* Which of them are asked for. */
enum msim_of { MSIM_OF_ALL, MSIM_OF_READ, MSIM_OF_WRITE, MSIM_OF_INSTRUCTION };

/* Which cell: bytes, ways and line, or entries, ways and page.  ways == 0: fully associative. */
struct msim_cell_key {
    enum msim_level level;
    uint64_t size, ways, line;
};

/* Where it was read, for messages. */
struct msim_sweep_place {
    const char *file;
    size_t part, line; /* the number of the file, and in it */
};

struct msim_cell {
    struct msim_cell_key key;
    uint64_t references;
    struct msim_misses misses;
    struct msim_sweep_place place;
};

/* One function's part of one cell's misses. */
struct msim_share {
    struct msim_cell_key key;
    struct msim_misses misses;
    const char *function, *file;
    struct msim_sweep_place place;
};

struct msim_sweep {
    const char *command, *machine; /* of the first file */
    struct msim_cell *cell;
    size_t cells;
    struct msim_share *share;
    size_t shares;

    char **bytes; /* of each file */
    size_t files;

    struct {
        struct msim_sweep_place place;
        char text[240];
    } error;
};

/* Puts the parts together.  false: they do not belong together; see error. */
bool msim_sweep_join(struct msim_sweep *sweep);

/* What to keep; all bits set: everything. */
struct msim_sweep_choice {
    unsigned levels; /* bit i: enum msim_level i */
    uint64_t ways, line;
};
#define MSIM_ANY UINT64_MAX
void msim_sweep_select(struct msim_sweep *sweep, const struct msim_sweep_choice *choice);

void msim_sweep_free(struct msim_sweep *sweep);

/* The cell with that key, or NULL.  Only after the join. */
const struct msim_cell *msim_sweep_cell(const struct msim_sweep *sweep,
                                        const struct msim_cell_key *key);

/* The first cell at or behind `from` that is of another level; cells of one level stand together. */
size_t msim_sweep_level_end(const struct msim_sweep *sweep, size_t from);

/* The first share at or behind `from` that is of another function. */
size_t msim_sweep_function_end(const struct msim_sweep *sweep, size_t from);

/* By level, size, ways (full is the most) and line. */
int msim_cell_order(const struct msim_cell_key *a, const struct msim_cell_key *b);

uint64_t msim_misses_of(const struct msim_misses *misses, enum msim_of of);

/* "I1" and so on; the level of that name, or MSIM_LEVELS. */
const char *msim_level_name(enum msim_level level);
enum msim_level msim_level_named(const char *name);

/* Says what is wrong at `place`; returns false. */
__attribute__((format(printf, 3, 4))) bool
msim_sweep_fault(struct msim_sweep *sweep, struct msim_sweep_place place, const char *format, ...);

#endif
