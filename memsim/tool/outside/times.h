/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the time of a run was spent, for --stats=yes. */
#ifndef MSIM_TOOL_OUTSIDE_TIMES_H
#define MSIM_TOOL_OUTSIDE_TIMES_H

#include "pub_tool_basics.h"

#include "engine/study.h"

/* Nanoseconds.  In memory that two processes use; each number is changed by one of them. */
struct msim_times {
    uint64_t start;
    uint64_t inside, outside; /* of observing, in the guest's process and in another */
    uint64_t chunks_inside, chunks_outside;  /* that were observed */
    uint64_t guest_waited, observers_waited; /* for each other */
    uint64_t moving;                         /* of starting and ending processes */
};

/* The time; 0 without --stats=yes, as it is a system call. */
uint64_t msim_now(void);

void msim_times_print(const struct msim_times *times, const struct msim_study *study);

#endif
