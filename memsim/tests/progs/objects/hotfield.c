/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An array of structs with one hot field: all fields are written once, then hits is read and written
 * in every round, and weight in the last. SPLIT_BY_HAND: hits is an array of its own.
 * Flags: -O1 -g. Usage: hotfield [RECORDS] [ROUNDS] */
#include "places.h"
#include <string.h>

struct record {
    char name[40];
    int count;
    short flags; /* and two bytes of padding */
    double weight;
#ifdef SPLIT_BY_HAND
};
static uint64_t *hits_of;
#define HITS(array, i) hits_of[i]
#else
    uint64_t hits;
};
#define HITS(array, i) (array)[i].hits
#endif
enum { BYTES = 64, HITS_AT = 56 }; /* of a record, and where hits is in it, without SPLIT_BY_HAND */

static size_t records = 1500;
static unsigned rounds = 6;

static NOINLINE struct record *make_records(void)
{
#ifdef SPLIT_BY_HAND
    hits_of = malloc(records * sizeof *hits_of);
#endif
    return malloc(records * sizeof(struct record));
}

static NOINLINE void fill(struct record *array)
{
    for (size_t i = 0; i < records; i++) {
        memset(array[i].name, 'n', sizeof array[i].name);
        array[i].count = (int)i;
        array[i].flags = (short)(i & 7);
        array[i].weight = 0.5 * (double)i;
        HITS(array, i) = 0;
    }
}

static NOINLINE void hit(struct record *array, unsigned round)
{
    (void)array;
    for (size_t i = 0; i < records; i++)
        HITS(array, i) += round;
}

static NOINLINE double weigh(const struct record *array)
{
    double sum = 0;
    for (size_t i = 0; i < records; i++)
        sum += array[i].weight;
    return sum;
}

int main(int argc, char **argv)
{
    static const struct about about = {.kind = "heap", .key = "make_records", .layout = "record"};
    if (argc > 1)
        records = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        rounds = (unsigned)strtoul(argv[2], NULL, 10);
    struct record *array = make_records();
    fill(array);
    for (unsigned round = 0; round < rounds; round++)
        hit(array, round);
    double sum = weigh(array);
    places_begin();
    layout("record", BYTES);
    FIELD(struct record, name);
    FIELD(struct record, count);
    FIELD(struct record, flags);
    FIELD(struct record, weight);
    field("hits", HITS_AT, sizeof(uint64_t));
    heap_place(&about, array, records * BYTES);
    static_place("records", &records, sizeof records, NULL);
    places_end();
    return sum < 0;
}
