/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A block of 5 GB, of which a few bytes are touched, some of them above 4 GB; and a mapping of as much.
 * Flags: -O1 -g. Usage: bigblock. Status 77: there is no room for it. */
#include "places.h"
#include <sys/mman.h>

#define BYTES ((size_t)5 << 30)
#define STEP  ((size_t)160 << 20)

static NOINLINE char *make_big(void)
{
    return malloc(BYTES);
}

static NOINLINE void touch(volatile char *block, size_t step)
{
    for (size_t i = 0; i < BYTES; i += step)
        block[i] = 1;
}

int main(void)
{
    static const struct about about = {.kind = "heap", .key = "make_big"};
    static const struct about mapped = {.kind = "mapped", .key = "", .name = "anonymous"};
    char *block = make_big();
    if (!block)
        return 77;
    touch(block, STEP);
    touch(block, STEP + 8);
    char *map = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        return 77;
    touch(map, STEP);
    places_begin();
    heap_place(&about, block, BYTES);
    place(&mapped, map, BYTES, address_of(map));
    places_end();
    return 0;
}
