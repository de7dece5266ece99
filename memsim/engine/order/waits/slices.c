/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring of slices.h. */
#include "slices.h"

enum { FIRST_ROOM = 1024 };

void msim_order_slices_init(struct msim_order_slices *slices, const struct msim_mem *mem)
{
    *slices = (struct msim_order_slices){.mem = mem, .room = FIRST_ROOM};
    slices->slice = msim_get(mem, FIRST_ROOM * sizeof *slices->slice, 8);
}

const struct msim_order_slice *msim_order_slices_oldest(struct msim_order_slices *slices,
                                                        uint64_t before)
{
    for (; slices->oldest < before; slices->oldest++) {
        const struct msim_order_slice *slice = msim_order_slice_at(slices, slices->oldest);
        if (slice->thread->queue.taken < slice->end)
            return slice;
    }
    return NULL;
}

static void make_room(struct msim_order_slices *slices)
{
    msim_order_slices_oldest(slices, slices->next);
    if (slices->next - slices->oldest < slices->room)
        return;
    struct msim_order_slices old = *slices;
    slices->room *= 2;
    slices->slice = msim_get(slices->mem, slices->room * sizeof *slices->slice, 8);
    for (uint64_t i = old.oldest; i < old.next; i++)
        slices->slice[i & (slices->room - 1)] = *msim_order_slice_at(&old, i);
}

void msim_order_slices_add(struct msim_order_slices *slices, struct msim_order_thread *thread,
                           uint64_t begin)
{
    struct msim_order_slice *newest = &slices->slice[(slices->next - 1) & (slices->room - 1)];
    if (!slices->sealed && newest->thread == thread && newest->end == begin) {
        newest->end = thread->queue.put;
        return;
    }
    if (slices->next - slices->oldest == slices->room)
        make_room(slices);
    slices->sealed = false;
    slices->slice[slices->next++ & (slices->room - 1)] =
        (struct msim_order_slice){thread, begin, thread->queue.put};
}

uint64_t msim_order_slices_seal(struct msim_order_slices *slices)
{
    slices->sealed = true;
    return slices->next;
}
