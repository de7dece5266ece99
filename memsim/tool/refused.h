/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * System calls at which Valgrind's core ends the program, because it cannot do what they ask for.
 *
 * It does so without calling the tool, so the results must be written before.
 */
#pragma once

#include "pub_tool_basics.h"

/* Why the core is going to end the program; NULL: it will not. */
const HChar *msim_refused(UInt syscall, const UWord *args);
