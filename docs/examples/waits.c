/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An example for docs/cycles.md: the same misses take different times, and some of what takes time misses nothing.
 *
 *     gcc -g -O1 -o waits waits.c
 */
#include <stdio.h>

#define ALONE __attribute__((noinline)) /* a function of its own, and a row */

enum { ITEMS = 1 << 20 };

static struct {
    unsigned next, value, others[14];
} item[ITEMS]; /* 64 MB, a line each */
static unsigned order[ITEMS], values[ITEMS];
static unsigned char byte[ITEMS], low[ITEMS];

/* Draws an order, links the items in it, and draws bytes. */
ALONE static void prepare(void)
{
    unsigned state = 1;
    for (unsigned i = 0; i < ITEMS; i++) {
        state = state * 1664525 + 1013904223;
        unsigned other = (state >> 8) % (i + 1);
        order[i] = order[other];
        order[other] = i;
        byte[i] = state >> 24;
    }
    for (unsigned i = 0; i < ITEMS; i++) {
        item[order[i]].next = order[(i + 1) % ITEMS];
        item[order[i]].value = i;
    }
}

ALONE static unsigned follow(void)
{
    unsigned at = order[0];
    for (unsigned i = 0; i < ITEMS; i++)
        at = item[at].next;
    return at;
}

ALONE static void look_up(void)
{
    for (unsigned i = 0; i < ITEMS; i++)
        values[i] = item[order[i]].value;
}

ALONE static unsigned keep_some(void)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < ITEMS; i++)
        if (byte[i] < 128)
            low[kept++] = byte[i];
    return kept;
}

ALONE static unsigned keep_all(void)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < ITEMS; i++) {
        low[kept] = byte[i];
        kept += byte[i] < 128;
    }
    return kept;
}

int main(void)
{
    prepare();
    unsigned last = follow();
    look_up();
    unsigned some = keep_some(), all = keep_all();
    printf("%u %u %u %u\n", last, values[ITEMS - 1], some - all, low[0]);
    return 0;
}
