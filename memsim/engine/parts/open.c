/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The threads of open.h. */
#include "open.h"

enum { THREADS_MAX = 1 << 24, CHANGES_MAX = 1 << 25 };

void msim_open_init(struct msim_open *open, const struct msim_mem *mem)
{
    msim_part_tree_init(&open->tree, mem);
    msim_table_init(&open->threads, mem, sizeof(struct msim_open_thread), THREADS_MAX);
    msim_table_add(&open->threads);
}

static void change_part(struct msim_open *open, struct msim_open_thread *thread, uint32_t part)
{
    struct msim_region_change *change =
        open->keeps_changes && part != thread->part ? msim_table_add(&open->changes) : NULL;
    if (change)
        *change = (struct msim_region_change){thread->part, part};
    thread->part = part;
}

/* Moves the running thread into its own part, unless it is there; without room it stays where it
 * is. */
static void enter_own_part(struct msim_open *open)
{
    struct msim_open_thread *thread = msim_open_now(open);
    if (msim_run_part_at(&open->tree, thread->part)->depth)
        return;
    uint32_t part = msim_run_part_in(&open->tree, thread->part, MSIM_PART_THREAD | open->running);
    if (part == thread->part)
        return;
    msim_run_part_at(&open->tree, part)->times++;
    change_part(open, thread, part);
}

void msim_open_divide(struct msim_open *open)
{
    open->by_thread = true;
}

void msim_open_run_new(struct msim_open *open, uint32_t thread)
{
    while (open->threads.used <= thread) {
        struct msim_open_thread *added = msim_table_add(&open->threads);
        if (!added)
            return;
        *added =
            (struct msim_open_thread){.part = msim_run_part_rest(&open->tree), .off = open->off};
    }
    open->running = thread;
    if (open->by_thread && thread)
        enter_own_part(open);
}

void msim_open_keep_changes(struct msim_open *open, const struct msim_mem *mem)
{
    msim_table_init(&open->changes, mem, sizeof(struct msim_region_change), CHANGES_MAX);
    open->keeps_changes = true;
}

/* The part of the path whose innermost name this is; 0: none. */
static uint32_t find(const struct msim_part_tree *tree, uint32_t part, uint32_t name)
{
    while (part &&
           (msim_run_part_at(tree, part)->name != name || !msim_run_part_at(tree, part)->depth))
        part = msim_run_part_at(tree, part)->outer;
    return part;
}

enum msim_open_result msim_open_begin(struct msim_open *open, uint32_t name)
{
    struct msim_open_thread *thread = msim_open_now(open);
    const struct msim_run_part *now = msim_run_part_at(&open->tree, thread->part);
    uint32_t found = find(&open->tree, thread->part, name);
    if (found) {
        thread->nested[msim_run_part_at(&open->tree, found)->depth - 1]++;
        return MSIM_OPEN_NESTED;
    }
    if (now->depth >= MSIM_PART_REGIONS_MAX + (uint32_t)open->by_thread)
        return MSIM_OPEN_TOO_DEEP;
    uint32_t part = msim_run_part_in(&open->tree, thread->part, name);
    if (part == thread->part)
        return MSIM_OPEN_TOO_MANY;
    msim_run_part_at(&open->tree, part)->times++;
    thread->nested[now->depth] = 0;
    change_part(open, thread, part);
    return MSIM_OPEN_DONE;
}

enum msim_open_result msim_open_end(struct msim_open *open, uint32_t name)
{
    struct msim_open_thread *thread = msim_open_now(open);
    uint32_t found = find(&open->tree, thread->part, name);
    if (!found)
        return MSIM_OPEN_NOT;
    uint32_t depth = msim_run_part_at(&open->tree, found)->depth;
    if (thread->nested[depth - 1]) {
        thread->nested[depth - 1]--;
        return MSIM_OPEN_NESTED;
    }
    for (uint32_t i = depth; i < MSIM_PART_DEPTH_MAX; i++)
        thread->nested[i - 1] = thread->nested[i];
    change_part(open, thread, msim_run_part_again(&open->tree, thread->part, name));
    return MSIM_OPEN_DONE;
}

void msim_open_restart(struct msim_open *open)
{
    for (uint32_t i = 0; i < open->threads.used; i++)
        ((struct msim_open_thread *)msim_table_at(&open->threads, i))->off = open->off;
    open->stopped = false;
}

void msim_open_dump(struct msim_open *open, uint32_t reason)
{
    msim_run_part_dump(&open->tree, reason);
    for (uint32_t i = 0; i < open->threads.used; i++) {
        struct msim_open_thread *thread = msim_table_at(&open->threads, i);
        change_part(open, thread, msim_run_part_again(&open->tree, thread->part, MSIM_PART_REST));
    }
}

void msim_open_clear(struct msim_open *open)
{
    for (uint32_t i = 0; i < open->threads.used; i++)
        if (i != open->running)
            change_part(open, msim_table_at(&open->threads, i), msim_run_part_rest(&open->tree));
    for (uint32_t i = 0; i < open->tree.parts.used; i++)
        msim_run_part_at(&open->tree, i)->times = 0;
    for (uint32_t part = msim_open_now(open)->part; part;
         part = msim_run_part_at(&open->tree, part)->outer)
        msim_run_part_at(&open->tree, part)->times =
            msim_run_part_at(&open->tree, part)->depth != 0;
}
