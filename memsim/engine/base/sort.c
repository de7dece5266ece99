/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The merge sort of sort.h, bottom up. */
#include "sort.h"

uint32_t *msim_sorted(const struct msim_mem *mem, uint32_t count,
                      bool (*before)(const void *context, uint32_t a, uint32_t b),
                      const void *context)
{
    uint32_t *from = msim_get(mem, ((size_t)count + 1) * sizeof *from, 8);
    uint32_t *to = msim_get(mem, ((size_t)count + 1) * sizeof *to, 8);
    for (uint32_t i = 0; i < count; i++)
        from[i] = i;
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t start = 0; start < count; start += 2 * width) {
            uint64_t middle = start + width < count ? start + width : count;
            uint64_t end = start + 2 * width < count ? start + 2 * width : count;
            for (uint64_t a = start, b = middle, at = start; at < end; at++) {
                bool second = a == middle || (b < end && before(context, from[b], from[a]));
                to[at] = second ? from[b++] : from[a++];
            }
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}
