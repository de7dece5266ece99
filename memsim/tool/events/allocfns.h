/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which functions allocate, by name, and what their arguments mean.
 *
 * A function is known by its name alone, in whatever object it is: libc, jemalloc or tcmalloc linked in
 * or preloaded, a static program.  Not known are functions that only look alike: operators new of a
 * class and placement forms (what they call is), and the dynamic linker's own allocator before there
 * is a libc (__minimal_malloc: its blocks are carved out of the linker's data and never given back).
 */
#ifndef MSIM_TOOL_EVENTS_ALLOCFNS_H
#define MSIM_TOOL_EVENTS_ALLOCFNS_H

#include "pub_tool_basics.h"

#include "stream/event.h"

/* Not a function that allocates, but one whose entry tells that the pending call will not return: C++'s
 * for throwing an exception.  What it allocates is the exception, which is there afterwards. */
enum { MSIM_ALLOC_THROWS = MSIM_HEAP_CALLS };

/* Arguments are numbered from 1; 0: it has none of that kind. */
struct msim_alloc_fn {
    const HChar *name; /* the end, where it begins with *; the beginning, where it ends with * */
    UChar call;        /* enum msim_heap_call, or MSIM_ALLOC_THROWS */
    UChar size, count; /* bytes; and their factor */
    UChar given;       /* the block that is freed or resized */
    UChar result_at;   /* where the address is stored, if it is not what is returned; then 0 is
                          returned for success */
    UChar catches;     /* it lets no exception out, though what it calls may throw one */
};

/* Besides the table's, functions by these names are known: they return a block of as many bytes as
 * their first argument says.  The array and the names are kept. */
void msim_allocfns_add(const HChar *const *names, Int used);

/* The function by a name as Valgrind tells it, mangled or not; NULL: it is none. */
const struct msim_alloc_fn *msim_allocfns_find(const HChar *name);

/* Does it give a block, maybe for another one? */
static inline Bool msim_allocfn_allocates(const struct msim_alloc_fn *fn)
{
    return fn->call != MSIM_HEAP_FREE && fn->call != MSIM_HEAP_DELETE;
}

#endif
