/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading numbers and words from what users write.  Every reader moves past what it took, or returns
 * false and may have moved. */
#ifndef MSIM_ENGINE_BASE_READER_H
#define MSIM_ENGINE_BASE_READER_H

#include <stdbool.h>
#include <stdint.h>

/* What a number is that is too large for anything: no range has it. */
#define MSIM_TOO_LARGE (UINT64_C(1) << 50)

/* What is still to be read. */
struct msim_reader {
    const char *at;
};

/* Exactly `word`; where it is something else, nothing is taken. */
bool msim_take(struct msim_reader *text, const char *word);

/* Decimal; MSIM_TOO_LARGE or more, where it is as large as that. */
bool msim_take_number(struct msim_reader *text, uint64_t *number);

/* 8388608, 32K, 1.25M: a fraction must come out as a whole number of bytes. */
bool msim_take_size(struct msim_reader *text, uint64_t *size);

/* Is the number there 0?  Nothing is taken. */
bool msim_is_zero(const struct msim_reader *text);

/* A number but 0; `full` is returned as 0 ways. */
bool msim_take_ways(struct msim_reader *text, uint64_t *ways);

#endif
