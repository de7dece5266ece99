/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How objects, and the code that uses them, are named for people and in JSON. */
#pragma once

#include "cmd/data/model/rows.h"
#include "cmd/files/json.h"

/* "add_order (orders.c:31) struct order"; without a type, "add_order (orders.c:31), 48 bytes".
 * From malloc. */
char *msim_objects_title(const struct msim_objects_row *row);

/* The member "source": "FILE:LINE", "FILE" or null. */
void msim_objects_json_source(struct msim_json *json, const struct msim_objects_site *site);

/* A frame or site, as an element of a list. */
void msim_objects_json_frame(struct msim_json *json, const struct msim_object_set *objects,
                             const struct msim_objects_site *site);

/* The member "site": the frames that all allocations of the row have in common; none if it is not
 * of the heap. */
void msim_objects_json_site(struct msim_json *json, const struct msim_objects_model *model,
                            const struct msim_objects_row *row);
