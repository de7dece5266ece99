/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of columns; see value.h. */
#include "value.h"

#include <stdio.h>
#include <string.h>

static msim_wide weighted(const int32_t *weight, const int64_t *count, size_t events)
{
    msim_wide sum = 0;
    for (size_t i = 0; i < events; i++)
        if (weight[i])
            sum += (msim_wide)count[i] * weight[i];
    return sum;
}

msim_wide msim_column_over(const struct msim_column *column, const int64_t *count)
{
    if (column->event < column->events)
        return count[column->event];
    return weighted(column->weight, count, column->events);
}

bool msim_column_value(const struct msim_column *column, const int64_t *count, double *value)
{
    double over = (double)msim_column_over(column, count);
    *value = over;
    if (column->kind == MSIM_COLUMN_COUNT)
        return true;
    msim_wide under = weighted(column->under, count, column->events);
    if (!under)
        return false;
    *value = (column->kind == MSIM_COLUMN_PTI ? 1000 * over : over) / (double)under;
    return true;
}

bool msim_column_is_zero(const struct msim_column *column, const struct msim_counts *counts)
{
    for (size_t i = 0; i < column->events; i++)
        if (column->weight[i] && counts->magnitude[i])
            return false;
    return true;
}

int msim_column_order(const struct msim_column *column, const int64_t *a, const int64_t *b)
{
    if (column->kind == MSIM_COLUMN_COUNT) {
        msim_wide left = msim_amount(msim_column_over(column, a));
        msim_wide right = msim_amount(msim_column_over(column, b));
        return (left < right) - (left > right);
    }
    double left, right;
    bool has_left = msim_column_value(column, a, &left);
    bool has_right = msim_column_value(column, b, &right);
    left = !has_left ? -1 : left < 0 ? -left : left;
    right = !has_right ? -1 : right < 0 ? -right : right;
    return (left < right) - (left > right);
}

/* --- Text --------------------------------------------------------------------------------- */

/* Writes the digits of `value` before `at`, where `digits` digits follow already, with `between`
 * between groups of three (0: nothing). */
static char *put_digits(char *at, uint64_t value, char between, unsigned digits)
{
    do {
        if (digits && digits % 3 == 0 && between)
            *--at = between;
        *--at = (char)('0' + value % 10);
        value /= 10;
        digits++;
    } while (value);
    return at;
}

/* Almost all values fit into 64 bits, whose division is ten times as fast; only weighted sums may
 * not. */
struct msim_value_text msim_wide_text(msim_wide value, char between)
{
    const uint64_t group = 1000000000000000000; /* 18 digits, whole groups of three */
    struct msim_value_text made;
    char *end = made.text + sizeof made.text - 1, *at = end;
    bool negative = value < 0;
    *end = 0;
    value = negative ? -value : value;
    if (value >= group) {
        uint64_t low = (uint64_t)(value % group);
        /* A 1 before the digits keeps their leading zeros; it is then overwritten. */
        at = put_digits(at, low + group, between, 0);
        at += between ? 2 : 1;
        value /= group;
        at = put_digits(at, (uint64_t)value, between, 18);
    } else {
        at = put_digits(at, (uint64_t)value, between, 0);
    }
    if (negative)
        *--at = '-';
    memmove(made.text, at, (size_t)(end + 1 - at));
    return made;
}

struct msim_value_text msim_value_plain(const struct msim_column *column, const int64_t *count)
{
    struct msim_value_text made = {"null"};
    double value;
    if (column->kind == MSIM_COLUMN_COUNT)
        return msim_wide_text(msim_column_over(column, count), 0);
    if (msim_column_value(column, count, &value))
        snprintf(made.text, sizeof made.text, "%.6f", value);
    return made;
}

/* Rates of misses, whose names end in m, mr or mw, are shares and shown in percent. */
static bool is_percent(const struct msim_column *column)
{
    const char *slash = strchr(column->name, '/');
    size_t before = slash ? (size_t)(slash - column->name) : 0;
    return (before > 1 && slash[-1] == 'm') || (before > 2 && slash[-2] == 'm');
}

struct msim_value_text msim_value_exact(const struct msim_column *column, const int64_t *count)
{
    struct msim_value_text made = {"-"};
    double value;
    if (column->kind == MSIM_COLUMN_COUNT)
        return msim_wide_text(msim_column_over(column, count), ',');
    if (!msim_column_value(column, count, &value))
        return made;
    if (column->kind == MSIM_COLUMN_RATE && is_percent(column))
        snprintf(made.text, sizeof made.text, "%.2f%%", 100 * value);
    else
        snprintf(made.text, sizeof made.text, "%.2f", value);
    return made;
}
