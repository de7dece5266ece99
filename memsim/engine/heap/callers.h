/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Callers: the places of a program that heap memory comes from, and how much of it each has.
 *
 * A recorded stack begins with the caller of the outermost allocation function.  Functions that the user
 * calls allocation functions too (--alloc-fn) are taken off its inner end; what remains is a call of the
 * dictionary again, and names the place.  If all functions are such ones, the outermost stays.
 *
 * Each place has the bytes that live now, and those that lived at the peak.  These are found without
 * work at the peak: there is a number of the peak, which grows when a new one is reached.  A place whose
 * number is older has had no change since; before one comes, its bytes are put by.  So the bytes at the
 * peak are exact, and a change costs O(1).
 */
#ifndef MSIM_ENGINE_HEAP_CALLERS_H
#define MSIM_ENGINE_HEAP_CALLERS_H


#include "options.h"
#include "stream/dict.h"

/* Bytes, or anything else, now and at the peak of that number. */
struct msim_peaked {
    uint64_t now, put_by, peak;
};

static inline void msim_peaked_set(struct msim_peaked *peaked, uint64_t peak, uint64_t now)
{
    if (peaked->peak != peak)
        peaked->put_by = peaked->now;
    peaked->peak = peak;
    peaked->now = now;
}

static inline uint64_t msim_peaked_at(const struct msim_peaked *peaked, uint64_t peak)
{
    return peaked->peak == peak ? peaked->put_by : peaked->now;
}

#define MSIM_NO_SITE UINT32_MAX

/* Columns of the file of allocations, but for the bytes at the peak. */
struct msim_alloc_counts {
    uint64_t allocs, bytes, frees, temp, failed;
};

struct msim_place {
    uint32_t call; /* of the dictionary; 0: nothing is known of the caller */
    uint32_t site; /* of its innermost frame; MSIM_NO_SITE: none */
    bool ignored;  /* --ignore-fn */
    struct msim_peaked bytes;
    struct msim_alloc_counts counts;
};

struct msim_callers {
    const struct msim_dict *dict;
    const struct msim_heap_options *options;
    struct msim_table places;
    struct msim_table of_call; /* place + 1; 0: not looked up yet */
};

void msim_callers_init(struct msim_callers *callers, const struct msim_mem *mem,
                       const struct msim_dict *dict, const struct msim_heap_options *options);

/* The number of the place for a recorded stack. */
uint32_t msim_callers_place(struct msim_callers *callers, uint32_t stack);

static inline struct msim_place *msim_place_at(const struct msim_callers *callers, uint32_t place)
{
    return msim_table_at(&callers->places, place);
}

/* Is `name` one of these?  One that ends in * stands for all that begin like it. */
bool msim_names_have(const struct msim_names *names, const char *name);

#endif
