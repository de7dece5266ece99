/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was touched of a row's lines while they were in the first-level cache: how much of them, and
 * which fields in the same life of a line.
 *
 * Fields are together if bytes of both were touched in one life, in whichever elements.  Lives
 * count for a pair only if the line has bytes of both: what lies on different lines cannot be
 * together.
 *
 * Of the variables of a module or a function, patterns with exact offsets show which was touched;
 * folded ones do if all lines of their group lie in one variable.
 */
#pragma once

#include "cmd/data/model/fields.h"

/* Two fields, by their numbers in the row's fields. */
struct msim_objects_pair {
    size_t one, other;
    uint64_t both, either; /* lives in which both were touched, or at least one */
};

struct msim_objects_touched {
    bool known; /* the file has lines */
    uint64_t line;
    uint64_t lives;    /* of lines, in which the row was touched; 0: none is known */
    uint64_t fetches;  /* of these, those that it began; */
    bool has_fetches;  /* which is not known of variables that share lines */
    uint64_t bytes;    /* of it that were touched in all of them */
    uint64_t unplaced; /* parts of lines of which the fields are not known */
    bool partly;       /* lives may be missing: those of a variable that were folded with others' */
    uint64_t *times;   /* by field: lives in which it was touched */
    struct msim_objects_pair *pair; /* in the order of fields; one of each was touched */
    size_t pairs;
    uint32_t *set; /* by field: the lowest field of its set, + 1; 0: it was never touched */
};

/* PERCENT: fields that are together in this many of the lives of either are in one set. */
enum { MSIM_TOGETHER_PERCENT = 10, MSIM_TOGETHER_FIELDS = 64 };

void msim_objects_touched_make(struct msim_objects_touched *touched,
                               const struct msim_objects_model *model,
                               const struct msim_objects_row *row,
                               const struct msim_objects_fields *fields);
void msim_objects_touched_free(struct msim_objects_touched *touched);
