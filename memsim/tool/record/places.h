/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where an instruction comes from: file, function and line, as a site of the dictionary. */
#ifndef MSIM_TOOL_RECORD_PLACES_H
#define MSIM_TOOL_RECORD_PLACES_H

#include "pub_tool_basics.h"

#include "stream/dict.h"

/* `with_object`: the function carries the file that its code is from. */
uint32_t msim_place(struct msim_dict *dict, Addr instr, Bool with_object);

#endif
