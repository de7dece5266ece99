/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What temporaries and registers have in a superblock (flow.h), and the operations that make it. */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "coded.h"
#include "lastuse.h"
#include "stream/stream.h"

enum {
    MSIM_FLOW_LEAVES = 6,
    /* The last registers, which no instruction names: values that later segments need are there. */
    MSIM_FLOW_SCRATCHES = 32,
    MSIM_FLOW_SCRATCH = MSIM_REGISTERS - MSIM_FLOW_SCRATCHES
};

/* The value of a temporary or register. */
struct msim_flow_value {
    uint16_t source; /* MSIM_FLOW_UNMADE: no operation stands for it */
    uint8_t leaves;  /* what its path in the instruction begins with */
    Bool slow;       /* a slow operation of the instruction is among them */
    Bool vector;     /* its last operation is one of vectors */
    Bool again;      /* each instruction that needs it computes it for itself */
    UInt instr;      /* the instruction that made it */
    uint16_t leaf[MSIM_FLOW_LEAVES];
};

#define MSIM_FLOW_UNMADE 0xfffe

struct msim_flow {
    const IRSB *in;
    Int at;                        /* the statement */
    struct msim_flow_value *value; /* by temporary */
    struct msim_last_use *last;
    Int room;
    struct msim_flow_value reg[MSIM_REGISTERS];
    Bool put[MSIM_REGISTERS];    /* in this segment */
    UInt put_in[MSIM_REGISTERS]; /* the instruction that did */
    UInt scratches;              /* that were used so far */
    UInt instr;                  /* instructions of the superblock so far */
    UInt index;                  /* the current one in its segment */
    struct msim_coded coded; /* what the current one is by its bytes: nothing before the first; */
    Bool stack_moved;        /* by pushes and the like, since the front last told the core; */
    Bool decided;            /* the one before it has no result but flags; */
    Bool fused;              /* it is a branch, and one with that before it; */
    Bool whole;              /* all that it does is known (whole.h); */
    struct msim_flow_value read; /* what it computes flags from, as far as that is known; */
    struct msim_flow_value bits; /* and what it tests a bit of; */
    struct {                     /* the register of vectors of which it writes a part: */
        Int reg;                 /* -1: none */
        UInt written;            /* a bit for each of its first bytes, */
        uint16_t before;         /* and what it was */
    } part;
    struct msim_ops ops;
    struct msim_operation op[MSIM_OPS_MAX];
    uint16_t source[MSIM_OPS_SOURCES_MAX];
    struct msim_op_result result[MSIM_REGISTERS];
};

/* --- Values --- */

/* Of what is ready at once, as a constant; of a source; and of nothing yet, in this instruction. */
struct msim_flow_value msim_value_ready(void);
struct msim_flow_value msim_value_of(const struct msim_flow *flow, uint16_t source);
struct msim_flow_value msim_value_empty(const struct msim_flow *flow);

/* The value of a temporary, or NULL if the atom is a constant; and a copy of it. */
const struct msim_flow_value *msim_value_at(const struct msim_flow *flow, const IRExpr *atom);
struct msim_flow_value msim_value_of_atom(const struct msim_flow *flow, const IRExpr *atom);

/* Has the value wait for this source; and for what an atom waits for, NULL: for nothing. */
void msim_value_add_leaf(struct msim_flow *flow, struct msim_flow_value *to, uint16_t leaf);
void msim_value_add(struct msim_flow *flow, struct msim_flow_value *to, const IRExpr *atom);

/* The same for what another value waits for, as parts of one. */
void msim_value_join(struct msim_flow *flow, struct msim_flow_value *to,
                     const struct msim_flow_value *value);

/* Has an operation stand for the value.  After a slow one of its instruction the rest is free. */
void msim_value_make(struct msim_flow *flow, struct msim_flow_value *value,
                     enum msim_op_class class);

/* MSIM_OP_VECTOR or MSIM_OP_SIMPLE: that of the operation that would stand for it. */
enum msim_op_class msim_value_class(const struct msim_flow_value *value);

/* A temporary gets its value, which later instructions may need. */
void msim_value_assign(struct msim_flow *flow, IRTemp temp, struct msim_flow_value value);

/* What is at this place of the guest's state, and what is put there: so many bytes, 0: all. */
struct msim_flow_value msim_value_get(const struct msim_flow *flow, Int offset);
void msim_value_put(struct msim_flow *flow, Int offset, UInt bytes, struct msim_flow_value value);

/* The source that a register is known by now. */
uint16_t msim_source_of_register(const struct msim_flow *flow, Int reg);

/* What some flags are known by, as a value, and has a value wait for it, too; and what they are
 * known by from now on. */
struct msim_flow_value msim_flags_value(struct msim_flow *flow, UInt flags);
void msim_flags_add(struct msim_flow *flow, struct msim_flow_value *to, UInt flags);
void msim_flags_set(struct msim_flow *flow, UInt flags, uint16_t source);

/* --- Operations --- */

/* Adds an operation that waits for these leaves, and of a store `data`; returns it as a source. */
uint16_t msim_flow_add(struct msim_flow *flow, enum msim_op_class class,
                       const struct msim_flow_value *of, const struct msim_flow_value *data);

/* The same of what has no data, unless the instruction does so already, with another part of what
 * it waits for. */
uint16_t msim_flow_once(struct msim_flow *flow, enum msim_op_class class,
                        const struct msim_flow_value *of);

/* Is the source an operation, and which; and is it one of the current instruction. */
Bool msim_source_is_op(uint16_t source);
Bool msim_source_is_own(struct msim_flow *flow, uint16_t source);
struct msim_operation *msim_flow_op(struct msim_flow *flow, uint16_t source);
