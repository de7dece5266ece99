/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How hot a row is, as a colour and a bar for terminals: by the share of the first sort column. */
#ifndef MSIM_CMD_ANNOTATE_HEAT_H
#define MSIM_CMD_ANNOTATE_HEAT_H

#include "view.h"

/* Escape sequences; "" where nothing is to be said.  Of a difference: losses are red, gains green. */
const char *msim_heat_colour(const struct msim_view *view, const int64_t *count);
extern const char msim_heat_end[];

/* A bar of MSIM_HEAT_BAR columns and a blank, of as much as the share; NULL: an empty one. */
enum { MSIM_HEAT_BAR = 5 };
void msim_heat_bar(const struct msim_view *view, const int64_t *count, FILE *to);

#endif
