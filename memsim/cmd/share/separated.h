/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines of memory whose parts have lines of their own, as if shared lines were fixed.
 *
 *     line at 0x1000     | a a a | b b b | c c |        a part begins where present.h says so
 *     afterwards         | a a a |                      the first part stays where it is;
 *     at MSIM_SPACE_FIRST        | b b b |              each of the others is in a line that the
 *     and the next line                  | c c |        program does not use, at its old offset
 *
 * What has no line here stays.  Lines are numbered from 1 on in the order in which they were added:
 * their rows of counts.
 *
 * A mapper (engine/caches/mapper.h) replays a trace with them.  A reference that crosses the border
 * of a part becomes several, one in each part.  Row 0 of the profile has all other data.
 *
 * Cost: a look-up for each reference to data.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/base/index.h"

enum { MSIM_SEPARATED_OTHER }; /* the row of all other data */

struct msim_separated_line {
    uint64_t number;       /* its address in lines */
    const uint32_t *start; /* offsets of its parts but the first, ascending; none is 0 */
    size_t starts;
    uint64_t to; /* the line of the second part; those of others follow */
};

struct msim_separated {
    uint64_t bytes; /* of a line, a power of two */
    struct msim_separated_line *line;
    size_t lines;
    struct msim_index index;  /* of lines by number */
    uint64_t lowest, highest; /* numbers of lines */
    uint64_t next;            /* line that is not used yet */
};

void msim_separated_init(struct msim_separated *separated, uint64_t bytes);

/* Adds a line; no line is added twice.  `start` is used as long as `separated` is.  Returns its
 * row. */
uint32_t msim_separated_add(struct msim_separated *separated, uint64_t address,
                            const uint32_t *start, size_t starts);

void msim_separated_free(struct msim_separated *separated);

/* `separated` stays as it is while the mapper is used. */
struct msim_mapper;
struct msim_mapper msim_separated_mapper(struct msim_separated *separated);

/* A trace that was replayed before, and how. */
struct msim_separated_trace {
    const char *name;
    bool partial;
    char *const *operand; /* options of the tool, and others, which do not begin with "-" */
    int operands;
};

/* The misses of each row of `separated`, and after them those of the whole run; they are never
 * freed.  A trace or an option that is wrong ends the command. */
const uint64_t *msim_separated_count(struct msim_separated *separated,
                                     const struct msim_separated_trace *trace);
