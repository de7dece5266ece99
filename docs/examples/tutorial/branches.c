/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks of each random number whether it is large; FIXED: computes with the answer instead. */
#include <stdio.h>

enum { NUMBERS = 1 << 15 };

static volatile unsigned large, sum;

static void look_at(unsigned number)
{
#ifdef FIXED
    unsigned is_large = number >> 31;
    large = large + is_large;
    sum = sum + (number & -is_large);
#else
    if (number >> 31) {
        large = large + 1;
        sum = sum + number;
    }
#endif
}

int main(void)
{
    unsigned number = 12345;
    for (int i = 0; i < NUMBERS; i++) {
        number = number * 1664525 + 1013904223;
        look_at(number);
    }
    printf("%u %u\n", large, sum);
    return 0;
}
