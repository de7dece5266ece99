/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorts numbers in an order that the caller defines, and searches in what is sorted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stream/mem.h"

/* The numbers 0..count-1 in order.  The sort is stable. */
uint32_t *msim_sorted(const struct msim_mem *mem, uint32_t count,
                      bool (*before)(const void *context, uint32_t a, uint32_t b),
                      const void *context);

/* The number of items, of `count` that are sorted, that are before what is wanted: all that are
 * come first. */
static inline uint64_t msim_search(uint64_t count,
                                   bool (*is_before)(const void *context, uint64_t number),
                                   const void *context)
{
    uint64_t from = 0, end = count;
    while (from < end) {
        uint64_t middle = from + (end - from) / 2;
        if (is_before(context, middle))
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

/* A number of 64 bits in each item of an array. */
struct msim_keys {
    const char *first;
    size_t bytes; /* of an item */
    uint64_t wanted;
};

static inline bool msim_key_is_below(const void *context, uint64_t number)
{
    const struct msim_keys *keys = context;
    return *(const uint64_t *)(const void *)(keys->first + number * keys->bytes) < keys->wanted;
}

/* The number of items, each of `bytes` with a key `key` bytes from its start, whose key is below
 * `wanted`. */
static inline size_t msim_keys_below(const void *array, size_t count, size_t bytes, size_t key,
                                     uint64_t wanted)
{
    struct msim_keys keys = {(const char *)array + (count ? key : 0), bytes, wanted};
    return msim_search(count, msim_key_is_below, &keys);
}

/* The same for those whose key is not above `wanted`. */
static inline size_t msim_keys_up_to(const void *array, size_t count, size_t bytes, size_t key,
                                     uint64_t wanted)
{
    return wanted == UINT64_MAX ? count : msim_keys_below(array, count, bytes, key, wanted + 1);
}
