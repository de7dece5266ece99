/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of objects: where blocks are allocated, below the functions that only pass requests on.
 *
 * Wrappers are the allocation functions of C and C++, the insides of the standard libraries of C++ and
 * Rust, and what the user names, as `memsim run --alloc-fn` does: * and ? match.
 */
#ifndef MSIM_CMD_OBJECTS_MODEL_NAMES_H
#define MSIM_CMD_OBJECTS_MODEL_NAMES_H

#include "cmd/objects/file/set.h"

struct msim_objects_wrappers {
    const char *const *name; /* given by the user */
    size_t names;
};

/* The innermost stack whose frame is no wrapper, or if all are, the outermost that has a name; 0: the
 * stack is unknown. */
uint32_t msim_objects_allocating(const struct msim_objects *objects, uint32_t stack,
                                 const struct msim_objects_wrappers *wrappers);

/* Is it the function of that name, or a copy of it that the compiler made ("f.constprop.0")? */
bool msim_objects_is_function(const char *wanted, const char *name);

/* The last part of a path. */
const char *msim_objects_base(const char *path);

/* "add_order", "libfoo.so" or "???": what is known of a function. */
const char *msim_objects_function_name(const struct msim_objects *objects, uint32_t function);

/* "orders.c:31", "orders.c" or "", from malloc: where a frame or site is in the sources. */
char *msim_objects_place(const struct msim_objects_site *site);

#endif
