/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks of stacks.h and their cache. */
#include "stacks.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_stacktrace.h"

#include "engine/base/observer.h"
#include "stackmemo.h"
#include "stream/hash.h"
#include "tool/code/site.h"

enum {
    START = 1 << 12,             /* slots of a new table */
    POOL_START = 1 << 16,        /* addresses */
    POOL_MOST = 8 * 1024 * 1024, /* at 64 MB the cache is emptied */
};

struct stack {
    uint32_t hash, number;
    uint32_t first, used; /* its addresses in the pool; used = 0: a free slot */
};

struct frame {
    Addr address; /* 0: a free slot */
    uint32_t number;
    Bool ends_stack; /* its callers are omitted */
};

/* Open addressing; at most half full, so that a free slot is near. */
struct table {
    void *at;
    uint32_t slots, used;
};

static struct {
    struct msim_dict *dict;
    UInt depth;
    struct msim_needs needs;
    UInt epoch;
    struct table stacks, frames;
    Addr *pool;
    uint32_t pool_room, pool_used;
    Addr ips[MSIM_DEPTH_MAX + 2], sps[MSIM_DEPTH_MAX + 2], fps[MSIM_DEPTH_MAX + 2];
} cache;

/* --- Tables ------------------------------------------------------------------------------- */

static void new_slots(struct table *table, uint32_t slots, SizeT each)
{
    table->at = VG_(calloc)("msim.stacks", slots, each);
    table->slots = slots;
}

/* Counts one more element and makes room for it, which moves the elements.  `slot_for` returns the
 * slot where an element belongs, or NULL if it is a free slot. */
static void grow(struct table *table, SizeT each, void *(*slot_for)(const void *element))
{
    if (2 * ++table->used <= table->slots)
        return;
    HChar *old = table->at;
    SizeT end = table->slots * each;
    new_slots(table, 2 * table->slots, each);
    for (SizeT at = 0; at < end; at += each) {
        void *slot = slot_for(old + at);
        if (slot)
            VG_(memcpy)(slot, old + at, each);
    }
    VG_(free)(old);
}

static void start_anew(void)
{
    VG_(free)(cache.stacks.at);
    VG_(free)(cache.frames.at);
    new_slots(&cache.stacks, START, sizeof(struct stack));
    new_slots(&cache.frames, START, sizeof(struct frame));
    cache.stacks.used = cache.frames.used = cache.pool_used = 0;
    msim_stackmemo_forget();
}

void msim_stacks_init(struct msim_dict *dict, Int depth, const struct msim_needs *needs)
{
    cache.dict = dict;
    cache.depth = (UInt)depth;
    cache.needs = *needs;
    cache.epoch = VG_(current_DiEpoch)().n;
    cache.pool_room = POOL_START;
    cache.pool = VG_(malloc)("msim.stacks", POOL_START * sizeof *cache.pool);
    start_anew();
}

/* --- Frames ------------------------------------------------------------------------------- */

static uint32_t object_of(DiEpoch epoch, Addr address)
{
    const HChar *name;
    return msim_dict_string(cache.dict, VG_(get_objname)(epoch, address, &name) ? name : "");
}

static void describe(struct frame *frame, Addr address)
{
    DiEpoch epoch = VG_(current_DiEpoch)();
    Vg_FnNameKind kind = VG_(get_fnname_kind_from_IP)(epoch, address);
    uint32_t site = msim_site_of(cache.dict, address, &cache.needs);
    *frame = (struct frame){
        .address = address,
        .number = msim_calls_frame(&cache.dict->calls, address, site, object_of(epoch, address)),
        .ends_stack = kind == Vg_FnNameMain || kind == Vg_FnNameBelowMain};
}

static struct frame *frame_slot(Addr address)
{
    struct frame *frames = cache.frames.at, *frame;
    uint32_t at = (uint32_t)msim_mix(address);
    do
        frame = &frames[at++ & (cache.frames.slots - 1)];
    while (frame->address && frame->address != address);
    return frame;
}

static void *slot_for_frame(const void *element)
{
    const struct frame *frame = element;
    return frame->address ? frame_slot(frame->address) : NULL;
}

static const struct frame *frame_of(Addr address)
{
    struct frame *frame = frame_slot(address);
    if (!frame->address) {
        grow(&cache.frames, sizeof *frame, slot_for_frame);
        frame = frame_slot(address);
        describe(frame, address);
    }
    return frame;
}

/* --- Stacks ------------------------------------------------------------------------------- */

/* How many of the `used` frames are wanted: those up to main or, as in Massif, if main has no name,
 * up to the innermost of the functions that call it. */
