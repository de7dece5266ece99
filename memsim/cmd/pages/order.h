/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The functions of a program in the order of their first execution, in the form of a linker.
 *
 * A detailed list of page-ins has them, each with where in the file its first instruction lies; the
 * symbol there, in the form that linkers know, is taken from the file itself if it is still there.
 */
#ifndef MSIM_CMD_PAGES_ORDER_H
#define MSIM_CMD_PAGES_ORDER_H

#include <stdio.h>

#include "read.h"

enum msim_linker { MSIM_LLD, MSIM_GOLD, MSIM_GNU_LD };

/* The first object with functions whose last part of the name is that of `wanted`, or MSIM_NOTHING. */
uint32_t msim_paged_named(const struct msim_paged *paged, const char *wanted);

/* Writes its functions, those that the linker can take. */
void msim_paged_order(const struct msim_paged *paged, uint32_t object, enum msim_linker linker,
                      FILE *to);

#endif
