/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where functions begin; this distinguishes two functions of one name in one object. */
#ifndef MSIM_TOOL_CODE_BEGINS_H
#define MSIM_TOOL_CODE_BEGINS_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

/* The address in memory where the symbol of the instruction begins; `name` and `length` are those
 * of its name. */
Addr msim_function_begins(DiEpoch epoch, Addr instr, UInt name, SizeT length);

#endif
