/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Searches in sets: the only vector instructions of the engine. */
#pragma once

#include <stdint.h>

/* In all of these `count` is a multiple of MSIM_SCAN_STEP and at most 64. */
enum { MSIM_SCAN_STEP = 4, MSIM_SCAN_FRONT_MAX = 16 };

/* Larger than every stamp.  Values whose sizes are compared must be below it. */
#define MSIM_SCAN_MAX ((uint32_t)INT32_MAX)

#ifdef __SSE2__

#include <emmintrin.h>

static inline __m128i msim_scan_four(const uint32_t *values)
{
    return _mm_loadu_si128((const __m128i *)(const void *)values);
}

/* Bit i: values[i] == wanted.  Compares eight at a time as long as eight are left. */
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

static inline __m128i msim_scan_near_four(const uint32_t *values, uint32_t from, unsigned bits)
{
    __m128i above = _mm_sub_epi32(msim_scan_four(values), _mm_set1_epi32((int)from));
    return _mm_cmpeq_epi32(_mm_srli_epi32(above, (int)bits), _mm_setzero_si128());
}

/* Bit i: values[i] is one of the 1 << bits numbers from `from` on, which wrap around.  `count` is a
 * multiple of 16. */
static inline uint64_t msim_scan_near(const uint32_t *values, uint32_t count, uint32_t from,
                                      unsigned bits)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < count; i += 16) {
        __m128i a = msim_scan_near_four(values + i, from, bits);
        __m128i b = msim_scan_near_four(values + i + 4, from, bits);
        __m128i c = msim_scan_near_four(values + i + 8, from, bits);
        __m128i d = msim_scan_near_four(values + i + 12, from, bits);
        __m128i all = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
        found |= (uint64_t)(unsigned)_mm_movemask_epi8(all) << i;
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

/* How many of any number of values, a multiple of MSIM_SCAN_STEP, are above `least`. */
static inline uint64_t msim_scan_above(const uint32_t *values, uint64_t count, uint32_t least)
{
    const __m128i bound = _mm_set1_epi32((int)least);
    __m128i sum = _mm_setzero_si128();
    for (uint64_t i = 0; i < count; i += MSIM_SCAN_STEP)
        sum = _mm_sub_epi32(sum, _mm_cmpgt_epi32(msim_scan_four(values + i), bound));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(sum);
}

/* --- Stacks: values in order of use ------------------------------------------------------- */

/* From entry 16 - depth on: ones for the lanes 0..depth, then zeros. */
static const uint32_t msim_scan_moved[MSIM_SCAN_FRONT_MAX + 1 + MSIM_SCAN_FRONT_MAX] = {
    ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};

/* Moves each lane up by one; the last becomes the first. */
static inline __m128i msim_scan_rotate(__m128i lanes)
{
    return _mm_shuffle_epi32(lanes, 0x93);
}

/* Stores `lanes`, but those marked in `moved` with the value of the lane before.  `rotated` is
 * msim_scan_rotate(lanes); the first lane takes the first value of `before`. */
static inline void msim_scan_move(uint32_t *to, __m128i lanes, __m128i rotated, __m128i before,
                                  const uint32_t *moved)
{
    __m128i shifted =
        _mm_castps_si128(_mm_move_ss(_mm_castsi128_ps(rotated), _mm_castsi128_ps(before)));
    __m128i change = _mm_and_si128(msim_scan_four(moved), _mm_xor_si128(lanes, shifted));
    _mm_storeu_si128((__m128i *)(void *)to, _mm_xor_si128(lanes, change));
}

static inline uint32_t msim_scan_front_4(uint32_t *values, uint32_t value)
{
    const __m128i want = _mm_set1_epi32((int)value);
    __m128i a = msim_scan_four(values);
    unsigned found = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(a, want)));
    uint32_t depth = (uint32_t)__builtin_ctz(found | 1u << 4);
    msim_scan_move(values, a, msim_scan_rotate(a), want,
                   msim_scan_moved + MSIM_SCAN_FRONT_MAX - depth);
    return depth;
}

static inline uint32_t msim_scan_front_8(uint32_t *values, uint32_t value)
{
    const __m128i want = _mm_set1_epi32((int)value);
    __m128i a = msim_scan_four(values), b = msim_scan_four(values + 4);
    __m128i both = _mm_packs_epi32(_mm_cmpeq_epi32(a, want), _mm_cmpeq_epi32(b, want));
    unsigned found = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(both, both));
    uint32_t depth = (uint32_t)__builtin_ctz(found | 1u << 8);
    const uint32_t *moved = msim_scan_moved + MSIM_SCAN_FRONT_MAX - depth;
    __m128i rotated = msim_scan_rotate(a);
    msim_scan_move(values, a, rotated, want, moved);
    msim_scan_move(values + 4, b, msim_scan_rotate(b), rotated, moved + 4);
    return depth;
}

