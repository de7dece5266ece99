/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random programs of threads: the order is the model's, whatever chunks the stream comes in, and
 * that of other streams of the same program.  With little room, or if the stream is damaged, all
 * records still come once and in the order of their threads.
 */
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "received.h"
#include "stream/event.h"
#include "tests/unit/lib/main.h"
#include "threaded.h"

static uint32_t cores_of(uint64_t seed)
{
    static const uint32_t some[] = {4, 1, 2, 3, 8, 64, 0};
    return some[seed % 7];
}

static struct threaded_options options_of(uint64_t seed)
{
    return (struct threaded_options){.threads = 1 + (uint32_t)(seed / 3 % 8),
                                     .items = 200 + (uint32_t)(seed % 5) * 300,
                                     .pauses = seed % 3 == 0};
}

/* True: it is what the model makes of the stream. */
static bool as_model(const struct received *received, const uint64_t *words, size_t count,
                     enum model_fault fault)
{
    struct model_order wanted = model_order(&received->dict, &received->cores, words, words + count,
                                            received->pace == RECEIVED_IN_TIME, fault);
    bool same = wanted.used == received->used && wanted.clocks == received->clocks &&
                !memcmp(wanted.words, received->words, wanted.used * sizeof *wanted.words);
    free(wanted.words);
    return same && !received->wrong_core;
}

static bool check_model(const struct threaded_options *options, uint64_t seed, uint32_t cores,
                        enum received_pace pace, enum model_fault fault)
{
    struct threaded program;
    struct received received;
    size_t count;
    threaded_make(&program, options, seed);
    uint64_t *words = threaded_stream(&program, &count);
    received_start(&received, cores, UINT64_MAX, pace);
    received_run(&received, words, words + count, 1 + seed % 3 * 1000);
    msim_order_settle(received.order);
    bool same = as_model(&received, words, count, fault);
    received_end(&received);
    threaded_free(&program);
    free(words);
    return same;
}

UNIT_TEST(model)
{
    for (uint64_t seed = 0; seed < (uint64_t)unit_rounds(600); seed++) {
        struct threaded_options options = options_of(seed);
        options.unknown = seed % 2;
        options.shared = seed % 5 != 0;
        ck_assert_msg(check_model(&options, seed, cores_of(seed), RECEIVED_SLOWLY, MODEL_RIGHT),
                      "seed %d", (int)seed);
        ck_assert_msg(check_model(&options, seed, cores_of(seed), RECEIVED_IN_TIME, MODEL_RIGHT),
                      "seed %d, in time", (int)seed);
    }
}

UNIT_TEST(many_threads)
{
    struct threaded_options options = {
        .threads = 500, .items = 8000, .unknown = true, .shared = true};
    ck_assert(check_model(&options, 1, 4, RECEIVED_SLOWLY, MODEL_RIGHT));
    ck_assert(check_model(&options, 2, 64, RECEIVED_IN_TIME, MODEL_RIGHT));
}

static const struct threaded_options long_ones = {.threads = 5, .items = 60000, .long_ones = true};

UNIT_TEST(long_runs)
{
    ck_assert(check_model(&long_ones, 1, 1, RECEIVED_SLOWLY, MODEL_RIGHT));
    ck_assert(check_model(&long_ones, 2, 2, RECEIVED_IN_TIME, MODEL_RIGHT));
}

static bool finds(enum received_pace pace, enum model_fault fault)
{
    bool found = fault == MODEL_QUANTUM && !check_model(&long_ones, 1, 1, pace, fault);
    for (uint64_t seed = 0; seed < 21 && !found && fault != MODEL_QUANTUM; seed++) {
        struct threaded_options options = options_of(seed);
        options.unknown = options.shared = true;
        found = !check_model(&options, seed, cores_of(seed), pace, fault);
    }
    return found;
}

UNIT_FROM(faults, MODEL_RIGHT + 1, MODEL_FAULTS)
{
    ck_assert(finds(RECEIVED_SLOWLY, (enum model_fault)_i));
    /* No random program has a loop that pauses, as the model does not know what ends it; order.c
     * has one. */
    ck_assert(finds(RECEIVED_IN_TIME, (enum model_fault)_i) || _i == MODEL_PAUSES);
}

/* --- Other streams of the same program ----------------------------------------------------- */

static void order(struct received *received, const struct threaded *program, uint32_t cores,
                  size_t chunk, enum received_pace pace)
{
    size_t count;
    uint64_t *words = threaded_stream(program, &count);
    received_start(received, cores, UINT64_MAX, pace);
    received_run(received, words, words + count, chunk);
    msim_order_settle(received->order);
    free(words);
}

/* The words of one stream's order are those of the other's. */
static bool same_order(uint64_t seed, const struct threaded_options *options, bool faulty)
{
    struct threaded program, other;
    struct received first, second;
    uint32_t cores = cores_of(seed);
    threaded_make(&program, options, seed);
    threaded_shuffle(&program, &other, seed % 4 ? 1 + (uint32_t)(seed % 400) : 100000, seed);
    if (faulty)
        other.item[other.used / 2] = other.item[other.used / 2 + 1];
    enum received_pace pace = seed % 2 ? RECEIVED_SLOWLY : RECEIVED_IN_TIME;
    order(&first, &program, cores, 1000, pace);
    order(&second, &other, cores, 1 + seed * 7 % 5000, pace);
    bool same = first.used == second.used &&
                !memcmp(first.words, second.words, first.used * sizeof *first.words);
    received_end(&first);
    received_end(&second);
    threaded_free(&program);
    threaded_free(&other);
    return same;
}

