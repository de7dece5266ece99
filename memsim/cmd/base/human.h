/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers for people to read.  Returned by value, so that a call can be an argument of printf. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct msim_human {
    char text[32];
};

/* A number of things. */
struct msim_things {
    char text[64];
};

/* A size in the largest unit that gives a whole number: 512K, 1M, 1280K, 100. */
struct msim_human msim_human_size(uint64_t bytes);

/* Grouped by thousands: 27,794,595. */
struct msim_human msim_human_count(uint64_t count);

/* "1 miss", "27,794,595 misses". */
struct msim_things msim_human_things(uint64_t count, const char *one, const char *many);

/* part / whole in percent with four decimals, rounded; 0% if `whole` is 0. */
struct msim_human msim_human_percent(uint64_t part, uint64_t whole);

/* A share in percent with three digits: "12.3%", "0.05%", "<0.01%". */
struct msim_human msim_human_share(double percent);

/* The same as a number. */
static inline double msim_percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* As short as possible, for pictures: 2.5M, in thousands; if `binary`, bytes: 2.5 MiB, in 1024s. */
struct msim_human msim_human_short(double value, bool binary);

/* Reads a size as users write it: 64, 32K, 2M.  Returns false if it is not one. */
bool msim_read_size(const char *text, uint64_t *size);

/* Reads a decimal number without a sign; false if the text is anything else, or is too large. */
bool msim_read_number(const char *text, uint64_t *number);