static inline uint32_t msim_scan_front_16(uint32_t *values, uint32_t value)
{
    const __m128i want = _mm_set1_epi32((int)value);
    __m128i a = msim_scan_four(values), b = msim_scan_four(values + 4);
    __m128i c = msim_scan_four(values + 8), d = msim_scan_four(values + 12);
    __m128i low = _mm_packs_epi32(_mm_cmpeq_epi32(a, want), _mm_cmpeq_epi32(b, want));
    __m128i high = _mm_packs_epi32(_mm_cmpeq_epi32(c, want), _mm_cmpeq_epi32(d, want));
    unsigned found = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
    uint32_t depth = (uint32_t)__builtin_ctz(found | 1u << 16);
    const uint32_t *moved = msim_scan_moved + MSIM_SCAN_FRONT_MAX - depth;
    __m128i rotated_a = msim_scan_rotate(a), rotated_b = msim_scan_rotate(b),
            rotated_c = msim_scan_rotate(c);
    msim_scan_move(values, a, rotated_a, want, moved);
    msim_scan_move(values + 4, b, rotated_b, rotated_a, moved + 4);
    msim_scan_move(values + 8, c, rotated_c, rotated_b, moved + 8);
    msim_scan_move(values + 12, d, msim_scan_rotate(d), rotated_c, moved + 12);
    return depth;
}

/* The same for 16-bit values. */
static const uint16_t msim_scan_moved_short[MSIM_SCAN_FRONT_MAX + 1 + MSIM_SCAN_FRONT_MAX] = {
    0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff,
    0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff};

static inline __m128i msim_scan_moved_eight(uint32_t depth, uint32_t from)
{
    const uint16_t *moved = msim_scan_moved_short + MSIM_SCAN_FRONT_MAX - depth + from;
    return _mm_loadu_si128((const __m128i *)(const void *)moved);
}

/* `lanes`, but those marked in `moved` with the value of the lane before; the first takes
 * `first`. */
static inline __m128i msim_scan_move_short(__m128i lanes, int first, __m128i moved)
{
    __m128i shifted = _mm_insert_epi16(_mm_slli_si128(lanes, 2), first, 0);
    return _mm_xor_si128(lanes, _mm_and_si128(moved, _mm_xor_si128(lanes, shifted)));
}

/* The first `count` lanes with `value` moved to the front; *depth is its old position, or count. */
static inline __m128i msim_scan_short_front(__m128i lanes, uint32_t count, uint16_t value,
                                            uint32_t *depth)
{
    __m128i equal = _mm_cmpeq_epi16(lanes, _mm_set1_epi16((short)value));
    unsigned found = (unsigned)_mm_movemask_epi8(equal) | 1u << 2 * count;
    *depth = (uint32_t)__builtin_ctz(found) / 2;
    return msim_scan_move_short(lanes, value, msim_scan_moved_eight(*depth, 0));
}

static inline uint32_t msim_scan_short_4(uint16_t *values, uint16_t value)
{
    uint32_t depth;
    __m128i four = _mm_loadl_epi64((const __m128i *)(const void *)values);
    _mm_storel_epi64((__m128i *)(void *)values, msim_scan_short_front(four, 4, value, &depth));
    return depth;
}

static inline uint32_t msim_scan_short_8(uint16_t *values, uint16_t value)
{
    uint32_t depth;
    __m128i eight = _mm_loadu_si128((const __m128i *)(const void *)values);
    _mm_storeu_si128((__m128i *)(void *)values, msim_scan_short_front(eight, 8, value, &depth));
    return depth;
}

static inline uint32_t msim_scan_short_16(uint16_t *values, uint16_t value)
{
    const __m128i want = _mm_set1_epi16((short)value);
    __m128i a = _mm_loadu_si128((const __m128i *)(const void *)values);
    __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(values + 8));
    __m128i equal = _mm_packs_epi16(_mm_cmpeq_epi16(a, want), _mm_cmpeq_epi16(b, want));
    uint32_t depth = (uint32_t)__builtin_ctz((unsigned)_mm_movemask_epi8(equal) | 1u << 16);
    b = msim_scan_move_short(b, _mm_extract_epi16(a, 7), msim_scan_moved_eight(depth, 8));
    a = msim_scan_move_short(a, value, msim_scan_moved_eight(depth, 0));
    _mm_storeu_si128((__m128i *)(void *)values, a);
    _mm_storeu_si128((__m128i *)(void *)(values + 8), b);
    return depth;
}

