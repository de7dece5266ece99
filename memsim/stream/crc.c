/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The checksum of crc.h. */
#include "crc.h"

#include "bytes.h"

#ifdef __x86_64__
static bool has_instruction(void)
{
    uint32_t a = 1, b, c = 0, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return c >> 20 & 1;
}

static inline uint64_t eight_by_instruction(uint64_t rest, uint64_t eight)
{
    __asm__("crc32q %1, %0" : "+r"(rest) : "r"(eight));
    return rest;
}
#else
static bool has_instruction(void)
{
    return false;
}

static inline uint64_t eight_by_instruction(uint64_t rest, uint64_t eight)
{
    return rest ^ eight; /* not called */
}
#endif

void msim_crc_init(struct msim_crc *crc)
{
    crc->instruction = has_instruction();
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t rest = byte;
        for (unsigned bit = 0; bit < 8; bit++)
            rest = rest >> 1 ^ ((0 - (rest & 1)) & 0x82f63b78);
        crc->table[0][byte] = rest;
    }
    for (unsigned zeros = 1; zeros < 8; zeros++)
        for (unsigned byte = 0; byte < 256; byte++) {
            uint32_t rest = crc->table[zeros - 1][byte];
            crc->table[zeros][byte] = rest >> 8 ^ crc->table[0][rest & 255];
        }
}

uint32_t msim_crc(const struct msim_crc *crc, uint32_t before, const void *bytes, size_t count)
{
    const uint8_t *at = bytes, *end = at + count;
    uint32_t rest = ~before;
    for (; crc->instruction && end - at >= 8; at += 8)
        rest = (uint32_t)eight_by_instruction(rest, msim_get64(at));
    for (; end - at >= 8; at += 8) {
        uint64_t eight = msim_get64(at) ^ rest;
        rest = 0;
        for (unsigned i = 0; i < 8; i++)
            rest ^= crc->table[7 - i][eight >> 8 * i & 255];
    }
    for (; at < end; at++)
        rest = rest >> 8 ^ crc->table[0][(rest ^ *at) & 255];
    return ~rest;
}
