/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a system call of futex does with threads that wait. */
#ifndef MSIM_TOOL_TASKS_FUTEXCALL_H
#define MSIM_TOOL_TASKS_FUTEXCALL_H

#include "pub_tool_basics.h"

/* It wakes at most so many of those that wait at a futex, as far as their bits meet. */
struct msim_futex_wake {
    Addr at; /* 0: none */
    UInt bits, most;
};

struct msim_futex_call {
    Addr waits;                     /* the futex at which the thread waits; 0: at none, */
    Bool holds;                     /* it is as the call expects, so the call does wait, */
    Bool timed;                     /* but not for ever */
    UInt bits;                      /* of a wait */
    struct msim_futex_wake wake[2]; /* the first, then the second */
    Addr moves_to;                  /* what it counts beyond the first waits there from then on */
    Bool counts;                    /* its result is how many it woke and moved; else it woke one */
};

/* False: the call does nothing with threads that wait, or fails. */
Bool msim_futex_call(UInt syscall, const UWord *args, struct msim_futex_call *call);

#endif
