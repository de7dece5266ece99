/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads numbers and words that users write.  Each function moves past what it took; where it
 * returns false, it may have moved, too. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The value of all numbers that are too large: no allowed range contains it. */
#define MSIM_TOO_LARGE (UINT64_C(1) << 50)

/* The rest of the text. */
struct msim_reader {
    const char *at;
};

/* Takes `word` if the text starts with it, else nothing. */
bool msim_take(struct msim_reader *text, const char *word);

/* A decimal number; any from MSIM_TOO_LARGE on may be returned as another of these. */
bool msim_take_number(struct msim_reader *text, uint64_t *number);

/* 8388608, 32K, 1.25M: a fraction must come out as a whole number of bytes. */
bool msim_take_size(struct msim_reader *text, uint64_t *size);

/* True: the next number is 0.  Takes nothing. */
bool msim_is_zero(const struct msim_reader *text);

/* A number other than 0, or `full`, which is returned as 0. */
bool msim_take_ways(struct msim_reader *text, uint64_t *ways);
