/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A handler of a signal that runs on an alternate stack, which is mapped; it has locals of its
 * own there, and changes those of the function that was interrupted.
 * Flags: -O1 -g. Usage: altstack */
#include "places.h"
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

static volatile long *interrupted;
static uintptr_t handler_cfa;
static volatile void *handler_locals;

static NOINLINE void set_all(volatile long *array, size_t longs)
{
    for (size_t i = 0; i < longs; i++)
        array[i] = (long)i;
}

static NOINLINE void in_handler(void)
{
    volatile long locals[300];
    handler_cfa = address_of(__builtin_dwarf_cfa());
    handler_locals = locals;
    mark(2);
    set_all(locals, 300);
    for (size_t i = 0; i < 100; i += 2)
        interrupted[i]++;
    mark(3);
}

static void handler(int number)
{
    (void)number;
    in_handler();
}

static NOINLINE void work(void)
{
    static const struct about about = {
        .kind = "stack", .key = "work", .name = "locals", .from = 1, .to = 4};
    static const struct about inner = {
        .kind = "stack", .key = "in_handler", .name = "locals", .from = 2, .to = 3};
    volatile long locals[100];
    mark(1);
    set_all(locals, 100);
    interrupted = locals;
    raise(SIGUSR1);
    set_all(locals, 100);
    mark(4);
    place(&about, locals, sizeof locals, address_of(__builtin_dwarf_cfa()));
    place(&inner, handler_locals, 300 * sizeof(long), handler_cfa);
}

int main(void)
{
    stack_t stack = {.ss_size = 1 << 16};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK;
    stack.ss_sp =
        mmap(NULL, stack.ss_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) || sigaction(SIGUSR1, &action, NULL))
        return 1;
    places_begin();
    work();
    places_end();
    return 0;
}
