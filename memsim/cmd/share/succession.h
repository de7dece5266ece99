/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that follow each other: a program that starts new threads for each step of its work has
 * many, of which each takes over the bytes of one that has ended.  They are one worker.
 */
#pragma once

#include "cmd/share/file/units.h"

/* What one thread does to some bytes of a line. */
struct msim_succession_use {
    uint32_t offset, size, thread;
    bool writes;
    uint32_t
        worker; /* the first of the threads that follow each other in these bytes, and its own */
};

/* Sets the workers of the uses of a line, which are in the order of offsets, then sizes, then
 * threads.  `thread`: all of them by number.  Returns whether two of them were there at the same
 * time. */
bool msim_succession_make(const struct msim_shared *shared, const uint32_t *thread, size_t threads,
                          struct msim_succession_use *use, size_t uses);

/* The place of a thread in such a list, which has it. */
size_t msim_succession_place(const uint32_t *thread, size_t threads, uint32_t number);
