/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happens to a history (history.h) once, or every 16 bits. */
#include "history.h"

enum { FOLD = 16, WORD = 64 };

/* A geometric series.  The bits that leave next must be in one word: (length - 16) % 64 <= 48. */
static const uint8_t length[MSIM_HISTORY_TABLES] = {4, 7, 12, 21, 36, 63, 109, 190};

/* x to this power, modulo the polynomial. */
static uint16_t power(unsigned of)
{
    unsigned result = 1;
    for (unsigned i = 0; i < of; i++)
        result = result << 1 ^ (result >> (FOLD - 1) ? MSIM_HISTORY_POLYNOMIAL | 1 << FOLD : 0);
    return (uint16_t)result;
}

void msim_history_init(struct msim_history *history)
{
    *history = (struct msim_history){.fresh = 1};
    for (unsigned i = 0; i < MSIM_HISTORY_TABLES; i++) {
        history->leaves[i] = power(length[i]);
        history->mask[i] = (uint16_t)(length[i] < FOLD ? (1 << length[i]) - 1 : -1);
    }
}

void msim_history_settle(struct msim_history *history)
{
    uint64_t *bits = history->bits;
    for (unsigned i = MSIM_HISTORY_WORDS - 1; i > 0; i--)
        bits[i] = bits[i] << FOLD | bits[i - 1] >> (WORD - FOLD);
    bits[0] = bits[0] << FOLD | (uint16_t)history->fresh;
    for (unsigned i = 0; i < MSIM_HISTORY_TABLES; i++)
        if (length[i] >= FOLD) {
            unsigned from = length[i] - FOLD;
            history->leaving[i] = (uint16_t)(bits[from / WORD] >> from % WORD);
        }
    history->fresh = 1;
}
