/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A million allocation sites: 2^LEVELS paths of calls lead to one malloc, as each level calls the next
 * from two places. Each block is written and freed. Flags: -O1 -g. Usage: manysites [LEVELS] */
#include "places.h"

static unsigned levels = 20;
static unsigned long blocks;
static volatile long sink;

static NOINLINE void leaf(void)
{
    volatile long *block = malloc(32);
    for (unsigned i = 0; i < 4; i++)
        block[i] = 1;
    blocks++;
    free((void *)block);
}

static NOINLINE void step(unsigned level)
{
    if (level == 0) {
        leaf();
        return;
    }
    step(level - 1);
    sink++;
    step(level - 1);
    sink++;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        levels = (unsigned)strtoul(argv[1], NULL, 10);
    step(levels);
    places_begin();
    printf("blocks\t%lu\n", blocks);
    places_end();
    return 0;
}
