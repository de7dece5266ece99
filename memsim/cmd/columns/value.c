/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of columns; see value.h. */
#include "value.h"

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
