/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The build id of the executable or library that code is from, read from memory. */
#pragma once

#include "pub_tool_basics.h"

enum { MSIM_BUILD_ID_ROOM = 2 * 64 + 1 };

/* Writes hexadecimal digits; false: it has no build id, or its head is not mapped. */
Bool msim_build_id(Addr code, HChar id[static MSIM_BUILD_ID_ROOM]);
