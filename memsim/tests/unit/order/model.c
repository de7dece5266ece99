/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The model of model.h. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "stream/event.h"

enum { THREADS = 2101, STEP = 32, SPIN = 32, QUANTUM = 1000000 };

/* Before the thread's record `at`, others must have run as many of theirs: one, or (all) each. */
struct wait {
    size_t at;
    bool wakes;
    uint32_t other;
    size_t count;
    size_t *all; /* NULL: one */
};

enum state { LISTED, SHUT, IDLE };

struct thread {
    const uint64_t **record;
    size_t used, next;
    struct wait *wait;
    size_t waits, next_wait;
    enum state state;
    uint32_t core;
    uint64_t ran, paused, pointer;
    uint64_t took, paused_took;
};

struct last {
    uint64_t key;
    uint32_t thread;
    size_t count;
};

/* An event of a mapping. */
struct mapping {
    uint64_t first, end;
    uint32_t thread;
    size_t count;
};

struct model {
    const struct msim_dict *dict;
    enum model_fault fault;
    bool knows_time;
    struct thread thread[THREADS];
    uint32_t used, running, shown;
    uint64_t clock[MSIM_CORES_MAX];
    int64_t had[MSIM_CORES_MAX];
    uint32_t list[MSIM_CORES_MAX][THREADS], listed[MSIM_CORES_MAX];
    struct last last[1000]; /* events of blocks, and the ends of threads by their places */
    unsigned lasts;
    struct mapping *mapping;
    size_t mappings;
    struct mapping *ended; /* first: the word that was cleared */
    size_t ends;
    uint64_t *out;
    size_t written;
    uint64_t clocks;
};

uint64_t model_extra(const uint64_t *record)
{
    uint64_t word = record[msim_header_words(*record)];
    return word % 13 == 0 ? 9 + word % 50 : 0;
}

uint64_t model_takes(const uint64_t *record)
{
    uint64_t word = record[msim_header_words(*record)];
    return msim_header_is_event(*record) ? 0 : word % 7 + (word % 17 ? 0 : word % 200);
}

bool model_stops(const uint64_t *record)
{
    return !msim_header_is_event(*record) && record[msim_header_words(*record)] % 11 == 0;
}

/* --- Lists of records ---------------------------------------------------------------------- */

static void *grow(void *old, size_t used, size_t size)
{
    if (used & (used - 1))
        return old;
    void *new = realloc(old, (used ? 2 * used : 1) * size);
    if (!new)
        abort();
    return new;
}

static struct thread *thread_of(struct model *model, uint32_t number)
{
    model->used = number >= model->used ? number + 1 : model->used;
    return &model->thread[number];
}

static void put(struct model *model, uint32_t number, const uint64_t *record)
{
    struct thread *thread = thread_of(model, number);
    thread->record = grow(thread->record, thread->used, sizeof *thread->record);
    thread->record[thread->used++] = record;
}

static struct wait *add_wait(struct model *model, uint32_t number, bool wakes)
{
    struct thread *thread = thread_of(model, number);
    thread->wait = grow(thread->wait, thread->waits, sizeof *thread->wait);
    thread->wait[thread->waits] = (struct wait){.at = thread->used, .wakes = wakes};
    return &thread->wait[thread->waits++];
}

static void wait_for(struct model *model, uint32_t number, uint32_t other, size_t count, bool wakes)
{
    struct wait *wait = add_wait(model, number, wakes);
    wait->other = other;
    wait->count = model->fault == MODEL_NO_WAKERS && model->thread[number].used ? 0 : count;
}

static void wait_for_all(struct model *model, uint32_t number)
{
    struct wait *wait = add_wait(model, number, true);
    wait->all = calloc(THREADS, sizeof *wait->all);
    for (uint32_t i = 0; i < model->used; i++)
        wait->all[i] = model->thread[i].used;
}

static void put_shared_of(struct model *model, uint32_t running, uint64_t key, bool before)
{
    struct last *last = model->last;
    while (last < model->last + model->lasts && last->key != key)
        last++;
    if (before && last < model->last + model->lasts && last->thread != running &&
        model->fault != MODEL_NO_BLOCKS)
        wait_for(model, running, last->thread, last->count, false);
    if (before)
        return;
    model->lasts += last == model->last + model->lasts;
    *last = (struct last){key, running, thread_of(model, running)->used};
}

