/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mixes the bands of a picture: each is 4096 pixels wide, and all are 64 KiB apart. */
#include <stdio.h>

enum { BANDS = 32, WIDTH = 16384, USED = 4096 };

static int band[BANDS][WIDTH];

static long mix(void)
{
    long sum = 0;
    for (int x = 0; x < USED; x++)
        for (int b = 0; b < BANDS; b++)
            sum += band[b][x];
    return sum;
}

int main(void)
{
    for (int b = 0; b < BANDS; b++)
        for (int x = 0; x < USED; x++)
            band[b][x] = b ^ x;
    printf("%ld\n", mix() + mix());
    return 0;
}
