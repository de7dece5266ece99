/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The checksum of crc.h. */
#include "crc.h"

#include "bytes.h"

void msim_crc_init(struct msim_crc *crc)
{
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
