/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first library that libraries loads.  Its visit() is at the same address as that of the other. */

#define APART __attribute__((noinline, used))

void visit(void (*called)(void));

static volatile int count;

APART static void first_inner(void (*called)(void))
{
    called();
    count++;
}

__attribute__((aligned(256))) void visit(void (*called)(void))
{
    first_inner(called);
    count++;
}
