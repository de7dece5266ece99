/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order of engine/order, too simple to be wrong: all of the stream is there, each thread's
 * records are in a list, with what must have been run before, and all lists are looked at after
 * each record.
 *
 * Every thread of the stream ends.  A model can be given a fault, to show that a comparison would
 * find it.
 */
#pragma once

#include "engine/machine/cores.h"
#include "stream/dict.h"

enum model_fault {
    MODEL_RIGHT,
    MODEL_STEP,      /* slices are one instruction longer */
    MODEL_TIES,      /* of two cores, the higher goes first */
    MODEL_SPLITS,    /* a record that goes on may begin a slice */
    MODEL_NO_WAKERS, /* a woken thread waits for no other, */
    MODEL_NO_SLEEP,  /* or its core's clock stands still meanwhile */
    MODEL_NO_BLOCKS, /* events of the same block are in no order */
    MODEL_NO_ENDS,   /* who reads of the end of a thread does not wait for it */
    MODEL_NO_EXTRA,  /* only instructions take time */
    MODEL_QUANTUM,   /* a core's threads change a bit later */
    MODEL_NO_STOPS,  /* only time ends slices */
    MODEL_PAUSES,    /* pauses take time */
    MODEL_FAULTS
};

/* What the receivers of the tests add for a record. */
uint64_t model_extra(const uint64_t *record);

/* What they say that it takes, if they know the time. */
uint64_t model_takes(const uint64_t *record);

/* True: they want the slice to end after it. */
bool model_stops(const uint64_t *record);

/* The records in their order, with events of threads; free() `words`. */
struct model_order {
    uint64_t *words;
    size_t used;
    uint64_t
        clocks; /* the sum of its core's clock before each record, if receivers know the time */
};

struct model_order model_order(const struct msim_dict *dict, const struct msim_cores *cores,
                               const uint64_t *words, const uint64_t *end, bool knows_time,
                               enum model_fault fault);