static void put_shared(struct model *model, uint64_t key, bool before)
{
    put_shared_of(model, model->running, key, before);
}

static void put_mapping(struct model *model, uint64_t first, uint64_t end, bool before)
{
    for (size_t i = 0; before && i < model->mappings; i++) {
        const struct mapping *other = &model->mapping[i];
        if (other->first < end && first < other->end && other->thread != model->running &&
            model->fault != MODEL_NO_BLOCKS)
            wait_for(model, model->running, other->thread, other->count, false);
    }
    if (before)
        return;
    model->mapping = grow(model->mapping, model->mappings, sizeof *model->mapping);
    model->mapping[model->mappings++] =
        (struct mapping){first, end, model->running, model->thread[model->running].used};
}

static void all_keys(struct model *model, const uint64_t *record, bool before)
{
    uint32_t call = (uint32_t)record[1];
    switch (msim_event_of(*record)) {
    case MSIM_EVENT_POOL:
        if (record[2])
            put_shared(model, record[2], before);
        if (record[3])
            put_shared(model, record[3], before);
        if (record[5] && call == MSIM_POOL_CHANGE)
            put_shared(model, record[5], before);
        break;
    case MSIM_EVENT_HEAP:
        if (record[3])
            put_shared(model, record[3], before);
        if (record[4])
            put_shared(model, record[4], before);
        break;
    case MSIM_EVENT_PART:
        if (call == MSIM_PART_ZERO || call == MSIM_PART_DUMP || call == MSIM_PART_OFF ||
            call == MSIM_PART_ON)
            put_shared(model, 0, before);
        break;
    case MSIM_EVENT_MAP:
    case MSIM_EVENT_UNMAP:
    case MSIM_EVENT_PROTECT:
        put_mapping(model, record[1], record[2], before);
        break;
    default:
        break;
    }
}

static void put_task(struct model *model, const uint64_t *record)
{
    uint32_t number = msim_task_of(record), by = record[2] ? (uint32_t)record[2] : model->running;
    enum msim_task_call call = msim_task_call_of(record);
    struct thread *thread = thread_of(model, number);
    if (call == MSIM_TASK_POINTER) {
        thread->pointer = record[2];
        put_shared_of(model, number, UINT64_C(1) << 63 | record[2], true);
    }
    if (call != MSIM_TASK_CREATED && call != MSIM_TASK_WOKEN) {
        put(model, number, record);
        if (call == MSIM_TASK_ENDED && thread->pointer)
            put_shared_of(model, number, UINT64_C(1) << 63 | thread->pointer, false);
        if (call == MSIM_TASK_ENDED && record[2]) {
            model->ended = grow(model->ended, model->ends, sizeof *model->ended);
            model->ended[model->ends++] =
                (struct mapping){record[2], record[2] + 4, number, thread->used};
        }
        return;
    }
    put(model, by, record);
    if (record[2])
        wait_for(model, number, by, model->thread[by].used, true);
    else
        wait_for_all(model, number);
}

static void read_ends(struct model *model, const uint64_t *record)
{
    const struct msim_segment *segment =
        msim_dict_segment_at(model->dict, msim_header_segment(*record));
    if (!segment->accesses_used || segment->accesses->write || model->fault == MODEL_NO_ENDS)
        return;
    for (size_t i = 0; i < model->ends; i++)
        if (record[1] < model->ended[i].end && model->ended[i].first < record[1] + 8 &&
            model->ended[i].thread != model->running)
            wait_for(model, model->running, model->ended[i].thread, model->ended[i].count, false);
}

static void put_all(struct model *model, const uint64_t *words, const uint64_t *end)
{
    for (; words < end; words += 1 + msim_header_words(*words)) {
        bool event = msim_header_is_event(*words);
        if (event && msim_event_of(*words) == MSIM_EVENT_THREAD) {
            model->running = (uint32_t)words[1];
        } else if (event && msim_event_of(*words) == MSIM_EVENT_TASK) {
            put_task(model, words);
        } else {
            if (event)
                all_keys(model, words, true);
            else
                read_ends(model, words);
            put(model, model->running, words);
            if (event)
                all_keys(model, words, false);
        }
    }
}

