/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people read them.  Returned by value, so that a call can stand in a printf. */
#ifndef MSIM_CMD_BASE_HUMAN_H
#define MSIM_CMD_BASE_HUMAN_H

#include <stdbool.h>
#include <stdint.h>

struct msim_human {
    char text[32];
};

/* A size in the largest unit that it is a whole number of: 512K, 1M, 1280K, 100. */
struct msim_human msim_human_size(uint64_t bytes);

/* Grouped by thousands: 27,794,595. */
struct msim_human msim_human_count(uint64_t count);

/* part / whole in percent with four decimals, rounded; a whole of 0 is 0%. */
struct msim_human msim_human_percent(uint64_t part, uint64_t whole);

/* As short as it gets, for ticks: 2.5M, with thousands as 1000 or, `binary`, as 1024. */
struct msim_human msim_human_short(double value, bool binary);

/* Reads a size as users write it, 64 or 32K or 2M; false: it is none. */
bool msim_read_size(const char *text, uint64_t *size);

/* Reads a decimal number without sign that is followed by nothing; false: it is none, or too large. */
bool msim_read_number(const char *text, uint64_t *number);

#endif
