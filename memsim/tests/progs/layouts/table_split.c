/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c, laid out by hand as "make_table: 32 bytes: split 8-16" does. */
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 4096, KEYS = 3000, SEARCHES = 20000 };

struct slot {
    unsigned hash, flags;
    long value[2];
};

struct table {
    unsigned long *key;
    struct slot *slot;
};

__attribute__((noinline)) static void make_table(struct table *table)
{
    table->key = malloc(SLOTS * sizeof *table->key);
    table->slot = malloc(SLOTS * sizeof *table->slot);
    if (!table->key || !table->slot)
        exit(1);
    for (int i = 0; i < SLOTS; i++) {
        table->key[i] = 0;
        table->slot[i] = (struct slot){.hash = 0};
    }
}

__attribute__((noinline)) static unsigned long find(const unsigned long *keys, unsigned long key)
{
    unsigned long at = key * 0x9e3779b97f4a7c15ul >> 52;
    while (keys[at] && keys[at] != key)
        at = (at + 1) % SLOTS;
    return at;
}

int main(void)
{
    struct table table;
    long sum = 0;
    make_table(&table);
    for (unsigned long key = 1; key <= KEYS; key++) {
        unsigned long at = find(table.key, key);
        struct slot *slot = &table.slot[at];
        slot->hash = (unsigned)key;
        slot->flags = 1;
        table.key[at] = key;
        slot->value[0] = slot->value[1] = (long)key;
    }
    for (unsigned long i = 0; i < SEARCHES; i++)
        sum += table.key[find(table.key, 1 + i * 7 % (2 * KEYS))] != 0;
    printf("%ld\n", sum);
    return 0;
}
