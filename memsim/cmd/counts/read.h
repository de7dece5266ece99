/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads profiles in Cachegrind's format.
 *
 *     desc: TEXT              any number of these
 *     cmd: TEXT
 *     events: EVENT ...
 *     fl=FILE                 then functions and lines, with # comments and empty lines
 *     fn=FUNCTION             lines before the first one are of a function "<unspecified>"
 *     fl=# object: PATH       no file, but where the code of all that follows is; sites.h writes it
 *     fl=# inlined: FUNCTION<tab>LINE<tab>FILE...    no file, but the inlined calls that it is in
 *     fl=# part: TIMES NAME<tab>NAME...    no file, but the regions that all that follows ran in
 *     fl=# branch: ...        no file, but what a branch did (branches.h)
 *     fl=# base: COUNT ...    after that line, in a difference: what was subtracted there
 *     LINE COUNT ...
 *     summary: COUNT ...
 *
 * Whatever the bytes, the result is either a correct set, where every line of every section has
 * been checked, or an error.
 */
#pragma once

#include <stdio.h>

#include "counts.h"

/* How to rename files and functions. */
struct msim_renaming {
    /* Returns the new name, from malloc, or NULL: unchanged. */
    char *(*rename)(const void *rules, const char *name);
    const void *file_rules, *function_rules; /* NULL: no renaming */
};

/* Adds a source to the set; `negative`: its counts are subtracted.  `name`, for messages, must
 * stay.  `bytes`, from malloc, are `size` bytes and a 0 after them, and belong to the set from now
 * on.  `renaming` may be NULL.  All sources must have the same events.  false: see counts->error;
 * the set must be freed all the same. */
bool msim_counts_read(struct msim_counts *counts, const char *name, char *bytes, size_t size,
                      bool negative, const struct msim_renaming *renaming);

/* The same for the file `name`; ends the command if it cannot be read or something is wrong with
 * it. */
void msim_counts_load(struct msim_counts *counts, const char *name, bool negative,
                      const struct msim_renaming *renaming);

/* What `memsim diff` does besides reading two profiles. */

/* If each side of a difference has one object that the other one lacks, they are two versions of
 * the same program: makes them one, with the name after the change. */
void msim_counts_match_objects(struct msim_counts *counts);

/*
 * Writing a set as one profile.
 *
 * Lines, functions and files without counts are left out.  Names are in the order of their bytes
 * and lines in the order of their numbers, so the order of the sources does not matter.  Memory:
 * the lines of one function.
 */

/* `difference`: there are two sources, the first is negative, and its totals are written as those
 * of the base.  Without `lines`, all counts of a function are in line 0.  Errors stay in the FILE,
 * for the caller. */
void msim_counts_write(const struct msim_counts *counts, bool difference, bool lines, FILE *to);
