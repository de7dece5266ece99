/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An example for docs/objects.md: the sum over a list touches two fields of each account, which are on
 * different lines of the cache, and counts accounts by branch in a table.
 *
 *     gcc -g -O2 -o accounts accounts.c
 */
#include <stdio.h>
#include <stdlib.h>

enum { ACCOUNTS = 20000, BRANCHES = 5000, ROUNDS = 10 };

struct account {
    struct account *next;
    long number;
    char owner[52];
    int branch;
    long balance;
};

static long per_branch[BRANCHES];

static __attribute__((noinline)) struct account *open_account(struct account *list, long number)
{
    struct account *account = malloc(sizeof *account);
    if (!account)
        exit(1);
    account->next = list;
    account->number = number;
    account->owner[0] = 0;
    account->branch = (int)(number * 7919 % BRANCHES);
    account->balance = number % 100;
    return account;
}

static __attribute__((noinline)) long sum(const struct account *list)
{
    long total = 0;
    for (; list; list = list->next) {
        total += list->balance;
        per_branch[list->branch]++;
    }
    return total;
}

int main(void)
{
    struct account *list = NULL;
    long total = 0;
    for (long i = 0; i < ACCOUNTS; i++)
        list = open_account(list, i);
    for (int i = 0; i < ROUNDS; i++)
        total += sum(list);
    printf("%ld %ld\n", total, per_branch[1]);
    return 0;
}
