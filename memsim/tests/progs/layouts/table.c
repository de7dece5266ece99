/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A hash table with headers beside keys: 4,096 slots of 32 bytes in one block; a search looks at keys (bytes 8 to
 * 16) until it finds its own or an empty slot.  With BY_HAND, keys are in an array of their own.
 * Slots are cleared by the program: how much of a block calloc clears depends on where it is from.
 */
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 4096, KEYS = 3000, SEARCHES = 20000 };

struct slot {
    unsigned hash, flags;
#ifndef BY_HAND
    unsigned long key;
#endif
    long value[2];
};
#ifdef BY_HAND
static unsigned long *keys;
#define KEY(table, at) keys[at]
#else
#define KEY(table, at) (table)[at].key
#endif

__attribute__((noinline)) static struct slot *make_table(void)
{
    struct slot *table = malloc(SLOTS * sizeof *table);
#ifdef BY_HAND
    keys = malloc(SLOTS * sizeof *keys);
#endif
    for (int i = 0; i < SLOTS; i++) {
        table[i] = (struct slot){.hash = 0};
        KEY(table, i) = 0;
    }
    return table;
}

__attribute__((noinline)) static unsigned long find(struct slot *table, unsigned long key)
{
    unsigned long at = key * 0x9e3779b97f4a7c15ul >> 52;
    (void)table; /* with BY_HAND, keys are elsewhere */
    while (KEY(table, at) && KEY(table, at) != key)
        at = (at + 1) % SLOTS;
    return at;
}

int main(void)
{
    struct slot *table = make_table();
    long sum = 0;
    for (unsigned long key = 1; key <= KEYS; key++) {
        unsigned long at = find(table, key);
        struct slot *slot = &table[at];
        slot->hash = (unsigned)key;
        slot->flags = 1;
        KEY(table, at) = key;
        slot->value[0] = slot->value[1] = (long)key;
    }
    for (unsigned long i = 0; i < SEARCHES; i++)
        sum += KEY(table, find(table, 1 + i * 7 % (2 * KEYS))) != 0;
    printf("%ld\n", sum);
    return 0;
}
