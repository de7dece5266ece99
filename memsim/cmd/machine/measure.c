/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The measurements of show.h. */
#define _GNU_SOURCE
#include "show.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmd/base/die.h"
#include "cmd/base/median.h"
#include "cmd/files/progress.h"

enum {
    PROCESSORS_MAX = 1024,
    PAIRS_MAX = 128,
    TURNS = 1000, /* in a round */
    ROUNDS = 60,
    SPINS = 1 << 14, /* before the other thread gets the processor, as it may be waiting for it */
    ADDITIONS = 2000000,
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* --- The clock ---------------------------------------------------------------------------- */

/* Nothing is known of the number any more, so what comes after needs this very one. */
#define HIDE(number) __asm__ volatile("" : "+r"(number))

/* Cycles in a nanosecond: an addition that needs the last one's result takes one. */
static double clock_rate(void)
{
    double best = 0;
    uint64_t sum = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int i = 0; i < ADDITIONS / 4; i++) {
            sum += 3;
            HIDE(sum);
            sum += 5;
            HIDE(sum);
            sum += 7;
            HIDE(sum);
            sum += 9;
            HIDE(sum);
        }
        double rate = ADDITIONS / (now() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

/* --- Two processors ----------------------------------------------------------------------- */

struct pair {
    int processor[2];
    _Alignas(128) _Atomic uint32_t turn; /* even: the first one's */
};

static bool stay_on(int processor)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

static void wait_for(struct pair *pair, uint32_t turn)
{
    for (uint32_t spins = 1; atomic_load_explicit(&pair->turn, memory_order_acquire) != turn;
         spins++)
        if (spins % SPINS == 0)
            sched_yield();
}

static void *answer(void *self)
{
    struct pair *pair = self;
    stay_on(pair->processor[1]);
    for (uint32_t turn = 1; turn < 2 * TURNS * ROUNDS; turn += 2) {
        wait_for(pair, turn);
        atomic_store_explicit(&pair->turn, turn + 1, memory_order_release);
    }
    return NULL;
}

/* The nanoseconds of a turn of the fastest round. */
static double ask(struct pair *pair)
{
    double best = 0;
    uint32_t turn = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int i = 0; i < TURNS; i++, turn += 2) {
            wait_for(pair, turn);
            atomic_store_explicit(&pair->turn, turn + 1, memory_order_release);
        }
        double each = (now() - start) / (2 * TURNS);
        best = !round || each < best ? each : best;
    }
    return best;
}

static double measure_pair(int first, int second)
{
    struct pair pair = {.processor = {first, second}};
    pthread_t thread;
    if (!stay_on(first) || pthread_create(&thread, NULL, answer, &pair) != 0)
        msim_bad_input("no thread can be started on processors %d and %d", first, second);
    double each = ask(&pair);
    pthread_join(thread, NULL);
    return each;
}

/* --- All ---------------------------------------------------------------------------------- */

/* A text that the processors of one core have in common; "": the kernel does not report it. */
static void read_core(const char *sysfs, int processor, char *text, size_t room)
{
    char name[512];
    snprintf(name, sizeof name, "%s/cpu%d/topology/thread_siblings_list", sysfs, processor);
    FILE *from = fopen(name, "re");
    if (!from || !fgets(text, (int)room, from))
        *text = 0;
    if (from)
        fclose(from);
}

static bool are_siblings(const char *sysfs, int first, int second)
{
    char one[256], other[256];
    read_core(sysfs, first, one, sizeof one);
    read_core(sysfs, second, other, sizeof other);
    return *one && !strcmp(one, other);
}

struct samples {
    double each[PAIRS_MAX];
    unsigned used;
};

static double median(struct samples *samples)
{
    msim_sort_numbers(samples->each, samples->used);
    return samples->used ? samples->each[samples->used / 2] : 0;
}

static int list_processors(const cpu_set_t *allowed, int *processor)
{
    int used = 0;
    for (int i = 0; i < CPU_SETSIZE && used < PROCESSORS_MAX; i++)
        if (CPU_ISSET(i, allowed))
            processor[used++] = i;
    return used;
}

/* If there are more pairs than can be measured in a minute, only every n-th is. */
static void measure_pairs(const char *sysfs, const int *processor, int used, struct samples *apart,
                          struct samples *within)
{
    long all = (long)used * (used - 1) / 2, step = (all + PAIRS_MAX - 1) / PAIRS_MAX, number = 0;
    struct msim_progress progress;
    msim_progress_start(&progress, "measuring", (uint64_t)all);
    for (int i = 0; i < used; i++)
        for (int k = i + 1; k < used; k++, number++) {
            if (number % step)
                continue;
            struct samples *to = are_siblings(sysfs, processor[i], processor[k]) ? within : apart;
            to->each[to->used++] = measure_pair(processor[i], processor[k]);
            msim_progress(&progress, (uint64_t)number);
        }
    msim_progress_end(&progress);
}

struct msim_measured msim_machine_measure(const char *sysfs)
{
    static int processor[PROCESSORS_MAX];
    struct samples apart = {.used = 0}, within = {.used = 0};
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        msim_bad_input("the processors that may be used cannot be listed");
    int used = list_processors(&allowed, processor);
    if (used < 2)
        msim_bad_input(
            "machine measure: one processor cannot take a line from another; it needs two");
    struct msim_measured measured = {.rate = clock_rate()};
    measure_pairs(sysfs, processor, used, &apart, &within);
    sched_setaffinity(0, sizeof allowed, &allowed);
    measured.median = median(&apart);
    measured.within = median(&within);
    measured.pairs = apart.used;
    measured.siblings = within.used;
    if (!apart.used)
        msim_bad_input("machine measure: all %d processors are of one core; it needs two cores",
                       used);
    measured.fastest = apart.each[0];
    measured.slowest = apart.each[apart.used - 1];
    measured.cycles = (uint32_t)(measured.median * measured.rate + 0.5);
    measured.cycles = measured.cycles ? measured.cycles : 1;
    return measured;
}

void msim_measured_put(const struct msim_measured *measured, FILE *to)
{
    fprintf(to, "clock      %.2f GHz\n", measured->rate);
    fprintf(to, "transfer   %u cycles for a line from another core: %.0f ns", measured->cycles,
            measured->median);
    if (measured->pairs > 1)
        fprintf(to, ", the median of %u pairs of processors, from %.0f to %.0f ns", measured->pairs,
                measured->fastest, measured->slowest);
    fputc('\n', to);
    if (measured->siblings)
        fprintf(to, "siblings   %.0f ns between processors of one core\n", measured->within);
}