UNIT_TEST(batches)
{
    for (uint64_t seed = 0; seed < (uint64_t)unit_rounds(600); seed++) {
        struct threaded_options options = options_of(seed);
        ck_assert_msg(same_order(seed, &options, false), "seed %d", (int)seed);
    }
    struct threaded_options options = {.threads = 500, .items = 20000};
    ck_assert(same_order(1, &options, false));
    options = (struct threaded_options){.threads = 2000, .items = 20000};
    ck_assert(same_order(4, &options, false));
    ck_assert(same_order(2, &long_ones, false));
    options = (struct threaded_options){.threads = 3, .items = 60000};
    ck_assert(same_order(8, &options, false));
    ck_assert(same_order(12, &options, false));
    options = options_of(3);
    ck_assert(!same_order(3, &options, true));
}

/* --- Little room --------------------------------------------------------------------------- */

/* What is run because too much waits does not depend on where chunks end. */
static bool same_with_little_room(uint64_t seed, bool faulty)
{
    struct threaded_options options = options_of(seed);
    struct threaded program;
    struct received received[2];
    size_t count;
    options.shared = seed % 5 != 0;
    threaded_make(&program, &options, seed);
    uint64_t *words = threaded_stream(&program, &count), bytes = seed % 11 * 1000;
    for (unsigned i = 0; i < 2; i++) {
        received_start(&received[i], cores_of(seed), faulty && i ? 2 * bytes : bytes,
                       seed % 2 ? RECEIVED_SLOWLY : RECEIVED_IN_TIME);
        received_run(&received[i], words, words + count, i ? 1 + seed * 7 % 5000 : 100);
        msim_order_settle(received[i].order);
    }
    bool same = received[0].used == received[1].used &&
                !memcmp(received[0].words, received[1].words, received[0].used * sizeof *words);
    for (unsigned i = 0; i < 2; i++)
        received_end(&received[i]);
    threaded_free(&program);
    free(words);
    return same;
}

UNIT_TEST(little_room)
{
    unsigned found = 0;
    for (uint64_t seed = 0; seed < (uint64_t)unit_rounds(600); seed++)
        ck_assert_msg(same_with_little_room(seed, false), "seed %d", (int)seed);
    for (uint64_t seed = 0; seed < 21 && !found; seed++)
        found += !same_with_little_room(seed, true);
    ck_assert_uint_gt(found, 0);
}

/* --- What is always so ---------------------------------------------------------------------- */

static bool is_thread(const uint64_t *record)
{
    return *record == msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS);
}

static bool is_task(const uint64_t *record)
{
    return msim_header_is_event(*record) && msim_event_of(*record) == MSIM_EVENT_TASK;
}

static uint64_t sum_of(const uint64_t *record, uint64_t sum)
{
    for (uint32_t i = 0; i <= msim_header_words(*record); i++)
        sum = (sum ^ record[i]) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    return sum;
}

/* A number of the records of each thread in their order, and one of tasks in any order. */
static void sum(const uint64_t *words, const uint64_t *end, uint64_t *sums)
{
    uint32_t running = 0;
    for (; words < end; words += 1 + msim_header_words(*words))
        if (is_thread(words))
            running = (uint32_t)words[1];
        else if (is_task(words))
            sums[THREADED_MAX] += sum_of(words, 0);
        else
            sums[running] = sum_of(words, sums[running]);
}

static bool has_all(const struct received *received, const uint64_t *words, const uint64_t *end)
{
    enum { SUMS = THREADED_MAX + 1 };
    uint64_t *sums = calloc(2 * SUMS, sizeof *sums);
    sum(words, end, sums);
    sum(received->words, received->words + received->used, sums + SUMS);
    bool same = !memcmp(sums, sums + SUMS, SUMS * sizeof *sums);
    free(sums);
    return same;
}

/* Replaces tasks by others, which obey no rules. */
static void damage(uint64_t *words, const uint64_t *end, struct unit_random *random)
{
    for (; words < end; words += 1 + msim_header_words(*words))
        if (msim_header_is_event(*words) && msim_event_of(*words) == MSIM_EVENT_TASK &&
            unit_one_in(random, 4)) {
            uint64_t number = 1 + unit_below(random, 9), by = unit_below(random, 9);
            words[1] = number << 32 | unit_below(random, MSIM_TASK_CALLS);
            words[2] = by == number ? 0 : by;
        } else if (is_thread(words) && unit_one_in(random, 8)) {
            words[1] = 1 + unit_below(random, 9);
        }
}

static bool comes_whole(uint64_t seed, bool damaged, bool faulty)
{
    struct unit_random random = {seed};
    struct threaded_options options = options_of(seed);
    struct threaded program;
    struct received received;
    size_t count;
    options.unknown = options.shared = options.loops = true;
    threaded_make(&program, &options, seed);
    uint64_t *words = threaded_stream(&program, &count);
    if (damaged)
        damage(words, words + count, &random);
    received_start(&received, cores_of(seed), seed % 11 * 1000, (enum received_pace)(seed % 3));
    received_run(&received, words, words + count, 1 + seed % 1000);
    msim_order_settle(received.order);
    if (faulty)
        received.words[received.used - 1]++;
    bool whole = has_all(&received, words, words + count);
    received_end(&received);
    threaded_free(&program);
    free(words);
    return whole;
}

UNIT_TEST(whole)
{
    for (uint64_t seed = 0; seed < (uint64_t)unit_rounds(600); seed++) {
        ck_assert_msg(comes_whole(seed, false, false), "seed %d", (int)seed);
        ck_assert_msg(comes_whole(seed, true, false), "damaged: seed %d", (int)seed);
    }
    ck_assert(!comes_whole(1, false, true));
}
