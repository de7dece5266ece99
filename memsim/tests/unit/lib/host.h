/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the unit tests pass to the freestanding layers: memory and random numbers.
 *
 * Every piece of memory is an allocation of its own, of exactly the size requested, so that the
 * address sanitizer sees each byte used beyond it.  A large one ends where its pages do, and what
 * is used beyond it faults, without a sanitizer too.  Random numbers come from a seed, so that all
 * runs are the same.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stream/mem.h"

struct unit_piece {
    void *at;
    size_t bytes;
};

struct unit_memory {
    struct msim_mem mem; /* what is passed to the code under test */
    struct unit_piece *pieces;
    size_t used, max;
};

/* A unit test's: it is empty when a test begins, and what it has is freed when the test ends. */
extern struct unit_memory memory;

void unit_memory_start(struct unit_memory *memory);
/* Frees all that was got. */
void unit_memory_end(struct unit_memory *memory);

struct unit_random {
    uint64_t state;
};

uint64_t unit_random(struct unit_random *random);

/* 0..limit-1 */
static inline uint64_t unit_below(struct unit_random *random, uint64_t limit)
{
    return (unit_random(random) >> 16) % limit;
}

static inline bool unit_one_in(struct unit_random *random, unsigned times)
{
    return unit_below(random, times) == 0;
}
