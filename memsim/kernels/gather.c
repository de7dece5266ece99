/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loads whose addresses are known ahead: lines in order, and at random.
 *
 * What is loaded is added up: loads whose result nobody needs are left out where programs are
 * translated.
 */
#include "kernels.h"

#include <stdlib.h>

enum { EACH = 1024, WORDS = MSIM_KERNEL_LINE / sizeof(uint64_t) };

struct data {
    const volatile uint64_t *memory;
    uint64_t lines, at; /* `at`: the next line, or the state of what is drawn */
    uint64_t sum;
};

static struct data *make(const uint64_t *parameter)
{
    struct data *data = calloc(1, sizeof *data);
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
    const volatile uint64_t *end = data->memory + data->lines * WORDS;
    const volatile uint64_t *at = data->memory + data->at * WORDS;
    uint64_t one = 0, other = 0;
    for (uint64_t left = rounds * (EACH / 4); left; left--) {
        one += at[0];
        other += at[WORDS];
        one += at[2 * WORDS];
        other += at[3 * WORDS];
        at += 4 * WORDS;
        at = at >= end ? data->memory : at;
    }
    data->at = (uint64_t)(at - data->memory) / WORDS;
    data->sum += one + other;
}

/* A number is drawn in some six cycles, which is long beside the inner levels; so two lines are
 * drawn with each. */
static void at_random(void *prepared, uint64_t rounds)
{
    struct data *data = prepared;
    uint64_t state = data->at, sum = 0;
    for (uint64_t left = rounds * (EACH / 2); left; left--) {
        uint64_t drawn = msim_kernel_random(&state);
        sum += data->memory[(((drawn >> 32) * data->lines) >> 32) * WORDS];
        sum += data->memory[(((drawn & UINT32_MAX) * data->lines) >> 32) * WORDS];
    }
    data->at = state;
    data->sum += sum;
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
