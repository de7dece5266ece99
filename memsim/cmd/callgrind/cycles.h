/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cycles of functions that call each other, in a profile without a tree. */
#ifndef MSIM_CMD_CALLGRIND_CYCLES_H
#define MSIM_CMD_CALLGRIND_CYCLES_H

#include "profile.h"

/* Marks each function that is in a cycle of two functions or more; returns their number. */
size_t msim_calls_cycles(const struct msim_calls *calls, bool *in_cycle);

#endif
