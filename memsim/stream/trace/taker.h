/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes checked numbers from a piece of the dictionary. */
#pragma once

#include "stream/bytes.h"

/* The cursor, and what was expected where it stopped.  Only the first mistake is kept. */
struct msim_taker {
    struct msim_cursor *cursor;
    uint8_t *bytes; /* of the block */
    const char *expected;
};

/* Reports that something else was expected at `start`. */
static inline void msim_refuse(struct msim_taker *taker, const uint8_t *start, const char *expected)
{
    if (taker->expected)
        return;
    taker->expected = expected;
    taker->cursor->at = start;
    taker->cursor->bad = true;
}

static inline uint64_t msim_take(struct msim_taker *taker, uint64_t least, uint64_t most,
                                 const char *expected)
{
    const uint8_t *start = taker->cursor->at;
    uint64_t value = msim_take_varint(taker->cursor, most);
    if (taker->cursor->bad || value < least)
        msim_refuse(taker, start, expected);
    return value;
}

static inline uint64_t msim_take_difference(struct msim_taker *taker, uint64_t before,
                                            uint64_t most, const char *expected)
{
    const uint8_t *start = taker->cursor->at;
    uint64_t value = before + msim_unfold(msim_take_varint(taker->cursor, UINT64_MAX));
    if (taker->cursor->bad || value > most)
        msim_refuse(taker, start, expected);
    return value;
}

/* Takes a number below `used`. */
static inline uint32_t msim_take_number(struct msim_taker *taker, uint32_t before, uint32_t used,
                                        const char *expected)
{
    if (!used)
        msim_refuse(taker, taker->cursor->at, expected);
    return (uint32_t)msim_take_difference(taker, before, used ? used - 1 : 0, expected);
}
