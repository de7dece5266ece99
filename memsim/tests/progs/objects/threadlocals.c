/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thread-local counters, of the main thread and then of a second one; the stack of the second one has a
 * buffer that it fills. One thread runs at a time.
 * Flags: -O1 -g -pthread. Usage: threadlocals [ROUNDS] */
#include "places.h"
#include <pthread.h>

struct counters {
    long calls, errors;
    int by_kind[300];
};

static __thread struct counters counters;
static unsigned rounds = 20;

static struct seen {
    uintptr_t pointer, cfa;
    volatile void *counters, *buffer;
} seen[2];

static NOINLINE void count(unsigned round)
{
    for (unsigned i = 0; i < 300; i += 3) {
        counters.calls++;
        counters.by_kind[i] += (int)round;
    }
    counters.errors += round & 1;
}

static NOINLINE void work(struct seen *at, unsigned step)
{
    volatile char buffer[2000];
    at->cfa = address_of(__builtin_dwarf_cfa());
    at->buffer = buffer;
    at->counters = &counters;
    at->pointer = thread_pointer();
    mark(step);
    for (unsigned round = 0; round < rounds; round++)
        count(round);
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = (char)i;
    mark(step + 1);
}

static void *thread(void *unused)
{
    work(&seen[1], 3);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t other;
    if (argc > 1)
        rounds = (unsigned)strtoul(argv[1], NULL, 10);
    work(&seen[0], 1);
    if (pthread_create(&other, NULL, thread, NULL) || pthread_join(other, NULL))
        return 1;
    places_begin();
    layout("counters", sizeof(struct counters));
    FIELD(struct counters, calls);
    FIELD(struct counters, errors);
    FIELD(struct counters, by_kind);
    layout("char", 1);
    field("[]", 0, 1);
    for (unsigned i = 0; i < 2; i++) {
        struct about tls = {.kind = "tls", .key = "", .layout = "counters", .name = "counters"};
        struct about stack = {.kind = "stack", .key = "work", .layout = "char", .name = "buffer"};
        tls.from = stack.from = 1 + 2 * i;
        tls.to = stack.to = 2 + 2 * i;
        if (i == 0)
            tls.from = tls.to = 0;
        place(&tls, seen[i].counters, sizeof counters, seen[i].pointer);
        place(&stack, seen[i].buffer, 2000, seen[i].cfa);
    }
    places_end();
    return 0;
}
