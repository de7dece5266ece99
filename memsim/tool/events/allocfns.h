/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The allocation functions, by name, and the meaning of their arguments.
 *
 * A function is recognised by its name alone, in any object: libc, jemalloc or tcmalloc, linked in
 * or preloaded, or a static program.  Functions that only look similar are not listed: operators
 * new of classes and placement forms (what these call is listed), and the dynamic linker's own
 * allocator before libc is loaded (__minimal_malloc: its blocks are parts of the linker's data and
 * are never freed).
 */
#pragma once

#include "pub_tool_basics.h"

#include "engine/blocks/allocator.h"
#include "stream/event.h"

/* Not an allocation function: its entry shows that the pending call will not return.  It is C++'s
 * function for throwing an exception; what it allocates is the exception, which outlives the
 * call. */
enum { MSIM_ALLOC_THROWS = MSIM_HEAP_CALLS };

/* Arguments are numbered from 1; 0: the function has no such argument. */
struct msim_alloc_fn {
    const HChar *name; /* with * at its start or end: any name that ends or begins with the rest */
    UChar call;        /* enum msim_heap_call, or MSIM_ALLOC_THROWS */
    UChar size, count; /* bytes, and a factor for them */
    UChar given;       /* the block that is freed or resized */
    UChar result_at;   /* where the address is stored; then the return value 0 means success */
    UChar catches;     /* no exception leaves it, although functions that it calls may throw */
    UChar allocator;   /* of a function that users name: the number of its option */
    UInt fixed;        /* bytes of a block, if no argument says so; else 0 */
};

/* Adds the functions of allocators that users name; these go first. */
void msim_allocfns_add(const struct msim_allocators *allocators);

/* The function with a name from Valgrind, mangled or not; NULL: it does not allocate. */
const struct msim_alloc_fn *msim_allocfns_find(const HChar *name);

/* True: it is the name of a function of an allocator that obtains memory, malloc() or the like.
 * Those of C++ and Rust call one. */
Bool msim_allocfns_is_malloc(const HChar *name);

/* True: it returns a block, perhaps in exchange for another one. */
static inline Bool msim_allocfn_allocates(const struct msim_alloc_fn *fn)
{
    return fn->call != MSIM_HEAP_FREE && fn->call != MSIM_HEAP_DELETE &&
           fn->call != MSIM_HEAP_OTHER_FREE;
}
