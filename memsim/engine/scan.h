/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Searching a set: the one place in the engine with vector instructions. */
#ifndef MSIM_ENGINE_SCAN_H
#define MSIM_ENGINE_SCAN_H

#include <stdint.h>

/* In all of these `count` is a multiple of MSIM_SCAN_STEP and at most 64. */
enum { MSIM_SCAN_STEP = 4 };

/* Larger than every stamp: the values compared for size are below this. */
#define MSIM_SCAN_MAX ((uint32_t)INT32_MAX)

#ifdef __SSE2__

#include <emmintrin.h>

static inline __m128i msim_scan_four(const uint32_t *values)
{
    return _mm_loadu_si128((const __m128i *)(const void *)values);
}

/* A bit for every i with values[i] == wanted.  Eight at a time while there are eight. */
static inline uint64_t msim_scan_equal(const uint32_t *values, uint32_t count, uint32_t wanted)
{
    const __m128i want = _mm_set1_epi32((int)wanted);
    uint64_t found = 0;
    uint32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m128i a = _mm_cmpeq_epi32(msim_scan_four(values + i), want);
        __m128i b = _mm_cmpeq_epi32(msim_scan_four(values + i + 4), want);
        __m128i both = _mm_packs_epi32(a, b);
        found |= (uint64_t)(uint8_t)_mm_movemask_epi8(_mm_packs_epi16(both, both)) << i;
    }
    if (i < count) {
        __m128i a = _mm_cmpeq_epi32(msim_scan_four(values + i), want);
        found |= (uint64_t)(unsigned)_mm_movemask_ps(_mm_castsi128_ps(a)) << i;
    }
    return found;
}

static inline __m128i msim_scan_min(__m128i a, __m128i b)
{
    __m128i greater = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(greater, b), _mm_andnot_si128(greater, a));
}

static inline uint32_t msim_scan_least(const uint32_t *values, uint32_t count)
{
    __m128i least = msim_scan_four(values);
    for (uint32_t i = MSIM_SCAN_STEP; i < count; i += MSIM_SCAN_STEP)
        least = msim_scan_min(least, msim_scan_four(values + i));
    least = msim_scan_min(least, _mm_shuffle_epi32(least, 0x4e));
    least = msim_scan_min(least, _mm_shuffle_epi32(least, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(least);
}

#else

static inline uint64_t msim_scan_equal(const uint32_t *values, uint32_t count, uint32_t wanted)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found |= (uint64_t)(values[i] == wanted) << i;
    return found;
}

static inline uint32_t msim_scan_least(const uint32_t *values, uint32_t count)
{
    uint32_t least = values[0];
    for (uint32_t i = 1; i < count; i++)
        least = values[i] < least ? values[i] : least;
    return least;
}

#endif

/* Where the smallest value stands; the first of several. */
static inline uint32_t msim_scan_smallest(const uint32_t *values, uint32_t count)
{
    uint32_t least = msim_scan_least(values, count);
    return (uint32_t)__builtin_ctzll(msim_scan_equal(values, count, least));
}

#endif
