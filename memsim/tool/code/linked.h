/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses as objects (executables and libraries) are linked, which those in memory are a distance
 * away from. */
#ifndef MSIM_TOOL_CODE_LINKED_H
#define MSIM_TOOL_CODE_LINKED_H

#include "pub_tool_basics.h"

#include "stream/dict.h"

/* How much higher an instruction is than its object was linked; 0 if it is in none. */
Addr msim_moved(Addr instr);

/* The address of an instruction in its object; in memory, if it is in none.  Makes the object's
 * build id known: the string "# build-id: HEX OBJECT". */
Addr msim_linked_address(struct msim_dict *dict, Addr instr);

#endif
