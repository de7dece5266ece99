/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The results of a sweep: the cells of a grid, and the costliest functions' shares in each.
 *
 * Made by msim_swept_read from any number of files, the parts of one grid, then by one
 * msim_swept_join.  After that, cells are in the order of their keys and functions in the order of
 * level, name, file and key, there are no duplicates, and the cell of every function exists.
 * Strings point into the files' bytes, which the set owns.
 *
 * Nothing here prints or ends the command, unless memory runs out: errors are left in `error`.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cmd/files/lines.h"
#include "engine/machine/geometry.h"

struct msim_missed {
    uint64_t read, write, instruction;
};

/* Which misses are shown. */
enum msim_of { MSIM_OF_ALL, MSIM_OF_READ, MSIM_OF_WRITE, MSIM_OF_INSTRUCTION };

/* A cell's geometry: bytes, ways and line, or entries, ways and page.  ways == 0: fully
 * associative. */
struct msim_cell_key {
    enum msim_level level;
    uint64_t size, ways, line;
};

/* Where something was read, for messages. */
struct msim_swept_place {
    const char *file;
    size_t part, line; /* the number of the file, and the line in it */
};

struct msim_swept_cell {
    struct msim_cell_key key;
    uint64_t references;
    struct msim_missed misses;
    struct msim_swept_place place;
};

/* One function's share of one cell's misses. */
struct msim_function_share {
    struct msim_cell_key key;
    struct msim_missed misses;
    const char *function, *file;
    struct msim_swept_place place;
};

struct msim_swept {
    const char *command, *machine; /* of the first file */
    const char **fact;             /* the first file's fingerprint, "KEY: TEXT" */
    size_t facts;
    const char *incomplete; /* why the file read last is that; NULL: it is not */
    struct msim_swept_cell *cell;
    size_t cells;
    struct msim_function_share *share;
    size_t shares;

    char **bytes; /* of each file */
    size_t files;

    struct msim_file_error error;
};

/* Joins the parts.  false: they do not belong together; see error. */
bool msim_swept_join(struct msim_swept *sweep);

/* Which cells to keep; all bits of a field set: any. */
struct msim_swept_choice {
    unsigned levels; /* bit i: enum msim_level i */
    uint64_t ways, line;
};
#define MSIM_ANY UINT64_MAX
void msim_swept_select(struct msim_swept *sweep, const struct msim_swept_choice *choice);

/* Keeps the costliest functions of each level, by their misses summed over its cells. */
void msim_swept_keep(struct msim_swept *sweep, size_t functions);

void msim_swept_free(struct msim_swept *sweep);

/* The cell with that key, or NULL.  Only in a joined set. */
const struct msim_swept_cell *msim_swept_find(const struct msim_swept *sweep,
                                              const struct msim_cell_key *key);

/* The end of the cells of one level, which are adjacent and begin at `from`. */
size_t msim_swept_level_end(const struct msim_swept *sweep, size_t from);

/* The end of one function's shares, which begin at `from`. */
size_t msim_swept_function_end(const struct msim_swept *sweep, size_t from);

/* Orders by level, size, ways (full is the largest) and line. */
int msim_cell_order(const struct msim_cell_key *a, const struct msim_cell_key *b);

uint64_t msim_missed_of(const struct msim_missed *misses, enum msim_of of);

/* The level of that name, or MSIM_LEVELS. */
enum msim_level msim_level_named(const char *name);

/* Errors stay in the FILE, for the caller. */
void msim_swept_part(const struct msim_swept *sweep, FILE *to);

/*
 * Reads the files of sweeps, "# memsim sweep 1".
 *
 *     # memsim sweep 1
 *     # command: TEXT
 *     # machine: LEVEL=SIZE,WAYS,LINE ...
 *     LEVEL SIZE WAYS LINE REFERENCES READ-MISSES WRITE-MISSES INSTRUCTION-MISSES
 *     #fn LEVEL SIZE WAYS LINE READ-MISSES WRITE-MISSES INSTRUCTION-MISSES FUNCTION FILE
 *     #end NUMBER-OF-CELLS
 *
 * Fields are separated by tabs.  Other lines that begin with # are ignored.  Files may come from
 * anywhere: whatever the bytes, the result is either a correct set or an error with its line.
 */

/* Adds the cells of one file to `sweep`, which starts zeroed.  `name`, for messages, must stay.
 * `bytes`, from malloc, are `size` bytes and a 0 after them, and belong to the set from now on.
 * false: see sweep->error. */
bool msim_swept_read(struct msim_swept *sweep, const char *name, char *bytes, size_t size);
