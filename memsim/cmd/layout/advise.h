/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim objects --advise TRACE: layouts for the data with most misses, each replayed. */
#pragma once

#include <stdio.h>

#include "cmd/layout/rules/layout.h"
#include "tried.h"
#include "watch.h"

struct msim_advising {
    struct msim_layout_run *run;
    unsigned jobs;
    size_t objects; /* for how many layouts are tried */
    uint64_t bytes; /* of the trace */
    size_t width;   /* of text, in columns; 0: no limit */
    bool json;
};

/* Writes the advice to `to`. */
void msim_advise(const struct msim_advising *advising, FILE *to);

/* Proposes layouts, each one rule, for data that was watched. */

/* A field that was found: of the type if that is known, else bytes that are referenced together. */
struct msim_found_field {
    const char *name; /* NULL: bytes */
    uint64_t from, to, references;
};

struct msim_proposal {
    struct msim_layout_rules layout;
    size_t object;                     /* that it is for, or the first of them */
    const struct msim_plan_type *type; /* of its rule, if that has one */
    char *words;                       /* what it says, from msim_proposal_words() */
};

struct msim_proposals {
    struct msim_proposal *proposal;
    size_t proposals;
};

/* Finds the names of an object's fields, if all can be written in rules. */
void msim_watched_name_fields(const struct msim_layout_run *run, struct msim_watched *object);

/* The fields of an object's element, by offset, from malloc. */
struct msim_found_field *msim_found_fields(const struct msim_watched *object, size_t *fields);

/* Adds the layouts that may help one object that was looked at.  `line`: bytes of a cache line. */
void msim_propose(struct msim_proposals *to, const struct msim_watched_all *all, size_t object,
                  uint64_t line);

/* Adds one that has the small variables among the objects on one line; `order` are `objects` of
 * them, costliest first. */
void msim_propose_together(struct msim_proposals *to, const struct msim_watched_all *all,
                           const uint32_t *order, size_t objects, uint64_t line);

/* What a proposal says, as people write it: "split price, quantity and open of struct Order from
 * the rest".  From malloc. */
char *msim_proposal_words(const struct msim_proposal *proposal, const struct msim_watched_all *all);
