/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Linkage tables: code made by the linker that jumps to a function of another object. */
#pragma once

#include "pub_tool_basics.h"

/* True: the code at this address, which is about to run, is in a linkage table. */
Bool msim_is_stub(Addr code);
