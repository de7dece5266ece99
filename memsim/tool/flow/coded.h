/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an instruction is by its bytes, of which VEX's statements say less: VEX drops what nothing
 * needs, takes conditions from what was compared, and does what one unit does in several steps. */
#pragma once

#include "pub_tool_basics.h"

#include "stream/ops.h"

/* Flags that a core renames each by itself. */
enum { MSIM_CARRY = 1, MSIM_OTHER_FLAGS = 2, MSIM_ALL_FLAGS = MSIM_CARRY | MSIM_OTHER_FLAGS };

struct msim_coded {
    /* That of what is simple about it: MSIM_OP_SIMPLE, _SHIFT, _SELECT, _ADDRESS, _SCALED, _CONSTANT,
     * _COUNT, _VECTOR, or _MULTIPLY if it scans bits. */
    enum msim_op_class class;
    UInt reads_flags, writes_flags; /* a bit for each of the above */
    Bool copies; /* the front does it: it copies registers, sets them to zero, or does nothing */
    Bool widens; /* it takes a part of a register of integers into a whole one: movzx */
    Bool packed; /* it converts vectors, which stay in their registers */
    Bool uses_stack; /* it computes with the stack pointer */
    Bool decides;    /* it has no result but flags: a comparison or test; */
    Bool fuses;      /* that, or it adds, subtracts or masks registers: a conditional branch */
    Bool branches;   /* that follows at once is one with it; and it is such a branch */
    Bool repeats;    /* it repeats itself, as `rep` has it do */
    Bool indexed;    /* its address in memory has a scaled index, or three parts */
    Bool tests_bit;  /* of a register, by another one: VEX does so in memory */
    Bool moves;      /* between a register of integers and one of vectors; */
    Int moved; /* where the former is in the guest's state, if it goes into the latter, or -1 */
    Bool loads_word; /* into a register of vectors, as it is */
    Bool past;       /* it stores past the caches: movnti, movntdq and so on */
    /* It moves the stack pointer beside what else it does, which the front of a core keeps track
     * of: push, pop, call, return, leave; or VEX moves it there and back, to test a bit. */
    Bool moves_stack;
};

/* The instruction of `length` bytes. */
struct msim_coded msim_coded_at(Addr code, UInt length);
