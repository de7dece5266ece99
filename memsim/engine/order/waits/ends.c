/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of ends.h. */
#include "ends.h"

enum { FIRST_ROOM = 16, WORD = 4 /* bytes */ };

void msim_order_ends_init(struct msim_order_ends *ends, const struct msim_mem *mem)
{
    *ends = (struct msim_order_ends){.mem = mem, .room = FIRST_ROOM};
    ends->end = msim_get(mem, FIRST_ROOM * sizeof *ends->end, 8);
}

/* The old list is not given back: nothing in the engine is. */
void msim_order_ends_add(struct msim_order_ends *ends, const struct msim_order_thread *thread,
                         uint64_t word)
{
    const struct msim_order_end *old = ends->end;
    if (ends->used == ends->room) {
        ends->room *= 2;
        ends->end = msim_get(ends->mem, ends->room * sizeof *old, 8);
        for (uint32_t i = 0; i < ends->used; i++)
            ends->end[i] = old[i];
    }
    ends->end[ends->used++] = (struct msim_order_end){word, thread, thread->queue.put};
}

bool msim_order_ends_wait(struct msim_order_ends *ends)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ends->used; i++)
        if (ends->end[i].thread->queue.taken < ends->end[i].position)
            ends->end[kept++] = ends->end[i];
    ends->used = kept;
    return kept != 0;
}

static bool reads(const struct msim_segment *segment, const uint64_t *record, uint64_t word)
{
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint64_t first = record[access->word] + (uint64_t)(int64_t)access->offset;
        if (!access->write && record[access->word] != MSIM_NO_ADDRESS && first < word + WORD &&
            word < first + access->size)
            return true;
    }
    return false;
}

bool msim_order_ends_are_read(const struct msim_order_ends *ends,
                              const struct msim_order_thread *thread,
                              const struct msim_segment *segment, const uint64_t *record)
{
    for (uint32_t i = 0; i < ends->used; i++)
        if (ends->end[i].thread != thread && reads(segment, record, ends->end[i].word))
            return true;
    return false;
}

void msim_order_ends_gates(const struct msim_order_ends *ends, struct msim_order_gates *gates,
                           struct msim_order_thread *thread, const struct msim_segment *segment,
                           const uint64_t *record)
{
    for (uint32_t i = 0; i < ends->used; i++)
        if (ends->end[i].thread != thread && reads(segment, record, ends->end[i].word))
            msim_order_gate_after(gates, thread, ends->end[i].thread, ends->end[i].position, false);
}