static UInt above_main(const Addr *ips, UInt used)
{
    for (UInt i = 0; i < used && !VG_(clo_show_below_main); i++) {
        const struct frame *frame = frame_of(ips[i]);
        if (frame->ends_stack)
            return i + 1;
    }
    return used;
}

static uint32_t number_of(const Addr *ips, UInt used)
{
    uint32_t call = 0;
    for (UInt i = above_main(ips, used); i > 0; i--) {
        uint32_t frame = frame_of(ips[i - 1])->number;
        uint32_t next =
            frame == UINT32_MAX ? frame : msim_calls_call(&cache.dict->calls, frame, call);
        if (next == UINT32_MAX)
            break; /* no number is free: the outer part must suffice */
        call = next;
    }
    return call;
}

static uint32_t hash_of(const Addr *ips, UInt used)
{
    uint64_t hash = used;
    for (UInt i = 0; i < used; i++)
        hash = msim_mix(hash ^ ips[i]);
    return (uint32_t)hash;
}

static struct stack *stack_slot(uint32_t hash, const Addr *ips, UInt used)
{
    struct stack *stacks = cache.stacks.at;
    for (uint32_t at = hash;; at++) {
        struct stack *stack = &stacks[at & (cache.stacks.slots - 1)];
        if (!stack->used || (stack->hash == hash && stack->used == used &&
                             !VG_(memcmp)(cache.pool + stack->first, ips, used * sizeof *ips)))
            return stack;
    }
}

static void *slot_for_stack(const void *element)
{
    const struct stack *stack = element;
    return stack->used ? stack_slot(stack->hash, cache.pool + stack->first, stack->used) : NULL;
}

static uint32_t add_to_pool(const Addr *ips, UInt used)
{
    uint32_t first = cache.pool_used;
    if (first + used > cache.pool_room) {
        cache.pool_room *= 2;
        cache.pool = VG_(realloc)("msim.stacks", cache.pool, cache.pool_room * sizeof *cache.pool);
    }
    VG_(memcpy)(cache.pool + first, ips, used * sizeof *ips);
    cache.pool_used += used;
    return first;
}

static Bool meanings_changed(void)
{
    UInt epoch = VG_(current_DiEpoch)().n;
    Bool changed = epoch != cache.epoch;
    cache.epoch = epoch;
    return changed;
}

static uint32_t known_or_new(const Addr *ips, UInt used)
{
    if (used == 0)
        return 0;
    if (meanings_changed() || cache.pool_used + used > POOL_MOST)
        start_anew();
    uint32_t hash = hash_of(ips, used);
    struct stack *stack = stack_slot(hash, ips, used);
    if (!stack->used) {
        grow(&cache.stacks, sizeof *stack, slot_for_stack);
        stack = stack_slot(hash, ips, used);
        *stack = (struct stack){hash, number_of(ips, used), add_to_pool(ips, used), used};
    }
    return stack->number;
}

Addr msim_stack_caller(uint32_t stack)
{
    const struct msim_calls *calls = &cache.dict->calls;
    return stack ? msim_frame_at(calls, msim_call_at(calls, stack)->frame)->address : 0;
}

uint32_t msim_stack_here(ThreadId tid)
{
    UInt used = VG_(get_StackTrace)(tid, cache.ips, cache.depth, NULL, NULL, 0);
    return known_or_new(cache.ips, used);
}

/* Without unwind information the unwinder trusts the frame pointer.  At a function's entry that
 * still is the caller's, so the caller itself would be missing. */
static uint32_t with_caller(Addr back, UInt used)
{
    cache.ips[0] = back - 1;
    return known_or_new(cache.ips, used == 0 ? 1 : used < cache.depth ? used : cache.depth);
}

uint32_t msim_stack_at_entry(ThreadId tid, Addr sp, Addr fp, Addr back)
{
    uint32_t number;
    if (meanings_changed())
        start_anew();
    if (msim_stackmemo_find(sp, fp, &number))
        return number;
    struct msim_backtrace backtrace = {cache.ips, cache.sps, cache.fps, 0, False};
    backtrace.used =
        VG_(get_StackTrace)(tid, backtrace.ips, cache.depth + 1, backtrace.sps, backtrace.fps, 0);
    if (backtrace.used < 2 || backtrace.ips[1] != back - 1)
        return with_caller(back, backtrace.used);
    number = known_or_new(backtrace.ips + 1, backtrace.used - 1);
    UInt above = 1 + above_main(backtrace.ips + 1, backtrace.used - 1);
    backtrace.complete = above < backtrace.used || above == cache.depth + 1;
    backtrace.used = above;
    msim_stackmemo_keep(&backtrace, number);
    return number;
}
