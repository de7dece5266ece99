/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The marks of marks.h. */
#include "marks.h"

static bool is_marked(const void *self, uint64_t slot)
{
    const struct msim_marks *marks = self;
    return marks->marked[slot];
}

void msim_marks_init(struct msim_marks *marks, const struct msim_mem *mem, struct msim_array *cache)
{
    marks->cache = cache;
    marks->marked = msim_get(mem, msim_array_slots(cache), 8);
    msim_ghosts_init(&marks->ghosts, mem, cache, is_marked, marks);
}

static void add_event(struct msim_marks *marks, int64_t slot, bool used)
{
    if (marks->used < MSIM_MARK_EVENTS)
        marks->event[marks->used++] = (struct msim_mark_event){(uint32_t)slot, used};
    marks->marked[slot] = 0;
}

void msim_marks_refer(struct msim_marks *marks, uint64_t block, int64_t slot)
{
    if (slot != MSIM_NO_SLOT && !marks->marked[slot])
        return;
    marks->missed |= msim_ghosts_miss(&marks->ghosts, block);
    if (slot != MSIM_NO_SLOT)
        add_event(marks, slot, true);
}

void msim_marks_fill(struct msim_marks *marks, int64_t slot, uint64_t evicted)
{
    msim_ghosts_fill(&marks->ghosts, (uint64_t)slot, evicted);
    msim_marks_lost(marks, slot);
}

void msim_marks_lose(struct msim_marks *marks, uint64_t block)
{
    msim_ghosts_lose(&marks->ghosts, block);
}

void msim_marks_lost(struct msim_marks *marks, int64_t slot)
{
    if (slot != MSIM_NO_SLOT && marks->marked[slot])
        add_event(marks, slot, false);
}

void msim_marks_empty(struct msim_marks *marks)
{
    const struct msim_array *cache = marks->cache;
    for (uint64_t slot = 0; slot < msim_array_slots(cache); slot++)
        marks->marked[slot] = 0;
    msim_ghosts_empty(&marks->ghosts);
    marks->used = 0;
    marks->missed = false;
}
