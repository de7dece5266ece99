/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines of memory whose parts have lines of their own, as if the cures of shared lines were made.
 *
 *     line at 0x1000     | a a a | b b b | c c |        a part begins where cure.h says so
 *     afterwards         | a a a |                      the first part stays where it is;
 *     at MSIM_SPACE_FIRST        | b b b |              each of the others is in a line that the program does
 *     and the next line                  | c c |        not use, at the offset that it had
 *
 * What has no line here stays.  Lines are numbered from 1 on in the order in which they were added: their rows of
 * counts.
 */
#ifndef MSIM_CMD_SHARE_PARTED_LINES_H
#define MSIM_CMD_SHARE_PARTED_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "cmd/base/index.h"

enum { MSIM_PARTED_OTHER }; /* the row of all other data */

struct msim_parted_line {
    uint64_t number;       /* its address in lines */
    const uint32_t *start; /* offsets of its parts but the first, ascending; none is 0 */
    size_t starts;
    uint64_t to; /* the line of the second part; those of others follow */
};

struct msim_parted {
    uint64_t bytes; /* of a line, a power of two */
    struct msim_parted_line *line;
    size_t lines;
    struct msim_index index;  /* of lines by number */
    uint64_t lowest, highest; /* numbers of lines */
    uint64_t next;            /* line that is not used yet */
};

void msim_parted_init(struct msim_parted *parted, uint64_t bytes);

/* Adds a line; no line is added twice.  `start` is used as long as `parted` is.  Returns its row. */
uint32_t msim_parted_add(struct msim_parted *parted, uint64_t address, const uint32_t *start,
                         size_t starts);

/* The row of the line of that number.  Numbers below or above those of all lines cost a comparison. */
uint32_t msim_parted_row(const struct msim_parted *parted, uint64_t number);

void msim_parted_free(struct msim_parted *parted);

#endif
