/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports how a process ended to the process that started it but is not its parent, in memory that
 * both share.
 *
 * The process stores how it ended.  If it is killed, the kernel stores that: the word is in the
 * process's list of robust futexes, which the kernel walks at its end.
 */
#pragma once

#include <stdint.h>

#include "pub_tool_basics.h"

/* MSIM_END_HOLDS: it has done its work, but still exists. */
enum msim_end { MSIM_END_NONE, MSIM_END_HOLDS, MSIM_END_DONE, MSIM_END_FAILED, MSIM_END_KILLED };

struct msim_ended {
    uint32_t owner; /* its thread's number, and bits of the kernel; 0: it stored `end` */
    uint32_t end;   /* enum msim_end */
    struct {
        void *next;
    } robust; /* the entry in the kernel's list */
};

/* Call the first before the process is started, the second in the process, the third at the end of
 * its work. */
void msim_ended_expect(struct msim_ended *ended);
void msim_ended_register(struct msim_ended *ended);
void msim_ended_store(struct msim_ended *ended, enum msim_end end);

/* How it ended; MSIM_END_NONE: not yet. */
enum msim_end msim_ended_look(const struct msim_ended *ended);

/* Sleeps until something changes, for at most a tenth of a second. */
void msim_ended_sleep(const struct msim_ended *ended);
