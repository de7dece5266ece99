/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Multiplies matrices, and adds a large one up. */
#include "rebuilt.h"

enum { SIDE = 64, WIDE = 512 };

static uint32_t a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE], large[WIDE][WIDE];

static void multiply(void)
{
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++) {
            uint32_t sum = 0;
            for (int n = 0; n < SIDE; n++)
                sum += a[i][n] * b[n][k];
            c[i][k] = sum;
#if SLOW == 4
            for (int n = 0; n < 14; n++)
                *(volatile uint32_t *)&c[i][k] = sum + a[i][n] - a[i][n]; /* slow 4 */
#endif
        }
}

static uint64_t add_up(void)
{
    uint64_t sum = 0;
#if SLOW == 5
    for (int first = 0; first < 2; first++)
        for (int i = 0; i < WIDE; i++)
            for (int k = first; k < WIDE; k += 2)
                sum += large[i][k]; /* slow 5 */
#else
    for (int i = 0; i < WIDE; i++)
        for (int k = 0; k < WIDE; k++)
            sum += large[i][k];
#endif
    return sum;
}

uint64_t matrix_multiply(void)
{
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++) {
            a[i][k] = (uint32_t)(i * 7 + k);
            b[i][k] = (uint32_t)(i + k * 5);
        }
    for (int i = 0; i < WIDE; i++)
        large[i][i] = (uint32_t)i;
    multiply();
    return c[SIDE / 2][3] + add_up();
}
