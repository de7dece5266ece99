/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core: when each instruction enters, runs and retires, and what its cycles are spent on.
 *
 * The rules, in program order, one pass:
 *
 *     enters     `width` a cycle, in order. It waits, in this order, for the branch before it, for
 *                its code, until the load `loads` before each of its loads retired (if that is one
 *                of an instruction before it), until the operation `results` before each of its
 *                operations of integers that compute retired (all but loads, stores, hints and
 *                branches; 0: any number), until the store `stores` before each of its stores
 *                was written, until the instruction `window` before it retired, and until the
 *                queues of integers, of vectors and of loads and stores (if they have one of their
 *                own) have places for all its operations (places/queue.h). A comparison and its
 *                branch are one, and so are the parts of an instruction that a segment ends in
 *                (`continued`): the second takes no time of the front and no place in the window.
 *                After a taken branch the next one enters in the next cycle, after a computed one
 *                that goes elsewhere than the last time (with `indirect_kept`: than the target that
 *                is kept for it, branches/goes.h) `indirect` cycles later. Cores with `fetch` wait there until
 *                what follows is fetched, which is done ahead (fetching.h).
 *                Code from L2 holds it for `l2_code` at most, unless a branch to it was mispredicted.
 *     runs       an operation starts in the cycle after its instruction entered, or later, when its
 *                sources are ready (of a store those of its address) and a port of its class is
 *                free (buckets.h), and one of all integers or vectors, if its class has some of
 *                these, and of loads one for the word of their lines, if such are limited
 *                (plans/ports.h); in cores that run in order not before the one before it. It is
 *                ready after its latency. A join takes neither port nor queue nor time, and starts
 *                when its sources are ready. What keeps its port busy takes one in each cycle after
 *                that, or the next that has one.
 *     a load     is ready when memory.h says; or, if the last store to the same 8 bytes (of the
 *                first of its bytes) has bytes in common with it, and was not written when the load
 *                started, `forward` after its start, the store's data and the starts of all
 *                stores before it, whose addresses are known then. It is ready `forward_same`
 *                after its start and the store's data if it is of integers of 4 bytes or more, no
 *                store since that one, or that one, is shorter, and what both addresses are
 *                computed from was ready in the same cycle, as it is if that is the same registers,
 *                unless each is computed from one that was made before the segment, and these differ;
 *                or if both are computed from the stack pointer alone, to which the segment may
 *                have added something.
 *                With `forward_foreseen`, of these loads only those are ready then whose address is
 *                computed from the stack pointer alone; but so are others of 4 bytes or more that
 *                start where the store does and took from as many stores before them the last
 *                `forward_foreseen` times that they took from any: `forward_same` after the store's
 *                data and after the instruction entered, whatever their address; it is not done
 *                before `load` after they start (places/distances.h). A load that took from as many
 *                stores that often, but may not do that, waits for no other store's start. An
 *                instruction that computes from what it loads, and stores nothing, has nothing
 *                of this, unless it selects; what is stored of vectors has neither. With
 *                `same_loads`, only so many loads, the last ones, are known to do that, beside those
 *                of the stack pointer. With `same_registers`, any number of loads by the same
 *                registers are ready then that start where the store of 4 bytes or more does; if it
 *                is 2, instructions that compute from what they load are as others. If it loads bytes
 *                that the store does not store, it is ready `forward_part` after, and one such load
 *                waits for the other. If the last store to the same 8 bytes of any page is to another
 *                page, nothing is taken from one before it; and if they have bytes in common but for
 *                the page, and it started no later and was not written, the load takes `load` and
 *                `forward_alias` at least. A vector load is as much later as its hits are, one of an
 *                indexed address `load_indexed`; of what is taken from a store, half of the former,
 *                rounded down, is not the load's, but comes with what was stored of vectors. What
 *                does not happen takes a cycle.
 *     a hint     starts as a load does, but waits for nothing that orders loads, and is ready a
 *                cycle later; then its line is asked for (memory.h)
 *     retires    in order, `retire` a cycle, when all its operations are ready; a cycle after it
 *                entered at the earliest
 *     a store    is ready a cycle after it started, when its data is. It is written after its
 *                instruction retired, in order, when the lines of all stores of the instruction are
 *                there, which are asked for when it starts; one a cycle, and up to `line_stores` if
 *                those after the first are to lines (of their first byte) among the last
 *                MSIM_STORE_LINES that began a cycle, or, with `store_block`, start in the aligned
 *                block of so many bytes of the store before them.
 *     a branch   that went another way than predicted holds the front until its operation was ready
 *                (if it has none, until a cycle after it entered), and `refill` cycles more. What
 *                loads ask for until then is said in wrong/way.h
 *     atomic     operations start when all instructions before theirs retired and all stores were
 *                written, and its loads take `atomic` more. Loads after it, in the program, start
 *                when its load is ready. A fence is ready when all before it retired and was
 *                written, and loads wait for it.
 *     rep        of what repeats itself, only the first time is all this. Later ones wait for
 *                nothing to enter, and take no places and ports; operations start when they can,
 *                and but loads and stores they take no time; stores are written at 32 bytes a
 *                cycle, after the last one. No branch is predicted at its end, and what comes
 *                after it enters when all stores are written.
 *
 * Each cycle goes to the instruction that retires in it, and to what that waited for; cycles in
 * which nothing retires because of a mispredicted branch go to the branch. Where several
 * instructions retire in a cycle, a point in it chooses one, which moves from cycle to cycle, so
 * that none is favoured.
 *
 * Times are cycles; where instructions enter and retire, ticks, MSIM_TICKS a cycle. All are whole
 * numbers, so they are the same everywhere.
 *
 * Cost: 10 to 25 ns for an instruction, and what is planned of its segment (plans/plan.h).
 */
