/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What advice begins with: which data misses, what it is an array of, and which bytes of an element
 * are used.
 *
 * The first replay watches all blocks of the heap by the place that allocates them, and the
 * executable's variables by their symbols.  It finds the stride of arrays: of each instruction, the
 * greatest common divisor of the distances between its references to one block; the stride of most
 * references is the size of an element.  Small blocks of one size, if there are many, are elements
 * themselves.  The second replay counts, for those with most misses, the references to each byte,
 * and which bytes are referenced together.
 */
#pragma once

#include "tried.h"

enum {
    MSIM_WATCHED_OBJECTS = 4096, /* places and variables; of others, only the sum is known */
    MSIM_WATCHED_ELEMENT = 1024, /* bytes of elements whose fields are looked at */
    MSIM_WATCHED_STRIDES = 8,
    MSIM_WATCHED_TEXT = 32 << 20 /* bytes of all names; what finds no room there is not watched */
};

struct msim_watched {
    uint32_t name; /* as a rule names it: where in `text` it begins */
    bool is_variable;
    uint64_t blocks, bytes, least, most;
    const struct msim_type *type; /* of the structures that it has, from before; NULL: unknown */
    struct {
        uint64_t stride, references;
    } stride[MSIM_WATCHED_STRIDES];
    struct msim_row row;
    /* After the first replay: */
    uint64_t element; /* 0: a block is no array, and its bytes are not looked at */
    bool is_array;
    /* After the second: */
    bool looked_at;
    uint64_t references[MSIM_WATCHED_ELEMENT]; /* that begin at the byte */
    bool joined[MSIM_WATCHED_ELEMENT];         /* with the byte before it */
    uint16_t wide[MSIM_WATCHED_ELEMENT];       /* bytes of the longest one of more than a word */
    const struct msim_plan_type *fields; /* of the element, if rules can name them (fields.c) */
};

/* In memory that processes share. */
struct msim_watched_all {
    size_t objects;
    struct msim_row total;
    struct msim_watched object[MSIM_WATCHED_OBJECTS];
    uint32_t used;                /* bytes of `text` */
    char text[MSIM_WATCHED_TEXT]; /* names, whole: the longest ones have thousands of characters */
};

static inline const char *msim_watched_name(const struct msim_watched_all *all,
                                            const struct msim_watched *object)
{
    return all->text + object->name;
}

/* Replays and watches; `second`: those that have `looked_at` set. */
void msim_layout_watch(const struct msim_layout_run *run, struct msim_watched_all *all, bool second,
                       volatile uint64_t *part);

/* Between the two: what the blocks are arrays of. */
void msim_watched_elements(struct msim_watched_all *all);

/* After both: takes the elements of a loop that was unrolled apart, if no type is known. */
void msim_watched_unrolled(struct msim_watched *object);
