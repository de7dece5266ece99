/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The inlined calls that an instruction is in, from debug information.
 *
 * Valgrind reads them with --read-inline-info=yes.  Their names are those of the source, without
 * scope and types (DW_AT_name): "push_back", not "std::vector<int>::push_back(int const&)".
 *
 * Cost: some microseconds per instruction that is described.
 */
#pragma once

#include "pub_tool_basics.h"

#include "stream/dict.h"

/* The innermost inlined call, as in struct msim_site.  `directory`: of the instruction's own source
 * file, from debug information. */
uint32_t msim_inlined_at(struct msim_dict *dict, DiEpoch epoch, Addr instr, const HChar *directory);
