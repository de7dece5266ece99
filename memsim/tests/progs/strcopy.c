/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies, appends, compares and measures strings of many lengths and
 * alignments with libc's own (vectorised) string functions and with a plain
 * byte loop: dense reads and writes, few instructions each.
 * Usage: strcopy ROUNDS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 65536

static char from[SIZE], to[SIZE + 64];

static __attribute__((noinline)) void byte_copy(char *out, const char *in)
{
    while ((*out++ = *in++) != '\0')
        __asm__ volatile("" ::: "memory"); /* keep it a byte loop */
}

static void fill(void)
{
    for (unsigned i = 0; i < SIZE; i++)
        from[i] = (char)('a' + i * 7 % 26);
    from[SIZE - 1] = '\0';
}

static unsigned long one_round(unsigned round)
{
    unsigned long sum = 0;

    for (unsigned length = 1; length < 8192; length += length / 2 + 1) {
        const char *start = from + SIZE - 1 - length;

        strcpy(to + round % 31, start);
        byte_copy(to + round % 17, start);
        strcat(to, start);
        sum += strlen(to);
        sum += (unsigned long)(memcmp(to, start, length) > 0);
        memmove(to + 1, to, length);
    }
    return sum;
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 20;
    unsigned long sum = 0;

    fill();
    for (unsigned round = 0; round < rounds; round++) {
        memcpy(to, from, SIZE);
        sum += one_round(round);
    }
    printf("%lu\n", sum);
    return 0;
}
