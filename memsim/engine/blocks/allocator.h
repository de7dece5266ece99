/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --allocator: the program's own allocators, by the names of their functions and the meaning of
 * their arguments, which are numbered from 1.
 *
 *     NAME[:size=N][:bytes=BYTES][:count=N][:old=N][:result=return|N][:frees=NAME[:block=N]]...
 *
 * A single colon ends a name; the pairs in C++'s and Rust's names belong to them.
 */
#pragma once

#include "engine/base/option.h"

enum {
    MSIM_ALLOCATORS_MAX = 16,
    MSIM_FREEING_MAX = 4, /* functions that free an allocator's blocks */
    MSIM_ARGUMENTS_MAX = 4
};

/* A part of a longer text. */
struct msim_text_part {
    const char *at;
    unsigned bytes;
};

/* Arguments are numbered from 1; 0: there is no such argument. */
struct msim_allocator {
    const char *text; /* the option's whole value */
    struct msim_text_part name;
    uint32_t fixed;      /* bytes of each block, if no argument says; else 0 */
    uint8_t size, count; /* bytes, and a factor for them */
    uint8_t old;         /* the argument that is resized */
    uint8_t result;      /* the address where that of the block is stored; 0: it is returned */
    struct msim_freeing {
        struct msim_text_part name;
        uint8_t block;
    } freeing[MSIM_FREEING_MAX];
    unsigned frees;
};

struct msim_allocators {
    struct msim_allocator one[MSIM_ALLOCATORS_MAX];
    unsigned used;
};

/* One more allocator, into a struct msim_allocators: the setter of an option. */
const char *msim_add_allocator(void *options, const struct msim_option *option, const char *value);

/* True: both lists have the same options in the same order. */
bool msim_same_allocators(const struct msim_allocators *a, const struct msim_allocators *b);
