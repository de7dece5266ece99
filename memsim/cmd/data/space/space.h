/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Addresses for what a layout moves, in memory that the program does not use.
 *
 * Memory is divided into regions of 64 GB.  A pool's region is filled from its start, without gaps
 * but for alignment.  The region MSIM_SPACE_MALLOC is filled as glibc's malloc fills its heap: a
 * header of 8 bytes before each block, all in units of 16 bytes, at least 32; from 128 KB on,
 * blocks have pages of their own, in MSIM_SPACE_MAPPED.  What is returned is used again by the next
 * of the same size, the last first.  So addresses depend on the calls alone.
 *
 * Regions begin a page and a line apart from each other in their sets, so that equal positions in
 * several do not compete for one set.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/base/index.h"

#define MSIM_SPACE_FIRST  (UINT64_C(1) << 44)
#define MSIM_SPACE_END    (MSIM_SPACE_FIRST + MSIM_SPACE_REGIONS * MSIM_SPACE_REGION)
#define MSIM_SPACE_REGION (UINT64_C(1) << 36)

enum { MSIM_SPACE_REGIONS = 512, MSIM_SPACE_MALLOC = 0, MSIM_SPACE_MAPPED, MSIM_SPACE_POOLS };

/* Of malloc: the bytes before a block, and from how many bytes on a block has pages of its own. */
enum { MSIM_SPACE_HEADER = 8, MSIM_SPACE_MAPS = 128 * 1024 };

/* Starts zeroed. */
struct msim_space {
    uint64_t used[MSIM_SPACE_REGIONS];
    struct msim_space_list {
        unsigned region;
        uint64_t bytes;
        size_t first; /* node + 1 */
    } * list;
    size_t lists;
    struct msim_index index;
    struct msim_space_node {
        uint64_t address;
        size_t next;
    } * node;
    size_t nodes, spare;
};

/* The bytes that malloc's heap spends on a block. */
uint64_t msim_space_chunk(uint64_t bytes);

/* The address for a block, in a region of pools or MSIM_SPACE_MALLOC; `align` is a power of two.
 * 0: the region is full. */
uint64_t msim_space_get(struct msim_space *space, unsigned region, uint64_t bytes, uint64_t align);

/* Returns a block that was got with the same arguments. */
void msim_space_put(struct msim_space *space, unsigned region, uint64_t bytes, uint64_t align,
                    uint64_t address);

/* True: memory from `first` to before `end` has such addresses. */
static inline bool msim_space_is_in(uint64_t first, uint64_t end)
{
    return first < MSIM_SPACE_END && end > MSIM_SPACE_FIRST;
}

void msim_space_free(struct msim_space *space);
