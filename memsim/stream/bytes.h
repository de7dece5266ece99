/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers as bytes: little-endian of fixed size, and varints (LEB128: seven bits per byte, lowest
 * first; the top bit is set in all bytes but the last; at most ten bytes for 64 bits).
 *
 * Signed numbers are folded ("zigzag"): 0, -1, 1, -2 ... become 0, 1, 2, 3 ...
 *
 * Writing is unchecked: the caller provides the room.  Reading is checked: a cursor never passes
 * its end.  After an error `bad` is set, `at` stays where the unreadable number begins, and every
 * later read returns 0.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MSIM_VARINT_MAX = 10 };

/* Converts between the byte order of the file and that of the machine, in either direction. */
static inline uint64_t msim_little64(uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(value);
#else
    return value;
#endif
}

static inline void msim_put64(uint8_t *to, uint64_t value)
{
    value = msim_little64(value);
    __builtin_memcpy(to, &value, sizeof value);
}

static inline uint64_t msim_get64(const uint8_t *from)
{
    uint64_t value;
    __builtin_memcpy(&value, from, sizeof value);
    return msim_little64(value);
}

static inline void msim_put32(uint8_t *to, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static inline uint32_t msim_get32(const uint8_t *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t msim_fold(uint64_t difference)
{
    return difference << 1 ^ (0 - (difference >> 63));
}

static inline uint64_t msim_unfold(uint64_t folded)
{
    return folded >> 1 ^ (0 - (folded & 1));
}

static inline uint8_t *msim_put_varint(uint8_t *to, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *to++ = (uint8_t)(value | 0x80);
    *to++ = (uint8_t)value;
    return to;
}

struct msim_cursor {
    const uint8_t *at, *end;
    bool bad;
};

static inline unsigned msim_take_byte(struct msim_cursor *cursor)
{
    cursor->bad |= cursor->at == cursor->end;
    return cursor->bad ? 0 : *cursor->at++;
}

/* A number above `most` is an error. */
static inline uint64_t msim_take_varint(struct msim_cursor *cursor, uint64_t most)
{
    const uint8_t *start = cursor->at;
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 7 * MSIM_VARINT_MAX; shift += 7) {
        uint64_t byte = msim_take_byte(cursor);
        if (shift == 63 && byte > 1)
            break;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
            if (!cursor->bad && value <= most)
                return value;
            break;
        }
    }
    cursor->at = start;
    cursor->bad = true;
    return 0;
}
