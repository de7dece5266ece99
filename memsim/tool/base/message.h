/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Messages to the user, and the process number in messages and names of files: the guest's, even if
 * another process prints or writes for it.
 */
#pragma once

#include "pub_tool_basics.h"

/* Call at the start, and in a forked child: this process is the guest's. */
void msim_pid_init(void);

/* The guest's process. */
Int msim_pid(void);

/* Like VG_(umsg).  If standard error is a file and a limit on the size of files forbids the
 * message, the kernel sends SIGXFSZ, which is kept from the guest. */
void msim_say(const HChar *format, ...) PRINTF_CHECK(1, 2);
