/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What files about objects refer to by number: files, functions, frames, stacks, sites and
 * contexts.
 *
 * Each is numbered when it is first needed, in an order that depends on the run alone, and all are
 * written before the objects.
 */
#pragma once

#include "engine/base/text.h"
#include "engine/parts/contexts.h"
#include "owners.h"
#include "stream/dict.h"

struct msim_object_names {
    const struct msim_dict *dict;
    const struct msim_context_observer *contexts; /* its `frame` is NULL: no contexts */
    struct msim_text *text;
    uint32_t *file, *frame, *stack, *site; /* by string, frame, call and site: their numbers */
    uint32_t *context;
    uint64_t *moved; /* by string: the load bias of that object */
    uint32_t files, frames, stacks, sites, contexts_used; /* how many have a number */
    struct msim_table functions;                          /* element 0 is unused */
    struct msim_lookup function_lookup;
    uint32_t beyond; /* the site below; 0: not needed yet */
};

void msim_object_names_init(struct msim_object_names *names, const struct msim_mem *mem,
                            const struct msim_dict *dict,
                            const struct msim_context_observer *contexts, struct msim_text *text);

/* Return the number of one of them, and write it if it is new.  `object`: a string + 1; 0:
 * unknown. */
uint32_t msim_object_file(struct msim_object_names *names, uint32_t object);
uint32_t msim_object_function(struct msim_object_names *names,
                              const struct msim_function_name *function);
uint32_t msim_object_stack(struct msim_object_names *names, uint32_t call);
uint32_t msim_object_site(struct msim_object_names *names, uint32_t site);
/* The site "(beyond --objects-limit)". */
uint32_t msim_object_beyond(struct msim_object_names *names);
uint32_t msim_object_context(struct msim_object_names *names, uint32_t context);

/* Writes the line of an object, after those that it refers to. */
void msim_object_put(struct msim_object_names *names, const struct msim_object *object);
