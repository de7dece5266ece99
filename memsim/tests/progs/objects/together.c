/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fields that are used together: an array of orders, each a line of 8 fields, of which `price` and `amount`
 * are read together in most rounds and `state` alone in others.
 *
 * Counts for `memsim objects --objects-sim=accesses`, with lines of 64 bytes and a cache that is smaller than
 * the array: each round brings in all lines, so of the array there are ROUNDS * ORDERS lives.  In PAIRED *
 * ORDERS of them, 16 bytes are touched, in the others 8.
 */
#include <stdint.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))
enum { ORDERS = 2000, ROUNDS = 10, PAIRED = 7 };

struct order {
    long number, price, customer, date, state, amount, notes, discount;
};

NOINLINE static struct order *take_orders(void)
{
    void *at = NULL;
    if (posix_memalign(&at, 64, ORDERS * sizeof(struct order)))
        exit(1);
    return at;
}

/* Nobody writes to the array before, so all it has is what the kernel gave. */
NOINLINE static long value(const volatile struct order *orders)
{
    long sum = 0;
    for (int i = 0; i < ORDERS; i++)
        sum += orders[i].price * orders[i].amount;
    return sum;
}

NOINLINE static long open_ones(const volatile struct order *orders)
{
    long sum = 0;
    for (int i = 0; i < ORDERS; i++)
        sum += orders[i].state == 0;
    return sum;
}

int main(void)
{
    struct order *orders = take_orders();
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        sum += round < PAIRED ? value(orders) : open_ones(orders);
    return sum == (long)(ROUNDS - PAIRED) * ORDERS ? 0 : 1;
}