#else

static inline uint64_t msim_scan_equal(const uint32_t *values, uint32_t count, uint32_t wanted)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found |= (uint64_t)(values[i] == wanted) << i;
    return found;
}

static inline uint64_t msim_scan_near(const uint32_t *values, uint32_t count, uint32_t from,
                                      unsigned bits)
{
    uint64_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        found |= (uint64_t)((values[i] - from) >> bits == 0) << i;
    return found;
}

static inline uint32_t msim_scan_least(const uint32_t *values, uint32_t count)
{
    uint32_t least = values[0];
    for (uint32_t i = 1; i < count; i++)
        least = values[i] < least ? values[i] : least;
    return least;
}

static inline uint64_t msim_scan_above(const uint32_t *values, uint64_t count, uint32_t least)
{
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; i++)
        found += values[i] > least;
    return found;
}

#define MSIM_SCAN_FRONTS(name, type)                                                               \
    static inline uint32_t msim_scan_##name##_any(type *values, uint32_t count, type value)        \
    {                                                                                              \
        uint32_t depth = 0;                                                                        \
        while (depth < count && values[depth] != value)                                            \
            depth++;                                                                               \
        for (uint32_t i = depth < count ? depth : count - 1; i > 0; i--)                           \
            values[i] = values[i - 1];                                                             \
        values[0] = value;                                                                         \
        return depth;                                                                              \
    }                                                                                              \
    static inline uint32_t msim_scan_##name##_4(type *values, type value)                          \
    {                                                                                              \
        return msim_scan_##name##_any(values, 4, value);                                           \
    }                                                                                              \
    static inline uint32_t msim_scan_##name##_8(type *values, type value)                          \
    {                                                                                              \
        return msim_scan_##name##_any(values, 8, value);                                           \
    }                                                                                              \
    static inline uint32_t msim_scan_##name##_16(type *values, type value)                         \
    {                                                                                              \
        return msim_scan_##name##_any(values, 16, value);                                          \
    }
MSIM_SCAN_FRONTS(front, uint32_t)
MSIM_SCAN_FRONTS(short, uint16_t)
#undef MSIM_SCAN_FRONTS

#endif

static inline uint32_t msim_scan_front_1(uint32_t *values, uint32_t value)
{
    uint32_t depth = values[0] != value;
    values[0] = value;
    return depth;
}

static inline uint32_t msim_scan_front_2(uint32_t *values, uint32_t value)
{
    uint32_t first = values[0], second = values[1];
    values[0] = value;
    values[1] = first == value ? second : first;
    return first == value ? 0 : second == value ? 1 : 2;
}

/* Moves `value` to the front of `count` different values (1, 2, 4, 8 or 16).  Those before it move
 * up by one; if it was not among them, the last falls out.  Returns its old position, or count.
 * Has no branches. */
static inline uint32_t msim_scan_front(uint32_t *values, uint32_t count, uint32_t value)
{
    switch (count) {
    case 1:
        return msim_scan_front_1(values, value);
    case 2:
        return msim_scan_front_2(values, value);
    case 4:
        return msim_scan_front_4(values, value);
    case 8:
        return msim_scan_front_8(values, value);
    default:
        return msim_scan_front_16(values, value);
    }
}

/* The position of the smallest value, the first of several. */
static inline uint32_t msim_scan_smallest(const uint32_t *values, uint32_t count)
{
    uint32_t least = msim_scan_least(values, count);
    return (uint32_t)__builtin_ctzll(msim_scan_equal(values, count, least));
}

/* msim_scan_front() for 16-bit values, none of which is 0. */
static inline uint32_t msim_scan_front_short(uint16_t *values, uint32_t count, uint16_t value)
{
    uint16_t first = values[0], second;
    switch (count) {
    case 1:
        values[0] = value;
        return first != value;
    case 2:
        second = values[1];
        values[0] = value;
        values[1] = first == value ? second : first;
        return first == value ? 0 : second == value ? 1 : 2;
    case 4:
        return msim_scan_short_4(values, value);
    case 8:
        return msim_scan_short_8(values, value);
    default:
        return msim_scan_short_16(values, value);
    }
}
