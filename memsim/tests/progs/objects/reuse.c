/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses that are used again: a block is freed and the next one gets its address; a block grows in
 * place and then moves; memory of another size class lies where the first block was. A block lives from the return of the call
 * that makes it to the return of the one that frees it.
 * Flags: -O1 -g. Usage: reuse */
#include "places.h"

static NOINLINE char *make_first(void)
{
    return malloc(3000);
}

static NOINLINE char *make_second(void)
{
    return malloc(3000);
}

static NOINLINE char *make_small(void)
{
    return malloc(1200);
}

static NOINLINE char *make_wall(void)
{
    return malloc(3000);
}

static NOINLINE char *grow(char *block, size_t bytes)
{
    return realloc(block, bytes);
}

static NOINLINE void sweep(volatile char *block, size_t bytes, size_t step)
{
    for (size_t i = 0; i < bytes; i += step)
        block[i]++;
}

static NOINLINE void drop(char *block)
{
    free(block);
}

static void was(const char *key, uintptr_t start, size_t size, unsigned from, unsigned to)
{
    struct about about = {.kind = "heap", .key = key, .from = from, .to = to};
    place(&about, (const volatile void *)start, size, start);
}

int main(void)
{
    char *first = make_first();
    mark(1);
    sweep(first, 3000, 8);
    uintptr_t at_first = address_of(first);
    drop(first);
    mark(2);
    char *second = make_second();
    mark(3);
    sweep(second, 3000, 4);
    uintptr_t at_second = address_of(second);
    drop(second);
    mark(4);
    char *small = make_small();
    mark(5);
    sweep(small, 1200, 2);
    uintptr_t at_small = address_of(small);
    char *grown = grow(small, 2500); /* in place, as nothing follows */
    mark(6);
    sweep(grown, 2500, 16);
    uintptr_t at_grown = address_of(grown);
    char *wall = make_wall();
    char *moved = grow(grown, 100000);
    mark(7);
    sweep(moved, 100000, 64);
    mark(8);
    places_begin();
    was("make_first", at_first, 3000, 1, 2);
    was("make_second", at_second, 3000, 3, 4);
    was("make_small", at_small, 1200, 5, 6);
    was("grow", at_grown, 2500, 6, 7);
    was("grow", address_of(moved), 100000, 7, 0);
    was("make_wall", address_of(wall), 3000, 7, 0);
    places_end();
    return at_first != at_second || at_small != at_first || at_grown != at_small ||
           address_of(moved) == at_grown;
}
