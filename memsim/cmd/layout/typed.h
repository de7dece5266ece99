/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The types that rules name, from the debugging information of the files that the program maps. */
#ifndef MSIM_CMD_LAYOUT_TYPED_H
#define MSIM_CMD_LAYOUT_TYPED_H

#include "cmd/layout/rules/plan.h"
#include "cmd/types/types.h"

/* The fields of a type, from malloc; NULL: it has no layout that can be changed, or too many
 * fields.  Members of structures in it are fields of their own, "a.b"; arrays and unions are
 * one. */
struct msim_plan_type *msim_layout_fields(const struct msim_type *type);

/* The type of that name in the first of the files that has it; ends the command where none has. */
const struct msim_plan_type *msim_layout_type(struct msim_types *types, const char *const *file,
                                              size_t files, const char *name);

#endif
