/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Percentages; see view.h. */
#include "view.h"

#include <stdio.h>

struct msim_human msim_heaped_percent(uint64_t part, uint64_t whole)
{
    struct msim_human human;
    double percent = whole ? 100 * ((double)part / (double)whole) : 0;
    snprintf(human.text, sizeof human.text, percent < 1e6 ? "%.2f%%" : "%.2e%%", percent);
    return human;
}
