/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads 8 blocks, 64 KB apart, in an order that looks random: how many of the reads miss a set
 * of 4 ways depends on which block it gives up. The first reads fill the set. */
#include <stdint.h>

enum { APART = 1 << 16, BLOCKS = 8, READS = 10000 };

static _Alignas(64) volatile char bytes[BLOCKS * APART];

int main(void)
{
    uint32_t sum = 0, x = 1;
    for (uint32_t block = 0; block < 4; block++)
        sum += (uint8_t)bytes[block * APART];
    for (int i = 0; i < READS; i++) {
        x = (x * 75 + 74) % 65537;
        sum += (uint8_t)bytes[x % BLOCKS * APART]; /* these */
    }
    return sum != 0;
}
