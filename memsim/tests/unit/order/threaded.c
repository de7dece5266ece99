/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The programs of threaded.h. */
#include "threaded.h"

#include <stdlib.h>
#include <string.h>

/* --- Segments ------------------------------------------------------------------------------ */

uint32_t threaded_words(uint32_t segment)
{
    return segment == SEGMENT_STORES || segment == SEGMENT_LOADS || segment % 2 ? 1 : 0;
}

void threaded_describe(struct msim_dict *dict)
{
    msim_dict_string(dict, "");
    uint32_t site = msim_dict_site(dict, 0, 0, 1);
    for (uint32_t n = 0; n < THREADED_SEGMENTS; n++) {
        struct msim_instr instrs[MSIM_INSTRS_MAX];
        struct msim_access access = {.word = 1, .size = 8, .write = n == SEGMENT_STORES};
        unsigned count = n == SEGMENT_LONG ? MSIM_INSTRS_MAX : n + 1;
        for (unsigned i = 0; i < count; i++)
            instrs[i] = (struct msim_instr){site, 2, 0};
        if (n == SEGMENT_PAUSES)
            instrs[n].how = MSIM_INSTR_PAUSE;
        msim_dict_segment(dict, &(struct msim_segment){.address = 0x1000 * (n + 1),
                                                       .instrs = instrs,
                                                       .accesses = &access,
                                                       .accesses_used = threaded_words(n) & 1,
                                                       .instrs_used = count & 255,
                                                       .words = threaded_words(n) & 127,
                                                       .continued = n == SEGMENT_GOES_ON});
    }
}

/* --- What threads do ----------------------------------------------------------------------- */

/* What threads refer to; one of these words is cleared when one ends. */
enum { READ = 0x10000, READS = 50 };

enum state { ABSENT, RUNS, WAITS, ENDED };

struct maker {
    struct unit_random random;
    const struct threaded_options *options;
    struct threaded *program;
    enum state state[THREADED_MAX + 1];
    uint32_t created, running;
    uint32_t thread; /* that does the next thing */
};

static uint64_t pick(struct maker *maker, uint64_t limit)
{
    return unit_below(&maker->random, limit);
}

void threaded_add(struct threaded *program, const struct threaded_item *item)
{
    if (program->used == program->room) {
        program->room = program->room ? 2 * program->room : 256;
        program->item = realloc(program->item, program->room * sizeof *program->item);
        if (!program->item)
            abort();
    }
    program->item[program->used++] = *item;
}

static void add_task(struct maker *maker, enum msim_task_call call, uint32_t number, uint64_t value)
{
    struct threaded_item item = {.thread = maker->thread};
    item.words[0] = msim_event_header(MSIM_EVENT_TASK, MSIM_TASK_WORDS);
    item.words[1] = (uint64_t)number << 32 | call;
    item.words[2] = value;
    threaded_add(maker->program, &item);
}

static void add_segment(struct maker *maker, uint32_t number)
{
    struct threaded_item item = {.thread = maker->thread};
    item.words[0] = msim_header(number, threaded_words(number));
    item.words[1] = READ + 8 * pick(maker, READS);
    threaded_add(maker->program, &item);
}

static void add_segments(struct maker *maker)
{
    for (uint64_t count = 1 + pick(maker, 30); count; count--) {
        uint32_t number = (uint32_t)pick(maker, SEGMENT_PAUSES);
        if (maker->options->long_ones)
            number = SEGMENT_LONG;
        add_segment(maker, number);
        for (; pick(maker, 5) == 0;)
            add_segment(maker, SEGMENT_GOES_ON);
    }
}

/* No loop: the next pause is far away. */
static void add_pause(struct maker *maker)
{
    add_segment(maker, SEGMENT_PAUSES);
    for (unsigned i = 0; i < 70; i++)
        add_segment(maker, SEGMENT_LOADS);
}

/* It may go on when others have run. */
static void add_loop(struct maker *maker)
{
    for (uint64_t rounds = 2 + pick(maker, 9); rounds; rounds--) {
        add_segment(maker, SEGMENT_PAUSES);
        add_segment(maker, SEGMENT_LOADS);
    }
}

