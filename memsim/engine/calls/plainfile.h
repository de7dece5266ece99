/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of --callgrind-out-file: what Callgrind itself would write, for programs that know its
 * files and nothing else.
 *
 * It has Callgrind's events alone (Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw, or Ir where no cache is
 * simulated), and no tree.  LL is the last level that is simulated.
 *
 * Each dump ends a part, which is in a file of its own, or all are in one.
 */
#ifndef MSIM_ENGINE_CALLS_PLAINFILE_H
#define MSIM_ENGINE_CALLS_PLAINFILE_H

#include "engine/report/plainevents.h"
#include "file.h"

/* The number of parts before the last one. */
uint32_t msim_plain_dumps(const struct msim_follower *follower);

/* Writes a part, from 1, or all of them if they are combined; 0: the last one. */
void msim_plain_write(const struct msim_calls_report *report, const struct msim_plain *plain,
                      uint32_t part, const struct msim_mem *mem, const struct msim_about *about,
                      const struct msim_sink *sink);

struct msim_lines;

/* Which events there are, and how many of each in the whole run. */
void msim_plain_summary(const struct msim_calls_report *report, const struct msim_lines *lines);

#endif
