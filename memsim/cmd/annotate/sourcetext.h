/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints annotated sources. */
#ifndef MSIM_CMD_ANNOTATE_SOURCETEXT_H
#define MSIM_CMD_ANNOTATE_SOURCETEXT_H

#include "rows.h"

/* Prints the sources that were asked for, and those of the files that have a function among the rows. */
void msim_annotate_sources(const struct msim_view *view, const struct msim_rows *functions,
                           FILE *to);

#endif
