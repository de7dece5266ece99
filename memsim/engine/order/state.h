/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that the order knows, for those who make it: what comes (arrivals.h), and what is run (turns.h). */
#ifndef MSIM_ENGINE_ORDER_STATE_H
#define MSIM_ENGINE_ORDER_STATE_H

#include "cores.h"
#include "engine/order/waits/ends.h"
#include "engine/order/waits/gates.h"
#include "engine/order/waits/sameblock.h"
#include "engine/order/waits/samepages.h"
#include "kinds.h"
#include "order.h"

enum { MSIM_ORDER_NEWEST = 192 /* words */ };

/* A run of the thread that runs, from the switch to it on.  Its newest records are kept when a chunk ends, as many as a
 * look at loops needs (spin.h). */
struct msim_order_run {
    const uint64_t *words; /* where it begins in this chunk, */
    uint64_t before;       /* how many words of it came before that, */
    uint32_t kept;         /* and how many of these are kept */
    uint64_t newest[2 * MSIM_ORDER_NEWEST + MSIM_WORDS_MAX + 1];
    uint32_t seen; /* what the records are */
};

/* A turn of the first thread of a core. */
struct msim_order_turn {
    bool open; /* it has begun, and may go on when more of the stream has come */
    struct msim_order_thread *thread;
    uint64_t began, limit; /* of `ran` */
    uint64_t extra;        /* what the receiver has added */
    bool over;             /* the receiver wants it to end */
    bool forced;           /* an earlier core waited for more of the stream: */
    uint64_t enough;       /* it ends when the thread has come to this position */
};

struct msim_order {
    const struct msim_mem *mem;
    struct msim_order_receiver receiver;
    struct msim_order_kinds kinds;
    struct msim_order_blocks blocks;
    struct msim_order_threads threads;
    struct msim_order_slices slices;
    struct msim_order_gates gates;
    struct msim_order_cores cores;
    struct msim_order_places places;
    struct msim_order_mappings mappings;
    struct msim_order_ends ends;

    /* What comes. */
    struct msim_order_thread *running;
    uint32_t threads_running; /* those that neither wait nor have ended */
    struct msim_order_run run;

    /* What is run. */
    struct msim_order_turn turn;
    uint64_t waiting, most; /* words in all queues */
    bool full;              /* more wait: some are to be run, whoever might have been earlier */
    bool settles;           /* so are all */
    uint64_t now;           /* the clock of the turn that ended last, then */
    uint32_t shown;         /* the thread that the receiver knows to run */
};

#endif
