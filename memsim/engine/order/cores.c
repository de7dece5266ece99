/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of cores.h. */
#include "cores.h"

void msim_order_cores_place(struct msim_order_cores *cores, struct msim_order_thread *thread)
{
    thread->core = msim_cores_of(cores->which, thread->number) % MSIM_CORES_MAX;
    for (; cores->used <= thread->core; cores->used++)
        cores->due[cores->used] = MSIM_ORDER_NEVER;
}

static void append(struct msim_order_core *core, struct msim_order_thread *thread)
{
    thread->next_on_core = NULL;
    if (core->first)
        core->last->next_on_core = thread;
    else
        core->first = thread;
    core->last = thread;
}

void msim_order_cores_add(struct msim_order_cores *cores, struct msim_order_thread *thread,
                          uint64_t now)
{
    struct msim_order_core *core = &cores->core[thread->core];
    if (!core->first && cores->clock[thread->core] < now)
        cores->clock[thread->core] = now;
    cores->due[thread->core] = cores->clock[thread->core];
    append(core, thread);
    core->known += !msim_order_queue_is_empty(&thread->queue);
    thread->listed = true;
    cores->listed++;
}

static struct msim_order_thread *take_first(struct msim_order_core *core)
{
    struct msim_order_thread *thread = core->first;
    core->first = thread->next_on_core;
    core->had = 0;
    return thread;
}

void msim_order_cores_drop(struct msim_order_cores *cores, uint32_t number)
{
    struct msim_order_core *core = &cores->core[number];
    struct msim_order_thread *thread = take_first(core);
    core->known -= !msim_order_queue_is_empty(&thread->queue);
    thread->listed = false;
    cores->listed--;
    if (!core->first)
        cores->due[number] = MSIM_ORDER_NEVER;
}

void msim_order_cores_rotate(struct msim_order_cores *cores, uint32_t number)
{
    struct msim_order_core *core = &cores->core[number];
    append(core, take_first(core));
}

void msim_order_cores_wait(struct msim_order_cores *cores, uint64_t until)
{
    for (uint32_t i = 0; i < cores->used; i++)
        if (cores->due[i] < until && !cores->core[i].known)
            cores->due[i] = cores->clock[i] = until;
}

uint32_t msim_order_cores_earliest(const struct msim_order_cores *cores, bool known, uint64_t *next)
{
    uint32_t earliest = MSIM_CORES_MAX;
    uint64_t first = MSIM_ORDER_NEVER, second = MSIM_ORDER_NEVER;
    for (uint32_t i = 0; i < cores->used; i++) {
        uint64_t due = cores->due[i];
        if (due >= second || (known && !cores->core[i].known))
            continue;
        if (due < first) {
            second = first;
            first = due;
            earliest = i;
        } else {
            second = due;
        }
    }
    *next = second;
    return earliest;
}
