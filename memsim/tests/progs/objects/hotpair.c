/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two hot global variables on one cache line, and a cold table that evicts them again and again, of which
 * one int in 16 is read. SPLIT_BY_HAND: these are a table of their own.
 * Flags: -O1 -g. Usage: hotpair [ROUNDS] */
#include "places.h"

/* In one section with a line for themselves, in whichever order the compiler has them. */
#define HOT(bytes) __attribute__((section(".data.hot"), aligned(bytes)))
char cold_line[64] HOT(64) = "cold";
long requests HOT(32) = 1;
long replies HOT(32) = 1;
enum { SIZE = 4096, STEP = 16 };
#ifdef SPLIT_BY_HAND
static int table[SIZE / STEP] = {1};
static int rest[SIZE / STEP][STEP - 1] = {{1}};
#define TABLE(i) *((i) % STEP ? &rest[(i) / STEP][(i) % STEP - 1] : &table[(i) / STEP])
#else
static int table[SIZE] = {1};
#define TABLE(i) table[i]
#endif

static NOINLINE long serve(unsigned round)
{
    long sum = 0;
    for (unsigned i = 0; i < SIZE; i += STEP) {
        sum += TABLE(i);
        if (i % 256 == 0)
            requests += round;
        if (i % 512 == 0)
            replies++;
    }
    return sum;
}

static NOINLINE void reset(void)
{
    for (unsigned i = 0; i < SIZE; i++)
        TABLE(i) = (int)i;
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 30;
    long sum = 0;
    reset();
    for (unsigned round = 0; round < rounds; round++)
        sum += serve(round);
    places_begin();
    static_place("requests", &requests, sizeof requests, NULL);
    static_place("replies", &replies, sizeof replies, NULL);
    layout("int", sizeof table[0]);
    field("[]", 0, sizeof table[0]);
    static_place("table", table, SIZE * sizeof table[0], "int");
    places_end();
    if (address_of(&requests) / 64 != address_of(&replies) / 64) {
        fprintf(stderr, "hotpair: the two variables are not on one line\n");
        return 1;
    }
    return sum == 0;
}
