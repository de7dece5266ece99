/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What pairs share: memory, random numbers and random order. */
#pragma once

#include "kernels/kernels.h"

/* The compiler makes no selection of a branch that contains this. */
#define MSIM_PAIR_BRANCH() __asm__ volatile("")

/* A random number for each number: a bijection (SplitMix64 of Steele, Lea and Flood). */
static inline uint64_t msim_pair_random(uint64_t number)
{
    number += 0x9e3779b97f4a7c15;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    return number ^ number >> 31;
}

/* `count` written elements of `each` bytes, in small pages where the system permits.  Never
 * freed. */
void *msim_pair_memory(uint64_t count, uint64_t each);

/* The largest power of two that is at most `number`, which is not 0. */
uint64_t msim_pair_power(uint64_t number);

/* The place of item `number` of `count`, a power of two, in a random order. */
uint64_t msim_pair_shuffled(uint64_t number, uint64_t count);

/* Numbers that are each a generator of its own, whose high bits are random; and all of them drawn
 * anew. */
uint32_t *msim_pair_generators(uint64_t count);

static inline void msim_pair_draw(uint32_t *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        value[i] = value[i] * 1664525 + 1013904223;
}
