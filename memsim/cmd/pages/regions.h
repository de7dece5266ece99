/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows which regions of the run touched pages first. */
#ifndef MSIM_CMD_PAGES_REGIONS_H
#define MSIM_CMD_PAGES_REGIONS_H

#include <stdio.h>

#include "cmd/data/pages/read.h"
#include "cmd/listing/values.h"

/* A table of those that are selected, or all, each with what is inside it; nothing if there are none. */
void msim_paged_regions_text(const struct msim_paged *paged, FILE *to);
void msim_paged_regions_json(const struct msim_paged *paged, struct msim_json *json);

/* The name of a column. */
const char *msim_paged_event_name(enum msim_paged_event event);

#endif
