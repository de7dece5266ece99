/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Virtual parallel time: the records of a stream in the order in which cores that run side by side
 * would come to them.
 *
 * Valgrind runs one thread at a time, up to 100,000 blocks of code.  Here each thread's records
 * wait in a queue (waits/queue.h), and the core whose clock is earliest goes next, a few
 * instructions at a time (slices.h), or fewer if the receiver says so.  Clocks advance by
 * instructions, and by what the receiver says; or by that alone, if it knows the time.  A core with
 * several threads runs one of them until it waits, or for a quantum (cores.h).
 *
 * What orders threads is kept: a thread runs after what created or woke it (arrivals.h), a thread
 * that reads of another one's end comes after that end (waits/ends.h), events of the same block
 * (waits/sameblock.h) and of mappings that overlap (waits/samepages.h) come in the order of the
 * stream, and a loop that pauses or yields ends after the store that it waits for (spin.h).  Each
 * of these is a gate (waits/gates.h).
 *
 * The result depends on what threads do, and not on when Valgrind let them do it, with three
 * exceptions: where it is unknown what woke a thread, where nothing else orders events of the same
 * block or of mappings, and where more records wait than there is room for.  It does not depend on
 * where chunks end either, except for calls that wake threads which already run (arrivals.h).
 *
 * The receiver gets a thread's records in their order, and an event at each change of threads;
 * those of the stream are left out.  As threads run side by side, events of tasks obey the rules of
 * tasks.h for each thread, but threads may be created in another order than that of their numbers,
 * and be woken before they wait.  The receiver may get one slice in several pieces.
 *
 * Memory: `bytes` for what waits, at most a block of 32 KB more for each thread of which something
 * waits, and some 200 bytes per thread; gates and places are no more than a few times the events
 * that they are for.  A stream in which only one thread runs, and the others wait or have ended, is
 * passed on as it is, without being copied.
 *
 * Cost: 40 instructions per record, to put it into a queue and to run it, or 18 if it is passed on;
 * 210 per slice with a few cores, and 5 more for each further core.
 */
#pragma once

#include "engine/machine/cores.h"
#include "stream/dict.h"
#include "stream/mem.h"

/* A slice ends at the latest when the core's clock is this far after the next one's. */
enum { MSIM_ORDER_STEP = 32 };

/* Who runs a slice, or a piece of one, and when. */
struct msim_order_turn {
    uint32_t core;
    uint64_t now;  /* its clock */
    uint64_t most; /* who knows the time ends the slice when so much has passed; UINT64_MAX: not */
};

/* Takes the records in their new order, whole, as slices of one thread on one core. */
struct msim_order_receiver {
    /* Returns what the core's clock advances by: besides one for each instruction, or all of it if
     * the receiver knows the time.  If the slice is to end, sets *stopped to where: after one
     * record or more.  The slice ends there or, if the next record goes on with the same
     * instruction, after that instruction. */
    uint64_t (*slice)(void *self, const struct msim_order_turn *turn, const uint64_t *words,
                      const uint64_t *end, const uint64_t **stopped);
    void *self;
    bool knows_time; /* instructions take as long as it says, and it ends slices */
};

struct msim_order;

/* `bytes`: how much may wait at most, checked after each record.  If more does, the earliest core
 * that has records goes on, even if a core without records is earlier; the clock of that core
 * advances with it. */
struct msim_order *msim_order_new(const struct msim_mem *mem, const struct msim_dict *dict,
                                  const struct msim_cores *cores, uint64_t bytes,
                                  const struct msim_order_receiver *receiver);

/* Takes records in the order of the stream. */
void msim_order_run(struct msim_order *order, const uint64_t *words, const uint64_t *end);

/* Runs all that waits. */
void msim_order_settle(struct msim_order *order);
