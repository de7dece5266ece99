/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The wrong way: what a core runs between a mispredicted branch and the moment when that is found
 * out, as far as it is worth knowing: lines that loads ask for there. Where both ways come together
 * again soon, what follows is the same on both, and so are the addresses that do not depend on what
 * differs. These lines are there, or under way, when the loads run.
 *
 *     begins    at a conditional branch that was mispredicted and is resolved MSIM_WRONG_LEAST
 *               cycles or more after the front came to it; if `wrong_way` is not 0
 *     ways      the right one is where the program goes; the wrong one where it went when the same
 *               branch last went elsewhere, among the last MSIM_WRONG_SEARCHED segments. They join
 *               at the first instruction of the right one that the wrong one has, too, if neither
 *               comes to the branch again before, and no more than `wrong_way` instructions are in
 *               the segments before it, on either
 *     registers are unknown after the join if the ways do not compute the same (sides.h), or if one
 *               of them wrote them in the part of a segment before it; so is what is computed of
 *               them, and what is loaded of a store that was not written
 *     enters    `width` a cycle, from when the front came to the branch, as if the wrong way were as
 *               long as the right one, when the window and the buffers have places
 *     runs      when it entered and its sources are ready; no port and no queue is taken. A load
 *               after the join whose address is known before the branch is resolved asks for its
 *               line, as it would when it runs (memory.h), if that missed the first level; strides
 *               see it only then. Any other load has an unknown value
 *     branches  that are mispredicted after a join part the ways again. What could not enter before
 *               the first of them was resolved, enters behind the next one, from when the front came
 *               to that
 *     ends      when all these branches are resolved; when the ways do not join, or part before they
 *               did; at another misprediction, an atomic operation, a fence or what repeats itself
 *
 * Cost: 2 KB for the segments that ran last, 80 KB for the rest; 20 to 40 ns for an instruction of
 * the wrong way, and up to 1 us where ways part.
 */
#pragma once

#include "engine/core/memory/memory.h"
#include "engine/core/places/stores.h"
#include "sides.h"

enum {
    MSIM_WRONG_LEAST = 32,
    MSIM_WRONG_PAST = 256,
    MSIM_WRONG_SEARCHED = 128,
    MSIM_WRONG_BRANCHES = 64
};

struct msim_wrong_way {
    const struct msim_core *core;
    struct msim_memory *memory;
    const struct msim_stores *stores;
    const struct msim_planned *past[MSIM_WRONG_PAST]; /* ran last, in a ring; NULL: a gap */
    uint64_t passed;                                  /* so many */
    bool on, parted;
    uint64_t branches_at;  /* the branch where they parted; */
    uint64_t other, parts; /* where the wrong way begins in the past, and ends */
    uint32_t instrs;       /* of the right way since they parted, */
    bool again;            /* at whose end is the branch */
    uint32_t first;        /* of the segment that runs, the first one after the join */
    uint64_t slots;        /* places in the window that were taken since it began, */
    uint64_t room;         /* ticks: when window and buffers had places for all so far */
    struct {
        uint64_t front; /* ticks: when the front came to it, without what `slots` take */
        uint64_t until; /* it is resolved */
    } branch[MSIM_WRONG_BRANCHES];
    uint32_t at, branches;
    uint64_t time[MSIM_AT_ONCE + 1]; /* as of the pipeline, in cycles; UINT64_MAX: unknown */
    struct msim_wrong_sides sides;
};

/* A branch was mispredicted, where the front came in tick `front`. */
struct msim_wrong_branch {
    const struct msim_planned *last, *next; /* it ends the one, and leads to the other */
    uint64_t front, resolved;
};

/* An instruction, before it runs. */
struct msim_wrong_instr {
    const struct msim_planned *plan;
    const struct msim_planned_step *step;
    const struct msim_act *act;
    const uint16_t *source;
    const uint64_t *record;
    struct msim_seen *seen; /* what missed, of which loads here use up theirs */
    uint32_t used;
    uint64_t room; /* ticks: when window and buffers have places */
};

void msim_wrong_init(struct msim_wrong_way *way, const struct msim_core *core,
                     struct msim_memory *memory, const struct msim_stores *stores);

/* A conditional branch was mispredicted. True: the wrong way begins there, and its `time` is to be
 * that of the registers. */
bool msim_wrong_parts(struct msim_wrong_way *way, const struct msim_wrong_branch *branch);

/* While it is on: a segment of the right way begins, each of its instructions runs, and it ends. */
void msim_wrong_begins(struct msim_wrong_way *way, const struct msim_planned *plan);
void msim_wrong_runs(struct msim_wrong_way *way, const struct msim_wrong_instr *instr);
void msim_wrong_ends(struct msim_wrong_way *way, const struct msim_planned *plan);

/* A segment ran. */
static inline void msim_wrong_pass(struct msim_wrong_way *way, const struct msim_planned *plan)
{
    way->past[way->passed++ % MSIM_WRONG_PAST] = plan;
}

/* What comes next does not follow the last segment that ran. */
static inline void msim_wrong_gap(struct msim_wrong_way *way)
{
    way->on = false;
    if (way->past[(way->passed - 1) % MSIM_WRONG_PAST])
        msim_wrong_pass(way, NULL);
}
