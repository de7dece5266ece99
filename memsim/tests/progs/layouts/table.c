/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A hash table with headers beside keys: 4,096 slots of 32 bytes in one block; a search looks at keys (bytes 8 to
 * 16) until it finds its own or an empty slot.  table_split.c is the same with the keys in an array of their own.
 * Both clear the slots themselves: how much of a block calloc clears depends on where it is from.
 */
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 4096, KEYS = 3000, SEARCHES = 20000 };

struct slot {
    unsigned hash, flags;
    unsigned long key;
    long value[2];
};

__attribute__((noinline)) static struct slot *make_table(void)
{
    struct slot *table = malloc(SLOTS * sizeof *table);
    if (!table)
        exit(1);
    for (int i = 0; i < SLOTS; i++)
        table[i] = (struct slot){.key = 0};
    return table;
}

__attribute__((noinline)) static struct slot *find(struct slot *table, unsigned long key)
{
    unsigned long at = key * 0x9e3779b97f4a7c15ul >> 52;
    while (table[at].key && table[at].key != key)
        at = (at + 1) % SLOTS;
    return &table[at];
}

int main(void)
{
    struct slot *table = make_table();
    long sum = 0;
    for (unsigned long key = 1; key <= KEYS; key++) {
        struct slot *slot = find(table, key);
        slot->hash = (unsigned)key;
        slot->flags = 1;
        slot->key = key;
        slot->value[0] = slot->value[1] = (long)key;
    }
    for (unsigned long i = 0; i < SEARCHES; i++)
        sum += find(table, 1 + i * 7 % (2 * KEYS))->key != 0;
    printf("%ld\n", sum);
    return 0;
}
