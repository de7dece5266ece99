/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loop of slices.h. */
#include "slices.h"

/* --- Records that are run ------------------------------------------------------------------ */

static uint64_t pause_at(struct msim_order_thread *thread, uint64_t ran)
{
    if (ran - thread->paused <= MSIM_ORDER_SPIN) {
        ran = thread->paused;
        thread->took = thread->paused_took;
    }
    thread->paused = ran;
    thread->paused_took = thread->took;
    return ran;
}

/* Advances `ran` by the records up to `end`, the limit, or the first record of the kind `stop`;
 * returns where that is. */
static inline const uint64_t *walk(const uint16_t *kind, struct msim_order_thread *thread,
                                   uint64_t limit, uint32_t stop, uint32_t *seen,
                                   const uint64_t *words, const uint64_t *end)
{
    uint64_t ran = thread->ran;
    while (words < end) {
        uint32_t is = msim_order_kind(kind, words);
        if ((is & stop) || (ran >= limit && !(is & MSIM_ORDER_GOES_ON)))
            break;
        if (seen)
            *seen |= is;
        ran += is & MSIM_ORDER_TIME;
        if (is & MSIM_ORDER_PAUSES)
            ran = pause_at(thread, ran);
        words = msim_order_next(words);
    }
    thread->ran = ran;
    return words;
}

/* The records up to `end` that are run together: for who knows the time, up to the next pause. */
static const uint64_t *piece_of(const struct msim_order *order, const uint64_t *words,
                                const uint64_t *end)
{
    if (!order->receiver.knows_time || words == end)
        return end;
    do
        words = msim_order_next(words);
    while (words < end && !(msim_order_kind(order->kinds.kind, words) & MSIM_ORDER_PAUSES));
    return words;
}

static uint64_t slice_took(const struct msim_order *order)
{
    const struct msim_order_slice *slice = &order->slice;
    const struct msim_order_thread *thread = slice->thread;
    uint64_t counted =
        order->receiver.knows_time ? thread->took - slice->before : thread->ran - slice->began;
    return counted + slice->extra;
}

/* Returns where the receiver wants the slice to end, or NULL. */
static const uint64_t *receive(struct msim_order *order, const uint64_t *words, const uint64_t *end)
{
    const struct msim_order_receiver *receiver = &order->receiver;
    struct msim_order_slice *slice = &order->slice;
    const uint64_t *stopped = NULL;
    uint64_t took = slice_took(order);
    struct msim_order_turn turn = {.core = slice->thread->core, .most = slice->most};
    turn.now = order->cores.clock[turn.core] + took;
    if (turn.most != MSIM_ORDER_NEVER)
        turn.most = (int64_t)(turn.most - took) > 0 ? turn.most - took : 0;
    slice->extra += receiver->slice(receiver->self, &turn, words, end, &stopped);
    return stopped;
}

/* What the receiver added is the thread's time, if it knows that. */
static void add_time(struct msim_order *order)
{
    if (!order->receiver.knows_time)
        return;
    order->slice.thread->took += order->slice.extra;
    order->slice.extra = 0;
}

static void put_thread(uint64_t *words, uint32_t number)
{
    words[0] = msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS);
    words[1] = number;
}

/* Passes on records of a thread's queue, which has room before them for the event of the thread.
 * Returns as receive(). */
static const uint64_t *show(struct msim_order *order, uint64_t *words, const uint64_t *end)
{
    uint32_t number = order->slice.thread->number;
    if (order->shown != number) {
        order->shown = number;
        words -= MSIM_ORDER_BEFORE;
        put_thread(words, number);
    }
    return receive(order, words, end);
}

/* --- Slices --------------------------------------------------------------------------------- */

static void end_slice(struct msim_order *order)
{
    struct msim_order_slice *slice = &order->slice;
    uint32_t core = slice->thread->core;
    msim_order_cores_advance(&order->cores, core, slice_took(order));
    order->cores.core[core].had += (int64_t)(slice->thread->ran - slice->began);
    order->now = order->cores.clock[core];
    slice->open = false;
}

/* How long the core may go on. */
static uint64_t span_of(const struct msim_order_cores *cores, uint32_t number, uint64_t next)
{
    return next == MSIM_ORDER_NEVER ? next : next - cores->clock[number] + MSIM_ORDER_STEP;
}

/* `span`: instructions, as long as there is no other limit. */
static uint64_t limit_of(const struct msim_order_cores *cores, uint32_t number, uint64_t span)
{
    const struct msim_order_core *core = &cores->core[number];
    uint64_t left = (uint64_t)(MSIM_ORDER_QUANTUM - core->had);
    if (core->first != core->last && left < span)
        span = left;
    return span < UINT64_MAX - core->first->ran ? core->first->ran + span : UINT64_MAX;
}

