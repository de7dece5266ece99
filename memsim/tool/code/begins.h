/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where functions begin, by which two of one name in one object are told apart. */
#ifndef MSIM_TOOL_CODE_BEGINS_H
#define MSIM_TOOL_CODE_BEGINS_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

/* The address in memory where the symbol begins that contains the instruction, whose name has this
 * number and length. */
Addr msim_function_begins(DiEpoch epoch, Addr instr, UInt name, SizeT length);

#endif
