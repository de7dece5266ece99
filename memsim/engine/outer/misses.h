/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * References that missed a first level, on their way from the ports to the outer levels.
 *
 * A level never changes the one before it, so they can wait as long as they keep their order; where
 * it does (traffic.h), they are passed on at once.  They are passed on in batches, level by level,
 * to a receiver, which need not be in the same process.
 */
#pragma once

#include <stddef.h>

#include "engine/ports/ref.h"
#include "stream/stream.h"

enum { MSIM_QUEUE = 512 };

struct msim_miss_receiver {
    /* Takes at most MSIM_QUEUE references, which live until it returns. */
    void (*misses)(void *self, const struct msim_ref *refs, uint32_t used);
    /* Takes an event that changes which pages are huge (huge.h), between batches. */
    void (*mapping)(void *self, const uint64_t *record);
    void *self;
};

/* What a reference missed at last; first levels are MSIM_MISS_CACHE and MSIM_MISS_TLB.  0: it is a
 * mark.  MSIM_OUTCOME_OFF: it is not collected. */
enum { MSIM_OUTCOME_L2 = 4, MSIM_OUTCOME_L3 = 8, MSIM_OUTCOME_T2 = 16, MSIM_OUTCOME_OFF = 32 };

static inline bool msim_outcome_counts(unsigned outcome)
{
    return outcome && !(outcome & MSIM_OUTCOME_OFF);
}

/* A load that the core waits for, or a reference that missed for some reason. */
struct msim_waited {
    uint64_t address;
    uint32_t site;
    uint32_t size;
};

/* Attributes misses: what references belong to must be known when they happen, and what they missed
 * is known later.  It is in the same process as the outer levels. */
struct msim_attribution {
    /* Returns a number for a reference that missed a first level, which is reported with it later;
     * NULL: not wanted. */
    uint32_t (*attribute)(void *self, const struct msim_ref *ref);
    /* The same references with their numbers and what they missed; marks are among them. */
    void (*outcomes)(void *self, const struct msim_ref *refs, const uint32_t *numbers,
                     const uint8_t *outcomes, uint32_t used);
    /* Sees each record of a segment that is collected, before its references; NULL: does not. */
    void (*record)(void *self, const uint64_t *record);
    /* The same of a segment that is not collected. */
    void (*passed)(void *self, const uint64_t *record);
    /* Cycles pass in which something waits, which count in that column of an observer: for what was
     * loaded, or, if it is NULL, for something else.  Or a reference missed for the column's
     * reason. */
    void (*waited)(void *self, unsigned column, const struct msim_waited *load, uint64_t cycles);
    void *self;
};

struct msim_miss_queue {
    struct msim_miss_receiver receiver;
    struct msim_attribution attribution;
    bool at_once; /* what is queued is passed on before each boundary (caches/parts.h) */
    uint32_t used;
    uint32_t number[MSIM_QUEUE]; /* by reference: what `attribute` returned */
    struct msim_ref ref[MSIM_QUEUE] __attribute__((aligned(64)));
};

/* Passes on what is queued. */
static inline void msim_misses_drain(struct msim_miss_queue *queue)
{
    if (queue->used)
        queue->receiver.misses(queue->receiver.self, queue->ref, queue->used);
    queue->used = 0;
}

/* The next place in the queue. */
static inline struct msim_ref *msim_misses_next(struct msim_miss_queue *queue)
{
    if (queue->used == MSIM_QUEUE)
        msim_misses_drain(queue);
    return &queue->ref[queue->used++];
}

/* Reports what a prefetcher of D1 did (ref.h). */
static inline void msim_misses_report(struct msim_miss_queue *queue, unsigned kind, uint64_t first,
                                      uint32_t size, uint32_t site)
{
    *msim_misses_next(queue) = (struct msim_ref){.first = first,
                                                 .site = site,
                                                 .size = (uint16_t)size,
                                                 .kind = (uint8_t)kind,
                                                 .missed = MSIM_REF_FLUSH};
}

/* Marks to what the references belong that are pushed next (ref.h). */
static inline void msim_misses_mark(struct msim_miss_queue *queue, unsigned mark, uint32_t number,
                                    unsigned kind)
{
    *msim_misses_next(queue) =
        (struct msim_ref){.site = number, .kind = (uint8_t)kind, .missed = (uint8_t)mark};
}

static inline void msim_misses_push(struct msim_miss_queue *queue, uint32_t site,
                                    enum msim_kind kind, uint64_t first, uint32_t size,
                                    unsigned missed)
{
    *msim_misses_next(queue) = (struct msim_ref){.first = first,
                                                 .site = site,
                                                 .size = (uint16_t)size,
                                                 .kind = (uint8_t)kind,
                                                 .missed = (uint8_t)missed};
    if (__builtin_expect(queue->attribution.attribute != NULL, 0))
        queue->number[queue->used - 1] =
            queue->attribution.attribute(queue->attribution.self, &queue->ref[queue->used - 1]);
}
