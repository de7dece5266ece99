/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file in memory of trace_file.h. */
#include "trace_file.h"

#include <stdlib.h>
#include <string.h>

static void put(void *self, const char *bytes, size_t count)
{
    struct trace_file *file = self;
    if (file->room - file->used < count) {
        file->room = 2 * (file->used + count);
        file->bytes = realloc(file->bytes, file->room);
        if (!file->bytes)
            abort();
    }
    if (count)
        memcpy(file->bytes + file->used, bytes, count);
    file->used += count;
}

/* In pieces, as pipes do. */
static long get(void *self, void *to, size_t bytes)
{
    struct trace_file *file = self;
    size_t left = file->used - file->at;
    if (file->broken)
        return -1;
    bytes = bytes < left ? bytes : left;
    bytes = bytes > 4000 ? 4000 : bytes;
    if (bytes)
        memcpy(to, file->bytes + file->at, bytes);
    file->at += bytes;
    return (long)bytes;
}

void trace_file_start(struct trace_file *file)
{
    *file = (struct trace_file){.sink = {put, file}, .feed = {get, file}};
}

void trace_file_copy(struct trace_file *file, const struct trace_file *from)
{
    trace_file_start(file);
    put(file, (const char *)from->bytes, from->used);
}

void trace_file_end(struct trace_file *file)
{
    free(file->bytes);
    file->bytes = NULL;
}

void trace_file_rewind(struct trace_file *file)
{
    file->used = file->at = 0;
}

void trace_file_block(struct trace_file *file, const struct msim_crc *crc, uint32_t type,
                      const void *payload, size_t count)
{
    uint8_t head[MSIM_TRACE_HEAD_BYTES];
    msim_put32(head, type);
    msim_put32(head + 4, (uint32_t)count);
    msim_put32(head + 8, msim_crc(crc, msim_crc(crc, 0, head, 8), payload, count));
    put(file, (const char *)head, sizeof head);
    put(file, payload, count);
}

void trace_file_mend(struct trace_file *file, const struct msim_crc *crc)
{
    size_t at = MSIM_TRACE_START_BYTES;
    while (at + MSIM_TRACE_HEAD_BYTES <= file->used) {
        uint8_t *head = file->bytes + at, *payload = head + MSIM_TRACE_HEAD_BYTES;
        size_t length = msim_get32(head + 4);
        if (length > file->used - at - MSIM_TRACE_HEAD_BYTES)
            return;
        msim_put32(head + 8, msim_crc(crc, msim_crc(crc, 0, head, 8), payload, length));
        at += MSIM_TRACE_HEAD_BYTES + length;
    }
}
