/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of observers.h, made of the rows in observers.list. */
#include "observers.h"

#define ROW(name) extern const struct msim_observer msim_##name##_observer;
#include "observers.list"
#undef ROW

#define ROW(name) &msim_##name##_observer,
const struct msim_observer *const msim_observers[] = {
#include "observers.list"
};
#undef ROW

enum { USED = sizeof msim_observers / sizeof *msim_observers };

_Static_assert(USED <= (int)MSIM_OBSERVERS_MAX, "raise MSIM_OBSERVERS_MAX");

const unsigned msim_observers_used = USED;
