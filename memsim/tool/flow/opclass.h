/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which class of operation (stream/ops.h) an operation of VEX is. */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "stream/ops.h"

/* MSIM_OP_JOIN: it takes no time, as it only takes a value apart or widens it. MSIM_OP_MOVE: it
 * converts integers, which a move brings to where floating point is. */
enum msim_op_class msim_op_class_of(IROp op);

/* The same of a helper that VEX calls for a value. */
enum msim_op_class msim_op_class_of_helper(const HChar *name);
