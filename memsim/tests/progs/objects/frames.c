/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames of functions: a callee that writes its caller's locals through a pointer, recursion in which
 * the innermost call touches the locals of all, and alloca.
 * Flags: -O1 -g. Usage: frames */
#include "places.h"
#include <alloca.h>

#define DEPTH 30
#define LONGS 40

struct link {
    struct link *outer;
    volatile long *locals;
    uintptr_t cfa;
    unsigned level;
};

static void frame(const char *key, const char *name, const volatile void *start, size_t size,
                  uintptr_t cfa, unsigned from, unsigned to)
{
    struct about about = {.kind = "stack", .key = key, .name = name, .from = from, .to = to};
    place(&about, start, size, cfa);
}

static NOINLINE void set_all(volatile long *array, size_t longs)
{
    for (size_t i = 0; i < longs; i++)
        array[i] = (long)i;
}

static NOINLINE void caller(void)
{
    volatile long locals[200];
    mark(1);
    set_all(locals, 200);
    for (size_t i = 0; i < 200; i += 5)
        locals[i]++;
    mark(2);
    frame("caller", "locals", locals, sizeof locals, address_of(__builtin_dwarf_cfa()), 1, 2);
}

static NOINLINE void touch_all(const struct link *link)
{
    for (; link; link = link->outer)
        for (size_t i = 0; i < LONGS; i += 3)
            link->locals[i]++;
}

static NOINLINE void recurse(unsigned level, struct link *outer)
{
    volatile long locals[LONGS];
    struct link link = {outer, locals, address_of(__builtin_dwarf_cfa()), level};
    mark(10 + level);
    set_all(locals, LONGS);
    if (level < DEPTH)
        recurse(level + 1, &link);
    else
        touch_all(&link);
    mark(100 + level);
    frame("recurse", "locals", locals, sizeof locals, link.cfa, 10 + level, 100 + level);
}

static NOINLINE void dynamic(size_t longs)
{
    volatile long *array = alloca(longs * sizeof *array);
    mark(3);
    set_all(array, longs);
    mark(4);
    frame("dynamic", "array", array, longs * sizeof *array, address_of(__builtin_dwarf_cfa()), 3,
          4);
}

int main(void)
{
    places_begin();
    caller();
    recurse(0, NULL);
    dynamic(500);
    places_end();
    return 0;
}
