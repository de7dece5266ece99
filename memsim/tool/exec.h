/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that replace the process (exec): whether they are profiled, and the message if not. */
#pragma once

#include "pub_tool_basics.h"

Bool msim_exec_is(UInt syscall);

/* Call before an exec.  True: the new program will be traced, so it writes files, too.  If not, and
 * if the exec is going to succeed, a line on stderr says that it is not profiled. */
Bool msim_exec_begins(UInt syscall, const UWord *args);

/* Only the first few children of a process print that, because a shell may start thousands. */
void msim_exec_before_fork(void);
void msim_exec_in_child(void);

/* The exec failed after all. */
void msim_exec_failed(void);
