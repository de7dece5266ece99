/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Distributes the stream to queues, as arrivals.h says. */
#include "arrivals.h"

#include "slices.h"
#include "spin.h"

/* --- Threads ------------------------------------------------------------------------------- */

static struct msim_order_thread *thread_of(struct msim_order *order, uint64_t number)
{
    bool made;
    struct msim_order_thread *thread = msim_order_thread(&order->threads, number, &made);
    if (made)
        msim_order_cores_place(&order->cores, thread);
    return thread;
}

static void set_runs(struct msim_order *order, struct msim_order_thread *thread, bool runs)
{
    order->threads_running += (uint32_t)runs - (uint32_t)thread->runs;
    thread->runs = runs;
}

/* The thread runs again, or for the first time, after all that came before in the stream. */
static void let_run(struct msim_order *order, struct msim_order_thread *thread)
{
    msim_order_gate_after_all(&order->gates, thread, true);
    set_runs(order, thread, true);
    msim_order_at_gate(order, thread);
}

static void put_event(struct msim_order *order, struct msim_order_thread *thread,
                      const uint64_t *record)
{
    msim_order_queue_room(&order->blocks, &thread->queue);
    msim_order_put(order, thread, record, 1 + msim_header_words(*record));
}

/* The newest records, up to `end`; at least as many as are kept, if there are that many. */
static const uint64_t *newest(struct msim_order_run *run, const uint64_t **end)
{
    size_t count = (size_t)(*end - run->words);
    if (!run->kept || count >= MSIM_ORDER_NEWEST)
        return run->words;
    for (size_t i = 0; i < count; i++)
        run->newest[run->kept + i] = run->words[i];
    *end = run->newest + run->kept + count;
    return run->newest;
}

/* The chunk ends, but the run does not. */
static void keep_newest(struct msim_order_run *run, const uint64_t *end)
{
    run->before += (uint64_t)(end - run->words);
    const uint64_t *words = newest(run, &end);
    while (end - words > MSIM_ORDER_NEWEST)
        words = msim_order_next(words);
    run->kept = (uint32_t)(end - words);
    for (uint32_t i = 0; i < run->kept; i++)
        run->newest[i] = words[i];
}

/* The running thread's records end, and the next thread's begin. */
static void end_run(struct msim_order *order, const uint64_t *end, const uint64_t *begin)
{
    struct msim_order_run *run = &order->run;
    uint64_t all = run->before + (uint64_t)(end - run->words);
    const uint64_t *words = newest(run, &end);
    msim_order_spin_look(order, order->running, words, end, all);
    run->words = begin;
    run->before = run->seen = run->kept = 0;
}

static void yield(struct msim_order *order, struct msim_order_thread *thread,
                  const uint64_t *record)
{
    const uint64_t *end = record, *words = newest(&order->run, &end);
    msim_order_spin_yield(order, thread, words, end);
}

/* A thread that has ended is kept until others run: it may still wake threads that wait for its
 * end. */
static void leave_ended(struct msim_order *order, struct msim_order_thread *thread)
{
    thread->ended = false;
    set_runs(order, thread, false);
}

static void switch_to(struct msim_order *order, const uint64_t *record)
{
    struct msim_order_thread *before = order->running, *thread = thread_of(order, record[1]);
    if (before == thread)
        return;
    end_run(order, record, msim_order_next(record));
    msim_order_spin_leave(order, before);
    order->running = thread;
    if (before->ended)
        leave_ended(order, before);
    if (!thread->runs)
        let_run(order, thread);
    else
        msim_order_spin_return(order, thread);
}

/* --- What happens to threads --------------------------------------------------------------- */

static void create(struct msim_order *order, struct msim_order_thread *thread,
                   const uint64_t *record)
{
    struct msim_order_thread *creator = record[2] ? thread_of(order, record[2]) : order->running;
    put_event(order, creator, record);
    if (!record[2]) {
        let_run(order, thread);
        return;
    }
    msim_order_gate_after(&order->gates, thread, creator, creator->queue.put, true);
    set_runs(order, thread, true);
    msim_order_at_gate(order, thread);
}

static void wake(struct msim_order *order, struct msim_order_thread *thread, const uint64_t *record)
{
    struct msim_order_thread *waker = record[2] ? thread_of(order, record[2]) : order->running;
    if (!record[2] && thread->runs) {
        put_event(order, thread, record);
    } else if (!record[2]) {
        put_event(order, waker, record);
        let_run(order, thread);
    } else {
        if (waker->calls && !waker->runs)
            set_runs(order, waker, true);
        put_event(order, waker, record);
        msim_order_gate_after(&order->gates, thread, waker, waker->queue.put, true);
        set_runs(order, thread, true);
        msim_order_at_gate(order, thread);
    }
}

static void block(struct msim_order *order, struct msim_order_thread *thread,
                  const uint64_t *record)
{
    put_event(order, thread, record);
    set_runs(order, thread, false);
    thread->calls = !record[2];
    thread->spins = false;
}

/* A thread that ends while it waits was ended by another thread. */
static void end(struct msim_order *order, struct msim_order_thread *thread, const uint64_t *record)
{
    if (!thread->runs)
        msim_order_gate_after_all(&order->gates, thread, false);
    put_event(order, thread, record);
    if (thread->pointer)
        msim_order_places_end(&order->places, thread, thread->pointer);
    if (record[2])
        msim_order_ends_add(&order->ends, thread, record[2]);
    thread->spins = false;
    if (thread == order->running)
        thread->ended = thread->runs;
    else
        set_runs(order, thread, false);
}

