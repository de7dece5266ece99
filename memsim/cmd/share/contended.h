/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Contended lines of memory, which cores take from each other: what is in each, and who uses it.
 *
 * What one thread refers to in one source line, at one offset with one size, in one object, is one
 * use of the line, whichever instructions it were.  The uses of a line add up to it.
 *
 * Cost: that of sorting the uses; a line's number of uses, times that of the places in it where
 * they are.
 */
#pragma once

#include "cmd/data/model/rows.h"
#include "cmd/share/file/units.h"

/*
 * Threads that follow each other: a program that starts new threads for each step of its work has
 * many, of which each takes over the bytes of one that has ended.  They are one worker.
 */

/* What one thread does to some bytes of a line. */
struct msim_succession_use {
    uint32_t offset, size, thread;
    bool writes;
    uint32_t
        worker; /* the first of the threads that follow each other in these bytes, and its own */
};

/* Sets the workers of the uses of a line, which are in the order of offsets, then sizes, then
 * threads.  `thread`: all of them by number.  Returns whether two of them were there at the same
 * time. */
bool msim_succession_make(const struct msim_shared *shared, const uint32_t *thread, size_t threads,
                          struct msim_succession_use *use, size_t uses);

/* The place of a thread in such a list, which has it. */
size_t msim_succession_place(const uint32_t *thread, size_t threads, uint32_t number);

/* Several threads write bytes if at least one of this many writes is another thread's. */
enum { MSIM_CONTENDED_SHARED = 10 };

enum msim_verdict { MSIM_VERDICT_FALSE, MSIM_VERDICT_TRUE, MSIM_VERDICT_BOTH };

/* "false", "true", "both" */
extern const char *const msim_verdicts[];

struct msim_contended_use {
    uint32_t offset, size, thread;
    uint32_t worker;                      /* the first of the threads that follow each other here */
    const struct msim_objects_site *site; /* the first of its instructions */
    uint32_t row;                         /* of the model: what it is a use of; */
    int64_t at;                           /* its offset in that, */
    uint64_t base;   /* and the address where that began when it was first used */
    bool has_others; /* several blocks of that are in the line */
    uint64_t count[MSIM_SHARED_COUNTS];
};

struct msim_contended_line {
    const struct msim_shared_unit *unit;
    uint64_t misses;
    enum msim_verdict verdict;
    size_t use, uses; /* in the order of their offsets */
    uint32_t main;    /* the row with most misses; */
    bool has_number;  /* it has lines, and */
    int64_t number;   /* this many of the row's lines come before this one */
    uint32_t *thread; /* that use it, */
    size_t threads;   /* by number */
    bool meet;        /* two of them lived at the same time */
};

struct msim_contended {
    const struct msim_shared *shared;
    const struct msim_objects_model *model;
    struct msim_contended_line *line; /* costliest first, and after them those that are predicted */
    size_t lines, predicted;
    double would_miss; /* misses of all that are predicted */
    struct msim_contended_use *use;
    size_t uses;
    struct msim_contended_sum *sum; /* while lines are made: by row, of one line */
};

/* The rows of `model` are those of shared->data. */
void msim_contended_make(struct msim_contended *contended, const struct msim_shared *shared,
                         const struct msim_objects_model *model);
void msim_contended_free(struct msim_contended *contended);

/* A use's element of its object, and the field in that; NULL: none is known. */
struct msim_contended_place {
    bool is_element;  /* the object has several elements, */
    uint64_t element; /* of which it is this one; */
    uint64_t within;  /* its offset in the element, or in the object */
    const struct msim_type_field *field;
};
struct msim_contended_place msim_contended_place(const struct msim_contended *contended,
                                                 const struct msim_contended_use *use);

/* The size of an element of the array that the field is in, or is; 0: it is in none. */
uint64_t msim_contended_stride(const struct msim_type_field *field);

/* "counter", "[3].hits", "+24": where a use is in its object; "": all of it.  From malloc. */
char *msim_contended_field(const struct msim_contended *contended,
                           const struct msim_contended_use *use);

/* The same in its line: objects that are not the line's main one are named, too, and blocks of one
 * allocation distinguished by their addresses.  From malloc. */
char *msim_contended_member(const struct msim_contended *contended,
                            const struct msim_contended_line *line,
                            const struct msim_contended_use *use);

/* What the misses cost, in cycles; 0: it is unknown. */
static inline uint64_t msim_contended_cycles(const struct msim_contended *contended,
                                             uint64_t misses)
{
    uint64_t each = contended->shared->transfer;
    return each && misses <= UINT64_MAX / each ? misses * each : 0;
}
