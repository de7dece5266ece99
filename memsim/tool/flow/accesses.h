/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loads and stores of a superblock (flow.h).  `access`, `first` and `last` are accesses of the
 * segment.
 *
 * A test of a bit of a register accesses nothing, though VEX has the register in memory for it.
 */
#pragma once

#include "values.h"

/* Adds a load, store or hint that waits for these leaves, as msim_flow_add() does. */
uint16_t msim_flow_access(struct msim_flow *flow, enum msim_op_class class,
                          const struct msim_flow_value *of, const struct msim_flow_value *data,
                          UInt access);

/* What a load brings. */
struct msim_flow_value msim_flow_load(struct msim_flow *flow, const IRExpr *expr, UInt access);

/* Stores what two atoms have, of which `more` may be NULL. */
void msim_flow_store(struct msim_flow *flow, const IRExpr *address, const IRExpr *data,
                     const IRExpr *more, UInt access);

/* Statements. */
void msim_flow_load_guarded(struct msim_flow *flow, const IRLoadG *load, UInt access);
void msim_flow_swap(struct msim_flow *flow, const IRCAS *cas, UInt first, UInt last);
void msim_flow_linked(struct msim_flow *flow, const IRStmt *statement, UInt access);
