/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the lines of memsim.time.PID that are rows. */
#ifndef MSIM_CMD_TIME_FILE_ROWS_H
#define MSIM_CMD_TIME_FILE_ROWS_H

#include "set.h"

/* Most fields of a row: from, to, the clock, events, parts, functions. */
enum { MSIM_TIMED_FIELDS = MSIM_EVENTS_MAX + 5 };

/* Takes "from to [clock] EVENT... parts functions". */
bool msim_timed_row_read(struct msim_timed *timed, const struct msim_line_reader *lines,
                         char *line);

/* Takes a count for each event; `what` names them in messages. */
bool msim_timed_counts_read(const struct msim_timed *timed, const struct msim_line_reader *lines,
                            char *const *field, int64_t *count);

#endif
