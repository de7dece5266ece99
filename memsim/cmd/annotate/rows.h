/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rows of lists: objects, files, functions or lines with their counts, the costliest first.
 *
 * Of lines, only those shown are kept, and only where they are in the file, 40 bytes each; their
 * counts are read again when needed.
 */
#ifndef MSIM_CMD_ANNOTATE_ROWS_H
#define MSIM_CMD_ANNOTATE_ROWS_H

#include "cmd/base/names.h"
#include "cmd/counts/records.h"
#include "view.h"

struct msim_line_row {
    uint32_t file, records;
    size_t first; /* of its records among those kept */
    double key;   /* value of the first sort column */
};

struct msim_rows {
    const struct msim_view *view;
    enum msim_per per;
    size_t rows;
    const int64_t *total; /* counts of each row; not for lines */
    int64_t *own;         /* the same if it must be freed */
    struct msim_names object;
    struct msim_line_row *line;
    struct msim_records kept;
    uint32_t *order; /* the rows shown, the costliest first */
    size_t shown;
};

void msim_rows_make(struct msim_rows *rows, const struct msim_view *view, enum msim_per per);
void msim_rows_free(struct msim_rows *rows);

/* The counts of the row at this place of the order; `room` may be used for them. */
const int64_t *msim_row_count(const struct msim_rows *rows, size_t place, int64_t *room);

/* The row's file or object, its function or NULL, and its line or 0. */
struct msim_row_name {
    const char *file, *function;
    uint32_t line;
};
struct msim_row_name msim_row_name(const struct msim_rows *rows, size_t place);

/* Calls `take` for every line of every file, file by file. */
void msim_each_line(const struct msim_counts *counts,
                    void (*take)(void *context, uint32_t file, const struct msim_record *record,
                                 size_t records, const int64_t *count),
                    void *context);

/* The lines with the largest amounts in the first sort column, the largest first. */
enum { MSIM_HOTTEST = 10 };
struct msim_hottest {
    size_t lines;
    struct {
        uint32_t file, line;
        msim_wide amount;
    } line[MSIM_HOTTEST + 1];
};
void msim_find_hottest(struct msim_hottest *hottest, const struct msim_view *view);

/* The line's rank, from 1; 0: it is not among the hottest. */
unsigned msim_hottest_rank(const struct msim_hottest *hottest, uint32_t file, uint32_t line);

#endif
