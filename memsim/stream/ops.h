/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a segment computes, as far as a core needs it to know when: operations, and which results
 * each of them waits for.  Described once with the segment, if cycles are wanted
 * (needs->operations).
 *
 * Operations stand in program order.  A source is a register as it was when the segment began, or
 * the result of an operation before it:
 *
 *     add rax, [rbx + 8 * rcx]     0  LOAD    of rbx, rcx
 *     mov [rdi], rax               1  SIMPLE  of rax, 0
 *                                  2  STORE   of rdi; its data of 1
 *                                  and then register rax is 1
 *
 * Address arithmetic belongs to the load or store that uses it.  Of what one instruction does with
 * registers, a path is one operation, however many steps it has for the recorder.  Copies, zeroes
 * and what does nothing are none; what nothing needs is one, even if it waits for nothing.
 *
 * A prefetch that the program asks for is a hint: an operation whose address is a word of the
 * record that no access has, as it counts nowhere. A store that passes by the caches is a class of
 * its own.
 *
 * Registers are numbers below MSIM_REGISTERS that the tool gives to parts of the guest's state, the
 * stack pointer being MSIM_STACK_REGISTER.
 *
 * Cost: about 40 bytes for an instruction, once.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    MSIM_REGISTERS = 512,
    MSIM_STACK_REGISTER = 6,
    MSIM_OPS_MAX = 4096, /* per segment: what exceeds it is left out */
    MSIM_OP_SOURCES_MAX = 15,
    MSIM_OPS_SOURCES_MAX = 4 * MSIM_OPS_MAX /* those of all operations of a segment */
};

/* A source that is ready at once. */
#define MSIM_OP_READY 0xffff

enum msim_op_class {
#define OP(name, text) MSIM_OP_##name,
#include "ops.list"
#undef OP
    MSIM_OP_CLASSES
};

struct msim_operation {
    uint8_t class;   /* enum msim_op_class */
    uint8_t instr;   /* which instruction of the segment it belongs to; in order */
    uint8_t sources; /* how many it waits for, among the segment's, in order; */
    uint8_t data;    /* and of a store how many more its data waits for */
    uint16_t access; /* of a load or store: which access of the segment it makes; of a hint: which
                        word of the record has its address, from 1 */
};

static inline bool msim_op_loads(unsigned class)
{
    return class == MSIM_OP_LOAD || class == MSIM_OP_LOAD_INDEXED || class == MSIM_OP_VECTOR_LOAD ||
           class == MSIM_OP_VECTOR_LOAD_INDEXED;
}

static inline bool msim_op_loads_vector(unsigned class)
{
    return class == MSIM_OP_VECTOR_LOAD || class == MSIM_OP_VECTOR_LOAD_INDEXED;
}

static inline bool msim_op_is_of_vectors(unsigned class)
{
    return msim_op_loads_vector(class) || class == MSIM_OP_VECTOR_STORE;
}

/* The address of a load has a scaled index, or a base, an index and a displacement. */
static inline bool msim_op_is_indexed(unsigned class)
{
    return class == MSIM_OP_LOAD_INDEXED || class == MSIM_OP_VECTOR_LOAD_INDEXED;
}

static inline bool msim_op_stores(unsigned class)
{
    return class == MSIM_OP_STORE || class == MSIM_OP_VECTOR_STORE || class == MSIM_OP_STORE_PAST;
}

static inline bool msim_op_hints(unsigned class)
{
    return class == MSIM_OP_HINT || class == MSIM_OP_HINT_L2;
}

/* After the segment this register is `source`, which may be MSIM_OP_READY. */
struct msim_op_result {
    uint16_t reg, source;
};

/* What decides which segment comes next, besides the next one in memory. */
enum msim_op_end {
    MSIM_OP_ENDS_ON,   /* nothing does, or an exit that is no branch */
    MSIM_OP_ENDS_COND, /* a conditional branch, taken or not */
    MSIM_OP_ENDS_JUMP,
    MSIM_OP_ENDS_CALL,
    MSIM_OP_ENDS_RETURN,
    MSIM_OP_ENDS_KINDS
};

struct msim_ops {
    struct msim_operation *op;
    uint16_t *source; /* below MSIM_REGISTERS a register, else MSIM_REGISTERS + an operation */
    struct msim_op_result *result;
    uint16_t ops, sources, results;
    uint8_t end;       /* enum msim_op_end */
    bool indirect : 1; /* where it goes is computed */
    bool fused : 1;    /* the last instruction is a branch that is one with what decides it */
    bool repeats : 1;  /* its last instruction repeats itself: `rep` */
};
