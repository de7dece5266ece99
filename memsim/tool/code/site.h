/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The site of an instruction in the dictionary: file, function and line, from debug information. */
#pragma once

#include "pub_tool_basics.h"

#include "stream/dict.h"

struct msim_needs;

/* Adds the site if it is new, with the inlined calls that the code is in, and where its function
 * begins, if these are needed. */
uint32_t msim_site_of(struct msim_dict *dict, Addr instr, const struct msim_needs *needs);

/* The same for an instruction that is recorded, with its address if that is needed. */
uint32_t msim_site_of_instr(struct msim_dict *dict, Addr instr, const struct msim_needs *needs);
