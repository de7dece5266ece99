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
    bool json;
};

/* Writes the advice to `to`. */
void msim_advise(const struct msim_advising *advising, FILE *to);

/* Proposes layouts, each one rule, for data that was watched. */

/* A field that was found: bytes that are referenced together. */
struct msim_found_field {
    uint64_t from, to, references;
};

struct msim_proposal {
    struct msim_layout_rules layout;
    size_t object; /* that it is for, or the first of them */
};

struct msim_proposals {
    struct msim_proposal *proposal;
    size_t proposals;
};

/* The fields of an object's element, by offset, from malloc. */
struct msim_found_field *msim_found_fields(const struct msim_watched *object, size_t *fields);

/* Adds the layouts that may help one object that was looked at.  `line`: bytes of a cache line. */
void msim_propose(struct msim_proposals *to, const struct msim_watched_all *all, size_t object,
                  uint64_t line);

/* Adds one that has the small variables among the objects on one line; `order` are `objects` of
 * them, costliest first. */
void msim_propose_together(struct msim_proposals *to, const struct msim_watched_all *all,
                           const uint32_t *order, size_t objects, uint64_t line);
