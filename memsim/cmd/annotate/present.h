/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways to present a view, and the parts of its text. */
#pragma once

#include "cmd/files/json.h"
#include "rows.h"

void msim_annotate_text(const struct msim_view *view, FILE *to);
void msim_annotate_json(const struct msim_view *view, FILE *to);
/* One list. */
void msim_annotate_csv(const struct msim_view *view, FILE *to);

/* How many of the lines that cost most are worth a look. */
size_t msim_top_worth(const struct msim_view *view, const struct msim_top *top);

/* The parts of the text: the lines that cost most, at most so many, with their sources; */
void msim_annotate_top(const struct msim_view *view, const struct msim_top *top, size_t most,
                       FILE *to);
/* below one of them, where the addresses come from that its loads wait for; */
void msim_annotate_chain(const struct msim_view *view, const struct msim_top_line *line,
                         msim_wide cycles, size_t indent, FILE *to);
/* after the lines of issuers.h, what to look at next; */
void msim_annotate_next(const struct msim_view *view, FILE *to);
/* the regions of the run, with all that is inside them; */
void msim_annotate_regions(const struct msim_view *view, FILE *to);
/* in sentences, what changed in a difference; */
void msim_annotate_changes(const struct msim_view *view, FILE *to);
/* the sources that were asked for, and those of the files that have a function among the rows. */
void msim_annotate_sources(const struct msim_view *view, const struct msim_rows *functions,
                           const struct msim_top *top, FILE *to);

/* The regions in JSON and CSV. */
void msim_regions_json(const struct msim_view *view, struct msim_json *json);
void msim_regions_csv(const struct msim_view *view, FILE *to);