/* --- Slices --------------------------------------------------------------------------------- */

static bool holds(const struct model *model, const struct wait *wait)
{
    if (!wait->all)
        return model->thread[wait->other].next >= wait->count;
    for (uint32_t i = 0; i < model->used; i++)
        if (model->thread[i].next < wait->all[i])
            return false;
    return true;
}

/* Passes what the thread need not wait for any longer; `once`: only up to what wakes it. */
static bool passes(const struct model *model, struct thread *thread, bool once)
{
    while (thread->next_wait < thread->waits &&
           thread->wait[thread->next_wait].at <= thread->next) {
        const struct wait *wait = &thread->wait[thread->next_wait];
        if (!holds(model, wait))
            return false;
        thread->next_wait++;
        if (once && wait->wakes)
            return true;
    }
    return true;
}

static bool wake_all(struct model *model, uint64_t now)
{
    bool woken = false;
    for (uint32_t i = 0; i < model->used; i++) {
        struct thread *thread = &model->thread[i];
        if (thread->state != SHUT || !passes(model, thread, true))
            continue;
        uint32_t core = thread->core;
        if (!model->listed[core] && model->clock[core] < now && model->fault != MODEL_NO_SLEEP)
            model->clock[core] = now;
        model->list[core][model->listed[core]++] = i;
        thread->state = LISTED;
        woken = true;
    }
    return woken;
}

static uint64_t time_of(const struct model *model, struct thread *thread, const uint64_t *record)
{
    if (msim_header_is_event(*record))
        return thread->ran;
    const struct msim_segment *segment =
        msim_dict_segment_at(model->dict, msim_header_segment(*record));
    bool pauses = segment->instrs[segment->instrs_used - 1].how & MSIM_INSTR_PAUSE;
    if (!pauses || model->fault == MODEL_PAUSES)
        return thread->ran + segment->instrs_used - segment->continued;
    bool spins = thread->ran - thread->paused <= SPIN;
    thread->paused_took = thread->took = spins ? thread->paused_took : thread->took;
    return thread->paused = spins ? thread->paused : thread->ran;
}

static bool goes_on(const struct model *model, const uint64_t *record)
{
    return model->fault != MODEL_SPLITS && !msim_header_is_event(*record) &&
           msim_dict_segment_at(model->dict, msim_header_segment(*record))->continued;
}

static void write(struct model *model, uint32_t number, const uint64_t *record)
{
    if (model->shown != number) {
        model->out[model->written++] = msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS);
        model->out[model->written++] = model->shown = number;
    }
    for (uint32_t i = 0; i <= msim_header_words(*record); i++)
        model->out[model->written++] = record[i];
}

static void remove_first(struct model *model, uint32_t core, bool to_end)
{
    uint32_t first = model->list[core][0];
    model->had[core] = 0;
    memmove(model->list[core], model->list[core] + 1, --model->listed[core] * sizeof first);
    if (to_end)
        model->list[core][model->listed[core]++] = first;
}

/* How long the core can go on: what is counted, or what it takes. */
struct span {
    uint64_t instructions, time;
};

/* What a slice that began so has taken. */
static uint64_t time_since(const struct model *model, const struct thread *thread, uint64_t began,
                           uint64_t before, uint64_t extra)
{
    return model->knows_time ? thread->took - before : thread->ran - began + extra;
}

/* The record runs; returns what it takes, besides its instructions. */
static uint64_t run_record(struct model *model, struct thread *thread, const uint64_t *record)
{
    thread->ran = time_of(model, thread, record);
    if (!model->knows_time)
        return model->fault == MODEL_NO_EXTRA ? 0 : model_extra(record);
    thread->took += model->fault == MODEL_NO_EXTRA ? 0 : model_takes(record);
    return 0;
}

