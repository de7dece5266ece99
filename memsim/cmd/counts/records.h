/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Records of a profile, the lines "LINE COUNT COUNT ...", and their sums.
 *
 * A count is a number with a magnitude below 2^63, or "." for 0; counts missing at the end of a
 * line are 0.  Records are read from the profile's bytes each time they are needed.  The reader of
 * the file has checked them, so no error is possible after that.
 */
#pragma once

#include "counts.h"

/* Why counts are refused. */
enum msim_counts_refusal {
    MSIM_COUNTS_GOOD,
    MSIM_COUNTS_NOT_A_NUMBER,
    MSIM_COUNTS_TOO_LARGE,
    MSIM_COUNTS_TOO_MANY,
};

/* Reads up to `events` counts at *at, up to a newline or a 0.  Missing counts are set to 0, and
 * *given is the number of those that are not.  *at moves to the end of the line, or to the count
 * that is refused. */
enum msim_counts_refusal msim_read_counts(const char **at, int64_t *count, size_t events,
                                          size_t *given);

struct msim_record {
    const char *counts; /* what follows the line's number */
    uint32_t line, source;
};

/* Starts zeroed. */
struct msim_records {
    struct msim_record *record;
    size_t records;
};

/* Each finds records and replaces those found before: of a source file, of one function or of one
 * of its parts, in the order of their lines; of one section, in the order of the profile. */
void msim_records_of_file(struct msim_records *records, const struct msim_counts *counts,
                          uint32_t file);
void msim_records_of_function(struct msim_records *records, const struct msim_counts *counts,
                              uint32_t function);
void msim_records_of_part(struct msim_records *records, const struct msim_counts *counts,
                          uint32_t part);
/* Adds those of one more section. */
void msim_records_add_section(struct msim_records *records, const struct msim_counts *counts,
                              uint32_t section);
/* Puts them in the order of their lines. */
void msim_records_sort(struct msim_records *records);
/* Frees the memory. */
void msim_records_clear(struct msim_records *records);
void msim_records_of_section(struct msim_records *records, const struct msim_counts *counts,
                             uint32_t section);

/* Reads the counts of one record, with their signs in the profile. */
void msim_record_read(const struct msim_record *record, const struct msim_counts *counts,
                      int64_t *count);

/* Adds up all records that have the same line as record `at`; returns the first record after
 * them. */
size_t msim_records_line(const struct msim_records *records, const struct msim_counts *counts,
                         size_t at, int64_t *count);
