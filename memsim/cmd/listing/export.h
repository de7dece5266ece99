/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of a list, as JSON or CSV: a viewer names the fields of its rows once, and one function of
 * the viewer puts them, in that order.
 *
 *     static const char fields[] = "level,size,read misses,|file";
 *     struct msim_export out = msim_export_csv(to, fields, NULL);
 *     for (...) {
 *         msim_export_row(&out);
 *         msim_export_text(&out, level);
 *         ...
 *         msim_export_end(&out);
 *     }
 *
 * Fields are separated by commas.  "name" is called so in both, but JSON has underscores for
 * blanks; "one|other" has another name in CSV.  A name that is empty leaves the field out there; it
 * is put all the same.  "name*" stands for the values of all columns: in JSON a list, in CSV a
 * field each, with the name and a blank before the column's, or the column's alone if it is
 * "values".
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "cmd/columns/value.h"
#include "cmd/counts/regions.h"
#include "cmd/files/json.h"

/* Columns and their values in JSON and CSV, for all viewers of counts. */

/* The member "desc": what the file says of itself. */
void msim_json_desc(struct msim_json *json, const struct msim_counts *counts);

/* The member "columns", and a member with a row's values. */
void msim_json_columns(struct msim_json *json, const struct msim_columns *columns);
void msim_json_values(struct msim_json *json, const struct msim_columns *columns, const char *name,
                      const int64_t *count);

/* The member "region": the names on a region's path, from the outermost. */
void msim_json_region(struct msim_json *json, const struct msim_regions *regions, uint32_t region);

enum { MSIM_EXPORT_FIELDS = 24, MSIM_EXPORT_NAME = 32 };

struct msim_export {
    struct msim_json *json; /* NULL: CSV */
    FILE *to;
    const struct msim_columns *columns;              /* NULL: there are none */
    char name[MSIM_EXPORT_FIELDS][MSIM_EXPORT_NAME]; /* in this format; "": it has none */
    int next;                                        /* the field that is put next */
    bool any;                                        /* CSV: a field of the row was written */
    const char *end;                                 /* CSV: of a line */
};

/* Begins a list that is a member of JSON; `indent` as in json.h. */
struct msim_export msim_export_json(struct msim_json *json, const char *list, int indent,
                                    const char *fields, const struct msim_columns *columns);

/* Writes the line of names; lines end with carriage return and newline, or as `end` says. */
struct msim_export msim_export_csv(FILE *to, const char *fields,
                                   const struct msim_columns *columns);

struct msim_export msim_export_lines(FILE *to, const char *fields,
                                     const struct msim_columns *columns, const char *end);

/* Around the fields of a row; and after the last row. */
void msim_export_row(struct msim_export *out);
void msim_export_end(struct msim_export *out);
void msim_export_done(struct msim_export *out);

/* The next field.  A text that is NULL is null in JSON, and empty in CSV. */
void msim_export_text(struct msim_export *out, const char *text);
void msim_export_number(struct msim_export *out, uint64_t number);
void msim_export_values(struct msim_export *out, const int64_t *count);

/* A name that is "???" if it is not known; in JSON, that is null. */
void msim_export_known(struct msim_export *out, const char *name);

/* Of a row that has no such value: null or empty; where JSON is to have no member, `absent`. */
void msim_export_none(struct msim_export *out);
void msim_export_absent(struct msim_export *out);

/* null or empty unless it is known. */
void msim_export_number_if(struct msim_export *out, bool known, uint64_t number);
void msim_export_signed_if(struct msim_export *out, bool known, int64_t number);

/* true or false; in CSV, yes or no. */
void msim_export_flag(struct msim_export *out, bool flag);

/* In hexadecimal; in JSON, that is a text. */
void msim_export_address(struct msim_export *out, uint64_t address);
