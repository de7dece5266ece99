/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Disassembles instructions of x86-64, by Capstone.  Without that library, which `configure` can
 * leave out, there is no disassembler.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum msim_asm_syntax { MSIM_ASM_ATT, MSIM_ASM_INTEL };

struct msim_asm_instruction {
    unsigned length;
    char text[200];  /* "mov    %rsp,%rbp"; of a jump or call to a known place, "jne   " */
    uint64_t target; /* that place, or that of data next to the code; 0: none is known */
    bool is_branch;  /* the target is that of a jump or call, which the text lacks */
    bool is_call;    /* it is a call, wherever it leads */
};

struct msim_disassembler;

/* NULL: memsim was built without. */
struct msim_disassembler *msim_disassembler_open(enum msim_asm_syntax syntax);

/* Disassembles the instruction that begins `bytes`, of which there are `size`; false: it is not
 * known. */
bool msim_disassemble(struct msim_disassembler *disassembler, const unsigned char *bytes,
                      size_t size, uint64_t address, struct msim_asm_instruction *instruction);

void msim_disassembler_close(struct msim_disassembler *disassembler);
