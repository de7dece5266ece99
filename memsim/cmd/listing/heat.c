/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Colours and bars; see heat.h.  Bars are coloured blanks, which need no particular character
 * set. */
#include <math.h>

#include "heat.h"

enum { HOT = 20, WARM = 5, MILD = 1 }; /* percent */

const char msim_heat_end[] = "\033[0m";

const char *msim_heat_colour(const struct msim_view *view, const int64_t *count)
{
    double share = msim_view_share(view, &view->sort.column[0], count);
    if (view->counts->base && fabs(share) >= MILD)
        return share < 0 ? "\033[32m" : "\033[31m";
    return share >= HOT    ? "\033[1;31m"
           : share >= WARM ? "\033[31m"
           : share >= MILD ? "\033[33m"
                           : "";
}

void msim_heat_bar(const struct msim_view *view, const int64_t *count, FILE *to)
{
    double share = count ? msim_view_share(view, &view->sort.column[0], count) : 0;
    const char *back = view->counts->base && share < 0 ? "\033[42m" : "\033[41m";
    double part = fabs(share) < 100 ? fabs(share) / 100 : 1;
    int full = (int)ceil(part * MSIM_HEAT_BAR - 0.05);
    if (full > 0)
        fprintf(to, "%s%*s%s", back, full, "", msim_heat_end);
    fprintf(to, "%*s", MSIM_HEAT_BAR - (full > 0 ? full : 0) + 1, "");
}
