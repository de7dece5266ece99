/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loop of turns.h. */
#include "turns.h"

/* --- Records that are run ------------------------------------------------------------------ */

static uint64_t pause_at(struct msim_order_thread *thread, uint64_t ran)
{
    if (ran - thread->paused <= MSIM_ORDER_SPIN)
        ran = thread->paused;
    thread->paused = ran;
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

/* Returns where the receiver wants the turn to end, or NULL. */
static const uint64_t *receive(struct msim_order *order, const uint64_t *words, const uint64_t *end)
{
    const struct msim_order_receiver *receiver = &order->receiver;
    const uint64_t *stopped = NULL;
    order->turn.extra +=
        receiver->turn(receiver->self, order->turn.thread->core, words, end, &stopped);
    return stopped;
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
    uint32_t number = order->turn.thread->number;
    if (order->shown != number) {
        order->shown = number;
        words -= MSIM_ORDER_BEFORE;
        put_thread(words, number);
    }
    return receive(order, words, end);
}

/* --- Turns --------------------------------------------------------------------------------- */

static uint64_t turn_took(const struct msim_order_turn *turn)
{
    return turn->thread->ran - turn->began + turn->extra;
}

static void end_turn(struct msim_order *order)
{
    struct msim_order_turn *turn = &order->turn;
    uint32_t core = turn->thread->core;
    msim_order_cores_advance(&order->cores, core, turn_took(turn));
    order->cores.core[core].had += (int64_t)(turn->thread->ran - turn->began);
    order->now = order->cores.clock[core];
    turn->open = false;
}

static uint64_t limit_of(const struct msim_order_cores *cores, uint32_t number, uint64_t next)
{
    const struct msim_order_core *core = &cores->core[number];
    uint64_t span = UINT64_MAX, left = (uint64_t)(MSIM_ORDER_QUANTUM - core->had);
    if (next != MSIM_ORDER_NEVER)
        span = next - cores->clock[number] + MSIM_ORDER_STEP;
    if (core->first != core->last && left < span)
        span = left;
    return span < UINT64_MAX - core->first->ran ? core->first->ran + span : UINT64_MAX;
}

/* How much may still wait when a forced turn ends: a little less than the most that may wait, as
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

static void open_turn(struct msim_order *order, uint32_t core, uint64_t next, bool forced)
{
    struct msim_order_thread *thread = order->cores.core[core].first;
    order->turn = (struct msim_order_turn){.open = true,
                                           .thread = thread,
                                           .began = thread->ran,
                                           .limit = limit_of(&order->cores, core, next),
                                           .forced = forced};
    if (forced)
        order->turn.enough = thread->queue.taken + order->waiting - enough_left(order);
}

/* True: the queue is empty, but more may arrive at any time. */
static bool is_unknown(const struct msim_order_thread *thread)
{
    return thread->runs && msim_order_queue_is_empty(&thread->queue);
}

/* Begins a turn of the earliest core that has records, although cores without records are earlier.
 * These are taken to have slept until then.  Otherwise the clock of a thread in a long system call,
 * say, would stay far behind, and all others would wait for it when it is back. */
static bool force_turn(struct msim_order *order)
{
    uint64_t next;
    uint32_t core = msim_order_cores_earliest(&order->cores, true, &next);
    if (core == MSIM_CORES_MAX)
        return false;
    while (msim_order_queue_is_empty(&order->cores.core[core].first->queue))
        msim_order_cores_rotate(&order->cores, core);
    if (!order->settles)
        msim_order_cores_wait(&order->cores, order->cores.clock[core]);
    open_turn(order, core, next, true);
    return true;
}

/* False: everything waits for more of the stream. */
static bool begin_turn(struct msim_order *order)
{
    uint64_t next;
    uint32_t number = msim_order_cores_earliest(&order->cores, false, &next);
    if (number == MSIM_CORES_MAX)
        return false;
    struct msim_order_core *core = &order->cores.core[number];
    if (core->had >= MSIM_ORDER_QUANTUM && core->first != core->last)
        msim_order_cores_rotate(&order->cores, number);
    if (is_unknown(core->first))
        return is_full(order) && force_turn(order);
    open_turn(order, number, next, false);
    return true;
}

/* The thread has no records, or may not run them. */
static void leave(struct msim_order *order)
{
    uint32_t core = order->turn.thread->core;
    end_turn(order);
    msim_order_cores_drop(&order->cores, core);
}

/* True: threads can go on because of what the running thread has run. */
static bool wake_waiters(struct msim_order *order)
{
    const struct msim_order_turn *turn = &order->turn;
    uint64_t now = order->cores.clock[turn->thread->core] + turn_took(turn);
    bool woken = false;
    struct msim_order_thread *thread = msim_order_gates_waiters(turn->thread), *next;
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
static uint64_t stop_of(const struct msim_order_turn *turn)
{
    const struct msim_order_thread *thread = turn->thread;
    uint64_t stop = thread->first_wait;
    if (thread->gates && thread->gates->at < stop)
        stop = thread->gates->at;
    if (turn->forced && turn->enough < stop && turn->enough > thread->queue.taken)
        stop = turn->enough;
    return stop;
}

static bool is_enough(const struct msim_order *order)
{
    const struct msim_order_turn *turn = &order->turn;
    const struct msim_order_queue *queue = &turn->thread->queue;
    return (turn->over || (turn->forced && queue->taken >= turn->enough)) &&
           !(msim_order_kind(order->kinds.kind, queue->next) & MSIM_ORDER_GOES_ON);
}

/* Shows the records up to `to`, which were walked from `ran` and `paused` on.  Returns where the
 * receiver stopped. */
static const uint64_t *run(struct msim_order *order, uint64_t ran, uint64_t paused,
                           const uint64_t *to)
{
    struct msim_order_turn *turn = &order->turn;
    struct msim_order_thread *thread = turn->thread;
    const uint64_t *stopped = show(order, thread->queue.next, to);
    if (!stopped)
        return to;
    turn->over = true;
    if (stopped < to) {
        thread->ran = ran;
        thread->paused = paused;
        walk(order->kinds.kind, thread, UINT64_MAX, 0, NULL, thread->queue.next, stopped);
    }
    return stopped;
}

/* Runs records of one block; false: the turn is over. */
static bool step(struct msim_order *order)
{
    struct msim_order_turn *turn = &order->turn;
    struct msim_order_thread *thread = turn->thread;
    struct msim_order_queue *queue = &thread->queue;
    uint64_t left = stop_of(turn) - queue->taken;
    const uint64_t *end = queue->first->end;
    if (is_enough(order))
        return false;
    if (left < (uint64_t)(end - queue->next))
        end = queue->next + left;
    uint64_t ran = thread->ran, paused = thread->paused;
    const uint64_t *to =
        walk(order->kinds.kind, thread, turn->over ? 0 : turn->limit, 0, NULL, queue->next, end);
    if (to == queue->next)
        return false;
    to = run(order, ran, paused, to);
    order->waiting -= (uint64_t)(to - queue->next);
    msim_order_queue_take(&order->blocks, queue, to);
    order->cores.core[thread->core].known -= msim_order_queue_is_empty(queue);
    if (to < end)
        return turn->over;
    return queue->taken < thread->first_wait || !wake_waiters(order);
}

/* Goes on with the turn until it is over; false: it waits for more of the stream. */
static bool finish_turn(struct msim_order *order)
{
    struct msim_order_thread *thread = order->turn.thread;
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
            end_turn(order);
            return true;
        }
    }
}

