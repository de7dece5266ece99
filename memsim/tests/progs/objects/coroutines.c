/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three coroutines that take turns; each has locals that it writes in every turn. The first one's stack
 * is mapped, and its locals are its frame's; the others' are in a block and in a variable, which they belong to.
 * Flags: -O1 -g. Usage: coroutines [TURNS] */
#include "places.h"
#include <sys/mman.h>
#include <ucontext.h>

#define ROUTINES 3
#define LONGS    150

static char stack[1 << 14] __attribute__((aligned(4096)));
static char *stacks[ROUTINES] = {NULL, NULL, stack};
static ucontext_t home, contexts[ROUTINES];
static uintptr_t cfas[ROUTINES];
static volatile void *locals_of[ROUTINES];
static unsigned turns = 6;

static NOINLINE void set_all(volatile long *array, size_t longs)
{
    for (size_t i = 0; i < longs; i++)
        array[i] += (long)i;
}

/* The first turn of each begins a step; the last ends it. */
static NOINLINE void take_turns(int self)
{
    volatile long locals[LONGS];
    cfas[self] = address_of(__builtin_dwarf_cfa());
    locals_of[self] = locals;
    mark(1 + (unsigned)self);
    for (unsigned turn = 0; turn < turns; turn++) {
        set_all(locals, LONGS);
        swapcontext(&contexts[self], &home);
    }
    mark(11 + (unsigned)self);
}

static void routine(int self)
{
    take_turns(self);
}

static NOINLINE char *make_stack(void)
{
    return malloc(sizeof stack);
}

static void print_places(void)
{
    struct about frame = {
        .kind = "stack", .key = "take_turns", .name = "locals", .from = 1, .to = 11};
    struct about block = {.kind = "heap", .key = "make_stack"};
    place(&frame, locals_of[0], LONGS * sizeof(long), cfas[0]);
    heap_place(&block, stacks[1], sizeof stack);
    static_place("stack", stack, sizeof stack, NULL);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        turns = (unsigned)strtoul(argv[1], NULL, 10);
    places_begin();
    stacks[0] =
        mmap(NULL, sizeof stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stacks[1] = make_stack();
    if (stacks[0] == MAP_FAILED || !stacks[1])
        return 1;
    for (int i = 0; i < ROUTINES; i++) {
        getcontext(&contexts[i]);
        contexts[i].uc_stack.ss_sp = stacks[i];
        contexts[i].uc_stack.ss_size = sizeof stack;
        contexts[i].uc_link = &home;
        makecontext(&contexts[i], (void (*)(void))routine, 1, i);
    }
    for (unsigned turn = 0; turn <= turns; turn++)
        for (int i = 0; i < ROUTINES; i++)
            swapcontext(&home, &contexts[i]);
    print_places();
    places_end();
    return 0;
}
