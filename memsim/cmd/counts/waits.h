/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For which loads a simulated core waited, and which load the address of each came from: the lines
 * "fl=# waits:" of a file of counts, as they stand in it.  Loads of different sources have
 * different numbers.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The greatest number of a load in a file. */
#define MSIM_WAITS_LOADS UINT32_MAX

/* An instruction that loads. */
struct msim_waiting_load {
    uint64_t number; /* 0: none */
    uint32_t line;
    const char *file;
};

struct msim_waiting {
    uint64_t cycles;
    struct msim_waiting_load load, from; /* from none: its address was known ahead */
};

struct msim_waits {
    struct msim_waiting *pair;
    size_t pairs;
    uint64_t cycles; /* of all */
    uint64_t loads;  /* the greatest number of one */
};
