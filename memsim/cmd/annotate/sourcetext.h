/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Annotated sources, as text. */
#ifndef MSIM_CMD_ANNOTATE_SOURCETEXT_H
#define MSIM_CMD_ANNOTATE_SOURCETEXT_H

#include "rows.h"

/* The sources of files that are asked for or have a function among the rows. */
void msim_annotate_sources(const struct msim_view *view, const struct msim_rows *functions,
                           FILE *to);

#endif
