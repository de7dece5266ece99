/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An array of structs with one hot field: all fields are written once, then hits is read and written
 * in every round, and weight in the last. Flags: -O1 -g. Usage: hotfield [RECORDS] [ROUNDS] */
#include "places.h"
#include <string.h>

struct record {
    char name[40];
    int count;
    short flags; /* and two bytes of padding */
    double weight;
    uint64_t hits;
};

static size_t records = 1500;
static unsigned rounds = 6;

static NOINLINE struct record *make_records(void)
{
    return malloc(records * sizeof(struct record));
}

static NOINLINE void fill(struct record *array)
{
    for (size_t i = 0; i < records; i++) {
        memset(array[i].name, 'n', sizeof array[i].name);
        array[i].count = (int)i;
        array[i].flags = (short)(i & 7);
        array[i].weight = 0.5 * (double)i;
        array[i].hits = 0;
    }
}

static NOINLINE void hit(struct record *array, unsigned round)
{
    for (size_t i = 0; i < records; i++)
        array[i].hits += round;
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
    layout("record", sizeof(struct record));
    FIELD(struct record, name);
    FIELD(struct record, count);
    FIELD(struct record, flags);
    FIELD(struct record, weight);
    FIELD(struct record, hits);
    heap_place(&about, array, records * sizeof *array);
    static_place("records", &records, sizeof records, NULL);
    places_end();
    return sum < 0;
}
