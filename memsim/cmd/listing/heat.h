/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows on terminals, by a colour and a bar, a row's share of the first sort column. */
#pragma once

#include "view.h"

/* The escape sequence for a row, "" for a small share.  In a difference, losses are red and gains
 * green. */
const char *msim_heat_colour(const struct msim_view *view, const int64_t *count);
extern const char msim_heat_end[];

/* Prints a bar of MSIM_HEAT_BAR columns, filled up to the share, and a blank; NULL: an empty
 * bar. */
enum { MSIM_HEAT_BAR = 5 };
void msim_heat_bar(const struct msim_view *view, const int64_t *count, FILE *to);
