/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of an instruction of x86, as far as anything here looks at them. */
#pragma once

#include "pub_tool_basics.h"

struct msim_x86 {
    Addr address, next;
    UInt map;                     /* of opcodes: 0, 1 (0f), 2 (0f 38), 3 (0f 3a) */
    UInt opcode;                  /* a byte */
    Bool vex, wide;               /* wide: 64 bits */
    Bool narrow, repeat;          /* prefixes: 66, f2 or f3, also as VEX has them */
    Bool rex, segment;            /* any REX; fs or gs */
    UInt mod, reg, rm;            /* numbers of registers have their upper bits */
    UInt extra;                   /* the upper bit of a register in the opcode */
    UInt third;                   /* the register that VEX adds */
    Int base, index;              /* of memory (mod is not 3); -1: none */
    UInt scale;                   /* a shift */
    Long offset;                  /* and of the address after it, if base is MSIM_X86_NEXT */
    Long immediate8, immediate32; /* what follows, read as such */
    ULong immediate64;
};

enum { MSIM_X86_NEXT = -2 };

/* The instruction of `length` bytes. */
void msim_x86_read(Addr address, UInt length, struct msim_x86 *instr);

/* Where a register of integers is in the guest's state. */
Int msim_x86_offset(UInt reg);
