/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of the order, shared by its input side (arrivals.h) and its output side (slices.h). */
#pragma once

#include "cores.h"
#include "engine/order/waits/ends.h"
#include "engine/order/waits/gates.h"
#include "engine/order/waits/sameblock.h"
#include "engine/order/waits/samepages.h"
#include "kinds.h"
#include "order.h"

enum { MSIM_ORDER_NEWEST = 192 /* words */ };

/* The records of the running thread since the switch to it.  When a chunk ends, the newest are
 * kept, as many as recognising loops needs (spin.h). */
struct msim_order_run {
    const uint64_t *words; /* where they begin in this chunk */
    uint64_t before;       /* words in earlier chunks */
    uint32_t kept;         /* how many of those are kept */
    uint64_t newest[2 * MSIM_ORDER_NEWEST + MSIM_WORDS_MAX + 1];
    uint32_t seen; /* the kinds of the records, together */
};

/* A slice of a core's first thread. */
struct msim_order_slice {
    bool open; /* it has begun, and goes on when more of the stream has arrived */
    struct msim_order_thread *thread;
    uint64_t began, limit; /* of `ran` */
    uint64_t extra;        /* what the receiver has added */
    uint64_t before, most; /* if it knows the time: `took` before, and how long it may be */
    bool over;             /* the receiver wants it to end */
    bool forced;           /* too much waits: an earlier core is passed over, */
    uint64_t enough;       /* and the slice ends at this position of the thread */
};

struct msim_order {
    const struct msim_mem *mem;
    struct msim_order_receiver receiver;
    struct msim_order_kinds kinds;
    struct msim_order_blocks blocks;
    struct msim_order_threads threads;
    struct msim_order_batches batches;
    struct msim_order_gates gates;
    struct msim_order_cores cores;
    struct msim_order_places places;
    struct msim_order_mappings mappings;
    struct msim_order_ends ends;

    /* Input. */
    struct msim_order_thread *running;
    uint32_t threads_running; /* those that neither wait nor have ended */
    struct msim_order_run run;

    /* Output. */
    struct msim_order_slice slice;
    uint64_t waiting, most; /* words in all queues */
    bool full;              /* more waits: records must be run, even if an earlier core has none */
    bool settles;           /* all records must be run */
    uint64_t now;           /* the core's clock when the last slice ended */
    uint32_t shown;         /* the thread that the receiver knows to run */
};
