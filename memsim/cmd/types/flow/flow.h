/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Follows values forward through one function, to know what its memory operands point to.
 *
 * At the instruction itself debugging information mostly has no variable for the register in
 * question.  But some instructions before, it had one, and from there on the instructions say what
 * becomes of it: a pointer is moved, something is added to it, a field is loaded through it that is
 * a pointer again.
 *
 * Blocks of instructions are walked until nothing changes any more; where several paths meet, what
 * is true on all of them stays.  What is known at a block's begin can only become less, so this
 * ends.  Blocks that no known path leads to (landing pads, what only an unknown jump reaches) begin
 * with nothing but debugging information.  Jumps by tables are followed into what the tables have.
 */
#pragma once

#include "cmd/code/decoder.h"
#include "facts.h"

enum { MSIM_MOST_SLOTS = 64, MSIM_NO_BLOCK = -1 };

/* 8 bytes on the stack, from the CFA, that the compiler keeps a value in. */
struct msim_stack_slot {
    int64_t at;
    struct msim_value value;
};

struct msim_state {
    bool is_reached;
    struct msim_value reg[MSIM_REGISTERS];
    unsigned slots;
    struct msim_stack_slot slot[MSIM_MOST_SLOTS];
};

/* An instruction. */
struct msim_step {
    uint64_t address;
    struct msim_decoded code;
    bool has_cfa; /* the CFA is a register plus cfa_offset */
    unsigned cfa_register;
    int64_t cfa_offset;
    uint32_t facts, fact_count; /* those of the flow's list that hold here */
    bool is_leader;             /* a block begins */
};

struct msim_flow_block {
    size_t first, end; /* steps */
    struct msim_state in;
};

/* A jump whose targets a table in memory has. */
struct msim_jump {
    size_t step;
    struct msim_value by; /* what it jumps to, as it was last known */
    bool is_wild;         /* that is not known: to any label whose address is in the data */
    size_t *target;       /* steps */
    size_t targets;
};

struct msim_flow_work {
    struct msim_debug *debug;
    struct msim_facts facts;
    struct msim_step *step;
    size_t steps;
    uint32_t *fact; /* lists of numbers of facts */
    size_t fact_count;
    struct msim_flow_block *block;
    size_t blocks;
    struct msim_jump *jump;
    size_t jumps;
    bool is_broken; /* not all instructions could be decoded: nothing passes between blocks */
};

/* code.c: Decodes all parts of a function; false: there is no code, or too much. */
bool msim_flow_decode(struct msim_flow_work *work, const void *entry);

/* The step at an address; SIZE_MAX: none begins there. */
size_t msim_flow_step_at(const struct msim_flow_work *work, uint64_t address);

/* Where a jump by a table may lead, as far as it is known; true: more is known now. */
bool msim_flow_add_jump(struct msim_flow_work *work, size_t step, const struct msim_value *target);

/* steps.c: Adds to the state what is said at a step, then what the step does. */
void msim_flow_assume(const struct msim_flow_work *work, struct msim_state *state,
                      const struct msim_step *step);
void msim_flow_do(const struct msim_flow_work *work, struct msim_state *state,
                  const struct msim_step *step);

/* The address that a memory operand means, and the value of any operand. */
struct msim_value msim_flow_address(const struct msim_state *state, const struct msim_step *step,
                                    const struct msim_code_operand *operand);
struct msim_value msim_flow_value(const struct msim_flow_work *work, const struct msim_state *state,
                                  const struct msim_step *step,
                                  const struct msim_code_operand *operand);

/* The type that an address lies in, with its place there; false: unknown. */
bool msim_flow_place(const struct msim_flow_work *work, const struct msim_step *step,
                     const struct msim_value *address, struct msim_operand_type *place);
