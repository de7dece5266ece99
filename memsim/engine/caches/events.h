/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who reads the events of the stream; whoever runs a chunk hands them over where they stand in it. */
#ifndef MSIM_ENGINE_CACHES_EVENTS_H
#define MSIM_ENGINE_CACHES_EVENTS_H

#include <stdint.h>

/* `instructions` were begun by the segments of the stream before the event. */
struct msim_events {
    void (*event)(void *self, const uint64_t *record, uint64_t instructions);
    void *self;
};

#endif