/* The thread runs until this is over; false: it leaves its core. */
static bool run(struct model *model, uint32_t number, const struct span *span)
{
    struct thread *thread = &model->thread[number];
    uint64_t began = thread->ran, before = thread->took, extra = 0;
    uint64_t *clock = &model->clock[thread->core];
    bool stays = true, over = false;
    for (;;) {
        if (!passes(model, thread, false) || thread->next == thread->used) {
            thread->state = thread->next == thread->used ? IDLE : SHUT;
            stays = false;
            break;
        }
        const uint64_t *record = thread->record[thread->next];
        if (((int64_t)(thread->ran - began - span->instructions) >= 0 || over) &&
            !goes_on(model, record))
            break;
        uint64_t was = *clock + time_since(model, thread, began, before, extra);
        extra += run_record(model, thread, record);
        over |= model->fault != MODEL_NO_STOPS && model_stops(record);
        over |= model->knows_time && !msim_header_is_event(*record) &&
                (int64_t)(thread->took - before - span->time) >= 0;
        model->clocks += model->knows_time ? was : 0;
        write(model, number, record);
        thread->next++;
        if (wake_all(model, *clock + time_since(model, thread, began, before, extra)))
            break;
    }
    *clock += time_since(model, thread, began, before, extra);
    model->had[thread->core] += (int64_t)(thread->ran - began);
    return stays;
}

/* The core that goes next, and how long; false: none. */
static bool choose(struct model *model, uint32_t *core, struct span *span)
{
    const uint64_t never = UINT64_MAX / 4;
    uint64_t next = never;
    *core = MSIM_CORES_MAX;
    for (uint32_t i = 0; i < MSIM_CORES_MAX; i++)
        if (model->listed[i] &&
            (*core == MSIM_CORES_MAX ||
             model->clock[i] + (model->fault != MODEL_TIES) <= model->clock[*core]))
            *core = i;
    if (*core == MSIM_CORES_MAX)
        return false;
    for (uint32_t i = 0; i < MSIM_CORES_MAX; i++)
        if (i != *core && model->listed[i] && model->clock[i] < next)
            next = model->clock[i];
    uint64_t limit =
        next == never ? never : next - model->clock[*core] + STEP + (model->fault == MODEL_STEP);
    *span = (struct span){model->knows_time ? never : limit, limit};
    return true;
}

static void run_all(struct model *model)
{
    uint32_t core;
    struct span span;
    while (choose(model, &core, &span)) {
        int64_t quantum = QUANTUM + (model->fault == MODEL_QUANTUM ? 1000 : 0);
        if (model->had[core] >= quantum && model->listed[core] > 1)
            remove_first(model, core, true);
        uint64_t left = (uint64_t)(quantum - model->had[core]);
        if (model->listed[core] > 1 && left < span.instructions)
            span.instructions = left;
        if (!run(model, model->list[core][0], &span))
            remove_first(model, core, false);
    }
}

/* --- All of it ----------------------------------------------------------------------------- */

static void free_threads(struct model *model)
{
    for (uint32_t i = 0; i < model->used; i++) {
        for (size_t k = 0; k < model->thread[i].waits; k++)
            free(model->thread[i].wait[k].all);
        free(model->thread[i].wait);
        free(model->thread[i].record);
    }
    free(model->mapping);
    free(model->ended);
}

struct model_order model_order(const struct msim_dict *dict, const struct msim_cores *cores,
                               const uint64_t *words, const uint64_t *end, bool knows_time,
                               enum model_fault fault)
{
    struct model *model = calloc(1, sizeof *model);
    model->dict = dict;
    model->fault = fault;
    model->knows_time = knows_time;
    model->out = malloc((3 * (size_t)(end - words) + 1) * sizeof *model->out);
    for (uint32_t i = 0; i < THREADS; i++) {
        model->thread[i].core = msim_cores_of(cores, i);
        model->thread[i].state = i ? SHUT : LISTED;
        model->thread[i].ran = UINT64_C(1) << 32;
        model->thread[i].took = model->thread[i].paused_took = UINT64_C(1) << 32;
    }
    model->list[0][0] = 0;
    model->listed[0] = 1;
    put_all(model, words, end);
    run_all(model);
    free_threads(model);
    struct model_order order = {model->out, model->written, model->clocks};
    free(model);
    return order;
}
