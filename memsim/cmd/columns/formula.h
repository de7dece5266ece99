/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The estimate of cycles that a file of counts has, if the latencies of its machine are known. */
#ifndef MSIM_CMD_COLUMNS_FORMULA_H
#define MSIM_CMD_COLUMNS_FORMULA_H

#include "cmd/counts/counts.h"

/* Reads the description "Est. cycles: Ir + 14 (D1mr - D2mr + ...) + ..." into a weight for each
 * event.  false: none, or it names events that the file lacks; no weight is changed. */
bool msim_formula_read(const struct msim_counts *counts, long *weight);

#endif
