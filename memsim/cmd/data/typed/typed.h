/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The elements of objects: of the types that the user gives, or that the vote finds. */
#pragma once

#include "cmd/data/model/rows.h"
#include "cmd/data/objects/set.h"
#include "cmd/files/json.h"
#include "cmd/names/labels.h"
#include "cmd/patterns/mine.h"
#include "cmd/patterns/wrappers.h"
#include "cmd/types/types.h"

/* The elements of each object by its number, from malloc.  `given` are the values of --type: a
 * function, or FILE:LINE, that allocates, a colon, and a type.  What is wrong with one ends the
 * command. */
struct msim_objects_element *msim_objects_elements(const struct msim_object_set *objects,
                                                   const struct msim_wrappers *wrappers,
                                                   struct msim_types *types,
                                                   const char *const *given, size_t givens);

/* Lets `types` take something only from files with the build ids that the run had; warns of those
 * that have others, and if this build reads no types at all. */
void msim_objects_expect(struct msim_types *types, const struct msim_object_set *objects);

/* Makes instructions of libraries' code that is inlined into the user's its lines; before a model
 * is made.  `mine`: whose code it is; NULL: nothing changes. */
void msim_objects_fold(struct msim_object_set *objects, struct msim_types *types,
                       const struct msim_mine *mine);

/* true: *element is the winner. */
bool msim_objects_vote(const struct msim_object_set *objects, struct msim_types *types,
                       uint32_t object, struct msim_objects_element *element);

/* How objects, and the code that uses them, are named for people and in JSON. */

/* "add_order (orders.c:31) struct order"; without a type, "add_order (orders.c:31), 48 bytes".
 * From malloc. */
char *msim_objects_title(const struct msim_objects_row *row);

/* The same as the next label of a table. */
void msim_objects_label(struct msim_labels *labels, const struct msim_objects_row *row);

/* "add_order (orders.c:31)": a function's name and its place. */
void msim_objects_label_site(struct msim_labels *labels, const struct msim_object_set *objects,
                             const struct msim_objects_site *site);

/* The member "source": "FILE:LINE", "FILE" or null. */
void msim_objects_json_source(struct msim_json *json, const struct msim_objects_site *site);

/* The member "site": the frames that all allocations of the row have in common; none if it is not
 * of the heap. */
void msim_objects_json_site(struct msim_json *json, const struct msim_objects_model *model,
                            const struct msim_objects_row *row);
