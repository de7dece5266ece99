/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The effect of a futex system call on waiting threads. */
#pragma once

#include "pub_tool_basics.h"

/* Wakes at most `most` of the threads that wait at a futex and have a bit in common. */
struct msim_futex_wake {
    Addr at; /* 0: no futex */
    UInt bits, most;
};

struct msim_futex_call {
    Addr waits;                     /* the futex at which the thread waits; 0: none */
    Bool holds;                     /* the futex has the expected value, so the call waits */
    Bool timed;                     /* the wait is limited in time */
    UInt bits;                      /* the bits of a wait */
    struct msim_futex_wake wake[2]; /* the two futexes at which it wakes, in order */
    Addr moves_to;                  /* further threads of the first futex are moved to this one */
    Bool counts; /* its result is the number of threads woken and moved; otherwise it woke one */
};

/* False: the call has no effect on waiting threads, or fails. */
Bool msim_futex_call(UInt syscall, const UWord *args, struct msim_futex_call *call);
