/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Client requests: what a program reports of its blocks and memory pools by the macros of
 * valgrind.h, recorded as HEAP and POOL events.
 *
 *     VALGRIND_MALLOCLIKE_BLOCK, RESIZEINPLACE_BLOCK, FREELIKE_BLOCK
 *     VALGRIND_CREATE_MEMPOOL, DESTROY_MEMPOOL, MEMPOOL_ALLOC, MEMPOOL_FREE, MEMPOOL_TRIM,
 *     MOVE_MEMPOOL, MEMPOOL_CHANGE
 *
 * The function that makes the request is the innermost of the stack, as in Massif.  Requests of an
 * allocation function while it runs are not recorded, because its call is recorded, for the same
 * block.
 *
 * VALGRIND_MEMPOOL_EXISTS is answered as Memcheck does, whatever is observed, so that options do
 * not change what programs do.  All other requests are left unanswered.
 */
#pragma once

#include "pub_tool_basics.h"

/* For VG_(needs_client_requests). */
Bool msim_request(ThreadId tid, UWord *arguments, UWord *result);
