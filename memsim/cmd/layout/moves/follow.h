/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the events of the stream for a layout in use (moves.h). */
#ifndef MSIM_CMD_LAYOUT_FOLLOW_H
#define MSIM_CMD_LAYOUT_FOLLOW_H

#include "moves.h"

/* Starts zeroed but for `identity`, `line`, `sites`, `ahead` and `mapped`.  `type` has one for each
 * rule.  False: the layout has too many parts, or a field that a type lacks; *wrong says what, from
 * malloc. */
bool msim_moves_init(struct msim_moves *moves, const struct msim_layout_rules *layout,
                     const struct msim_plan_type *const *type, char **wrong);

/* The mapper, for msim_sim_attach_mapper(). */
struct msim_mapper msim_moves_mapper(struct msim_moves *moves);

/* The number of rows. */
uint32_t msim_moves_rows(const struct msim_moves *moves);

/* A variable of the rule is at the address from now on. */
void msim_moves_variable(struct msim_moves *moves, size_t rule, uint64_t address, uint64_t bytes);

#endif
