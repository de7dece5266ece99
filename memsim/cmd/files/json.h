/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes JSON (RFC 8259) piece by piece, without keeping it.
 *
 * Members of objects have a name, elements of lists have none (NULL).  Each stands on the line of its
 * container, `{"a": 1, "b": [2, 3]}`, or on a line of its own, indented by as many blanks as the
 * container says.  A list or an object is as deep as MSIM_JSON_DEPTH at most.
 */
#ifndef MSIM_CMD_FILES_JSON_H
#define MSIM_CMD_FILES_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { MSIM_JSON_DEPTH = 8, MSIM_JSON_INLINE = -1 };

struct msim_json_level {
    char end;    /* its last character */
    int indent;  /* of members that have their own lines; or MSIM_JSON_INLINE */
    bool is_any; /* a member was written */
};

struct msim_json {
    FILE *to;
    int depth;
    int line; /* blanks at the start of the line that comes next; or MSIM_JSON_INLINE */
    struct msim_json_level level[MSIM_JSON_DEPTH + 1];
};

struct msim_json msim_json_start(FILE *to);

/* Begins an object or a list; `indent` as in msim_json_level. */
void msim_json_object(struct msim_json *json, const char *name, int indent);
void msim_json_list(struct msim_json *json, const char *name, int indent);

/* Ends the innermost object or list; the outermost ends the line too. */
void msim_json_end(struct msim_json *json);

/* The next member, or end, stands on a new line with so many blanks, whatever its container says. */
void msim_json_line(struct msim_json *json, int blanks);

/* A string; any bytes, see quote.h. */
void msim_json_text(struct msim_json *json, const char *name, const char *text);
void msim_json_number(struct msim_json *json, const char *name, uint64_t number);
void msim_json_null(struct msim_json *json, const char *name);
/* A value that is formatted as JSON already. */
__attribute__((format(printf, 3, 4))) void msim_json_value(struct msim_json *json, const char *name,
                                                           const char *format, ...);

#endif