/* Events of blocks, and of mappings if these are shared. */
static void add_event(struct maker *maker)
{
    static const enum msim_event events[] = {MSIM_EVENT_SIGNAL, MSIM_EVENT_TIME, MSIM_EVENT_HEAP,
                                             MSIM_EVENT_POOL,   MSIM_EVENT_MAP,  MSIM_EVENT_UNMAP,
                                             MSIM_EVENT_PART};
    enum msim_event event = events[pick(maker, maker->options->shared ? 7 : 4)];
    struct threaded_item item = {.thread = maker->thread};
    item.words[0] = msim_event_header(event, msim_event_words(event));
    for (uint32_t i = 1; i <= msim_event_words(event); i++)
        item.words[i] = pick(maker, 4) ? 0x1000 * (1 + pick(maker, 40)) : 0;
    if (!maker->options->shared && event >= MSIM_EVENT_HEAP && event != MSIM_EVENT_SIGNAL)
        for (uint32_t i = 2; i <= msim_event_words(event); i++)
            item.words[i] += item.words[i] ? (uint64_t)maker->thread << 20 : 0;
    item.words[1] = pick(maker, event == MSIM_EVENT_POOL ? MSIM_POOL_CALLS : MSIM_PART_CALLS);
    threaded_add(maker->program, &item);
}

static uint32_t one_that_waits(struct maker *maker)
{
    uint32_t first = (uint32_t)pick(maker, maker->created);
    for (uint32_t i = 0; i < maker->created; i++)
        if (maker->state[1 + (first + i) % maker->created] == WAITS)
            return 1 + (first + i) % maker->created;
    return 0;
}

static void wake(struct maker *maker)
{
    uint32_t number = one_that_waits(maker);
    if (!number)
        return;
    bool known = !maker->options->unknown || pick(maker, 2);
    add_task(maker, MSIM_TASK_WOKEN, number, known ? maker->thread : 0);
    maker->state[number] = RUNS;
    maker->running++;
}

static void create(struct maker *maker)
{
    if (maker->created == maker->options->threads)
        return;
    uint32_t number = ++maker->created;
    add_task(maker, MSIM_TASK_CREATED, number, maker->thread);
    maker->state[number] = RUNS;
    maker->running++;
}

static void stop(struct maker *maker, enum msim_task_call call)
{
    uint64_t futex = call == MSIM_TASK_BLOCKED ? 0x100 : 0;
    if (call == MSIM_TASK_BLOCKED && maker->options->unknown && pick(maker, 2))
        futex = 0;
    if (call == MSIM_TASK_ENDED && maker->options->shared)
        futex = READ + 8 * pick(maker, READS);
    add_task(maker, call, maker->thread, futex);
    maker->state[maker->thread] = call == MSIM_TASK_BLOCKED ? WAITS : ENDED;
    maker->running--;
    if (call == MSIM_TASK_ENDED && pick(maker, 2))
        wake(maker);
}

static void do_something(struct maker *maker)
{
    uint64_t chance = pick(maker, 20);
    if (chance < 1 && maker->options->pauses)
        add_pause(maker);
    else if (chance < 3 && maker->options->loops)
        add_loop(maker);
    else if (chance < 8)
        add_segments(maker);
    else if (chance < 11 || (chance < 12 && !maker->options->shared))
        add_event(maker);
    else if (chance < 12)
        add_task(maker, MSIM_TASK_POINTER, maker->thread, 0x1000 * (1 + pick(maker, 4)));
    else if (chance < 15)
        wake(maker);
    else if (chance < 17)
        create(maker);
    else if (maker->running > 1)
        stop(maker, chance < 19 ? MSIM_TASK_BLOCKED : MSIM_TASK_ENDED);
}

static void choose(struct maker *maker)
{
    if (maker->state[maker->thread] == RUNS && pick(maker, 4))
        return;
    do
        maker->thread = 1 + (uint32_t)pick(maker, maker->created);
    while (maker->state[maker->thread] != RUNS);
}

/* Wakes all and ends all, the last one at last. */
static void finish(struct maker *maker)
{
    while (maker->running > 0) {
        choose(maker);
        while (one_that_waits(maker))
            wake(maker);
        add_segments(maker);
        stop(maker, MSIM_TASK_ENDED);
    }
}

void threaded_make(struct threaded *program, const struct threaded_options *options, uint64_t seed)
{
    struct maker *maker = calloc(1, sizeof *maker);
    *program = (struct threaded){0};
    *maker = (struct maker){.random = {seed}, .options = options, .program = program};
    maker->created = maker->running = maker->thread = 1;
    maker->state[1] = RUNS;
    add_task(maker, MSIM_TASK_CREATED, 1, 0);
    while (program->used < options->items) {
        choose(maker);
        do_something(maker);
    }
    finish(maker);
    free(maker);
}

void threaded_free(struct threaded *program)
{
    free(program->item);
    *program = (struct threaded){0};
}

/* --- Other orders -------------------------------------------------------------------------- */

/* What each thread does, by the numbers of items, and how far it is. */
struct shuffler {
    const struct threaded *program;
    size_t *next_same;    /* the thread's next item */
    uint32_t *which_wake; /* of what wakes a thread: how often it was woken before */
    size_t next[THREADED_MAX + 1];
    uint32_t woken[THREADED_MAX + 1];
    enum state state[THREADED_MAX + 1];
    uint32_t used;
};

