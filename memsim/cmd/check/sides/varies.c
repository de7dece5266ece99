/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Student's test; see varies.h. */
#include "varies.h"

#include <math.h>

/* What Student's distribution with 1, 2, ... degrees of freedom exceeds in one of a thousand cases,
 * on one side. */
static const double student[] = {318.3, 22.33, 10.21, 7.173, 5.893, 5.208, 4.785,
                                 4.501, 4.297, 4.144, 4.025, 3.930, 3.852, 3.787,
                                 3.733, 3.686, 3.646, 3.610, 3.579, 3.552};
enum { KNOWN = sizeof student / sizeof *student };

/* Welford's way: equal values have a variance of exactly 0. */
void msim_sample_add(struct msim_sample *sample, long double value)
{
    long double from = value - sample->mean;
    sample->mean += from / (long double)++sample->runs;
    sample->squares += from * (value - sample->mean);
}

long double msim_samples_vary(const struct msim_sample *base, const struct msim_sample *fresh)
{
    size_t runs = base->runs + fresh->runs;
    long double squares = base->squares + fresh->squares;
    if (runs <= 2 || !base->runs || !fresh->runs || squares <= 0)
        return 0;
    size_t freedom = runs - 2;
    long double each = 1 / (long double)base->runs + 1 / (long double)fresh->runs;
    return student[(freedom < KNOWN ? freedom : KNOWN) - 1] *
           sqrtl(squares / (long double)freedom * each);
}
