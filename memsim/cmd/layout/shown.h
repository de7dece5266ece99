/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows what a layout changes: as text and as JSON. */
#pragma once

#include <stdio.h>

#include "cmd/files/json.h"
#include "tried.h"

struct msim_layout_view {
    const char *command;
    const struct msim_machine *machine;
    const struct msim_layout_rules *layout;
    const struct msim_relocation *relocation; /* for the names and numbers of rows */
    const struct msim_tried *before, *after;
};

void msim_layout_text(const struct msim_layout_view *view, FILE *to);
void msim_layout_json(const struct msim_layout_view *view, FILE *to);

/* --- For advice, too -------------------------------------------------------------------------- */

/* The counts that are compared, those that the machine has, in the order of levels. */
size_t msim_layout_events(const struct msim_machine *machine, enum msim_count event[MSIM_COUNTS]);

/* Reads and writes; of a whole run, what shares outer levels counts too. */
uint64_t msim_layout_misses(const struct msim_row *row, enum msim_count event, bool whole);

/* "75.0%", or "-3.1%" where there are more. */
const char *msim_layout_saved(uint64_t before, uint64_t after, char text[static 16]);

/* A member with the counts by event. */
void msim_layout_counts(struct msim_json *json, const char *name,
                        const struct msim_machine *machine, const struct msim_row *row, bool whole);
