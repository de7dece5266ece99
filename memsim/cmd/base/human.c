/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people read them; see human.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "human.h"

struct msim_human msim_human_size(uint64_t bytes)
{
    static const char units[] = "\0KMG";
    int unit = 0;
    while (bytes && bytes % 1024 == 0 && unit < 3) {
        bytes /= 1024;
        unit++;
    }
    struct msim_human human;
    snprintf(human.text, sizeof human.text, "%" PRIu64 "%.1s", bytes, units + unit);
    return human;
}

struct msim_human msim_human_count(uint64_t count)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    struct msim_human human;
    char *to = human.text;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = 0;
    return human;
}

struct msim_human msim_human_percent(uint64_t part, uint64_t whole)
{
    struct msim_human human;
    long double percent = whole ? 100.0L * (long double)part / (long double)whole : 0;
    snprintf(human.text, sizeof human.text, "%.4Lf%%", percent);
    return human;
}

struct msim_human msim_human_share(double percent)
{
    struct msim_human human;
    if (percent > 0 && percent < 0.01)
        snprintf(human.text, sizeof human.text, "<0.01%%");
    else
        snprintf(human.text, sizeof human.text, "%.3g%%", percent);
    return human;
}

struct msim_human msim_human_short(double value, bool binary)
{
    static const char *const units[][7] = {{"", "K", "M", "G", "T", "P", "E"},
                                           {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"}};
    double thousand = binary ? 1024 : 1000;
    int unit = 0;
    while (fabs(value) >= thousand && unit < 6) {
        value /= thousand;
        unit++;
    }
    struct msim_human human;
    snprintf(human.text, sizeof human.text, "%.4g%s", value, value != 0 ? units[binary][unit] : "");
    return human;
}

bool msim_read_number(const char *text, uint64_t *number)
{
    uint64_t value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        unsigned digit = (unsigned char)*text - (unsigned)'0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

bool msim_read_size(const char *text, uint64_t *size)
{
    char digits[24];
    size_t length = strlen(text);
    if (!length || length >= sizeof digits)
        return false;
    memcpy(digits, text, length + 1);
    unsigned shift = 0;
    switch (digits[length - 1]) {
    case 'K':
        shift = 10;
        break;
    case 'M':
        shift = 20;
        break;
    case 'G':
        shift = 30;
        break;
    }
    if (shift)
        digits[length - 1] = 0;
    if (!msim_read_number(digits, size) || *size > UINT64_MAX >> shift)
        return false;
    *size <<= shift;
    return true;
}

struct msim_things msim_human_things(uint64_t count, const char *one, const char *many)
{
    struct msim_things things;
    snprintf(things.text, sizeof things.text, "%s %.30s", msim_human_count(count).text,
             count == 1 ? one : many);
    return things;
}