void msim_order_go(struct msim_order *order)
{
    while (order->turn.open || begin_turn(order)) {
        if (finish_turn(order))
            continue;
        if (!order->turn.forced && !is_full(order))
            return;
        end_turn(order);
    }
}

/* --- What comes ---------------------------------------------------------------------------- */

/* The limit of a turn that waits for more of the stream does not consider this thread, so it
 * ends. */
static void list(struct msim_order *order, struct msim_order_thread *thread)
{
    if (order->turn.open)
        end_turn(order);
    msim_order_cores_add(&order->cores, thread, order->now);
}

void msim_order_put(struct msim_order *order, struct msim_order_thread *thread,
                    const uint64_t *words, size_t count)
{
    uint64_t begin = thread->queue.put;
    bool was_empty = msim_order_queue_is_empty(&thread->queue);
    msim_order_queue_put(&thread->queue, words, count);
    msim_order_slices_add(&order->slices, thread, begin);
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
    struct msim_order_turn *turn = &order->turn;
    struct msim_order_thread *thread = order->running;
    uint64_t event[1 + MSIM_THREAD_WORDS];
    if (turn->open && (turn->thread != thread || turn->limit != UINT64_MAX))
        end_turn(order);
    if (!turn->open)
        open_turn(order, thread->core, MSIM_ORDER_NEVER, false);
    const uint64_t *to =
        walk(order->kinds.kind, thread, UINT64_MAX, MSIM_ORDER_TASKS, &order->run.seen, words, end);
    if (order->shown != thread->number) {
        order->shown = thread->number;
        put_thread(event, thread->number);
        receive(order, event, event + 1 + MSIM_THREAD_WORDS);
    }
    while (words && words < to)
        words = receive(order, words, to);
    return to;
}
