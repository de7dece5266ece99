/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Searching a set: the one place in the engine with vector instructions. */
#ifndef MSIM_ENGINE_SCAN_H
#define MSIM_ENGINE_SCAN_H

#include <stdint.h>

enum { MSIM_SCAN_STEP = 4 }; /* `count` is a multiple of this, and at most 64 */

#ifdef __SSE2__

#include <emmintrin.h>

/* A bit for every i with values[i] == wanted. */
static inline uint64_t msim_scan_equal(const uint32_t *values, uint32_t count, uint32_t wanted)
{
    const __m128i want = _mm_set1_epi32((int)wanted);
    uint64_t found = 0;
    for (uint32_t i = 0; i < count; i += MSIM_SCAN_STEP) {
        __m128i four = _mm_loadu_si128((const __m128i *)(const void *)(values + i));
        __m128i equal = _mm_cmpeq_epi32(four, want);
        found |= (uint64_t)(unsigned)_mm_movemask_ps(_mm_castsi128_ps(equal)) << i;
    }
    return found;
}

#else

static inline uint64_t msim_scan_equal(const uint32_t *values, uint32_t count, uint32_t wanted)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found |= (uint64_t)(values[i] == wanted) << i;
    return found;
}

#endif

/* Where the smallest value stands; the first of several. */
static inline uint32_t msim_scan_smallest(const uint32_t *values, uint32_t count)
{
    uint32_t smallest = values[0];
    uint32_t at = 0;
    for (uint32_t i = 1; i < count; i++) {
        at = values[i] < smallest ? i : at;
        smallest = values[i] < smallest ? values[i] : smallest;
    }
    return at;
}

#endif
