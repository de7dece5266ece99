/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A bound on what contexts take.  Near it, recursion is folded: a call of a function that is on the
 * path already goes on in that context.  At it, other calls that would need a new context are
 * counted below a context "(beyond --calls-limit)", where each function has one.
 *
 * So each function counts itself what it did, and so does each part of the run; only paths are
 * lost.
 *
 * What contexts take is counted in elements, not in memory of the process, so the same run folds
 * the same calls wherever it is observed.
 */
#pragma once

#include "engine/base/text.h"
#include "stream/mem.h"

enum { MSIM_BOUND_TABLES = 4 };

struct msim_bound {
    uint64_t limit; /* in bytes; 0: no limit */
    uint32_t each;  /* bytes that a context counts as */
    struct {
        const struct msim_table *table; /* whose elements count as well, */
        uint32_t each;
    } other[MSIM_BOUND_TABLES];
    unsigned others;
    bool lifted;     /* for now: contexts are made whatever they take */
    bool folds;      /* recursion is folded from now on */
    uint32_t beyond; /* the function "(beyond --calls-limit)"; 0: not made yet */
    uint32_t extra;  /* how many contexts are below it */
    uint64_t folded; /* calls that went on in a context of their path since, */
    uint64_t flat;   /* and below it */
    bool unnoted;    /* there is a first one, whose time is not noted yet */
    uint64_t since;  /* the instructions before it */
};

/* Elements of the table count as this many bytes each. */
void msim_bound_count(struct msim_bound *bound, const struct msim_table *table, uint32_t each);

/* True: with this number of contexts, recursion is folded, from now on. */
bool msim_bound_is_near(struct msim_bound *bound, uint32_t contexts);

/* True: there is no room for another context. */
bool msim_bound_is_reached(const struct msim_bound *bound, uint32_t contexts);

/* The same for one below "(beyond --calls-limit)".  Those come on top of the limit. */
bool msim_bound_is_passed(const struct msim_bound *bound);

/* A call is beyond the limit.  The second function notes later how many instructions had begun
 * before the first such call. */
void msim_bound_take(struct msim_bound *bound, bool folded);
void msim_bound_note(struct msim_bound *bound, uint64_t instructions);

/* From now on, calls are folded as at the limit. */
void msim_bound_lower(struct msim_bound *bound, uint32_t contexts);

/* Forgets these calls: a forked child has calls of its own. */
void msim_bound_clear(struct msim_bound *bound);

/* Writes what was beyond the limit, as a line after `start`, if anything was. */
void msim_bound_put(struct msim_text *text, const char *start, const struct msim_bound *bound);

/* The same for the user, with what to do about it. */
void msim_bound_summary(const struct msim_bound *bound, const struct msim_lines *lines);
