/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two hot fields of a structure of 128 bytes at its ends: 1,200 blocks, of which each round reads bytes 120 to
 * 128 and adds them to bytes 0 to 8.  With BY_HAND, both fields are in front.
 */
#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 1200, ROUNDS = 6 };

struct record {
    long first;
#ifndef BY_HAND
    long between[14];
#endif
    long last;
#ifdef BY_HAND
    long between[14];
#endif
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
