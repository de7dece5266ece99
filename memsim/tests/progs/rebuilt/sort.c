/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorts numbers by insertion into runs, and merges these. */
#include <stdlib.h>
#include <string.h>

#include "rebuilt.h"

enum { NUMBERS = 16384, RUN = 16 };

static uint32_t number[NUMBERS], other[NUMBERS];

static void sort_run(uint32_t *run)
{
    for (int i = 1; i < RUN; i++) {
        uint32_t moved = run[i];
        int to = i;
        for (; to > 0 && run[to - 1] > moved; to--)
            run[to] = run[to - 1];
        run[to] = moved;
    }
}

static void merge(const uint32_t *from, uint32_t *to, size_t half)
{
    size_t a = 0, b = half;
    for (size_t i = 0; i < 2 * half; i++)
        to[i] = b == 2 * half || (a < half && from[a] <= from[b]) ? from[a++] : from[b++];
}

uint64_t numbers_sort(void)
{
    uint32_t state = 3;
    uint64_t sum = 0;
    uint32_t *from = number, *to = other;
    for (size_t i = 0; i < NUMBERS; i++)
        number[i] = next_number(&state);
    for (size_t i = 0; i < NUMBERS; i += RUN)
        sort_run(number + i);
    for (size_t half = RUN; half < NUMBERS; half *= 2) {
        for (size_t i = 0; i < NUMBERS; i += 2 * half)
            merge(from + i, to + i, half);
#if SLOW == 10
        if (half == 1024)
            for (size_t i = 0; i < NUMBERS * 3 / 4; i += RUN)
                sort_run(to + i); /* slow 10 */
#endif
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    for (size_t i = 0; i < NUMBERS; i += 64)
        sum = sum * 5 + from[i];
    return sum;
}
