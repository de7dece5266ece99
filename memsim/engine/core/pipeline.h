/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core: when each instruction enters, runs and retires, and what its cycles are spent on.
 *
 * The rules, in program order, one pass:
 *
 *     enters     `width` a cycle, after the one before it; not before the one `window` before it has
 *                retired, nor the load `loads` and the store `stores` before it; not while its queue (of
 *                integers, of vectors) is full of operations that have not started.  A comparison and its
 *                branch are one.  After a taken branch the next one enters in the next cycle.
 *     runs       an operation starts in the cycle after it enters, or when all its sources are ready,
 *                when a port of its class is free; in order, not before the one before it.  It is ready
 *                after its latency.  A load starts when its address is known, and takes what memory.h
 *                says; what a store before it has yet to write comes from that store's data.
 *     retires    in order, `retire` a cycle, when all its operations are ready
 *     a store    is written after it retired, one a cycle, in order, when its line is there, which is
 *                asked for when its address is known
 *     a branch   that went another way than predicted holds the front until it was run, and `refill`
 *                cycles more
 *     atomic     operations wait until all before them retired and was written, and loads after them
 *                wait for them; a fence is one without an access
 *     rep        of what repeats itself, only the first time takes a place, a port and time; its stores
 *                are written at 32 bytes a cycle
 *
 * Each cycle goes to the instruction that retires in it, and to what that waited for; cycles in which
 * nothing retires because of a mispredicted branch go to the branch.  Where several instructions retire in
 * a cycle, a point in it chooses one, which moves from cycle to cycle, so that none is favoured.
 *
 * Times are cycles; where instructions enter and retire, ticks, MSIM_TICKS a cycle.  All are whole
 * numbers, so they are the same everywhere.
 *
 * Cost: some 5 ns for an operation, and 16 bytes for an instruction of the window.
 */
#ifndef MSIM_ENGINE_CORE_PIPELINE_H
#define MSIM_ENGINE_CORE_PIPELINE_H

#include "engine/branches/branches.h"
#include "engine/machine/core.h"
#include "memory.h"
#include "queue.h"
#include "stream/stream.h"
#include "waits.h"

enum {
    MSIM_TICKS = 240,
    MSIM_WINDOW_MAX = 1024,
    MSIM_BUFFER_MAX = 512,
    MSIM_FORWARDS = 1024,
    MSIM_REPEATED_BYTES = 32,
    MSIM_SEEN_MAX = 2 * MSIM_ACCESSES_MAX
};

/* A reference of the record that missed a first level. */
struct msim_seen {
    uint64_t first;
    enum msim_kind kind;
    struct msim_served served;
};

/* Gets the cycles: those of an instruction of `site` that were spent on `reason`. */
struct msim_charges {
    void (*charge)(void *self, uint32_t site, enum msim_reason reason, uint64_t cycles);
    void *self;
};

/* Ports, by what uses them. */
enum msim_port_group {
    MSIM_PORTS_SIMPLE,
    MSIM_PORTS_MULTIPLY,
    MSIM_PORTS_BRANCH,
    MSIM_PORTS_VECTOR,
    MSIM_PORTS_FLOAT_ADD,
    MSIM_PORTS_FLOAT_MULTIPLY,
    MSIM_PORTS_LOAD,
    MSIM_PORTS_STORE,
    MSIM_PORT_GROUPS,
    MSIM_PORTS_NONE = MSIM_PORT_GROUPS
};

/* How a class of operations runs. */
struct msim_running {
    enum msim_port_group ports;
    uint32_t latency, busy;
    bool vector; /* it waits in the queue of vectors */
};

/* A store that may not be written yet. */
struct msim_forward {
    uint64_t granule; /* address / 8, + 1; 0: none */
    uint64_t data, written;
};

/* A ring of times of the last so many of a kind. */
struct msim_last {
    uint64_t time[MSIM_WINDOW_MAX];
    uint32_t next, most;
};

struct msim_pipeline {
    const struct msim_core *core;
    struct msim_branches *branches;
    struct msim_memory *memory;
    struct msim_charges charges;
    struct msim_running running[MSIM_OP_CLASSES];
    struct msim_buckets ports[MSIM_PORT_GROUPS];
    struct msim_queue queue[2]; /* of integers and addresses, of vectors */
    uint64_t reg[MSIM_REGISTERS]; /* when each is ready */
    uint64_t ready[MSIM_OPS_MAX]; /* the same of the segment's operations */
    uint64_t front;               /* ticks: when the next instruction may enter, */
    enum msim_reason late;        /* why not earlier, */
    uint32_t late_site;           /* and whose fault that is */
    uint64_t retired;             /* ticks: when the last one retired */
    struct msim_last window, loads, stores;
    uint64_t started; /* the last operation, of cores that run in order */
    uint64_t written; /* when the last store was written */
    uint64_t repeated; /* bytes that `rep` stored in the cycle after that */
    uint64_t barrier;  /* loads wait for this */
    struct msim_forward forward[MSIM_FORWARDS];
    uint64_t charged; /* whole cycles that were charged, */
    uint64_t mark;    /* ticks: and where the next one is charged */
    /* How the last segment ended; `segment` is NULL: that is not known. */
    struct {
        const struct msim_segment *segment;
        uint64_t address, next; /* of its last instruction, and after it */
        uint64_t resolved;      /* when its branch was run */
    } last;
};

/* `memory`, `branches` and `core` are its own from now on. */
void msim_pipeline_init(struct msim_pipeline *pipeline, const struct msim_mem *mem,
                        const struct msim_core *core, struct msim_memory *memory,
                        struct msim_branches *branches, const struct msim_charges *charges);

/* Runs the record of a segment, of which these references missed, in the order of the program; they
 * are used up. */
void msim_pipeline_run(struct msim_pipeline *pipeline, const struct msim_segment *segment,
                       const uint64_t *record, struct msim_seen *seen, uint32_t used);

/* Only the predictors of branches see the segment. */
void msim_pipeline_train(struct msim_pipeline *pipeline, const struct msim_segment *segment);

/* What comes next does not follow from what came last: another thread, or a part that was not seen. */
void msim_pipeline_break(struct msim_pipeline *pipeline);

/* The cycles so far: until the last instruction retired. */
static inline uint64_t msim_pipeline_cycles(const struct msim_pipeline *pipeline)
{
    return (pipeline->retired + MSIM_TICKS - 1) / MSIM_TICKS;
}

#endif
