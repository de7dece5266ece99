/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of a file of counts, part by part of the run (caches/parts.h), so that what other
 * programs add up for each line is the whole.  As sites.h does, a part is named by a file without
 * counts:
 *
 *     fl=# part: 2 load<tab>parse      of all that follows: `parse` in `load`, which began twice
 *
 * What is in no region comes first, without such a line.  Counts up to a dump are in a part `dump
 * 1`, with its reason, `dump 1: at exit`.
 */
#pragma once

#include "engine/caches/parts.h"
#include "report.h"

/* True: the run has more than one part. */
bool msim_has_parts(const struct msim_parts *parts);

/* The part of what is in no region since the last dump; false: no such part. */
bool msim_parts_rest(const struct msim_parts *parts, uint32_t *rest);

/* The lines of one part, in any file of counts. */
struct msim_part_lines {
    const char *before; /* the line that names a part begins with this */
    void (*put)(void *self, uint32_t part);
    bool (*any)(const void *self, uint32_t part); /* true: the part has counts */
    void *self;
};

/* Names each part, and has its lines written. */
void msim_put_each_part(struct msim_text *text, const struct msim_parts *parts,
                        const struct msim_dict *dict, const struct msim_part_lines *lines);

/* Writes all lines.  `sites`: in the order of the file. */
void msim_put_parts(struct msim_text *text, const struct msim_report *report,
                    const struct msim_mem *mem, const uint32_t *sites);

/* The name of a stretch that a dump ended. */
void msim_put_dump_name(struct msim_text *text, const struct msim_parts *parts,
                        const struct msim_dict *dict, uint32_t stretch);

/* A name on a path: that of a region, or "thread 1". */
void msim_put_part_name(struct msim_text *text, const struct msim_dict *dict, uint32_t name);

/* The names of a part, from the outermost, with `between` between them. */
void msim_put_part_names(struct msim_text *text, const struct msim_parts *parts,
                         const struct msim_dict *dict, uint32_t part, const char *between);
