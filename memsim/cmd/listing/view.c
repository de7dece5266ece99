/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thresholds, order and shares; see view.h. */
#include "view.h"

bool msim_view_reaches(const struct msim_view *view, const int64_t *count)
{
    const struct msim_column *column = &view->sort.column[0];
    return msim_view_reached_by(view, (double)msim_amount(msim_column_over(column, count)));
}

bool msim_view_reached_by(const struct msim_view *view, double amount)
{
    const struct msim_column *column = &view->sort.column[0];
    return msim_view_reached_of(
        view, amount,
        (double)msim_amount(msim_column_over(column, msim_counts_whole(view->counts))));
}

bool msim_view_reached_of(const struct msim_view *view, double amount, double whole)
{
    if (!whole)
        return amount > 0 || view->threshold <= 0;
    return 100 * amount / whole >= view->threshold;
}

bool msim_view_has_signs(const struct msim_view *view)
{
    bool any = view->counts->base != NULL;
    for (size_t i = 0; i < view->counts->events; i++)
        any |= view->counts->magnitude[i] != (uint64_t)msim_amount(view->counts->total[i]);
    return any;
}

bool msim_view_is_unchanged(const struct msim_view *view)
{
    bool any = false;
    for (size_t i = 0; i < view->counts->events; i++)
        any |= view->counts->magnitude[i] > 0;
    return !any;
}

int msim_view_order(const struct msim_view *view, const int64_t *a, const int64_t *b)
{
    int order = 0;
    for (size_t i = 0; i < view->sort.columns && !order; i++)
        order = msim_column_order(&view->sort.column[i], a, b);
    return order;
}

double msim_view_share(const struct msim_view *view, const struct msim_column *column,
                       const int64_t *count)
{
    double part = (double)msim_column_over(column, count);
    double whole = (double)msim_column_over(column, msim_counts_whole(view->counts));
    return whole ? 100 * part / whole : 0;
}
