/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Output of the freestanding layers. */
#ifndef MSIM_STREAM_SINK_H
#define MSIM_STREAM_SINK_H

#include <stddef.h>

/* Takes bytes; the sink stores them and handles errors. */
struct msim_sink {
    void (*put)(void *self, const char *bytes, size_t count);
    void *self;
};

#endif
