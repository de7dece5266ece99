/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is counted: for each kind of access the references, and how many of them missed each
 * level.  Each count is a row of counts.list. */
#pragma once

#include "engine/base/text.h"
#include "geometry.h"
#include "stream/stream.h"

enum msim_count {
#define COUNT(name, ...) MSIM_##name,
#include "counts.list"
#undef COUNT
    MSIM_ALL_COUNTS
};

/* Who counts it. */
enum msim_counted_by {
    MSIM_BY_RUNS,       /* it follows from how often code ran; */
    MSIM_BY_OUTER,      /* outer levels (outer/outer.h), for contexts, too; */
    MSIM_BY_COMPANIONS, /* companions of levels (arrays/companion.h), not by context; */
    MSIM_BY_CORES       /* the simulator, where the reference is, for contexts, too */
};

/* How many there are of each, and of the first two. */
#define COUNT(name, by, ...) +(MSIM_BY_##by == MSIM_BY_OUTER)
enum {
    MSIM_MISS_COUNTS = 0
#include "counts.list"
};
#undef COUNT
#define COUNT(name, by, ...) +(MSIM_BY_##by == MSIM_BY_CORES)
enum {
    MSIM_SHARED_COUNTS = 0
#include "counts.list"
};
#undef COUNT
enum { MSIM_COUNTS = MSIM_MISS_L1 + MSIM_MISS_COUNTS };

struct msim_counted {
    enum msim_counted_by counter;
    bool is_outer;       /* of companions: the outer levels count it */
    bool of_prefetchers; /* its kinds stand for D1, L2 and L3, as far as these have prefetchers */
    /* True: it is counted where `level` is its level, for fetches or for data. */
    bool (*exists)(const struct msim_machine *machine, enum msim_level level, bool of_data);
    enum msim_level level[2]; /* of fetches, of data */
    enum msim_count misses;   /* of a companion: what misses the level itself */
    struct msim_words
        column[MSIM_KINDS];     /* in files; no name: of this kind none, or an observer's */
    struct msim_words sum, all; /* of reads and writes; and of fetches, too */
    const char *usual[2];       /* columns that viewers show unless they are asked for others */
    const char *label[3];       /* in the summary: of fetches, of data, of both; NULL: no line */
    const char *what;           /* follows the label; of misses, NULL */
    const char *data;           /* of data alone: "D1 misses" */
    const char *of_objects;     /* in the file of objects */
};

extern const struct msim_counted msim_counted[MSIM_ALL_COUNTS];

struct msim_row {
    uint64_t count[MSIM_KINDS][MSIM_ALL_COUNTS];
};

/* Companions' misses; profiles of calls do not have them. */
static inline bool msim_is_full_count(enum msim_count count)
{
    return msim_counted[count].counter == MSIM_BY_COMPANIONS;
}

/* True: the second stage counts it (outer/outer.h). */
static inline bool msim_is_outer_count(enum msim_count count)
{
    return msim_counted[count].counter == MSIM_BY_OUTER || msim_counted[count].is_outer;
}

_Static_assert(MSIM_OBSERVED_1 + MSIM_OBSERVED_COUNTS <= MSIM_ALL_COUNTS &&
                   MSIM_OBSERVED_COUNTS * MSIM_KINDS == MSIM_OBSERVED_MAX,
               "counts.list has all columns of observers");

/* The count and kind of an observer's column: the machine's observed[i]. */
static inline enum msim_count msim_observed_count(unsigned i)
{
    return MSIM_OBSERVED_1 + i % MSIM_OBSERVED_COUNTS;
}

static inline enum msim_kind msim_observed_kind(unsigned i)
{
    return (enum msim_kind)(i / MSIM_OBSERVED_COUNTS);
}

/* What a row has in that column. */
static inline uint64_t msim_observed_in(const struct msim_row *row, unsigned i)
{
    return row->count[msim_observed_kind(i)][msim_observed_count(i)];
}

/* True: this machine simulates this count of this kind.  Only then has the count a column. */
bool msim_has_count(const struct msim_machine *machine, enum msim_kind kind, enum msim_count count);

/* "I1mr": the column of this count of this kind, which there is. */
const char *msim_event_name(const struct msim_machine *machine, enum msim_kind kind,
                            enum msim_count count);

/* The count and kind of a column: "D1mr" is MSIM_MISS_L1 of MSIM_READ.  MSIM_ALL_COUNTS: there is
 * no such column. */
enum msim_count msim_count_named(const char *column, enum msim_kind *kind);

void msim_row_add(struct msim_row *to, const struct msim_row *from);
/* `to` contains what is taken away. */
void msim_row_subtract(struct msim_row *to, const struct msim_row *from);
bool msim_row_is_zero(const struct msim_row *row);
