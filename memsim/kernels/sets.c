/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads at a distance, in order of a table that is drawn once: those of one set of a cache. */
#include "kernels.h"

#include <stdlib.h>

enum { EACH = 1024 };

struct table {
    uint64_t lines, sum;
    const volatile char *line[];
};

/* Lines at a distance in random order, so that no prefetcher finds it. */
static void *prepare(const uint64_t *parameter)
{
    uint64_t distance = parameter[0], lines = parameter[1];
    const char *memory = msim_kernel_memory(distance * lines, parameter[2]);
    uint32_t *order = msim_kernel_shuffled((uint32_t)lines);
    struct table *table = malloc(sizeof *table + lines * sizeof *table->line);
    if (!table)
        msim_kernel_fail("there is no memory left");
    table->lines = lines;
    for (uint64_t i = 0; i < lines; i++)
        table->line[i] = memory + order[i] * distance;
    free(order);
    return table;
}

static void run(void *prepared, uint64_t rounds)
{
    struct table *table = prepared;
    uint64_t at = 0, sum = 0;
    for (uint64_t left = rounds * EACH; left; left--) {
        sum += (unsigned char)*table->line[at];
        at = at + 1 == table->lines ? 0 : at + 1;
    }
    table->sum = sum;
}

const struct msim_kernel msim_kernels_sets[] = {
    {"sets",
     "loads of lines at a distance, whose addresses are known ahead",
     "load",
     EACH,
     {{"distance", 4096, 64, 1 << 24}, {"lines", 32, 2, 1 << 16}, {"huge", 0, 0, 1}},
     prepare,
     run},
    {.name = NULL},
};
