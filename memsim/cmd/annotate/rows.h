/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of lists: objects, files, functions or lines with their counts, those that cost most first.
 *
 * Those of lines are kept as the places where the lines stand, 40 bytes each, and only those that are
 * shown; their counts are read again when they are asked for.
 */
#ifndef MSIM_CMD_ANNOTATE_ROWS_H
#define MSIM_CMD_ANNOTATE_ROWS_H

#include "cmd/base/names.h"
#include "view.h"
#include "cmd/counts/records.h"

struct msim_line_row {
    uint32_t file, records;
    size_t first; /* of the records kept */
    double key;   /* the first sort column */
};

struct msim_rows {
    const struct msim_view *view;
    enum msim_per per;
    size_t rows;
    const int64_t *total; /* not of lines */
    int64_t *own;         /* the same, to be freed */
    struct msim_names object;
    struct msim_line_row *line;
    struct msim_records kept;
    uint32_t *order; /* those that are shown, the costliest first */
    size_t shown;
};

void msim_rows_make(struct msim_rows *rows, const struct msim_view *view, enum msim_per per);
void msim_rows_free(struct msim_rows *rows);

/* The counts of the row at a place of the order, in `room` or elsewhere. */
const int64_t *msim_row_count(const struct msim_rows *rows, size_t place, int64_t *room);

/* Its file or object, the function or NULL, and the line or 0. */
struct msim_row_name {
    const char *file, *function;
    uint32_t line;
};
struct msim_row_name msim_row_name(const struct msim_rows *rows, size_t place);

/* Calls `take` with every line of every file, files in their order. */
void msim_each_line(const struct msim_counts *counts,
                    void (*take)(void *context, uint32_t file, const struct msim_record *record,
                                 size_t records, const int64_t *count),
                    void *context);

/* The lines with the most of the first sort column, the first one first. */
enum { MSIM_HOTTEST = 10 };
struct msim_hottest {
    size_t lines;
    struct {
        uint32_t file, line;
        msim_wide amount;
    } line[MSIM_HOTTEST + 1];
};
void msim_find_hottest(struct msim_hottest *hottest, const struct msim_view *view);

/* From 1, or 0: it is none of them. */
unsigned msim_hottest_rank(const struct msim_hottest *hottest, uint32_t file, uint32_t line);

#endif
