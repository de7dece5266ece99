/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A heap for other programs.  JSON is one object with both files; CSV (RFC 4180) is one table: the
 * snapshots or, if there are none, the lines that allocate.
 */
#ifndef MSIM_CMD_HEAP_EXPORT_H
#define MSIM_CMD_HEAP_EXPORT_H

#include <stdio.h>

#include "view.h"

/* Errors stay in the FILE, for the caller. */
void msim_heaped_csv(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                     FILE *to);
void msim_heaped_json(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to);

#endif
