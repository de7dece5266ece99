/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The readers of reader.h. */
#include "reader.h"

#define KIB UINT64_C(1024)

bool msim_take(struct msim_reader *text, const char *word)
{
    const char *at = text->at;
    for (; *word; word++, at++)
        if (*at != *word)
            return false;
    text->at = at;
    return true;
}

bool msim_take_number(struct msim_reader *text, uint64_t *number)
{
    uint64_t value = 0;
    const char *start = text->at;
    for (; *text->at >= '0' && *text->at <= '9'; text->at++)
        if (value < MSIM_TOO_LARGE)
            value = value * 10 + (uint64_t)(*text->at - '0');
    *number = value;
    return text->at != start;
}

static uint64_t take_unit(struct msim_reader *text)
{
    if (msim_take(text, "K") || msim_take(text, "k"))
        return KIB;
    if (msim_take(text, "M") || msim_take(text, "m"))
        return KIB * KIB;
    if (msim_take(text, "G") || msim_take(text, "g"))
        return KIB * KIB * KIB;
    return 1;
}

bool msim_take_size(struct msim_reader *text, uint64_t *size)
{
    uint64_t whole, fraction = 0, scale = 1;
    if (!msim_take_number(text, &whole))
        return false;
    if (msim_take(text, ".")) {
        const char *start = text->at;
        if (!msim_take_number(text, &fraction) || text->at - start > 6)
            return false;
        for (const char *digit = start; digit < text->at; digit++)
            scale *= 10;
    }
    uint64_t unit = take_unit(text);
    if (fraction * unit % scale)
        return false;
    bool fits = whole < MSIM_TOO_LARGE / unit;
    *size = fits ? whole * unit + fraction * unit / scale : MSIM_TOO_LARGE;
    return true;
}

bool msim_is_zero(const struct msim_reader *text)
{
    struct msim_reader ahead = *text;
    uint64_t number;
    return msim_take_number(&ahead, &number) && number == 0;
}

bool msim_take_ways(struct msim_reader *text, uint64_t *ways)
{
    if (msim_take(text, "full")) {
        *ways = 0;
        return true;
    }
    return msim_take_number(text, ways) && *ways != 0;
}
