/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Timing of kernels (kernels.h), by the processor's time of this process.
 *
 * What is prepared is not in it, and what reading the clock takes is nothing beside milliseconds;
 * so no difference of two times is needed, which would have the errors of both.
 */
#define _GNU_SOURCE
#include "kernels.h"

#include <time.h>

enum { ADDITIONS = 3, MILLION = 1000000 }; /* ADDITIONS: milliseconds that each of two runs takes */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double time_of(const struct msim_kernel *kernel, void *prepared, uint64_t rounds)
{
    double start = now();
    kernel->run(prepared, rounds);
    return now() - start;
}

/* Rounds that take at least so many milliseconds; they warm up what they use, too. */
static uint64_t enough(const struct msim_kernel *kernel, void *prepared, unsigned milliseconds)
{
    uint64_t rounds = 1;
    double wanted = (double)milliseconds * MILLION;
    for (;;) {
        double took = time_of(kernel, prepared, rounds);
        if (took >= wanted)
            return rounds;
        double more = took > 0 ? 1.05 * wanted / took : 10;
        rounds = (uint64_t)((double)rounds * (more < 10 ? more : 10)) + 1;
    }
}

static double less(double a, double b)
{
    return a < b ? a : b;
}

void msim_kernel_time(const struct msim_kernel *kernel, void *prepared, unsigned milliseconds,
                      unsigned samples, struct msim_kernel_timed *timed)
{
    const struct msim_kernel *additions = msim_kernel_named("additions");
    uint64_t some = enough(additions, NULL, ADDITIONS);
    msim_kernel_touch();
    uint64_t rounds = enough(kernel, prepared, milliseconds);
    double least = 0, fast = 0, slow = 0;
    for (unsigned i = 0; i < samples; i++) {
        double each = less(time_of(additions, NULL, some), time_of(additions, NULL, some));
        msim_kernel_touch();
        double n = time_of(kernel, prepared, rounds) / (double)rounds;
        double n2 = time_of(kernel, prepared, 2 * rounds) / (double)(2 * rounds);
        double rate = each > 0 ? (double)additions->in_round * (double)some / each : 0;
        least = i ? less(least, less(n, n2)) : less(n, n2);
        fast = rate > fast ? rate : fast;
        slow = i ? less(slow, rate) : rate;
    }
    *timed = (struct msim_kernel_timed){rounds, least, slow, fast};
}
