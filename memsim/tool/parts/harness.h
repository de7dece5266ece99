/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The client requests of Callgrind and Cachegrind, by which programs and harnesses choose what is
 * measured, as PART events:
 *
 *     CALLGRIND_START_INSTRUMENTATION, STOP_INSTRUMENTATION, TOGGLE_COLLECT, ZERO_STATS,
 *     DUMP_STATS, DUMP_STATS_AT
 *     CACHEGRIND_START_INSTRUMENTATION, STOP_INSTRUMENTATION
 *
 * They have the same effect as there, with one difference: when Callgrind starts instrumentation,
 * caches and TLBs are empty; when Cachegrind does, they are as they were at its stop.  Here
 * --at-start decides for both.
 */
#pragma once

#include "pub_tool_basics.h"

/* After msim_part_record_init. */
void msim_harness_init(void);

/* True: it was one of these requests. */
Bool msim_harness_request(ThreadId tid, const UWord *arguments);
