/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays a trace with its data laid out by rules, and what that gives. */
#pragma once

#include "cmd/layout/relocation/points.h"
#include "cmd/layout/relocation/relocation.h"
#include "cmd/layout/rules/plan.h"
#include "cmd/trace/simulate.h"
#include "cmd/types/types.h"
#include "engine/machine/counts.h"

/* The trace, and how it is replayed. */
struct msim_layout_run {
    const char *trace;
    bool partial;
    char *const *operand; /* options of the tool, and others, which do not begin with "-" */
    int operands;
    struct msim_types *types;      /* of the program */
    struct msim_ahead ahead;       /* msim_layout_look(), and what follows */
    const char **file;             /* that the program maps, ahead.files of them */
    struct msim_wrappers wrappers; /* of the recording */
    struct msim_alloc_points points;
    struct msim_named {
        size_t file;
        char *symbol, *name;
        const struct msim_type *element; /* of an array of structures; NULL: it is not one */
    } * named;                           /* variables (named.c) */
    size_t nameds;
    bool has_votes; /* the trace says how blocks are used (voted.c) */
};

/* What a replay gives.  In memory that processes share. */
struct msim_tried {
    struct msim_row total; /* of the whole run, fetches too */
    size_t missing;        /* a variable that was not found: its number, from 1; 0: none */
    bool calls;            /* a rule is for the stack, and the trace has calls */
    struct msim_relocation_counts *counts; /* by rule */
    struct msim_row *row;                  /* as relocation.h numbers them */
};

/* Room for the results of a layout. */
struct msim_tried *msim_tried_new(size_t rules, size_t rows);

/* The number of rows that a layout has, and their names by rule; ends the command where a rule does
 * not fit its type. */
uint32_t msim_layout_prepare(struct msim_relocation *relocation,
                             const struct msim_layout_rules *layout,
                             const struct msim_plan_type *const *type);

/* The first pass: fills run->ahead, and what follows it. */
void msim_layout_look(struct msim_layout_run *run);

/* Replays.  With `identity` all data stays where it is. */
void msim_layout_try(const struct msim_layout_run *run, const struct msim_layout_rules *layout,
                     const struct msim_plan_type *const *type, bool identity,
                     struct msim_tried *tried, volatile uint64_t *part);

/* The machine of the replays, and the command that was recorded (from malloc). */
char *msim_layout_machine(const struct msim_layout_run *run, struct msim_machine *machine);

/* The longest line of the data's caches; the usual one if there are none. */
uint64_t msim_layout_line(const struct msim_machine *machine);

/* Opens the trace and makes the study of a replay without observers; a trace that lacks what
 * layouts need ends the command. */
struct msim_player *msim_layout_open(const struct msim_layout_run *run,
                                     struct msim_options *options, struct msim_study **study);

/* Adds the types to run->points, after another replay; nothing if the trace lacks objects. */
void msim_voted_make(struct msim_layout_run *run);

/* Finds the variables of the files that the program maps of which the debugging information knows
 * more than symbols do. */
void msim_named_make(struct msim_layout_run *run);

/* What is known of the executable's variable that has a symbol; NULL: nothing. */
const struct msim_named *msim_named_variable(const struct msim_layout_run *run, const char *symbol);

/* Puts symbols in the place of such names in rules. */
void msim_named_symbols(const struct msim_layout_run *run, struct msim_layout_rules *layout);

/* The fields of a type, from malloc; NULL: it has no layout that can be changed, or too many
 * fields.  Members of structures in it are fields of their own, "a.b"; arrays and unions are one.
 */
const struct msim_plan_type *msim_layout_fields(const struct msim_type *type);

/* The type of that name in the first of the files that has it; ends the command where none has. */
const struct msim_plan_type *msim_layout_type(const struct msim_layout_run *run, const char *name);
