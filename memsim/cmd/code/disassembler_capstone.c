/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The disassembler of disassembler.h. */
#include <capstone/capstone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "disassembler.h"

enum { LONGEST = 15 }; /* bytes of an instruction */

struct msim_disassembler {
    csh handle;
    cs_insn *instruction;
};

struct msim_disassembler *msim_disassembler_open(enum msim_asm_syntax syntax)
{
    struct msim_disassembler *made = msim_zeroed(1, sizeof *made);
    cs_err error = cs_open(CS_ARCH_X86, CS_MODE_64, &made->handle);
    if (error == CS_ERR_OK)
        error = cs_option(made->handle, CS_OPT_DETAIL, CS_OPT_ON);
    if (error == CS_ERR_OK)
        error = cs_option(made->handle, CS_OPT_SYNTAX,
                          syntax == MSIM_ASM_ATT ? CS_OPT_SYNTAX_ATT : CS_OPT_SYNTAX_INTEL);
    made->instruction = error == CS_ERR_OK ? cs_malloc(made->handle) : NULL;
    if (!made->instruction)
        msim_bad_input("Capstone: %s", cs_strerror(error));
    return made;
}

static bool is_in(csh handle, const cs_insn *instruction, unsigned group)
{
    return cs_insn_group(handle, instruction, group);
}

/* The place of data that the instruction reads or writes next to the code; 0: it does not. */
static uint64_t data_of(const cs_insn *instruction)
{
    const cs_x86 *detail = &instruction->detail->x86;
    for (unsigned i = 0; i < detail->op_count; i++)
        if (detail->operands[i].type == X86_OP_MEM && detail->operands[i].mem.base == X86_REG_RIP &&
            detail->operands[i].mem.index == X86_REG_INVALID)
            return instruction->address + instruction->size +
                   (uint64_t)detail->operands[i].mem.disp;
    return 0;
}

bool msim_disassemble(struct msim_disassembler *disassembler, const unsigned char *bytes,
                      size_t size, uint64_t address, struct msim_asm_instruction *instruction)
{
    csh handle = disassembler->handle;
    cs_insn *found = disassembler->instruction;
    size_t left = size < LONGEST ? size : LONGEST;
    if (!cs_disasm_iter(handle, &bytes, &left, &address, found))
        return false;
    const cs_x86 *detail = &found->detail->x86;
    bool branches = is_in(handle, found, CS_GRP_JUMP) || is_in(handle, found, CS_GRP_CALL);
    *instruction = (struct msim_asm_instruction){.length = found->size,
                                                 .is_call = is_in(handle, found, CS_GRP_CALL)};
    instruction->is_branch =
        branches && detail->op_count == 1 && detail->operands[0].type == X86_OP_IMM;
    if (instruction->is_branch)
        instruction->target = (uint64_t)detail->operands[0].imm;
    else
        instruction->target = data_of(found);
    if (instruction->is_branch || !*found->op_str)
        snprintf(instruction->text, sizeof instruction->text, "%s", found->mnemonic);
    else
        snprintf(instruction->text, sizeof instruction->text, "%-6s %s", found->mnemonic,
                 found->op_str);
    return true;
}

void msim_disassembler_close(struct msim_disassembler *disassembler)
{
    if (!disassembler)
        return;
    cs_free(disassembler->instruction, 1);
    cs_close(&disassembler->handle);
    free(disassembler);
}
