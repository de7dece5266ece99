/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions and parts of several rows together. */
#pragma once

#include "cmd/time/file/set.h"

/* Those of rows from..end, largest first, then by number; from malloc. */
struct msim_timed_share *msim_time_functions(const struct msim_timed *timed, size_t from,
                                             size_t end, size_t *used);
struct msim_timed_share *msim_time_parts(const struct msim_timed *timed, size_t from, size_t end,
                                         size_t *used);

/* The part with the most instructions; parts if the rows are mostly in none. */
size_t msim_time_part(const struct msim_timed *timed, size_t from, size_t end);

/* Writes the regions of a part, "load;parse", into `to`. */
void msim_time_part_name(const struct msim_timed *timed, size_t part, char *to, size_t room);
