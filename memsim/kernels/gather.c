/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads whose addresses are known ahead: lines in order, and at random. */
#include "kernels.h"

#include <stdlib.h>

enum { EACH = 1024 };

struct data {
    const volatile char *memory;
    uint64_t lines, at; /* `at`: the next line, or the state of what is drawn */
};

static struct data *make(const uint64_t *parameter)
{
    struct data *data = malloc(sizeof *data);
    if (!data)
        msim_kernel_fail("there is no memory left");
    data->memory = msim_kernel_memory(parameter[0], parameter[1]);
    data->lines = parameter[0] / MSIM_KERNEL_LINE;
    return data;
}

static void *begin(const uint64_t *parameter)
{
    struct data *data = make(parameter);
    data->at = 0;
    return data;
}

static void *draw(const uint64_t *parameter)
{
    struct data *data = make(parameter);
    data->at = 88172645463325252;
    return data;
}

static void in_order(void *prepared, uint64_t rounds)
{
    struct data *data = prepared;
    const volatile char *end = data->memory + data->lines * MSIM_KERNEL_LINE;
    const volatile char *at = data->memory + data->at * MSIM_KERNEL_LINE;
    for (uint64_t left = rounds * (EACH / 4); left; left--) {
        for (int i = 0; i < 4; i++)
            (void)at[i * MSIM_KERNEL_LINE];
        at += 4 * MSIM_KERNEL_LINE;
        at = at >= end ? data->memory : at;
    }
    data->at = (uint64_t)(at - data->memory) / MSIM_KERNEL_LINE;
}

/* A number is drawn in some six cycles: fewer than a line takes from memory, so it is kept short by
 * drawing two lines from each. */
static void at_random(void *prepared, uint64_t rounds)
{
    struct data *data = prepared;
    uint64_t state = data->at;
    for (uint64_t left = rounds * (EACH / 2); left; left--) {
        uint64_t drawn = msim_kernel_random(&state);
        uint64_t one = ((drawn >> 32) * data->lines) >> 32;
        uint64_t other = ((drawn & UINT32_MAX) * data->lines) >> 32;
        (void)data->memory[one * MSIM_KERNEL_LINE];
        (void)data->memory[other * MSIM_KERNEL_LINE];
    }
    data->at = state;
}

const struct msim_kernel msim_kernels_gather[] = {
    {"order",
     "loads of lines in order",
     "load",
     EACH,
     {{"bytes", 1 << 20, 4096, 1ull << 36}, {"huge", 0, 0, 1}},
     begin,
     in_order},
    {"gather",
     "loads of lines that are drawn anew",
     "load",
     EACH,
     {{"bytes", 1 << 20, 4096, 1ull << 36}, {"huge", 0, 0, 1}},
     draw,
     at_random},
    {.name = NULL},
};
