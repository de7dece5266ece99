/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim run --native=N: the command also runs N times without Valgrind, half of them before the
 * run that is simulated and half after it.
 *
 * Its output would appear several times, so natively it goes nowhere.  Standard input is a file
 * that each run reads from where it stands, or else empty.
 *
 * The kernel's sum of user and system time is exact, but many kernels divide it by what ran when
 * the clock ticked, some 250 times a second.  So the least sum counts, and the user's share of it
 * is that of all runs together.  Where the system permits, the processor counts the user's cycles,
 * instructions and misses.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { MSIM_NATIVE_MAX = 1000, MSIM_NATIVE_SIGNALS = 4 };

enum msim_processor_counter {
    MSIM_COUNTER_CYCLES,
    MSIM_COUNTER_INSTRUCTIONS,
    MSIM_COUNTER_CACHE_MISSES,
    MSIM_COUNTER_BRANCH_MISSES,
    MSIM_COUNTERS
};

/* One native run, with all processes that it waited for. */
struct msim_native_run {
    int status;                /* as of shells */
    uint64_t user, system;     /* microseconds */
    uint64_t minor, major;     /* page faults */
    uint64_t waits, preempted; /* context switches of both kinds */
    bool is_counted;
    uint64_t counter[MSIM_COUNTERS];
};

struct msim_native_runs {
    char *const *command;
    char **environment;                           /* NULL: that of this process */
    struct sigaction action[MSIM_NATIVE_SIGNALS]; /* as they were at the beginning */
    struct msim_native_run *run;
    size_t runs;
    size_t times, before; /* how many are to be, in all and before the simulated one */
    double *rate;         /* of the clock, in GHz, before each run */
};

/* Runs it `times` / 2 times, rounded up.  Ends the command if standard input can be read only
 * once. */
void msim_native_begin(struct msim_native_runs *runs, char *const *command, char **environment,
                       size_t times);

/* Runs it for the rest; signals are handled as they were at the beginning. */
void msim_native_rest(struct msim_native_runs *runs);

/* The number of the run whose user and system time is the least. */
size_t msim_native_least(const struct msim_native_runs *runs);

/* Its microseconds that are the user's; and the clock's rate, in GHz. */
double msim_native_user(const struct msim_native_runs *runs);
double msim_native_rate(const struct msim_native_runs *runs);

/* Runs it for the rest, prints what it took, on stderr, beside the simulated cycles, and writes all
 * runs to a file of the folder.  The simulated process ended with `status`, and its counts are in
 * that file.  NULL: it has no such file, or no folder. */
void msim_native_end(struct msim_native_runs *runs, const char *folder, pid_t pid,
                     const char *counts, int status);

void msim_native_free(struct msim_native_runs *runs);
