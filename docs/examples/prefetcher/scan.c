/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads each of the 64 lines of 100 pages, upwards, downwards, every third one, and again each
 * second one. */
#include <stdint.h>

enum { PAGES = 100, PAGE = 4096, LINE = 64, LINES = PAGES * PAGE / LINE };

static _Alignas(PAGE) volatile char up[PAGES * PAGE], down[PAGES * PAGE], third[PAGES * PAGE];

int main(void)
{
    uint32_t sum = 0;
    for (int line = 0; line < LINES; line++)
        sum += (uint8_t)up[line * LINE]; /* upwards */
    for (int line = LINES - 1; line >= 0; line--)
        sum += (uint8_t)down[line * LINE]; /* downwards */
    for (int line = 0; line < LINES; line += 3)
        sum += (uint8_t)third[line * LINE]; /* every third */
    for (int line = 1; line < LINES; line += 2)
        sum += (uint8_t)up[line * LINE]; /* again */
    return sum != 0;
}
