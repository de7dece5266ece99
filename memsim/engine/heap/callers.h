/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Callers: the places in a program that allocate heap memory, and how much each of them holds.
 *
 * A recorded stack begins with the caller of the outermost allocation function.  Functions that the
 * user declares to be allocation functions, too (--alloc-fn), are removed from its inner end.  The
 * rest is again a call of the dictionary, which identifies the place.  If all functions are such
 * ones, the outermost stays.
 *
 * A frame stands for a function and, if they are shown, for those that were inlined where its code
 * is.  These are its levels: 0 is the innermost, the last one the function that contains the code.
 *
 * If the run has parts (engine/parts/), a place belongs to one of them: the same calls in another
 * part are another place.
 *
 * Each place has its live bytes, now and at the peak.  Both are exact, and a change costs O(1)
 * (peaked.h).
 */
#pragma once

#include "engine/blocks/peaked.h"
#include "engine/parts/pairs.h"
#include "options.h"
#include "stream/dict.h"

#define MSIM_NO_SITE UINT32_MAX

/* The columns of the file of allocations, except for the bytes at the peak. */
struct msim_alloc_counts {
    uint64_t allocs, bytes, frees, temp, failed;
};

struct msim_place {
    uint32_t call;  /* of the dictionary; 0: the caller is unknown */
    uint32_t level; /* of its innermost frame: that of the function which allocates */
    uint32_t site;  /* of its innermost frame; MSIM_NO_SITE: none */
    uint32_t part;  /* of the run */
    bool ignored;   /* --ignore-fn */
    struct msim_peaked bytes;
    struct msim_alloc_counts counts;
};

struct msim_callers {
    const struct msim_dict *dict;
    const struct msim_heap_options *options;
    bool inlined; /* inlined functions are shown; set it before there are places */
    struct msim_table places;
    struct msim_table of_call; /* place + 1; 0: not looked up yet */
    uint32_t part;             /* the present part of the run */
    struct msim_pairs in_part; /* by part but 0, and place in part 0: struct msim_place_in_part */
};

struct msim_place_in_part {
    struct msim_pair pair;
    uint32_t place;
};

void msim_callers_init(struct msim_callers *callers, const struct msim_mem *mem,
                       const struct msim_dict *dict, const struct msim_heap_options *options);

/* The last level of a frame. */
uint32_t msim_callers_levels(const struct msim_callers *callers, uint32_t frame);

/* A level of a frame: strings, and a line, 0 if it is unknown. */
struct msim_heap_function {
    uint32_t function, file, line;
};
struct msim_heap_function msim_callers_level(const struct msim_callers *callers, uint32_t frame,
                                             uint32_t level);

/* The number of the place for a recorded stack, in the present part. */
uint32_t msim_callers_place(struct msim_callers *callers, uint32_t stack);

static inline struct msim_place *msim_place_at(const struct msim_callers *callers, uint32_t place)
{
    return msim_table_at(&callers->places, place);
}

/* True: `name` matches one of `names` (msim_glob). */
bool msim_names_have(const struct msim_option_names *names, const char *name);
