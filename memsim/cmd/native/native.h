/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a kernel takes natively, in nanoseconds and cycles.
 *
 * The program of kernels times itself by the processor's time of its process: the least of N and of
 * 2N rounds, of several samples, after what it prepares.  Between them it runs additions that each
 * need the sum before, one a cycle: their rate is the clock's.  All else that runs makes a sample
 * longer, never shorter.
 */
#pragma once

#include <stdint.h>

/* How long N rounds take at least, and how many samples there are. */
struct msim_effort {
    unsigned milliseconds, samples;
};

struct msim_native {
    uint64_t rounds;    /* N */
    uint32_t in_round;  /* how many loads, branches, ... a round has; */
    char each[32];      /* "load", "branch", ... */
    double nanoseconds; /* a round */
    double rate;        /* cycles in a nanosecond */
    double cycles;      /* a round */
};

/* Ends the command if the kernel does not run, or if the rate of the clock cannot be measured in
 * several tries. */
struct msim_native msim_native_time(const char *kernel, struct msim_effort effort);

/* Cycles of a load, branch, ... */
static inline double msim_native_each(const struct msim_native *native)
{
    return native->cycles / native->in_round;
}

/* Why this is no rate of a clock, NULL if it is one: the slowest and the fastest of the samples. */
const char *msim_native_no_clock(double slowest, double fastest);
