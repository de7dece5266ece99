/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is the same each time that a segment runs, worked out once: of each instruction the places
 * that it needs, and of each operation how its class runs, its sources and its access.
 *
 * Cost: 20 bytes for an instruction, 40 for an operation and 4 for a result, once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/machine/core.h"
#include "stream/mem.h"
#include "stream/ops.h"
#include "stream/stream.h"

/* Ports, by what uses them. */
enum msim_port_group {
    MSIM_PORTS_SIMPLE,
    MSIM_PORTS_MULTIPLY,
    MSIM_PORTS_DIVIDE,
    MSIM_PORTS_BRANCH,
    MSIM_PORTS_SHIFT,
    MSIM_PORTS_SELECT,
    MSIM_PORTS_VECTOR,
    MSIM_PORTS_FLOAT_ADD,
    MSIM_PORTS_FLOAT_MULTIPLY,
    MSIM_PORTS_FLOAT_DIVIDE,
    MSIM_PORTS_MOVE,
    MSIM_PORTS_LOAD,
    MSIM_PORTS_VECTOR_LOAD,
    MSIM_PORTS_STORE,
    MSIM_PORTS_VECTOR_STORE,
    MSIM_PORTS_ACCESS,
    MSIM_PORT_GROUPS,
    MSIM_PORTS_NONE = MSIM_PORT_GROUPS
};

/* Queues that operations wait in. */
enum msim_queue_kind { MSIM_QUEUE_INTEGER, MSIM_QUEUE_VECTOR, MSIM_QUEUE_ADDRESS, MSIM_QUEUES };

/* How a class of operations runs. */
struct msim_running {
    enum msim_port_group ports;
    uint32_t latency, busy; /* which it takes its port for */
    enum msim_queue_kind queue;
    enum msim_port_group whole; /* that it takes units of, too, as its own are a part of it, */
    uint32_t whole_busy;        /* for so many cycles */
};

/* One for each class, of such a core. */
void msim_running_init(struct msim_running *to, const struct msim_core *core);

enum { MSIM_ACT_SOURCES = 3, MSIM_AT_ONCE = MSIM_REGISTERS + MSIM_OPS_MAX };

enum msim_act_kind {
    MSIM_ACT_OTHER,
    MSIM_ACT_LOAD,
    MSIM_ACT_STORE,
    MSIM_ACT_BRANCH,
    MSIM_ACT_HINT
};

/* An operation. */
struct msim_act {
    uint8_t kind;          /* enum msim_act_kind */
    uint8_t ports, whole;  /* enum msim_port_group */
    uint8_t queue;         /* enum msim_queue_kind */
    bool maybe;            /* its access may not happen */
    bool first, past;      /* a hint: for the first level; a store: passes by the caches */
    uint8_t word;          /* 0: it has no access, and is no hint */
    uint8_t sources, data; /* if these are more than the following, which end with MSIM_AT_ONCE */
    uint16_t base; /* the register, + 1, as it was before the segment, that its address alone
                    * depends on; 0: it depends on others, or on what the segment computes */
    bool by_stack; /* it depends on the stack pointer alone, to which the segment may have added */
    bool operand;  /* a load: its instruction computes from it, and stores nothing */
    bool vector;   /* a load into, or a store of, a register of vectors */
    uint16_t source[MSIM_ACT_SOURCES], datum;
    uint16_t latency, busy, whole_busy, size;
    uint16_t more; /* of a load: how much later it is ready than others */
    int32_t offset;
    uint64_t load; /* what stands for its instruction (prefetch.h) */
};

/* An instruction. */
struct msim_planned_step {
    uint32_t site, offset; /* from the segment's address */
    uint16_t acts, loads, stores;
    uint16_t computes; /* operations of integers that are none of these, and no branch */
    uint16_t waiting[MSIM_QUEUES]; /* places that it needs in queues */
    uint8_t how;
    bool slot; /* it takes a place; else it is one with another */
};

struct msim_planned {
    const struct msim_segment *segment;   /* NULL: not made yet */
    const struct msim_planned_step *step; /* as many as instructions */
    const struct msim_act *act;
    const struct msim_op_result *result; /* all sources are times */
    uint64_t address, last, next;        /* of the segment, of its last instruction, and after it */
    uint32_t site;                       /* of the last instruction */
    uint8_t begun;                       /* instructions: all but one that it continues */
    uint8_t accesses;                    /* operations that load or store, or 255 of them */
    uint8_t end;                         /* enum msim_op_end */
    bool indirect : 1, repeats : 1, continued : 1; /* as it and its operations are (ops.h) */
    bool copies : 1;                               /* some results are what registers were */
};
_Static_assert(sizeof(struct msim_planned) <= 64,
               "a cache line has all that predictors need of it");

static inline bool msim_act_accesses(const struct msim_act *act)
{
    return act->kind == MSIM_ACT_LOAD || act->kind == MSIM_ACT_STORE;
}

/* The address of an operation's access in this record; false: it does not happen. */
static inline bool msim_act_address(const struct msim_act *act, const uint64_t *record,
                                    uint64_t *address)
{
    uint64_t base = record[act->word];
    *address = base + (uint64_t)(int64_t)act->offset;
    return act->word && !(act->maybe && base == MSIM_NO_ADDRESS);
}

/* The segment does not follow the last one in memory, and is not its own rest. */
static inline bool msim_end_is_taken(const struct msim_planned *last,
                                     const struct msim_planned *plan)
{
    return plan->address != last->next && !plan->continued;
}

/* What the registers are after the segment, of `time`, which has its operations behind them. */
static inline void msim_plan_results(const struct msim_planned *plan, uint64_t *time)
{
    const struct msim_op_result *result = plan->result, *end = result + plan->segment->ops->results;
    uint64_t value[MSIM_REGISTERS];
    for (uint64_t *to = value; plan->copies && result < end; result++)
        *to++ = time[result->source];
    result = plan->result;
    if (plan->copies)
        for (const uint64_t *from = value; result < end; result++)
            time[result->reg] = *from++;
    else
        for (; result < end; result++)
            time[result->reg] = time[result->source];
}

/* `running` as msim_running_init() made it, of `core`. */
void msim_plan_segment(struct msim_planned *plan, struct msim_arena *arena,
                       const struct msim_core *core, const struct msim_running *running,
                       const struct msim_segment *segment);
