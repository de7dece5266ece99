/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures curves natively, and simulates them. */
#pragma once

#include "curves.h"

struct msim_measuring {
    bool quick;       /* few points, and short ones */
    uint64_t largest; /* bytes of the last cache, as far as known */
    struct msim_measured_curve curve[MSIM_CURVES];
    double rate; /* cycles in a nanosecond */
    /* How far apart short loops were at the beginning and at the end, as a factor, and which one
     * most: far, if something else ran; 0: they were not looked at again. */
    double apart;
    enum msim_curve_number apart_in;
};

enum { MSIM_MEASURED_ALIKE = 15 }; /* percent that they may differ by */

/* Sets the curves' points and what they take natively. */
void msim_measure_native(struct msim_measuring *measuring);

/* Simulates those points that values depend on or, if `all`, all that are to be shown, of at most
 * so many bytes, on a machine (cmd/native/simulate.h). */
void msim_measure_simulated(struct msim_measuring *measuring, const char *machine, bool all,
                            uint64_t most);
