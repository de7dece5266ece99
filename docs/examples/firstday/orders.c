/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up the open orders of a shop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 4000, ROUNDS = 30 };

struct order {
    long price;
    char customer[64], street[64], note[96];
    long quantity;
};

static long open_sum(const struct order *order)
{
    long sum = 0;
    for (int i = 0; i < ORDERS; i++)
        sum += order[i].price * order[i].quantity;
    return sum;
}

int main(void)
{
    struct order *order = calloc(ORDERS, sizeof *order);
    for (int i = 0; i < ORDERS; i++) {
        order[i].price = i;
        order[i].quantity = i % 5;
        strcpy(order[i].customer, "somebody");
    }
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++)
        sum += open_sum(order);
    printf("%ld\n", sum);
    free(order);
    return 0;
}
