/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the freestanding layers put the bytes that they write. */
#ifndef MSIM_STREAM_SINK_H
#define MSIM_STREAM_SINK_H

#include <stddef.h>

/* Takes bytes; what becomes of them, and of errors, is the sink's business. */
struct msim_sink {
    void (*put)(void *self, const char *bytes, size_t count);
    void *self;
};

#endif