/* How much may still wait when a forced slice ends: a little less than the most that may wait, as
 * otherwise each further record would cost a look at all cores. */
static uint64_t enough_left(const struct msim_order *order)
{
    return order->settles ? 0 : order->most - order->most / 16;
}

static bool is_full(struct msim_order *order)
{
    if (order->settles || order->waiting > order->most)
        order->full = true;
    if (order->waiting <= enough_left(order))
        order->full = false;
    return order->full;
}

static void open_slice(struct msim_order *order, uint32_t core, uint64_t next, bool forced)
{
    struct msim_order_thread *thread = order->cores.core[core].first;
    uint64_t span = span_of(&order->cores, core, next);
    bool timed = order->receiver.knows_time;
    order->slice = (struct msim_order_slice){
        .open = true,
        .thread = thread,
        .began = thread->ran,
        .limit = limit_of(&order->cores, core, timed ? MSIM_ORDER_NEVER : span),
        .before = thread->took,
        .most = timed ? span : MSIM_ORDER_NEVER,
        .forced = forced};
    if (forced)
        order->slice.enough = thread->queue.taken + order->waiting - enough_left(order);
}

/* True: the queue is empty, but more may arrive at any time. */
static bool is_unknown(const struct msim_order_thread *thread)
{
    return thread->runs && msim_order_queue_is_empty(&thread->queue);
}

/* Begins a slice of the earliest core that has records, although cores without records are earlier.
 * These are assumed to have slept until then.  Otherwise the clock of a thread in, say, a long
 * system call would stay far behind, and all others would wait for it when it is back. */
static bool force_slice(struct msim_order *order)
{
    uint64_t next;
    uint32_t core = msim_order_cores_earliest(&order->cores, true, &next);
    if (core == MSIM_CORES_MAX)
        return false;
    while (msim_order_queue_is_empty(&order->cores.core[core].first->queue))
        msim_order_cores_rotate(&order->cores, core);
    if (!order->settles)
        msim_order_cores_wait(&order->cores, order->cores.clock[core]);
    open_slice(order, core, next, true);
    return true;
}

/* False: everything waits for more of the stream. */
static bool begin_slice(struct msim_order *order)
{
    uint64_t next;
    uint32_t number = msim_order_cores_earliest(&order->cores, false, &next);
    if (number == MSIM_CORES_MAX)
        return false;
    struct msim_order_core *core = &order->cores.core[number];
    if (core->had >= MSIM_ORDER_QUANTUM && core->first != core->last)
        msim_order_cores_rotate(&order->cores, number);
    if (is_unknown(core->first))
        return is_full(order) && force_slice(order);
    open_slice(order, number, next, false);
    return true;
}

/* The thread has no records, or may not run them. */
static void leave(struct msim_order *order)
{
    uint32_t core = order->slice.thread->core;
    end_slice(order);
    msim_order_cores_drop(&order->cores, core);
}

/* True: threads can go on because of what the running thread has run. */
static bool wake_waiters(struct msim_order *order)
{
    const struct msim_order_slice *slice = &order->slice;
    uint64_t now = order->cores.clock[slice->thread->core] + slice_took(order);
    bool woken = false;
    struct msim_order_thread *thread = msim_order_gates_waiters(slice->thread), *next;
    for (; thread; thread = next) {
        next = thread->next_waiter;
        if (msim_order_gates_pass(&order->gates, thread, true)) {
            msim_order_cores_add(&order->cores, thread, now);
            woken = true;
        }
    }
    return woken;
}

/* The position at which the thread has to stop, whatever its clock is. */
static uint64_t stop_of(const struct msim_order_slice *slice)
{
    const struct msim_order_thread *thread = slice->thread;
    uint64_t stop = thread->first_wait;
    if (thread->gates && thread->gates->at < stop)
        stop = thread->gates->at;
    if (slice->forced && slice->enough < stop && slice->enough > thread->queue.taken)
        stop = slice->enough;
    return stop;
}

static bool is_enough(const struct msim_order *order)
{
    const struct msim_order_slice *slice = &order->slice;
    const struct msim_order_queue *queue = &slice->thread->queue;
    return (slice->over || (slice->forced && queue->taken >= slice->enough)) &&
           !(msim_order_kind(order->kinds.kind, queue->next) & MSIM_ORDER_GOES_ON);
}

/* Shows the records up to `to`, which were walked from `ran` and `paused` on.  Returns where the
 * receiver stopped. */
