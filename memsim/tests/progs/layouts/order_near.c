/* SPDX-License-Identifier: GPL-2.0-or-later */
/* order.c, laid out by hand as "make_record: order 0-8,120-128" does. */
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 1200, ROUNDS = 6 };

struct record {
    long first;
    long last;
    long between[14];
};

__attribute__((noinline)) static struct record *make_record(long number)
{
    struct record *record = malloc(sizeof *record);
    if (!record)
        exit(1);
    record->first = number;
    record->last = number;
    return record;
}

__attribute__((noinline)) static long sum_of(struct record **all)
{
    long sum = 0;
    for (int i = 0; i < RECORDS; i++)
        sum += all[i]->first += all[i]->last;
    return sum;
}

int main(void)
{
    static struct record *all[RECORDS];
    long sum = 0;
    for (long i = 0; i < RECORDS; i++)
        all[i] = make_record(i);
    for (int i = 0; i < ROUNDS; i++)
        sum += sum_of(all);
    for (int i = 0; i < RECORDS; i++)
        free(all[i]);
    printf("%ld\n", sum);
    return 0;
}
