/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses as linked in objects (executables and libraries), which differ from those in memory by
 * a load bias. */
#pragma once

#include "pub_tool_basics.h"

#include "stream/dict.h"

/* The load bias of an instruction's object; 0 if it is in no object. */
Addr msim_moved(Addr instr);

/* The address of an instruction as linked; that in memory if it is in no object.  Adds the object's
 * build id to the dictionary: the string "# build-id: HEX OBJECT". */
Addr msim_linked_address(struct msim_dict *dict, Addr instr);
