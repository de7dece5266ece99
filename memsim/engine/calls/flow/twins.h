/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Twins: functions of one object that have the same name in files of the same name, whatever their
 * folders.
 *
 * Readers of Callgrind's format know a function by these three names, so twins need different ones
 * there: work@0x1139, with the address where it begins.
 *
 * Cost: sorts the functions once.
 */
#pragma once

#include "functions.h"

/* By function: true for a twin. */
const bool *msim_twins(const struct msim_callees *callees, const struct msim_mem *mem);
