/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Columns and their values in JSON and CSV, for all viewers of counts. */
#pragma once

#include <stdio.h>

#include "cmd/columns/value.h"
#include "cmd/counts/regions.h"
#include "cmd/files/json.h"

/* The member "desc": what the file says of itself. */
void msim_json_desc(struct msim_json *json, const struct msim_counts *counts);

/* The member "columns", and a member with a row's values. */
void msim_json_columns(struct msim_json *json, const struct msim_columns *columns);
void msim_json_values(struct msim_json *json, const struct msim_columns *columns, const char *name,
                      const int64_t *count);

/* The member "region": the names on a region's path, from the outermost. */
void msim_json_region(struct msim_json *json, const struct msim_regions *regions, uint32_t region);

/* Names of the columns, each with `before` in front, and a row's values (NULL: they are empty);
 * each follows a comma. */
void msim_csv_columns(const struct msim_columns *columns, const char *before, FILE *to);
void msim_csv_values(const struct msim_columns *columns, const int64_t *count, FILE *to);
