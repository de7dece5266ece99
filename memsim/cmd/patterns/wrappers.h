/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Functions that only pass requests for memory on: the allocation functions of C and C++, what the
 * standard libraries of C++ and Rust do inside, and what the user names, as `memsim run --alloc-fn`
 * does: * and ? match.
 *
 * A place of allocation is the innermost function, inlined ones included, that is not one of these.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct msim_wrappers {
    const char *const *name; /* given by the user */
    size_t names;
};

/* True: the function of that name, with code from that source file there, is a wrapper. "":
 * unknown. */
bool msim_is_wrapper(const struct msim_wrappers *wrappers, const char *function,
                     const char *source);

/* True: the source is a header of a compiler or a system, or of Rust's standard library. */
bool msim_is_library_source(const char *source);

/* True: it is the function of that name, or a copy that the compiler made ("f.constprop.0"). */
bool msim_is_function(const char *wanted, const char *name);

/* The same where the name has scopes, template arguments or parameters that the wanted one may
 * lack: "make" is "pool::make<int>(unsigned long)". */
bool msim_is_function_of(const char *wanted, const char *name);
