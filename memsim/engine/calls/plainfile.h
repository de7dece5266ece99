/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of --callgrind-out-file: what Callgrind itself would write, for programs that know its
 * files and nothing else.
 *
 * It has Callgrind's events alone (Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw, or Ir where no cache is
 * simulated), and no tree.  LL is the last level that is simulated.
 *
 * Each dump ends a part, which is in a file of its own, or all are in one.  With a part for each
 * thread, FILE.1-02 is that of thread 2 up to the first dump, FILE-02 that from the last dump on,
 * and FILE is empty, as Callgrind leaves it.
 */
#pragma once

#include "engine/report/plainevents.h"
#include "file.h"

/* The number of files beside the one with the option's name, from 1; and what is added to that for
 * its name.  False: the file would be empty, and is not written. */
uint32_t msim_plain_files(const struct msim_calls_report *report, const struct msim_plain *plain);
bool msim_plain_name(const struct msim_calls_report *report, const struct msim_plain *plain,
                     uint32_t number, const struct msim_mem *mem, struct msim_text *name);

/* Writes such a file; 0: the one with the option's name. */
void msim_plain_write(const struct msim_calls_report *report, const struct msim_plain *plain,
                      uint32_t number, const struct msim_mem *mem, const struct msim_about *about,
                      const struct msim_sink *sink);

struct msim_lines;

/* Which events there are, and how many of each in the whole run. */
void msim_plain_summary(const struct msim_calls_report *report, const struct msim_lines *lines);
