/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A receiver that keeps all records that it gets, and takes as long as the model says. */
#pragma once

#include "engine/order/order.h"
#include "tests/unit/lib/host.h"

/* Nothing takes time but instructions; some records take more; or it knows the time. */
enum received_pace { RECEIVED_AT_ONCE, RECEIVED_SLOWLY, RECEIVED_IN_TIME };

struct received {
    struct unit_memory memory;
    struct msim_dict dict;
    struct msim_cores cores;
    struct msim_order *order;
    uint64_t *words;
    size_t used, room;
    uint32_t thread;      /* that runs */
    const uint64_t *from; /* the words of the last slice */
    bool wrong_core;      /* a slice was on another core than its thread's */
    enum received_pace pace;
    uint64_t clocks; /* as in model.h */
};

/* Segments are those of threaded.h. */
void received_start(struct received *received, uint32_t cores, uint64_t bytes,
                    enum received_pace pace);
void received_end(struct received *received);

/* The stream, cut into chunks of up to `chunk` words. */
void received_run(struct received *received, const uint64_t *words, const uint64_t *end,
                  size_t chunk);
