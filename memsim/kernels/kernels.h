/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim-kernels: small programs that each do one thing, to be timed natively and simulated.
 *
 * A theme is a file with an array of kernels that ends with one without a name, and a row in
 * kernels.list.  What holds for all kernels:
 *
 *   - rounds are alike: one is the difference between N and 2N rounds of a program, divided by N;
 *   - memory is written before it is read (what was never written is one page of zeros);
 *   - random data is drawn anew in each round, so no predictor learns it by heart;
 *   - the compiler's options are fixed in Makefile.am; inline assembly is only where a form would
 *     not stay what it is, and has a C form for other processors beside it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MSIM_KERNEL_PARAMETERS = 6, MSIM_KERNEL_LINE = 64, MSIM_KERNEL_PAGE = 4096 };

struct msim_kernel_parameter {
    const char *name; /* NULL: there are no more */
    uint64_t usual, least, most;
};

struct msim_kernel {
    const char *name;
    const char *what;  /* one line */
    const char *each;  /* what a round has several of: "load" */
    uint32_t in_round; /* how many of these */
    struct msim_kernel_parameter parameter[MSIM_KERNEL_PARAMETERS];
    void *(*prepare)(const uint64_t *parameter); /* what run() needs, from malloc, or NULL */
    void (*run)(void *prepared, uint64_t rounds);
};

/* The themes, in the order of kernels.list; ended by NULL. */
extern const struct msim_kernel *const msim_kernel_themes[];

/* The kernel of that name, or NULL. */
const struct msim_kernel *msim_kernel_named(const char *name);

/* --- What kernels share ------------------------------------------------------------------- */

/* The compiler knows nothing of the number any more, so what comes after needs this very one. */
#define MSIM_HIDE(number) __asm__ volatile("" : "+r"(number))
/* The value is used. */
#define MSIM_USE(number) __asm__ volatile("" : : "r"(number) : "memory")

/* Ends the program with that message, and status 1. */
__attribute__((noreturn, format(printf, 1, 2))) void msim_kernel_fail(const char *format, ...);

/* The next number of a sequence that looks random (xorshift); `state` is not 0. */
static inline uint64_t msim_kernel_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Memory whose bytes are 1, at the beginning of a 2 MB page; `huge`: in such pages, if the system
 * gives them. */
void *msim_kernel_memory(uint64_t bytes, bool huge);

/* Reads something of each page of it.  Where a virtual machine finds pages anew after it has changed
 * its mappings, or has run something else, the first access to each takes microseconds. */
void msim_kernel_touch(void);

/* The numbers from 0 to count - 1 in random order, from malloc. */
uint32_t *msim_kernel_shuffled(uint32_t count);

/* --- Timing ------------------------------------------------------------------------------- */

struct msim_kernel_timed {
    uint64_t rounds;         /* N */
    double nanoseconds;      /* a round */
    double slowest, fastest; /* the clock's rate in cycles a nanosecond, of all samples */
};

/* Times prepared rounds: the least of N and of 2N rounds, of so many samples; N take at least so
 * many milliseconds.  Between them are dependent additions, for the clock. */
void msim_kernel_time(const struct msim_kernel *kernel, void *prepared, unsigned milliseconds,
                      unsigned samples, struct msim_kernel_timed *timed);
