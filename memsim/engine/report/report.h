/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a finished profile looks like to a user: the summary, and the file in Cachegrind's format
 * (docs/format.md).  A level that is not simulated has no line in the one and no column in the other.
 */
#ifndef MSIM_ENGINE_REPORT_REPORT_H
#define MSIM_ENGINE_REPORT_REPORT_H

#include "engine/machine/geometry.h"
#include "engine/base/lines.h"
#include "engine/caches/profile.h"
#include "engine/base/text.h"

struct msim_report {
    const struct msim_profile *profile;
    const struct msim_machine *machine; /* levels that are off have units == 0 */
    const char *command;
};

void msim_report_summary(const struct msim_report *report, const struct msim_lines *lines);

/* Sorted by file, function and line, so equal runs give equal files. */
void msim_report_file(const struct msim_report *report, const struct msim_mem *mem,
                      const struct msim_sink *sink);

/* "32768 B, 64 B, 8-way associative", "64 entries, 4096 B pages, direct-mapped". */
void msim_put_geometry(struct msim_text *text, enum msim_level level,
                       const struct msim_geometry *geometry);

/* As options: "I1=32768,8,64 D1=32768,8,64 L2=...", levels that are absent left out. */
void msim_put_machine(struct msim_text *text, const struct msim_machine *machine);

/* Reads that back.  NULL: done; else what is wrong. */
const char *msim_read_machine(const char *line, struct msim_machine *machine);

/* "I1", "L2TLB". */
const char *msim_level_name(enum msim_level level);

/* Is this count of this kind simulated on that machine, that is: has it a column? */
bool msim_has_count(const struct msim_machine *machine, enum msim_kind kind, enum msim_count count);

/* "I1mr": its column in the file. */
const char *msim_event_name(enum msim_kind kind, enum msim_count count);

#endif
