/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The client requests of requests.h. */
#include "requests.h"

#include "pub_tool_clreq.h"

#include "alloc.h"
#include "areas.h"
#include "engine/blocks/spans.h"
#include "stacks.h"
#include "stream/event.h"
#include "tool/base/memory.h"
#include "tool/record/clock.h"
#include "tool/record/recorder.h"

static struct {
    Bool started;
    struct msim_spans spans;
    msim_span_set pools; /* by address */
} requests;

/* --- Pools that exist --------------------------------------------------------------------- */

static Bool exists(Addr pool)
{
    struct msim_span found;
    return requests.started && msim_spans_find(&requests.spans, requests.pools, pool, &found);
}

static void add_pool(Addr pool)
{
    if (!requests.started)
        msim_spans_init(&requests.spans, &msim_tool_mem);
    requests.started = True;
    msim_spans_add(&requests.spans, &requests.pools, &(struct msim_span){pool, 0, 0});
}

static void remove_pool(Addr pool)
{
    struct msim_span found;
    if (requests.started)
        msim_spans_remove(&requests.spans, &requests.pools, pool, &found);
}

/* As in Memcheck, the pool has its new name in any case. */
static void move_pool(Addr from, Addr to)
{
    if (!exists(from))
        return;
    remove_pool(from);
    add_pool(to);
}

/* --- Events ------------------------------------------------------------------------------- */

static void record(enum msim_event event, const uint64_t *words, uint32_t count)
{
    msim_areas_block(NULL);
    msim_clock_event(NULL);
    msim_recorder_event(NULL, event, words, count);
}

static uint64_t stack_of(ThreadId tid)
{
    return (uint64_t)msim_stack_here(tid) << 32;
}

static void block(ThreadId tid, enum msim_heap_call call, uint64_t bytes, Addr result, Addr given)
{
    if (!msim_alloc_is_on() || msim_alloc_is_inside(tid))
        return;
    uint64_t words[MSIM_HEAP_WORDS] = {(result ? stack_of(tid) : 0) | call, bytes, result, given};
    record(MSIM_EVENT_HEAP, words, MSIM_HEAP_WORDS);
}

static void pool(ThreadId tid, enum msim_pool_call call, Addr pool, Addr address, uint64_t bytes,
                 Addr to)
{
    Bool begins = call == MSIM_POOL_ALLOC;
    if (!msim_alloc_is_on() || (begins && msim_alloc_is_inside(tid)))
        return;
    uint64_t words[MSIM_POOL_WORDS] = {(begins ? stack_of(tid) : 0) | call, pool, address, bytes,
                                       to};
    record(MSIM_EVENT_POOL, words, MSIM_POOL_WORDS);
}

/* True: it is a request about a pool. */
static Bool pool_request(ThreadId tid, const UWord *arguments, UWord *result)
{
    const UWord *given = arguments + 1;
    switch (arguments[0]) {
    case VG_USERREQ__CREATE_MEMPOOL:
        add_pool(given[0]);
        pool(tid, MSIM_POOL_CREATE, given[0], 0, given[3] & MSIM_POOL_AUTO_FREE, 0);
        return True;
    case VG_USERREQ__DESTROY_MEMPOOL:
        remove_pool(given[0]);
        pool(tid, MSIM_POOL_DESTROY, given[0], 0, 0, 0);
        return True;
    case VG_USERREQ__MEMPOOL_ALLOC:
        pool(tid, MSIM_POOL_ALLOC, given[0], given[1], given[2], 0);
        return True;
    case VG_USERREQ__MEMPOOL_FREE:
        pool(tid, MSIM_POOL_FREE, given[0], given[1], 0, 0);
        return True;
    case VG_USERREQ__MEMPOOL_TRIM:
        pool(tid, MSIM_POOL_TRIM, given[0], given[1], given[2], 0);
        return True;
    case VG_USERREQ__MOVE_MEMPOOL:
        move_pool(given[0], given[1]);
        pool(tid, MSIM_POOL_MOVE, given[0], given[1], 0, 0);
        return True;
    case VG_USERREQ__MEMPOOL_CHANGE:
        pool(tid, MSIM_POOL_CHANGE, given[0], given[1], given[3], given[2]);
        return True;
    case VG_USERREQ__MEMPOOL_EXISTS:
        *result = exists(given[0]);
        return True;
    default:
        return False;
    }
}

Bool msim_request(ThreadId tid, UWord *arguments, UWord *result)
{
    *result = 0;
    switch (arguments[0]) {
    case VG_USERREQ__MALLOCLIKE_BLOCK:
        block(tid, MSIM_HEAP_REQUEST, arguments[2], arguments[1], 0);
        return True;
    case VG_USERREQ__RESIZEINPLACE_BLOCK:
        block(tid, MSIM_HEAP_REQUEST, arguments[3], arguments[1], arguments[1]);
        return True;
    case VG_USERREQ__FREELIKE_BLOCK:
        block(tid, MSIM_HEAP_REQUEST_FREE, 0, 0, arguments[1]);
        return True;
    default:
        return pool_request(tid, arguments, result);
    }
}
