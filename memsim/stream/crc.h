/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CRC-32C (Castagnoli; polynomial 0x1EDC6F41, reflected; all ones before and after), eight bytes at
 * a time: with the processor's instruction if it has one (SSE4.2), otherwise with eight tables.
 *
 * Cost: 8 KB, filled by msim_crc_init; about 0.15 ns per byte, with tables 0.6.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct msim_crc {
    uint32_t table[8][256]; /* [n]: of a byte followed by n zero bytes */
    bool instruction;       /* use the processor's instruction; may be set to false */
};

void msim_crc_init(struct msim_crc *crc);

/* Extends the checksum `before` (of nothing: 0) by these bytes. */
uint32_t msim_crc(const struct msim_crc *crc, uint32_t before, const void *bytes, size_t count);
