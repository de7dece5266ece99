/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash table with a header before its slots, and items with a header before their keys: both end in
 * a flexible array. A look-up reads slot and hash often, keys only where hashes are equal. Items have
 * several sizes, so that one call of malloc has several size classes.
 * SPLIT_BY_HAND: the slots' looks are in an array of their own.
 * Flags: -O1 -g. Usage: hashtable [ITEMS] [ROUNDS] */
#include "places.h"
#include <string.h>

struct item {
    struct item *next;
    uint32_t hash, length;
    char key[];
};

struct slot {
#ifndef SPLIT_BY_HAND
    uint64_t looks;
#endif
    struct item *item;
    uint32_t state; /* and four bytes of padding */
};
enum { BYTES = 24, ITEM_AT = 8, STATE_AT = 16 }; /* of a slot, without SPLIT_BY_HAND */

struct table {
    size_t used, size, looks;
    struct slot slots[];
};

#ifdef SPLIT_BY_HAND
static uint64_t *looks_of;
#define LOOKS(table, i) looks_of[i]
#else
#define LOOKS(table, i) (table)->slots[i].looks
#endif

static size_t items = 500, rounds = 4;

static NOINLINE struct table *make_table(size_t size)
{
#ifdef SPLIT_BY_HAND
    looks_of = malloc(size * sizeof *looks_of);
#endif
    return malloc(sizeof(struct table) + size * sizeof(struct slot));
}

static NOINLINE struct item *make_item(size_t length)
{
    return malloc(sizeof(struct item) + length);
}

static NOINLINE uint32_t hash_of(const char *key, size_t length)
{
    uint32_t hash = 5381;
    for (size_t i = 0; i < length; i++)
        hash = hash * 33 + (unsigned char)key[i];
    return hash;
}

static size_t write_key(char *key, size_t number)
{
    size_t length = 0;
    for (size_t i = 0; i < 4 + number % 5 * 8; i++)
        key[length++] = (char)('a' + (number >> i % 8 & 15));
    memcpy(key + length, &number, sizeof number);
    return length + sizeof number;
}

static NOINLINE void insert(struct table *table, size_t number)
{
    char key[64];
    size_t length = write_key(key, number);
    struct item *item = make_item(length);
    memcpy(item->key, key, length);
    item->hash = hash_of(key, length);
    item->length = (uint32_t)length;
    struct slot *slot = &table->slots[item->hash % table->size];
    item->next = slot->item;
    slot->item = item;
    slot->state = 1;
    table->used++;
}

static NOINLINE int look_up(struct table *table, const char *key, size_t length)
{
    uint32_t hash = hash_of(key, length);
    const struct slot *slot = &table->slots[hash % table->size];
    table->looks++;
    LOOKS(table, hash % table->size)++;
    if (!slot->state)
        return 0;
    for (const struct item *item = slot->item; item; item = item->next)
        if (item->hash == hash && item->length == length && memcmp(item->key, key, length) == 0)
            return 1;
    return 0;
}

static void print_places(const struct table *table)
{
    static const struct about about = {
        .kind = "heap", .key = "make_table", .layout = "slot", .at = offsetof(struct table, slots)};
    static const struct about item_about = {.kind = "heap", .key = "make_item", .layout = "item"};
    places_begin();
    layout("slot", BYTES);
    field("looks", 0, sizeof(uint64_t));
    field("item", ITEM_AT, sizeof(struct item *));
    field("state", STATE_AT, sizeof(uint32_t));
    layout("item", 1 << 16); /* one element a block */
    FIELD(struct item, next);
    FIELD(struct item, hash);
    FIELD(struct item, length);
    field("key", offsetof(struct item, key), (1 << 16) - offsetof(struct item, key));
    heap_place(&about, table, sizeof *table + table->size * BYTES);
    for (size_t i = 0; i < table->size; i++)
        for (const struct item *item = table->slots[i].item; item; item = item->next)
            heap_place(&item_about, item, sizeof *item + item->length);
    places_end();
}

int main(int argc, char **argv)
{
    size_t found = 0;
    if (argc > 1)
        items = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        rounds = strtoul(argv[2], NULL, 10);
    struct table *table = make_table(2 * items);
    table->used = table->looks = 0;
    table->size = 2 * items;
    for (size_t i = 0; i < table->size; i++) {
        table->slots[i] = (struct slot){.item = NULL};
        LOOKS(table, i) = 0;
    }
    for (size_t i = 0; i < items; i++)
        insert(table, i);
    for (size_t i = 0; i < rounds * items; i++) {
        char key[64];
        found += (size_t)look_up(table, key, write_key(key, i * 7919 % (2 * items)));
    }
    print_places(table);
    return found == 0;
}
