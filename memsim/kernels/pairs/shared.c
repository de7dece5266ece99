/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory and random order for pairs (shared.h). */
#include "shared.h"

void *msim_pair_memory(uint64_t count, uint64_t each)
{
    return msim_kernel_memory(count * each, false);
}

uint64_t msim_pair_power(uint64_t number)
{
    uint64_t power = 1;
    while (power <= number / 2)
        power *= 2;
    return power;
}

/* Each step can be undone within the bits of `count`, so no two numbers have the same place. */
uint64_t msim_pair_shuffled(uint64_t number, uint64_t count)
{
    uint64_t mask = count - 1;
    int half = (64 - __builtin_clzll(count)) / 2;
    number = (number * 0x9e3779b97f4a7c15 + 0x1234567) & mask;
    number ^= number >> half;
    number = number * 0xd1342543de82ef95 & mask;
    number ^= number >> half;
    number = number * 0xbf58476d1ce4e5b9 & mask;
    return number ^ number >> half;
}

uint32_t *msim_pair_generators(uint64_t count)
{
    uint32_t *value = msim_pair_memory(count, sizeof *value);
    for (uint64_t i = 0; i < count; i++)
        value[i] = (uint32_t)msim_pair_random(i);
    return value;
}
