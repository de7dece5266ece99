/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The dictionary: the static half of the stream.  It holds strings, source locations ("sites") and
 * segments, each named by a small number that never changes and is never reused.
 *
 * Describing the same thing again returns the same number.  Valgrind translates code again whenever
 * its translation was evicted or the code was mapped again; without this rule, a long run would
 * describe the same code without end.
 */
#ifndef MSIM_STREAM_DICT_H
#define MSIM_STREAM_DICT_H

#include "calls.h"
#include "lookup.h"
#include "mem.h"
#include "stream.h"

struct msim_site {
    uint32_t file; /* strings */
    uint32_t function;
    uint32_t line;   /* 0: unknown */
    uint32_t object; /* that contains the code: a string + 1; 0: unknown */
    uint32_t same_hash;
};

struct msim_dict {
    struct msim_arena arena;
    struct msim_table strings, sites, segments;
    struct msim_lookup string_lookup, site_lookup, segment_lookup;
    struct msim_calls calls;
};

void msim_dict_init(struct msim_dict *dict, const struct msim_mem *mem);

/* How much of a dictionary there is at some moment. */
struct msim_dict_counts {
    uint32_t strings, sites, segments, frames, calls;
};

struct msim_dict_counts msim_dict_counts(const struct msim_dict *dict);

/* Makes a dictionary that shares what `dict` has and will have, and shows as much of it as was said
 * last.  Whoever reads the stream later than it is written sees what there was then.  Nothing can be
 * added to a view. */
void msim_dict_view(struct msim_dict *view, const struct msim_dict *dict);
void msim_dict_show(struct msim_dict *view, const struct msim_dict_counts *counts);

uint32_t msim_dict_string(struct msim_dict *dict, const char *text);
uint32_t msim_dict_site(struct msim_dict *dict, uint32_t file, uint32_t function, uint32_t line);
/* The same of code in an executable or library; `object` is as in the site. */
uint32_t msim_dict_site_in(struct msim_dict *dict, uint32_t file, uint32_t function, uint32_t line,
                           uint32_t object);

/* Copies `segment` with its arrays if it is new.  UINT32_MAX: all numbers are taken. */
uint32_t msim_dict_segment(struct msim_dict *dict, const struct msim_segment *segment);

const char *msim_dict_text(const struct msim_dict *dict, uint32_t string);

static inline const struct msim_site *msim_dict_site_at(const struct msim_dict *dict, uint32_t site)
{
    return msim_table_at(&dict->sites, site);
}

static inline const struct msim_segment *msim_dict_segment_at(const struct msim_dict *dict,
                                                              uint32_t segment)
{
    return msim_table_at(&dict->segments, segment);
}

#endif
