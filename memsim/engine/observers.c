/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of observers.h.  A new observer is one row: NAME stands for msim_NAME_observer. */
#include "observers.h"

#define OBSERVERS \
    ROW(counts)   \
    ROW(sweep)    \
    ROW(heap)     \
    ROW(pagein)

#define ROW(name) extern const struct msim_observer msim_##name##_observer;
OBSERVERS
#undef ROW

#define ROW(name) &msim_##name##_observer,
const struct msim_observer *const msim_observers[] = {OBSERVERS};
#undef ROW

const unsigned msim_observers_used = sizeof msim_observers / sizeof *msim_observers;

_Static_assert(sizeof msim_observers / sizeof *msim_observers <= MSIM_OBSERVERS_MAX,
               "raise MSIM_OBSERVERS_MAX");
