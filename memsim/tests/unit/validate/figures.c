/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Medians, factors and correlations, by hand and by a formula for ranks without ties. */
#include "cmd/validate/figures.h"

#include "cmd/base/median.h"

#include <math.h>

#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { MANY = 9 };

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-12;
}

UNIT_TEST(factors_are_the_same_both_ways)
{
    ck_assert(is_near(msim_factor(6, 3), 2));
    ck_assert(is_near(msim_factor(3, 6), 2));
    ck_assert(is_near(msim_factor(5, 5), 1));
}

UNIT_TEST(medians_are_in_the_middle)
{
    static const double value[] = {5, 1, 9, 3};
    ck_assert(isnan(msim_median(value, 0)));
    ck_assert(is_near(msim_median(value, 1), 5));
    ck_assert(is_near(msim_median(value, 2), 3));
    ck_assert(is_near(msim_median(value, 3), 5));
    ck_assert(is_near(msim_median(value, 4), 4));
    ck_assert(is_near(value[0], 5)); /* it is not sorted */
}

UNIT_TEST(correlations_by_hand)
{
    static const double a[] = {1, 2, 3, 4, 5}, up[] = {2, 3, 50, 51, 1000};
    static const double down[] = {9, 8, 7, 3, -1}, tied[] = {1, 2, 2, 3, 4},
                        same[] = {7, 7, 7, 7, 7};
    ck_assert(is_near(msim_rank_correlation(a, up, 5), 1));
    ck_assert(is_near(msim_rank_correlation(a, down, 5), -1));
    /* Ranks 1, 2.5, 2.5, 4, 5: 9.5 / sqrt(10 * 9.5). */
    ck_assert(is_near(msim_rank_correlation(a, tied, 5), 9.5 / sqrt(95)));
    ck_assert(isnan(msim_rank_correlation(a, same, 5)));
    ck_assert(isnan(msim_rank_correlation(a, up, 1)));
    ck_assert(isnan(msim_rank_correlation(a, up, 0)));
}

/* Without ties it is 1 - 6 * sum of squared differences / (n * (n * n - 1)); the planted fault takes
 * values for ranks. */
static bool agrees(struct unit_random *random, bool values)
{
    double a[MANY], b[MANY], sum = 0;
    for (int i = 0; i < MANY; i++) {
        int place = (int)unit_below(random, (uint64_t)i + 1);
        a[i] = i + 1;
        b[i] = i + 1;
        if (place < i) {
            b[i] = b[place];
            b[place] = i + 1;
        }
    }
    for (int i = 0; i < MANY; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    for (int i = 0; i < MANY; i++)
        b[i] = values ? b[i] * a[i] : b[i] * b[i] * b[i];
    double expected = 1 - 6 * sum / (MANY * (MANY * MANY - 1));
    return is_near(msim_rank_correlation(a, b, MANY), expected);
}

UNIT_TEST(correlations_of_random_orders)
{
    struct unit_random random = {4711};
    bool found = false;
    for (int i = 0; i < 1000; i++) {
        ck_assert(agrees(&random, false));
        found |= !agrees(&random, true);
    }
    ck_assert(found);
}
