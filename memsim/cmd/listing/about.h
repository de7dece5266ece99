/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a listing of counts says of its file, before and after its tables: as text, and the
 * corresponding parts of JSON and CSV.
 */
#pragma once

#include "cmd/files/json.h"
#include "view.h"

/* Which file it is, and what the file says of itself. */
void msim_listing_head(const struct msim_view *view, FILE *to);
void msim_listing_tail(const struct msim_view *view, FILE *to);

/* The totals, one column a row. */
void msim_listing_totals(const struct msim_view *view, FILE *to);

/* The members of JSON that are not lists. */
void msim_listing_json_head(struct msim_json *json, const struct msim_view *view);
