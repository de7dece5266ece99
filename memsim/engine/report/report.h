/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Presents a finished profile: the summary, and the file in Cachegrind's format (docs/format.md).
 * A level that is not simulated has no line in the summary and no column in the file.
 */
#pragma once

#include "engine/base/about.h"
#include "engine/base/text.h"
#include "engine/caches/sim.h"
#include "engine/machine/geometry.h"
#include "engine/machine/profile.h"

struct msim_report {
    const struct msim_profile *profile;
    const struct msim_machine *machine; /* units == 0: the level is off */
    const struct msim_about *about;
    bool inlined;                       /* the file shows inlined calls */
    struct msim_parts *parts;           /* NULL: the run has none */
    bool objects;                       /* function names carry their object file (objectname.h) */
    const struct msim_more_lines *more; /* MSIM_MORE_LINES of them; NULL: none */
    struct msim_sim *sim;               /* whose lines may be followed; NULL: there is none */
};

/* Their parts, for other files that have these events: lines that describe the machine, " NAME" for
 * each event, and " NUMBER" for each. */
void msim_put_simulated(struct msim_text *text, const struct msim_machine *machine,
                        const struct msim_about *about);
void msim_put_events(struct msim_text *text, const struct msim_machine *machine);
void msim_put_row(struct msim_text *text, const struct msim_machine *machine,
                  const struct msim_row *row);

void msim_report_summary(const struct msim_report *report, const struct msim_lines *lines);

/* After the summary: the regions of the run, if there are any. */
void msim_report_regions(const struct msim_report *report, const struct msim_mem *mem,
                         const struct msim_lines *lines);

/* Sorted by file, function and line, so equal runs give equal files. */
void msim_report_file(const struct msim_report *report, const struct msim_mem *mem,
                      const struct msim_sink *sink);
