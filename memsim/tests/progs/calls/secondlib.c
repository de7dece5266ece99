/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The second library that libraries loads.  Its visit() is at the same address as that of the other. */

#define APART __attribute__((noinline, used))

void visit(void (*called)(void));

static volatile int count;

APART static void second_inner(void (*called)(void))
{
    called();
    count++;
}

APART static void second_outer(void (*called)(void))
{
    second_inner(called);
    count++;
}

__attribute__((aligned(256))) void visit(void (*called)(void))
{
    second_outer(called);
    count++;
}
