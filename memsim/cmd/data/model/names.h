/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of objects: where blocks are allocated, below the functions that only pass requests on
 * (cmd/patterns/wrappers.h), inlined ones included.
 */
#pragma once

#include "cmd/data/objects/set.h"
#include "cmd/patterns/wrappers.h"
#include "cmd/types/types.h"

/* A place of allocation. */
struct msim_objects_allocating {
    uint32_t stack;              /* 0: unknown */
    const char *function;        /* that allocates; perhaps inlined in the one that has the code */
    struct msim_objects_site at; /* its line */
    const struct msim_type
        *type;     /* that its wrappers allocate, by what they are made for; NULL: unknown */
    bool is_table; /* of which it is a hash table of Rust's */
    bool is_inlined;
    bool is_line; /* the line is in the function; else it may be in a header */
};

/* The innermost function of the stack that is no wrapper, or if all are, the outermost that has a
 * name. */
struct msim_objects_allocating msim_objects_allocating(const struct msim_object_set *objects,
                                                       struct msim_types *types, uint32_t stack,
                                                       const struct msim_wrappers *wrappers);

/* The last part of a path. */
const char *msim_objects_base(const char *path);

/* "add_order", "libfoo.so" or "???": what is known of a function. */
const char *msim_objects_function_name(const struct msim_object_set *objects, uint32_t function);

/* "orders.c:31", "orders.c" or "", from malloc: where a frame or site is in the sources. */
char *msim_objects_place(const struct msim_objects_site *site);
