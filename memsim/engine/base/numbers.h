/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arithmetic that several rooms need. */
#pragma once

#include <stdint.h>

/* The greatest common divisor; of 0 and a number, the number. */
static inline uint64_t msim_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The least multiple of `to` that is not below the number. */
static inline uint64_t msim_round_up(uint64_t number, uint64_t to)
{
    return (number + to - 1) / to * to;
}

/* The sum, or the largest number where the sum would be larger. */
static inline uint64_t msim_sum_limited(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* How many bits are set. */
static inline unsigned msim_bits(uint64_t number)
{
    unsigned bits = 0;
    for (; number; number &= number - 1)
        bits++;
    return bits;
}

/* How far apart two numbers are. */
static inline uint64_t msim_distance(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}
