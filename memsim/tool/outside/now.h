/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A clock for measurements. */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

/* Nanoseconds; 0 without --stats=yes, because it is a system call. */
static inline uint64_t msim_now(void)
{
    struct vki_timespec now;
    if (!VG_(clo_stats))
        return 0;
    VG_(clock_gettime)(&now, VKI_CLOCK_MONOTONIC);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
