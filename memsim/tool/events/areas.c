/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The STACKS events and mappings of areas.h. */
#include "areas.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "stacks.h"
#include "tool/record/clock.h"
#include "tool/record/recorder.h"

static struct {
    Bool started;
    Bool pages; /* mappings are the heap */
    uint64_t now, most, recorded;
} areas;

/* --- Stacks ------------------------------------------------------------------------------- */

static void stack_grows(Addr at, SizeT bytes)
{
    (void)at;
    if (!areas.started)
        return;
    areas.now += bytes;
    if (areas.now > areas.most)
        areas.most = areas.now;
}

/* Never below 0: a stack whose growth was not seen may shrink. */
static void stack_shrinks(Addr at, SizeT bytes)
{
    (void)at;
    if (areas.started)
        areas.now -= bytes < areas.now ? bytes : areas.now;
}

static void signal_stack_grows(Addr at, SizeT bytes, ThreadId tid)
{
    (void)tid;
    stack_grows(at, bytes);
}

/* For each of the most common sizes the core calls one of these, without arithmetic in generated
 * code. */
#define SIZES(_) _(4) _(8) _(12) _(16) _(32) _(112) _(128) _(144) _(160)
#define CALLBACKS(bytes)                                                                           \
    static VG_REGPARM(1) void grows_##bytes(Addr at)                                               \
    {                                                                                              \
        stack_grows(at, bytes);                                                                    \
    }                                                                                              \
    static VG_REGPARM(1) void shrinks_##bytes(Addr at)                                             \
    {                                                                                              \
        stack_shrinks(at, bytes);                                                                  \
    }
SIZES(CALLBACKS)

static void track_stacks(void)
{
#define TRACK(bytes)                                                                               \
    VG_(track_new_mem_stack_##bytes)(grows_##bytes);                                               \
    VG_(track_die_mem_stack_##bytes)(shrinks_##bytes);
    SIZES(TRACK)
    VG_(track_new_mem_stack)(stack_grows);
    VG_(track_die_mem_stack)(stack_shrinks);
    VG_(track_new_mem_stack_signal)(signal_stack_grows);
    VG_(track_die_mem_stack_signal)(stack_shrinks);
}

static void record_bytes(struct msim_shadow *shadow, uint64_t bytes)
{
    if (bytes == areas.recorded)
        return;
    msim_recorder_event(shadow, MSIM_EVENT_STACKS, &bytes, MSIM_STACKS_WORDS);
    areas.recorded = bytes;
}

void msim_areas_event(struct msim_shadow *shadow)
{
    if (areas.most <= areas.recorded && areas.now == areas.recorded)
        return;
    msim_clock_event(shadow);
    if (areas.most > areas.recorded)
        record_bytes(shadow, areas.most);
    record_bytes(shadow, areas.now);
    areas.most = areas.now;
}

void msim_areas_block(struct msim_shadow *shadow)
{
    if (!areas.pages)
        msim_areas_event(shadow);
}

/* --- Pages -------------------------------------------------------------------------------- */

/* `at` up to `end` are whole pages. */
static void page_event(enum msim_heap_call call, Addr at, Addr end)
{
    ThreadId tid = VG_(get_running_tid)();
    Bool maps = call == MSIM_HEAP_MAP;
    Bool has_stack = maps && areas.started && tid != VG_INVALID_THREADID;
    uint64_t stack = has_stack ? msim_stack_here(tid) : 0;
    at = VG_PGROUNDDN(at);
    end = VG_PGROUNDUP(end);
    uint64_t words[MSIM_HEAP_WORDS] = {stack << 32 | call, end - at, maps ? at : 0, maps ? 0 : at};
    if (at >= end)
        return;
    msim_areas_event(NULL);
    msim_clock_event(NULL);
    msim_recorder_event(NULL, MSIM_EVENT_HEAP, words, MSIM_HEAP_WORDS);
}

void msim_areas_mapped(Addr at, Addr end)
{
    if (areas.pages)
        page_event(MSIM_HEAP_MAP, at, end);
}

void msim_areas_unmapped(Addr at, Addr end)
{
    if (areas.pages)
        page_event(MSIM_HEAP_UNMAP, at, end);
}

/* --- Start -------------------------------------------------------------------------------- */

void msim_areas_init(Bool stacks, Bool pages)
{
    if (stacks)
        track_stacks();
    areas.pages = pages;
}

void msim_areas_code(void)
{
    areas.started = True;
}
