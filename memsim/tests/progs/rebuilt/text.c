/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formats numbers, and copies what it formatted. */
#include <stdio.h>
#include <string.h>

#include "rebuilt.h"

enum { LINES = 1500, SIZE = 64 * 1024 };

static char page[SIZE];

uint64_t text_format(void)
{
    size_t used = 0;
    uint64_t sum = 0;
    for (int i = 0; i < LINES; i++) {
        char line[64];
        int length = snprintf(line, sizeof line, "%d: %s %x\n", i, i % 3 ? "odd" : "even", i * 77);
#if SLOW == 7
        if (i % 14 == 0)
            length = snprintf(line, sizeof line, "%d: %s %x\n", i, "again", i); /* slow 7 */
#endif
        if (used + (size_t)length > sizeof page)
            used = 0;
        memcpy(page + used, line, (size_t)length);
        used += (size_t)length;
#if SLOW == 8
        if (i % 8 == 0)
            memmove(page + SIZE / 2, page, 8000); /* slow 8 */
#endif
    }
    for (size_t i = 0; i < used; i++)
        sum = sum * 3 + (unsigned char)page[i];
    return sum;
}
