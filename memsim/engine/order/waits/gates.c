/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gates of gates.h. */
#include "gates.h"

enum { GATES_AT_ONCE = 64 };

static void get_more(struct msim_order_gates *gates)
{
    struct msim_order_gate *more = msim_get(gates->mem, GATES_AT_ONCE * sizeof *more, 8);
    for (unsigned i = 0; i < GATES_AT_ONCE; i++) {
        more[i].next = gates->unused;
        gates->unused = &more[i];
    }
}

static void add(struct msim_order_gates *gates, struct msim_order_thread *thread,
                const struct msim_order_gate *wanted)
{
    if (!gates->unused)
        get_more(gates);
    struct msim_order_gate *gate = gates->unused;
    gates->unused = gate->next;
    *gate = *wanted;
    if (thread->gates)
        thread->last_gate->next = gate;
    else
        thread->gates = gate;
    thread->last_gate = gate;
}

void msim_order_gate_after(struct msim_order_gates *gates, struct msim_order_thread *thread,
                           const struct msim_order_thread *other, uint64_t position, bool wakes)
{
    add(gates, thread,
        &(struct msim_order_gate){
            .at = thread->queue.put, .wakes = wakes, .other = other, .position = position});
}

void msim_order_gate_after_all(struct msim_order_gates *gates, struct msim_order_thread *thread,
                               bool wakes)
{
    add(gates, thread,
        &(struct msim_order_gate){.at = thread->queue.put,
                                  .wakes = wakes,
                                  .position = msim_order_batches_seal(gates->batches)});
}

/* --- Who waits for whom -------------------------------------------------------------------- */

/* Usually the highest number comes last. */
static void wait_for(struct msim_order_thread *thread, struct msim_order_thread *other,
                     uint64_t position)
{
    struct msim_order_thread **at = &other->waiters;
    if (other->waiters && other->last_waiter->number < thread->number)
        at = &other->last_waiter->next_waiter;
    while (*at && (*at)->number < thread->number)
        at = &(*at)->next_waiter;
    thread->next_waiter = *at;
    *at = thread;
    if (!thread->next_waiter)
        other->last_waiter = thread;
    if (position < other->first_wait)
        other->first_wait = position;
    thread->opens = position;
    thread->shut = true;
}

/* True: the gate is open.  False: the thread is put on the list of one that it waits for. */
static bool is_open(const struct msim_order_gates *gates, struct msim_order_thread *thread,
                    const struct msim_order_gate *gate)
{
    if (!gate->other) {
        const struct msim_order_batch *batch =
            msim_order_batches_oldest(gates->batches, gate->position);
        if (batch)
            wait_for(thread, batch->thread, batch->end);
        return !batch;
    }
    bool open = gate->other->queue.taken >= gate->position;
    if (!open)
        wait_for(thread, (struct msim_order_thread *)gate->other, gate->position);
    return open;
}

bool msim_order_gates_pass(struct msim_order_gates *gates, struct msim_order_thread *thread,
                           bool once)
{
    thread->shut = false;
    while (msim_order_gates_here(thread)) {
        struct msim_order_gate *gate = thread->gates;
        if (!is_open(gates, thread, gate))
            return false;
        bool last = once && gate->wakes;
        thread->gates = gate->next;
        gate->next = gates->unused;
        gates->unused = gate;
        if (last)
            return true;
    }
    return true;
}

struct msim_order_thread *msim_order_gates_waiters(struct msim_order_thread *thread)
{
    struct msim_order_thread *due = NULL, **end = &due, *next;
    struct msim_order_thread *all = thread->waiters;
    thread->waiters = thread->last_waiter = NULL;
    thread->first_wait = UINT64_MAX;
    for (; all; all = next) {
        next = all->next_waiter;
        all->next_waiter = NULL;
        if (all->opens > thread->queue.taken) {
            wait_for(all, thread, all->opens);
        } else {
            *end = all;
            end = &all->next_waiter;
        }
    }
    return due;
}
