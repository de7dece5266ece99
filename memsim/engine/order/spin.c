/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loops of spin.h. */
#include "spin.h"

/* The longest loop that is recognised. */
enum { ROUND_WORDS = 64 };

/* --- What a loop reads --------------------------------------------------------------------- */

static void add_load(struct msim_order_spin *spin, uint64_t first, uint64_t last)
{
    for (uint32_t i = 0; i < spin->used; i++)
        if (spin->load[i].first == first && spin->load[i].last == last)
            return;
    uint32_t at = spin->next++ % MSIM_ORDER_SPIN_LOADS;
    if (spin->used < MSIM_ORDER_SPIN_LOADS)
        spin->used++;
    spin->load[at].first = first;
    spin->load[at].last = last;
}

static const struct msim_segment *segment_of(const struct msim_order *order, const uint64_t *record)
{
    return msim_header_is_event(*record)
               ? NULL
               : msim_dict_segment_at(order->kinds.dict, msim_header_segment(*record));
}

static void add_loads(const struct msim_order *order, struct msim_order_spin *spin,
                      const uint64_t *words, const uint64_t *end)
{
    spin->used = spin->next = 0;
    for (; words < end; words = msim_order_next(words)) {
        const struct msim_segment *segment = segment_of(order, words);
        for (unsigned i = 0; segment && i < segment->accesses_used; i++) {
            const struct msim_access *access = &segment->accesses[i];
            uint64_t first = words[access->word] + (uint64_t)(int64_t)access->offset;
            if (!access->write && words[access->word] != MSIM_NO_ADDRESS)
                add_load(spin, first, first + access->size - 1);
        }
    }
}

static void read(struct msim_order *order, struct msim_order_thread *thread, const uint64_t *words,
                 const uint64_t *end)
{
    if (!thread->spin)
        thread->spin = msim_get(order->mem, sizeof *thread->spin, 8);
    add_loads(order, thread->spin, words, end);
}

void msim_order_spin_look(struct msim_order *order, struct msim_order_thread *thread,
                          const uint64_t *words, const uint64_t *end, uint64_t all)
{
    const uint64_t *before = NULL, *last = NULL;
    if (all < ROUND_WORDS && !(order->run.seen & MSIM_ORDER_PAUSES))
        return;
    thread->spins = false;
    if (!(order->run.seen & MSIM_ORDER_PAUSES))
        return;
    for (; words < end; words = msim_order_next(words))
        if (msim_order_kind(order->kinds.kind, words) & MSIM_ORDER_PAUSES) {
            before = last;
            last = words;
        }
    if (!before || last - before > ROUND_WORDS || end - last > ROUND_WORDS)
        return;
    thread->spins = true;
    read(order, thread, before, end);
}

void msim_order_spin_yield(struct msim_order *order, struct msim_order_thread *thread,
                           const uint64_t *words, const uint64_t *end)
{
    while (end - words > ROUND_WORDS)
        words = msim_order_next(words);
    thread->yields = true;
    read(order, thread, words, end);
}

void msim_order_spin_leave(struct msim_order *order, struct msim_order_thread *thread)
{
    if (thread->spins || thread->yields)
        thread->spin->batch = msim_order_batches_seal(&order->batches);
}

/* --- What others wrote --------------------------------------------------------------------- */

static bool writes_what_is_read(const struct msim_order_spin *spin,
                                const struct msim_segment *segment, const uint64_t *record)
{
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint64_t first = record[access->word] + (uint64_t)(int64_t)access->offset;
        if ((!access->write && !access->modify) || record[access->word] == MSIM_NO_ADDRESS)
            continue;
        for (uint32_t k = 0; k < spin->used; k++)
            if (first <= spin->load[k].last && spin->load[k].first <= first + access->size - 1)
                return true;
    }
    return false;
}

/* The position after the last such store in the batch; 0: no such store waits. */
static uint64_t last_store(const struct msim_order *order, const struct msim_order_spin *spin,
                           const struct msim_order_batch *batch)
{
    const struct msim_order_queue *queue = &batch->thread->queue;
    const struct msim_order_block *block = queue->first;
    const uint64_t *words = queue->next;
    uint64_t at = queue->taken, found = 0;
    while (block && at < batch->end) {
        if (words == block->end || at + (uint64_t)(block->end - words) <= batch->begin) {
            at += (uint64_t)(block->end - words);
            block = block->next;
            words = block ? block->words + MSIM_ORDER_BEFORE : NULL;
            continue;
        }
        uint32_t is = msim_order_kind(order->kinds.kind, words);
        bool stores = at >= batch->begin && (is & MSIM_ORDER_STORES);
        const uint64_t *next = msim_order_next(words);
        at += (uint64_t)(next - words);
        if (stores && writes_what_is_read(spin, segment_of(order, words), words))
            found = at;
        words = next;
    }
    return found;
}

void msim_order_spin_return(struct msim_order *order, struct msim_order_thread *thread)
{
    struct msim_order_batches *batches = &order->batches;
    bool spins = thread->spins;
    if (!spins && !thread->yields)
        return;
    thread->yields = false;
    for (uint64_t n = batches->next; n > batches->oldest && n > thread->spin->batch; n--) {
        const struct msim_order_batch *batch = msim_order_batch_at(batches, n - 1);
        uint64_t found = batch->thread == thread ? 0 : last_store(order, thread->spin, batch);
        if (found) {
            msim_order_gate_after(&order->gates, thread, batch->thread, found, false);
            return;
        }
    }
    if (spins)
        msim_order_gate_after_all(&order->gates, thread, false);
}
