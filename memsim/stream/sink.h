/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text and output of the freestanding layers. */
#pragma once

#include <stddef.h>

/* As strlen. */
static inline size_t msim_length(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

/* Takes bytes; the sink stores them and handles errors. */
struct msim_sink {
    void (*put)(void *self, const char *bytes, size_t count);
    void *self;
};
