/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring of batches.h. */
#include "batches.h"

enum { FIRST_ROOM = 1024 };

void msim_order_batches_init(struct msim_order_batches *batches, const struct msim_mem *mem)
{
    *batches = (struct msim_order_batches){.mem = mem, .room = FIRST_ROOM};
    batches->batch = msim_get(mem, FIRST_ROOM * sizeof *batches->batch, 8);
}

const struct msim_order_batch *msim_order_batches_oldest(struct msim_order_batches *batches,
                                                         uint64_t before)
{
    for (; batches->oldest < before; batches->oldest++) {
        const struct msim_order_batch *batch = msim_order_batch_at(batches, batches->oldest);
        if (batch->thread->queue.taken < batch->end)
            return batch;
    }
    return NULL;
}

static void make_room(struct msim_order_batches *batches)
{
    msim_order_batches_oldest(batches, batches->next);
    if (batches->next - batches->oldest < batches->room)
        return;
    struct msim_order_batches old = *batches;
    batches->room *= 2;
    batches->batch = msim_get(batches->mem, batches->room * sizeof *batches->batch, 8);
    for (uint64_t i = old.oldest; i < old.next; i++)
        batches->batch[i & (batches->room - 1)] = *msim_order_batch_at(&old, i);
}

void msim_order_batches_add(struct msim_order_batches *batches, struct msim_order_thread *thread,
                            uint64_t begin)
{
    struct msim_order_batch *newest = &batches->batch[(batches->next - 1) & (batches->room - 1)];
    if (!batches->sealed && newest->thread == thread && newest->end == begin) {
        newest->end = thread->queue.put;
        return;
    }
    if (batches->next - batches->oldest == batches->room)
        make_room(batches);
    batches->sealed = false;
    batches->batch[batches->next++ & (batches->room - 1)] =
        (struct msim_order_batch){thread, begin, thread->queue.put};
}

uint64_t msim_order_batches_seal(struct msim_order_batches *batches)
{
    batches->sealed = true;
    return batches->next;
}
