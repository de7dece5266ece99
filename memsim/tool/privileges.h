/* SPDX-License-Identifier: GPL-2.0-or-later */
/* System calls by which a process gives up privileges. */
#pragma once

#include "pub_tool_basics.h"

/* True: the process may be unable to create files after this call.  Only root has privileges to
 * lose; a filter of system calls may forbid anything. */
Bool msim_takes_privileges(UInt syscall, const UWord *args);
