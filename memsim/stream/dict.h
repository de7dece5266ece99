/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The dictionary: the static half of the stream.  It holds strings, source locations ("sites") with
 * the inlined calls they are in, and segments, each named by a small number that never changes and
 * is never reused.
 *
 * Describing the same thing again returns the same number.  Valgrind translates code again whenever
 * its translation was evicted or the code was mapped again; without this rule, a long run would
 * describe the same code without end.
 */
#pragma once

#include "calls.h"
#include "lookup.h"
#include "mem.h"
#include "stream.h"

struct msim_site {
    uint32_t file; /* strings */
    uint32_t function;
    uint32_t line;    /* 0: unknown */
    uint32_t object;  /* the executable or library: a string + 1; 0: unknown */
    uint32_t inlined; /* the innermost inlined call that the code is in; 0: none, or not recorded */
    uint32_t same_hash;
    uint64_t address; /* of the instruction in its object, as linked; 0: not recorded */
    uint64_t begins;  /* where its function begins, as linked; 0: it has no name, or not recorded */
};

/*
 * A call that the compiler replaced by the body of the function: code of c() in a function f, where
 * f inlined b(), which inlined c(), is
 *
 *      site {file and line of the code, function f, inlined 2}
 *      inlined 2 {function c, the line of b() that calls c, outer 1}
 *      inlined 1 {function b, the line of f that calls b, outer 0}
 */
struct msim_inlined {
    uint32_t outer;    /* the inlined call that this one is in; 0: none */
    uint32_t function; /* strings: what was inlined, */
    uint32_t file;     /* and where it is called */
    uint32_t line;
    uint32_t same_hash;
};

struct msim_dict {
    struct msim_arena arena;
    struct msim_table strings, inlined, sites, segments;
    struct msim_lookup string_lookup, inlined_lookup, site_lookup, segment_lookup;
    struct msim_calls calls;
};

void msim_dict_init(struct msim_dict *dict, const struct msim_mem *mem);

/* The size of a dictionary at some moment. */
struct msim_dict_counts {
    uint32_t strings, inlined, sites, segments, frames, calls;
};

struct msim_dict_counts msim_dict_counts(const struct msim_dict *dict);

/* Makes a view: a dictionary that shares all elements with `dict`, now and later, but shows only as
 * many as msim_dict_show() was last called with.  So an observer that reads the stream later than
 * it is written sees the dictionary as it was then.  Nothing can be added to a view. */
void msim_dict_view(struct msim_dict *view, const struct msim_dict *dict);
void msim_dict_show(struct msim_dict *view, const struct msim_dict_counts *counts);

uint32_t msim_dict_string(struct msim_dict *dict, const char *text);
uint32_t msim_dict_site(struct msim_dict *dict, uint32_t file, uint32_t function, uint32_t line);
/* The same of code in an executable or library; `object` is as in the site. */
uint32_t msim_dict_site_in(struct msim_dict *dict, uint32_t file, uint32_t function, uint32_t line,
                           uint32_t object);
/* The same with everything that a site has. */
uint32_t msim_dict_whole_site(struct msim_dict *dict, const struct msim_site *site);

/* The number of an inlined call, from 1.  0: all numbers are taken. */
uint32_t msim_dict_inlined(struct msim_dict *dict, const struct msim_inlined *inlined);

/* Copies `segment` with its arrays if it is new; what it computes makes no difference.  UINT32_MAX:
 * all numbers are taken. */
uint32_t msim_dict_segment(struct msim_dict *dict, const struct msim_segment *segment);

const char *msim_dict_text(const struct msim_dict *dict, uint32_t string);

static inline const struct msim_site *msim_dict_site_at(const struct msim_dict *dict, uint32_t site)
{
    return msim_table_at(&dict->sites, site);
}

static inline const struct msim_inlined *msim_dict_inlined_at(const struct msim_dict *dict,
                                                              uint32_t inlined)
{
    return msim_table_at(&dict->inlined, inlined);
}

static inline const struct msim_segment *msim_dict_segment_at(const struct msim_dict *dict,
                                                              uint32_t segment)
{
    return msim_table_at(&dict->segments, segment);
}