#pragma once

#include <stddef.h>

#include "charge.h"
#include "engine/branches/branches.h"
#include "engine/machine/core.h"
#include "fetching.h"
#include "memory/memory.h"
#include "origin.h"
#include "places/queue.h"
#include "places/recent.h"
#include "places/stores.h"
#include "plans/ports.h"
#include "stream/stream.h"
#include "wrong/way.h"

struct msim_pipeline {
    const struct msim_core *core;
    struct msim_branches *branches;
    struct msim_memory *memory;
    struct msim_account account;
    struct msim_running running[MSIM_OP_CLASSES];
    struct msim_ports ports;
    struct msim_queue queue[MSIM_QUEUES];
    struct msim_arena plans;
    bool in_order;
    /* When each register is ready and which load it comes from (origin.h), then each of the
     * segment's operations, and 0. */
    uint64_t time[MSIM_AT_ONCE + 1];
    struct msim_origins origins;
    uint64_t entering, retiring; /* ticks that an instruction takes the front for, and at the end */
    uint64_t front;              /* ticks: when the next instruction may enter, */
    enum msim_cause late;        /* why not earlier, */
    bool far;                    /* which is code from beyond L2, */
    uint32_t late_site;          /* and whose fault that is */
    bool ahead;                  /* it knew the way to the instruction that enters */
    struct msim_fetching fetching;
    uint64_t retired;                          /* ticks: when the last one retired */
    struct msim_recent window, loads, results; /* most results 0: any number */
    struct msim_stores stores;
    struct msim_wrong_way wrong;
    uint64_t started; /* the last operation, of cores that run in order */
    uint64_t barrier; /* loads wait for this */
    struct {
        struct msim_planned
            plan;          /* of the last segment; its `segment` is NULL: that is not known */
        uint64_t resolved; /* when its branch was run */
    } last;
};

/* `memory`, `branches` and `core` are its own from now on. */
void msim_pipeline_init(struct msim_pipeline *pipeline, const struct msim_mem *mem,
                        const struct msim_core *core, struct msim_memory *memory,
                        struct msim_branches *branches, const struct msim_charges *charges);

/* Plans a segment, which runs so from now on. */
static inline void msim_pipeline_plan(struct msim_pipeline *pipeline, struct msim_planned *plan,
                                      const struct msim_segment *segment)
{
    msim_plan_segment(plan, &pipeline->plans, pipeline->core, pipeline->running, segment);
}

/* Runs the record of a segment, of which these references missed, in the order of the program; they
 * are used up. The plan stays where it is. */
void msim_pipeline_run(struct msim_pipeline *pipeline, const struct msim_planned *plan,
                       const uint64_t *record, struct msim_seen *seen, uint32_t used);

/* True: the segment that comes next follows the last one that was seen. */
static inline bool msim_pipeline_follows(const struct msim_pipeline *pipeline)
{
    return pipeline->last.plan.segment != NULL;
}

/* What comes next does not follow from what came last: another thread, or a part that was not
 * seen. */
static inline void msim_pipeline_break(struct msim_pipeline *pipeline)
{
    pipeline->last.plan.segment = NULL;
    msim_wrong_gap(&pipeline->wrong);
}

/* The cycles so far: until the last instruction retired. */
static inline uint64_t msim_pipeline_cycles(const struct msim_pipeline *pipeline)
{
    return (pipeline->retired + MSIM_TICKS - 1) / MSIM_TICKS;
}
