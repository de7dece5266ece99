/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What still works for a process that was killed. */
#pragma once

#include <sys/types.h>

/* Waits until the processes that observe `pid` have written its results, if there are any. */
void msim_wait_for_observers(pid_t pid);
