/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads 8 bytes at every offset of a line of 64 bytes, 1,000 times each: 7 of the 64 straddle two lines. */
#include <stdint.h>

static _Alignas(64) volatile char bytes[128];

int main(void)
{
    uint64_t sum = 0;
    for (int round = 0; round < 1000; round++)
        for (int offset = 0; offset < 64; offset++)
            sum += *(volatile uint64_t *)(bytes + offset); /* 7,000 */
    return sum != 0;
}
