/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the time of a run was spent, for --stats=yes. */
#pragma once

#include "pub_tool_basics.h"

#include "engine/study.h"
#include "ring.h"

/* Nanoseconds, in memory that several processes use; only one of them changes each number. */
struct msim_times {
    uint64_t start;
    uint64_t inside, chunks_inside;      /* observing in the guest's process, and how many chunks */
    uint64_t moving;                     /* starting and ending processes */
    struct msim_ring_times ring;         /* the ring between the program and its observers */
    struct msim_ring_times second_stage; /* the ring to that process (secondstage.h) */
};

void msim_times_print(const struct msim_times *times, const struct msim_study *study);
