/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the allocator itself touches: blocks of many sizes, made and freed in another order. The heap
 * is one area, from the first break to the last; what is in no block of it is the allocator's.
 * Flags: -O1 -g. Usage: headers [BLOCKS] */
#include "places.h"
#include <unistd.h>

#define MAX 3000

static char *blocks[MAX];
static size_t count = 1000, freed[MAX]; /* an even number that 331 does not divide */

static size_t size_of(size_t i)
{
    return 24 + i * 7 % 19 * 64;
}

static NOINLINE char *make_block(size_t bytes)
{
    return malloc(bytes);
}

static NOINLINE void drop(char *block)
{
    free(block);
}

/* Frees every other block, far from the one before; each ends with a step. */
static NOINLINE void drop_some(void)
{
    for (size_t i = 0; i < count / 2; i++) {
        freed[i] = i * 331 % (count / 2) * 2;
        drop(blocks[freed[i]]);
        mark(1 + (unsigned)i);
    }
}

static void print_places(void)
{
    static const struct about kept = {.kind = "heap", .key = "make_block"};
    for (size_t i = 0; i < count / 2; i++) {
        struct about dropped = {.kind = "heap", .key = "make_block", .to = 1 + (unsigned)i};
        heap_place(&dropped, blocks[freed[i]], size_of(freed[i]));
    }
    for (size_t i = 1; i < count; i += 2)
        heap_place(&kept, blocks[i], size_of(i));
}

int main(int argc, char **argv)
{
    static const struct about about = {.kind = "allocator", .key = "", .name = "heap"};
    if (argc > 1)
        count = strtoul(argv[1], NULL, 10) % MAX;
    char *low = sbrk(0);
    for (size_t i = 0; i < count; i++)
        blocks[i] = make_block(size_of(i));
    drop_some();
    char *high = sbrk(0);
    places_begin();
    place(&about, low, (size_t)(high - low), address_of(low));
    print_places();
    places_end();
    return 0;
}
