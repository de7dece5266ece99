/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rows of lists: objects, files, functions, lines or threads with their counts, the costliest
 * first.
 *
 * Code without lines (of the file "???") is split by object, because a function is often all that
 * is known of a library; not so for programs, which identify a function by its file and name.
 *
 * Where counts have signs, a row is shown if its changes reach the threshold even where they cancel
 * out.
 *
 * Of lines, only those shown are kept, and only where they are in the file, 40 bytes each; their
 * counts are read again when needed.
 */
#pragma once

#include "cmd/base/index.h"
#include "cmd/counts/records.h"
#include "cmd/listing/view.h"
#include "cmd/names/labels.h"

struct msim_line_row {
    uint32_t file, records, part; /* part: of code without a line, split by function */
    size_t first;                 /* of its records among those kept */
    double key;                   /* value of the first sort column */
};

/* What a row of another list is. */
struct msim_list_row {
    const char *object, *file, *function; /* NULL: unknown, or not said in this list */
    const char *into; /* the function that it was inlined into; NULL: it was not */
    const char *key;  /* by which equal rows are ordered last */
    uint32_t in;      /* the function's file, or the number of the thread; 0: what is in none */
};

struct msim_rows {
    const struct msim_view *view;
    enum msim_per per;
    size_t rows;
    struct msim_list_row *row; /* not for lines */
    int64_t *total;            /* counts of each row; not for lines */
    double *moved;             /* where counts have signs: amounts without them; not for lines */
    bool signs;
    struct msim_names object;
    struct msim_names inlined, code; /* inlined functions, and what identifies their rows */
    struct msim_line_row *line;
    struct msim_records kept;
    uint32_t *order; /* the rows shown, the costliest first */
    size_t shown;
};

void msim_rows_make(struct msim_rows *rows, const struct msim_view *view, enum msim_per per);
void msim_rows_free(struct msim_rows *rows);

/* The counts of the row at this place of the order; `room` may be used for them. */
const int64_t *msim_row_count(const struct msim_rows *rows, size_t place, int64_t *room);

/* The row's object, file and function, or NULL, and its line, or its thread, or 0. */
struct msim_row_name {
    const char *object, *file, *function;
    uint32_t line;
    const char *into; /* the function that it was inlined into, or NULL */
    uint32_t thread;
};
struct msim_row_name msim_row_name(const struct msim_rows *rows, size_t place);

/* Adds the label of a name that is to be shown in `room` columns (0: no limit), "file:function" or,
 * in little room, "function (file)".  Code without a file is named by its object. */
void msim_place_label(struct msim_labels *labels, const struct msim_row_name *name, size_t room);
/* Prints it. */
void msim_place_print(const struct msim_row_name *name, size_t room, FILE *to);
bool msim_place_is_function_first(size_t room);
/* Prints a function's name, shortened if it takes more than `room` columns. */
void msim_name_print(const char *name, size_t room, FILE *to);
/* Prints the name of a file and `ending` in `room` columns, ".../src/a.c". */
void msim_path_print(const char *path, size_t room, const char *ending, FILE *to);

/* Calls `take` for every line of every file, file by file. */
void msim_each_line(const struct msim_counts *counts,
                    void (*take)(void *context, uint32_t file, const struct msim_record *record,
                                 size_t records, const int64_t *count),
                    void *context);

/*
 * What costs most: the lines with the largest amounts in the first sort column, or functions whose
 * code has no line, the largest first.
 */
enum { MSIM_TOP = 10 };
struct msim_top_line {
    uint32_t file, line, function, part; /* part: of code without a line; else MSIM_NOTHING */
    msim_wide amount;
    int64_t *count;
};
struct msim_top {
    size_t lines;
    struct msim_top_line line[MSIM_TOP + 1];
    double without; /* share of code without lines, in percent */
};
void msim_top_find(struct msim_top *top, const struct msim_view *view);
void msim_top_free(struct msim_top *top);

/* The line's rank, from 1; 0: it is not among them. */
unsigned msim_top_rank(const struct msim_top *top, uint32_t file, uint32_t line);
