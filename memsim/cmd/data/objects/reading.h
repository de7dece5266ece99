/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the parts of the reader share: its state, and how they take fields.
 *
 * A line is a keyword and fields, separated by tabs.  field[0] is the keyword, for messages.
 */
#pragma once

#include "set.h"

/* Most fields of a line. */
enum { MSIM_OBJECTS_FIELDS = MSIM_OBJECTS_EVENTS + 8 };

struct msim_objects_reader {
    struct msim_line_reader lines;
    struct msim_object_set *objects;
    bool references, instructions; /* the head has these lines */
    bool in_use;                   /* a line `cell` belongs to the use read last */
    bool in_lines;                 /* a line `line` belongs to the group read last */
    uint64_t lives;                /* of lines, in all */
    unsigned totals;               /* a bit for each access */
    bool ended;
    uint64_t sum[MSIM_ACCESSES][MSIM_OBJECTS_EVENTS]; /* of all cells */
};

/* A number below 2^63. */
bool msim_objects_take_count(struct msim_objects_reader *reader, const char *what, const char *text,
                             uint64_t *number);

/* A number from 0 to `known`, the lines of kind `what` so far. */
bool msim_objects_take_reference(struct msim_objects_reader *reader, const char *what,
                                 const char *text, uint32_t known, uint32_t *number);

/* The same, but not 0. */
bool msim_objects_take_known(struct msim_objects_reader *reader, const char *what, const char *text,
                             uint32_t known, uint32_t *number);

/* A count for each event. */
bool msim_objects_take_counts(struct msim_objects_reader *reader, char *const *field,
                              uint64_t *count);

/* A number that may be negative. */
bool msim_objects_take_offset(struct msim_objects_reader *reader, const char *what,
                              const char *text, int64_t *offset);

/* What follows "# line: ". */
bool msim_objects_take_line_size(struct msim_objects_reader *reader, const char *text);

bool msim_objects_take_access(struct msim_objects_reader *reader, const char *text,
                              enum msim_access_kind *access);

/* True: the line has as many fields as its keyword needs. */
bool msim_objects_check_fields(struct msim_objects_reader *reader, const char *keyword,
                               size_t expected, size_t fields);

/* Takes a line that begins with # and that all files about data may have, or one that says
 * nothing. */
bool msim_objects_take_remark(struct msim_objects_reader *reader, char *line);

/* Takes a line of the tables: file, function, ... */
bool msim_objects_take_table(struct msim_objects_reader *reader, char **field, size_t fields);

/* Take a line whose keyword is known, with as many fields as they need. */
bool msim_objects_take_use(struct msim_objects_reader *reader, char **field);
bool msim_objects_take_cell(struct msim_objects_reader *reader, char **field);
bool msim_objects_take_in(struct msim_objects_reader *reader, char **field);
bool msim_objects_take_lines(struct msim_objects_reader *reader, char **field);
bool msim_objects_take_line(struct msim_objects_reader *reader, char **field);

/* Group uses and counts by context by their objects; false: the contexts of an object do not add up
 * to its cells. */
bool msim_objects_group(struct msim_objects_reader *reader);

/* The same for lines. */
void msim_objects_group_lines(struct msim_object_set *objects);
