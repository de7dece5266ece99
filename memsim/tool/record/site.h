/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The site of an instruction in the dictionary: file, function and line, from debug information. */
#ifndef MSIM_TOOL_RECORD_SITE_H
#define MSIM_TOOL_RECORD_SITE_H

#include "pub_tool_basics.h"

#include "stream/dict.h"

struct msim_needs;

/* Adds the site if it is new.  `inlined`: it has the inlined calls that the code is in. */
uint32_t msim_site_of(struct msim_dict *dict, Addr instr, Bool inlined);

/* The same of an instruction that is recorded, with all that is needed. */
uint32_t msim_site_of_instr(struct msim_dict *dict, Addr instr, const struct msim_needs *needs);

#endif
