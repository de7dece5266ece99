/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A trace in memory: a sink to write it to, and a feed to read it from. */
#pragma once

#include "stream/crc.h"
#include "stream/sink.h"
#include "stream/trace/read.h"

struct trace_file {
    struct msim_sink sink;
    struct msim_feed feed;
    uint8_t *bytes;
    size_t used, room;
    size_t at;   /* up to here it was read */
    bool broken; /* cannot be read */
};

void trace_file_start(struct trace_file *file);
void trace_file_copy(struct trace_file *file, const struct trace_file *from);
void trace_file_end(struct trace_file *file);

/* Makes it empty again. */
void trace_file_rewind(struct trace_file *file);

/* Adds a block with the checksum that belongs to it. */
void trace_file_block(struct trace_file *file, const struct msim_crc *crc, uint32_t type,
                      const void *payload, size_t count);

/* Gives all blocks the checksums that belong to what is in them now. */
void trace_file_mend(struct trace_file *file, const struct msim_crc *crc);
