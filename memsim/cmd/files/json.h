/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes JSON (RFC 8259) piece by piece, without keeping it in memory.
 *
 * Members of objects have a name; for elements of lists, it is NULL.  A container's members are
 * either on its own line, as in `{"a": 1, "b": [2, 3]}`, or each on a line, indented by the blanks
 * given for the container.  Containers nest at most MSIM_JSON_DEPTH deep.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MSIM_JSON_DEPTH = 8, MSIM_JSON_INLINE = -1 };

struct msim_json_level {
    char end;    /* its closing character */
    int indent;  /* blanks before each member; or MSIM_JSON_INLINE: all on one line */
    bool is_any; /* at least one member was written */
};

struct msim_json {
    FILE *to;
    int depth;
    int line; /* blanks before the next member, on a line of its own; or MSIM_JSON_INLINE */
    struct msim_json_level level[MSIM_JSON_DEPTH + 1];
};

struct msim_json msim_json_start(FILE *to);

/* Starts what a viewer writes: an object whose first members are memsim's version and `kind`, the
 * viewer's name.  `indent` as below. */
struct msim_json msim_json_report(FILE *to, const char *kind, int indent);

/* Begins an object or a list; `indent` as in msim_json_level. */
void msim_json_object(struct msim_json *json, const char *name, int indent);
void msim_json_list(struct msim_json *json, const char *name, int indent);

/* Ends the innermost object or list; ending the outermost also ends the line. */
void msim_json_end(struct msim_json *json);

/* Puts the next member, or the end, on a new line after this many blanks, whatever the container's
 * indent. */
void msim_json_line(struct msim_json *json, int blanks);

/* A string, of any bytes (utf8.h); null if it is NULL. */
void msim_json_text(struct msim_json *json, const char *name, const char *text);
/* The same; null if it is empty, too. */
void msim_json_text_or_null(struct msim_json *json, const char *name, const char *text);
void msim_json_number(struct msim_json *json, const char *name, uint64_t number);
/* null unless the number is known. */
void msim_json_number_if(struct msim_json *json, const char *name, bool known, uint64_t number);
void msim_json_flag(struct msim_json *json, const char *name, bool flag);
void msim_json_null(struct msim_json *json, const char *name);
/* A value that is already formatted as JSON. */
__attribute__((format(printf, 3, 4))) void msim_json_value(struct msim_json *json, const char *name,
                                                           const char *format, ...);
