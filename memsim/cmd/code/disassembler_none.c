/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The disassembler of a build without Capstone. */
#include "disassembler.h"

struct msim_disassembler *msim_disassembler_open(enum msim_asm_syntax syntax)
{
    (void)syntax;
    return NULL;
}

bool msim_disassemble(struct msim_disassembler *disassembler, const unsigned char *bytes,
                      size_t size, uint64_t address, struct msim_asm_instruction *instruction)
{
    (void)disassembler, (void)bytes, (void)size, (void)address, (void)instruction;
    return false;
}

void msim_disassembler_close(struct msim_disassembler *disassembler)
{
    (void)disassembler;
}