static bool is_task(const struct threaded_item *item, enum msim_task_call call)
{
    return msim_event_of(item->words[0]) == MSIM_EVENT_TASK &&
           msim_task_call_of(item->words) == call;
}

static bool goes_on(const struct threaded_item *item)
{
    return !msim_header_is_event(item->words[0]) &&
           msim_header_segment(item->words[0]) == SEGMENT_GOES_ON;
}

static bool may_wake(const struct shuffler *shuffler, size_t at)
{
    uint32_t number = msim_task_of(shuffler->program->item[at].words);
    return shuffler->state[number] == WAITS && shuffler->woken[number] == shuffler->which_wake[at];
}

/* A thread that ends wakes others at once. */
static bool may_go(const struct shuffler *shuffler, uint32_t thread)
{
    const struct threaded_item *items = shuffler->program->item;
    size_t at = shuffler->next[thread];
    if (at == SIZE_MAX || (shuffler->state[thread] != RUNS && shuffler->state[thread] != ENDED))
        return false;
    if (is_task(&items[at], MSIM_TASK_WOKEN))
        return may_wake(shuffler, at);
    return !is_task(&items[at], MSIM_TASK_ENDED) || shuffler->next_same[at] == SIZE_MAX ||
           may_wake(shuffler, shuffler->next_same[at]);
}

static void do_next(struct shuffler *shuffler, uint32_t thread, struct threaded *other)
{
    size_t at = shuffler->next[thread];
    const struct threaded_item *item = &shuffler->program->item[at];
    uint32_t number = msim_task_of(item->words);
    shuffler->next[thread] = shuffler->next_same[at];
    threaded_add(other, item);
    if (is_task(item, MSIM_TASK_WOKEN))
        shuffler->woken[number]++;
    if (is_task(item, MSIM_TASK_CREATED) || is_task(item, MSIM_TASK_WOKEN))
        shuffler->state[number] = RUNS;
    else if (is_task(item, MSIM_TASK_BLOCKED))
        shuffler->state[number] = WAITS;
    else if (is_task(item, MSIM_TASK_ENDED))
        shuffler->state[number] = ENDED;
}

static void list_items(struct shuffler *shuffler)
{
    const struct threaded *program = shuffler->program;
    uint32_t *wakes = calloc(THREADED_MAX + 1, sizeof *wakes);
    shuffler->next_same = malloc(program->used * sizeof *shuffler->next_same);
    shuffler->which_wake = calloc(program->used, sizeof *shuffler->which_wake);
    for (size_t i = 0; i < program->used; i++)
        if (is_task(&program->item[i], MSIM_TASK_WOKEN))
            shuffler->which_wake[i] = wakes[msim_task_of(program->item[i].words)]++;
    free(wakes);
    for (uint32_t i = 0; i <= THREADED_MAX; i++)
        shuffler->next[i] = SIZE_MAX;
    for (size_t i = program->used; i; i--) {
        uint32_t thread = program->item[i - 1].thread;
        shuffler->next_same[i - 1] = shuffler->next[thread];
        shuffler->next[thread] = i - 1;
        shuffler->used = thread > shuffler->used ? thread : shuffler->used;
    }
}

void threaded_shuffle(const struct threaded *program, struct threaded *other, uint32_t batch,
                      uint64_t seed)
{
    struct unit_random random = {seed};
    struct shuffler *shuffler = calloc(1, sizeof *shuffler);
    shuffler->program = program;
    list_items(shuffler);
    shuffler->state[1] = RUNS; /* creates itself: no other does */
    *other = (struct threaded){0};
    while (other->used < program->used) {
        uint32_t thread = 1 + (uint32_t)unit_below(&random, shuffler->used);
        uint64_t left = 1 + unit_below(&random, batch);
        while (may_go(shuffler, thread) && (left || shuffler->state[thread] == ENDED ||
                                            goes_on(&program->item[shuffler->next[thread]]))) {
            do_next(shuffler, thread, other);
            left -= left != 0;
        }
    }
    free(shuffler->next_same);
    free(shuffler->which_wake);
    free(shuffler);
}

uint64_t *threaded_stream(const struct threaded *program, size_t *words)
{
    uint64_t *stream = malloc((program->used * (THREADED_WORDS + 2) + 1) * sizeof *stream);
    uint32_t running = 0;
    *words = 0;
    for (size_t i = 0; stream && i < program->used; i++) {
        const struct threaded_item *item = &program->item[i];
        /* The first event is before the first thread. */
        if (item->thread != running && i) {
            running = item->thread;
            stream[(*words)++] = msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS);
            stream[(*words)++] = running;
        }
        uint32_t count = 1 + msim_header_words(item->words[0]);
        memcpy(stream + *words, item->words, count * sizeof *stream);
        *words += count;
    }
    return stream;
}
