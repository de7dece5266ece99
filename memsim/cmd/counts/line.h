/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines of counts: "LINE COUNT COUNT ...", and what they sum up to.
 *
 * A count is a number of at most 2^63 - 1, with a minus in differences, or "." for none; those that
 * lack at the end of a line are none too.  Lines that were read once are known to be good.
 */
#ifndef MSIM_CMD_COUNTS_LINE_H
#define MSIM_CMD_COUNTS_LINE_H

#include "counts.h"

/* Why a line is refused. */
enum msim_line_fault {
    MSIM_LINE_GOOD,
    MSIM_LINE_NO_COUNT, /* not a number */
    MSIM_LINE_TOO_LARGE,
    MSIM_LINE_TOO_MANY,
};

/* Reads up to `events` counts at *at, which moves to the end of the line, or to what is wrong; those that
 * lack are 0.  *given: how many there are. */
enum msim_line_fault msim_read_counts(const char **at, int64_t *count, size_t events,
                                      size_t *given);

/* A line of counts that is known to be good. */
struct msim_record {
    const char *counts; /* behind the line's number */
    uint32_t line, source;
};

struct msim_records {
    struct msim_record *record;
    size_t records;
};

/* All records of a file, or of one function, in the order of lines; what was there goes. */
void msim_records_of_file(struct msim_records *records, const struct msim_counts *counts,
                          uint32_t file);
void msim_records_of_function(struct msim_records *records, const struct msim_counts *counts,
                              uint32_t function);

/* Sums up the line that begins with record `at`; the first record behind it. */
size_t msim_records_line(const struct msim_records *records, const struct msim_counts *counts,
                         size_t at, int64_t *count);

#endif