static void task(struct msim_order *order, const uint64_t *record)
{
    struct msim_order_thread *thread = thread_of(order, msim_task_of(record));
    switch (msim_task_call_of(record)) {
    case MSIM_TASK_CREATED:
        create(order, thread, record);
        break;
    case MSIM_TASK_WOKEN:
        wake(order, thread, record);
        break;
    case MSIM_TASK_BLOCKED:
        block(order, thread, record);
        break;
    case MSIM_TASK_ENDED:
        end(order, thread, record);
        break;
    case MSIM_TASK_YIELDS:
        yield(order, thread, record);
        put_event(order, thread, record);
        break;
    default:
        thread->pointer = record[2];
        msim_order_places_begin(&order->places, &order->gates, thread, thread->pointer);
        put_event(order, thread, record);
    }
}

void msim_order_settle(struct msim_order *order)
{
    if (order->running->ended)
        leave_ended(order, order->running);
    order->settles = true;
    msim_order_go(order);
    order->settles = false;
}

static void fork_process(struct msim_order *order, const uint64_t *record)
{
    msim_order_gate_after_all(&order->gates, order->running, false);
    put_event(order, order->running, record);
    msim_order_settle(order);
}

/* --- Records ------------------------------------------------------------------------------- */

static const uint64_t *take_task(struct msim_order *order, const uint64_t *record)
{
    bool waited = order->waiting != 0;
    if (msim_event_of(*record) == MSIM_EVENT_THREAD)
        switch_to(order, record);
    else if (msim_event_of(*record) == MSIM_EVENT_TASK)
        task(order, record);
    else
        fork_process(order, record);
    if (!waited)
        msim_order_go(order);
    return msim_order_next(record);
}

static const uint64_t *take_shared(struct msim_order *order, const uint64_t *record)
{
    struct msim_order_thread *thread = order->running;
    if (msim_order_is_of_mappings(record)) {
        msim_order_mappings_gates(&order->mappings, &order->gates, thread, record);
        put_event(order, thread, record);
        msim_order_mappings_note(&order->mappings, thread, record);
    } else {
        msim_order_places_gates(&order->places, &order->gates, thread, record);
        put_event(order, thread, record);
        msim_order_places_note(&order->places, thread, record);
    }
    return msim_order_next(record);
}

/* A record that reads of the end of another thread comes after that end.  False: the records before
 * it must be queued first. */
static bool pass_ends(struct msim_order *order, const uint64_t *from, const uint64_t *record)
{
    struct msim_order_thread *thread = order->running;
    if (msim_header_is_event(*record))
        return true;
    const struct msim_segment *segment =
        msim_dict_segment_at(order->kinds.dict, msim_header_segment(*record));
    if (!msim_order_ends_are_read(&order->ends, thread, segment, record))
        return true;
    if (record == from)
        msim_order_ends_gates(&order->ends, &order->gates, thread, segment, record);
    return record == from;
}

/* How many more words may wait in queues. */
static size_t room_of(const struct msim_order *order)
{
    return order->waiting < order->most ? order->most - order->waiting : 0;
}

/* Queues records of the running thread, up to an event that needs more work, or to the record with
 * which too much waits.  So the result does not depend on where chunks end. */
static const uint64_t *take_run(struct msim_order *order, const uint64_t *words,
                                const uint64_t *end)
{
    struct msim_order_thread *thread = order->running;
    size_t room = msim_order_queue_room(&order->blocks, &thread->queue), may = room_of(order);
    const uint64_t *from = words;
    uint32_t seen = order->run.seen;
    bool ends = msim_order_ends_wait(&order->ends);
    while (words < end && (size_t)(words - from) <= may) {
        uint32_t is = msim_order_kind(order->kinds.kind, words);
        const uint64_t *next = msim_order_next(words);
        if ((is & (MSIM_ORDER_TASKS | MSIM_ORDER_SHARED)) || (size_t)(next - from) > room)
            break;
        if (ends && !pass_ends(order, from, words))
            break;
        seen |= is;
        words = next;
    }
    order->run.seen = seen;
    msim_order_put(order, thread, from, (size_t)(words - from));
    return words;
}

void msim_order_arrivals_init(struct msim_order *order)
{
    order->running = thread_of(order, 0);
    order->running->ended = true; /* as soon as there is another one */
    set_runs(order, order->running, true);
    msim_order_at_gate(order, order->running);
}

void msim_order_arrive(struct msim_order *order, const uint64_t *words, const uint64_t *end)
{
    order->run.words = words;
    while (words < end) {
        uint32_t is = msim_order_kind(order->kinds.kind, words);
        if (is & MSIM_ORDER_TASKS)
            words = take_task(order, words);
        else if (msim_order_is_straight(order))
            words = msim_order_straight(order, words, end);
        else if (is & MSIM_ORDER_SHARED)
            words = take_shared(order, words);
        else
            words = take_run(order, words, end);
        if (order->waiting > order->most)
            msim_order_go(order);
    }
    keep_newest(&order->run, end);
}
