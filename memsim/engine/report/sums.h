/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Length and checksum of what goes through a sink, by which a replay recognises a live run's
 * file. */
#pragma once

#include "engine/base/text.h"
#include "stream/crc.h"

struct msim_sums {
    const struct msim_sink *to; /* NULL: nowhere */
    uint64_t bytes;
    uint32_t crc; /* CRC-32C */
    struct msim_crc tables;
};

/* A sink that counts everything and passes it on to `to`. */
struct msim_sink msim_sums_start(struct msim_sums *sums, const struct msim_sink *to);
