/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a runtime does: one mapping has the stacks of two coroutines, and before, between and behind them objects, which
 * the coroutines use. The objects are mapped memory, and only the locals belong to frames.
 * Flags: -O1 -g. Usage: arena [TURNS] */
#include "places.h"
#include <sys/mman.h>
#include <ucontext.h>

#define ROUTINES 2
#define LONGS    150
#define OBJECTS  2048 /* longs of objects in a row */
#define STACK    (1 << 14)

struct part {
    volatile long objects[OBJECTS];
    char stack[STACK];
};
static struct arena {
    struct part part[ROUTINES];
    volatile long behind[4 * OBJECTS];
} * arena;

static ucontext_t home, contexts[ROUTINES];
static uintptr_t cfas[ROUTINES];
static volatile void *locals_of[ROUTINES];
static unsigned turns = 4;

static NOINLINE void add_all(volatile long *array, size_t longs)
{
    for (size_t i = 0; i < longs; i++)
        array[i] += (long)i;
}

static NOINLINE void take_turns(int self)
{
    volatile long locals[LONGS];
    cfas[self] = address_of(__builtin_dwarf_cfa());
    locals_of[self] = locals;
    mark(1 + (unsigned)self);
    for (unsigned turn = 0; turn < turns; turn++) {
        add_all(locals, LONGS);
        add_all(arena->part[0].objects, OBJECTS);
        add_all(arena->part[1].objects, OBJECTS);
        add_all(arena->behind, 4 * OBJECTS);
        swapcontext(&contexts[self], &home);
    }
    mark(11 + (unsigned)self);
}

static void routine(int self)
{
    take_turns(self);
}

static void print_places(void)
{
    struct about objects = {.kind = "mapped", .key = ""};
    for (unsigned i = 0; i < ROUTINES; i++) {
        struct about frame = {
            .kind = "stack", .key = "take_turns", .name = "locals", .from = 1 + i, .to = 11 + i};
        place(&frame, locals_of[i], LONGS * sizeof(long), cfas[i]);
        place(&objects, arena->part[i].objects, sizeof arena->part[i].objects, address_of(arena));
    }
    place(&objects, arena->behind, sizeof arena->behind, address_of(arena));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        turns = (unsigned)strtoul(argv[1], NULL, 10);
    places_begin();
    arena = mmap(NULL, sizeof *arena, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (arena == MAP_FAILED)
        return 1;
    for (int i = 0; i < ROUTINES; i++) {
        getcontext(&contexts[i]);
        contexts[i].uc_stack.ss_sp = arena->part[i].stack;
        contexts[i].uc_stack.ss_size = STACK;
        contexts[i].uc_link = &home;
        makecontext(&contexts[i], (void (*)(void))routine, 1, i);
    }
    for (unsigned turn = 0; turn <= turns; turn++)
        for (int i = 0; i < ROUTINES; i++)
            swapcontext(&home, &contexts[i]);
    add_all(arena->behind, 4 * OBJECTS);
    print_places();
    places_end();
    return 0;
}
