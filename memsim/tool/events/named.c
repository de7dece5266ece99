/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The checks of named.h. */
#include "named.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "engine/blocks/spans.h"
#include "stacks.h"
#include "tool/base/memory.h"

static struct {
    const struct msim_allocators *allocators;
    struct msim_spans spans;
    msim_span_set live[MSIM_ALLOCATORS_MAX]; /* the owner of a block: the stack of its call */
} named;

void msim_named_init(const struct msim_allocators *allocators)
{
    named.allocators = allocators;
    msim_spans_init(&named.spans, &msim_tool_mem);
}

/* --- Refusing ----------------------------------------------------------------------------- */

/* The innermost frame, as "f (a.c:12)". */
static const HChar *place_of(uint32_t stack)
{
    Addr caller = msim_stack_caller(stack);
    const HChar *text = VG_(describe_IP)(VG_(current_DiEpoch)(), caller, NULL);
    const HChar *after = VG_(strstr)(text, ": ");
    return VG_(strdup)("msim.named", after ? after + 2 : text);
}

static __attribute__((noreturn)) void refuse(const struct msim_pending *pending,
                                             const HChar *reason)
{
    const struct msim_allocator *of = &named.allocators->one[pending->fn->allocator];
    VG_(fmsg)
    ("bad option --allocator=%s: the call in %s %s\n", of->text, place_of(pending->stack), reason);
    VG_(exit)(1);
}

/* The text may be long: names of C++ functions are. */
static HChar *text_for(SizeT more)
{
    return VG_(malloc)("msim.named", 512 + more);
}

static __attribute__((noreturn)) void refuse_memory(const struct msim_pending *pending, Addr block)
{
    HChar *text = text_for(0);
    const HChar *ask = "are size and result the right arguments?";
    if (pending->bytes == UINT64_MAX)
        VG_(sprintf)(text, "returned %#lx for more than 2^64 bytes; %s", block, ask);
    else
        VG_(sprintf)
    (text, "returned %#lx for %'llu bytes, which are not all mapped memory; %s", block,
     (ULong)pending->bytes, ask);
    refuse(pending, text);
}

static __attribute__((noreturn)) void refuse_overlap(const struct msim_pending *pending, Addr block,
                                                     const struct msim_span *over)
{
    const HChar *other = place_of(over->owner);
    HChar *text = text_for(VG_(strlen)(other));
    VG_(sprintf)
    (text,
     "returned %'llu bytes at %#lx, over the %'llu bytes at %#llx of the call in %s, which are "
     "still live; name what frees them by :frees=NAME",
     (ULong)pending->bytes, block, (ULong)over->bytes, (ULong)over->address, other);
    refuse(pending, text);
}

/* --- Blocks ------------------------------------------------------------------------------- */

static Bool is_memory(Addr at, ULong bytes)
{
    return at + bytes >= at && VG_(am_is_valid_for_client)(at, bytes ? bytes : 1, VKI_PROT_NONE);
}

Addr msim_named_stored(const struct msim_pending *pending)
{
    if (!VG_(am_is_valid_for_client)(pending->result_at, sizeof(Addr), VKI_PROT_READ))
        refuse(pending, "has no address of a block there; is result the right argument?");
    return *(const Addr *)pending->result_at;
}

void msim_named_began(const struct msim_pending *pending, Addr block)
{
    msim_span_set *live = &named.live[pending->fn->allocator];
    struct msim_span over, span = {block, pending->bytes, pending->stack};
    if (!block)
        return;
    if (!is_memory(block, pending->bytes))
        refuse_memory(pending, block);
    if (msim_spans_overlap(&named.spans, *live, &span, &over))
        refuse_overlap(pending, block, &over);
    msim_spans_remove(&named.spans, live, block, &over); /* a block of 0 bytes */
    msim_spans_add(&named.spans, live, &span);
}

void msim_named_ended(Addr block)
{
    struct msim_span ended;
    if (!block)
        return;
    for (UInt i = 0; i < named.allocators->used; i++)
        msim_spans_remove(&named.spans, &named.live[i], block, &ended);
}
