/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * late N: a loop that reads a line in each round, and asks for it N rounds before. A round asks, reads,
 * and then multiplies what it read 20 times; the address of what the next round asks for and reads
 * needs that, so rounds run one after the other. Without waiting one takes c cycles, of which the read
 * is h, and if a line takes L to come, with N c < L - h a round of N + 1 waits for L - h - N c.
 */
#include <stdlib.h>

enum { LINE = 64, LINES = 500, MOST = 100 };

static char area[(LINES + MOST) * LINE] __attribute__((aligned(4096)));

int main(int argc, char **argv)
{
    long chain = 0;
    const char *to = area + LINE * (argc > 1 ? strtol(argv[1], NULL, 10) % MOST : 1);
    for (const char *at = area; at < area + LINES * LINE; at += LINE, to += LINE) {
        __asm__ volatile("prefetcht0 (%1,%0)" : "+r"(chain) : "r"(to)); /* asks */
        __asm__ volatile("mov (%1,%0), %0" : "+r"(chain) : "r"(at));    /* reads */
#define MULTIPLY "imul $3, %0, %0\n\t"
#define FIVE     MULTIPLY MULTIPLY MULTIPLY MULTIPLY MULTIPLY
        __asm__ volatile(FIVE FIVE FIVE FIVE : "+r"(chain));
    }
    return chain != 0;
}
