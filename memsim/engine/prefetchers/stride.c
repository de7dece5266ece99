/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Strides of load instructions: what an instruction loads next if it goes on as before.
 *
 * D1 shows what misses and the first finds of prefetched lines, so an instruction that walks through
 * lines in small steps is seen once a line, at addresses that are not quite regular.  A step is how
 * far a load is from the one before that was seen of its instruction.  Two steps are alike if they are
 * equal, or both less than two lines in the same direction, which then count as one line.  After two
 * that are alike, of less than 2 KB, the lines of the page come that the next steps lead to, each
 * once.
 *
 * A table of 256 places, of which each has the instruction that came into it last.
 */
#include "prefetcher.h"

enum { PLACES = 256, STEP_MOST = 2048 };

struct place {
    uint64_t instr; /* 0: empty */
    uint64_t last;  /* what it loaded last, */
    int64_t step;   /* how far that was from the one before, */
    bool alike;     /* as the step before that, */
    uint64_t done;  /* and the last line that was asked for */
};

struct strides {
    unsigned shift;
    uint32_t ahead;
    struct place place[PLACES];
};

static void *make(const struct msim_mem *mem, unsigned shift, uint32_t ahead)
{
    struct strides *strides = msim_get(mem, sizeof *strides, 8);
    strides->shift = shift;
    strides->ahead = ahead;
    return strides;
}

static bool is_small(const struct strides *strides, int64_t step)
{
    int64_t two = INT64_C(2) << strides->shift;
    return step > -two && step < two;
}

/* What the next steps are: 0, they are not known. */
static int64_t step_on(const struct strides *strides, int64_t before, int64_t step)
{
    int64_t line = INT64_C(1) << strides->shift;
    bool same_way = (before > 0 && step > 0) || (before < 0 && step < 0);
    if (step == before && (step <= -line || step >= line))
        return step;
    if (!same_way || !is_small(strides, before) || !is_small(strides, step))
        return 0;
    return step > 0 ? line : -line;
}

static unsigned run_ahead(const struct strides *strides, struct place *place, int64_t step,
                          uint64_t *blocks)
{
    unsigned used = 0;
    for (uint32_t i = 1; i <= strides->ahead; i++) {
        uint64_t block = (place->last + (uint64_t)step * i) >> strides->shift;
        if (!msim_same_page(block, place->last >> strides->shift, strides->shift))
            break;
        if (step > 0 ? block <= place->done : block >= place->done)
            continue;
        blocks[used++] = place->done = block;
    }
    return used;
}

static unsigned see(void *self, const struct msim_demand *demand, uint64_t *blocks)
{
    struct strides *strides = self;
    struct place *place = &strides->place[(demand->instr ^ demand->instr >> 8) % PLACES];
    if (demand->kind != MSIM_READ)
        return 0;
    if (place->instr != demand->instr) {
        *place = (struct place){.instr = demand->instr, .last = demand->address};
        return 0;
    }
    int64_t step = (int64_t)(demand->address - place->last);
    int64_t on = step_on(strides, place->step, step);
    place->last = demand->address;
    place->step = step;
    if (!on || !place->alike)
        place->done = demand->block;
    place->alike = on != 0;
    return on > -STEP_MOST && on < STEP_MOST && on ? run_ahead(strides, place, on, blocks) : 0;
}

static void empty(void *self)
{
    struct strides *strides = self;
    for (unsigned i = 0; i < PLACES; i++)
        strides->place[i] = (struct place){0};
}

const struct msim_prefetcher msim_stride_prefetcher = {.usual = 4,
                                                       .least = 1,
                                                       .most = 64,
                                                       .by_instruction = true,
                                                       .make = make,
                                                       .see = see,
                                                       .empty = empty};