static const uint64_t *run(struct msim_order *order, uint64_t ran, uint64_t paused,
                           const uint64_t *to)
{
    struct msim_order_slice *slice = &order->slice;
    struct msim_order_thread *thread = slice->thread;
    const uint64_t *stopped = show(order, thread->queue.next, to);
    slice->over |= stopped != NULL;
    if (stopped && stopped < to) {
        thread->ran = ran;
        thread->paused = paused;
        walk(order->kinds.kind, thread, UINT64_MAX, 0, NULL, thread->queue.next, stopped);
    }
    add_time(order);
    return stopped ? stopped : to;
}

/* Runs records of one block; false: the slice is over. */
static bool step(struct msim_order *order)
{
    struct msim_order_slice *slice = &order->slice;
    struct msim_order_thread *thread = slice->thread;
    struct msim_order_queue *queue = &thread->queue;
    uint64_t left = stop_of(slice) - queue->taken;
    const uint64_t *end = queue->first->end;
    if (is_enough(order))
        return false;
    if (left < (uint64_t)(end - queue->next))
        end = queue->next + left;
    const uint64_t *piece = piece_of(order, queue->next, end);
    uint64_t ran = thread->ran, paused = thread->paused;
    const uint64_t *to = walk(order->kinds.kind, thread, slice->over ? 0 : slice->limit, 0, NULL,
                              queue->next, piece);
    if (to == queue->next)
        return false;
    to = run(order, ran, paused, to);
    order->waiting -= (uint64_t)(to - queue->next);
    msim_order_queue_take(&order->blocks, queue, to);
    order->cores.core[thread->core].known -= msim_order_queue_is_empty(queue);
    if (to < end)
        return slice->over || to == piece;
    return queue->taken < thread->first_wait || !wake_waiters(order);
}

/* Goes on with the slice until it is over; false: it waits for more of the stream. */
static bool finish_slice(struct msim_order *order)
{
    struct msim_order_thread *thread = order->slice.thread;
    for (;;) {
        bool passes =
            !msim_order_gates_here(thread) || msim_order_gates_pass(&order->gates, thread, false);
        if (passes && is_unknown(thread))
            return false;
        if (!passes || msim_order_queue_is_empty(&thread->queue)) {
            leave(order);
            return true;
        }
        if (!step(order)) {
            end_slice(order);
            return true;
        }
    }
}

void msim_order_go(struct msim_order *order)
{
    while (order->slice.open || begin_slice(order)) {
        if (finish_slice(order))
            continue;
        if (!order->slice.forced && !is_full(order))
            return;
        end_slice(order);
    }
}

/* --- What comes ---------------------------------------------------------------------------- */

/* The limit of a slice that waits for more of the stream does not consider this thread, so it
 * ends. */
static void list(struct msim_order *order, struct msim_order_thread *thread)
{
    if (order->slice.open)
        end_slice(order);
    msim_order_cores_add(&order->cores, thread, order->now);
}

void msim_order_put(struct msim_order *order, struct msim_order_thread *thread,
                    const uint64_t *words, size_t count)
{
    uint64_t begin = thread->queue.put;
    bool was_empty = msim_order_queue_is_empty(&thread->queue);
    msim_order_queue_put(&thread->queue, words, count);
    msim_order_batches_add(&order->batches, thread, begin);
    order->waiting += count;
    if (thread->listed)
        order->cores.core[thread->core].known += was_empty;
    else if (!thread->shut)
        list(order, thread);
}

void msim_order_at_gate(struct msim_order *order, struct msim_order_thread *thread)
{
    if (!thread->listed && !thread->shut && msim_order_gates_pass(&order->gates, thread, true))
        list(order, thread);
}

bool msim_order_is_straight(const struct msim_order *order)
{
    const struct msim_order_thread *thread = order->running;
    return !order->waiting && thread->runs && order->threads_running == 1 && thread->listed &&
           order->cores.listed == 1;
}

const uint64_t *msim_order_straight(struct msim_order *order, const uint64_t *words,
                                    const uint64_t *end)
{
    struct msim_order_slice *slice = &order->slice;
    struct msim_order_thread *thread = order->running;
    uint64_t event[1 + MSIM_THREAD_WORDS];
    if (slice->open &&
        (slice->thread != thread || slice->limit != UINT64_MAX || slice->most != MSIM_ORDER_NEVER))
        end_slice(order);
    if (!slice->open)
        open_slice(order, thread->core, MSIM_ORDER_NEVER, false);
    const uint64_t *to = walk(order->kinds.kind, thread, UINT64_MAX, MSIM_ORDER_TASKS,
                              &order->run.seen, words, piece_of(order, words, end));
    if (order->shown != thread->number) {
        order->shown = thread->number;
        put_thread(event, thread->number);
        receive(order, event, event + 1 + MSIM_THREAD_WORDS);
    }
    while (words && words < to)
        words = receive(order, words, to);
    add_time(order);
    return to;
}
