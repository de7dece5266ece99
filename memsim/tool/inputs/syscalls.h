/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of system calls. */
#pragma once

#include "pub_tool_basics.h"

/* Writes the name, or "system call 512", into the `room` bytes at `name`. */
void msim_syscall_name(UInt number, HChar *name, SizeT room);
