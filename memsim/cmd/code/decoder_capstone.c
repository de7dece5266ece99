/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The decoder of decoder.h. */
#include <capstone/capstone.h>
#include <stdlib.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "decoder.h"

enum { LONGEST = 15 }; /* bytes of an instruction */

struct msim_decoder {
    csh handle;
    cs_insn *instruction;
};

struct msim_decoder *msim_decoder_open(void)
{
    struct msim_decoder *made = msim_zeroed(1, sizeof *made);
    cs_err error = cs_open(CS_ARCH_X86, CS_MODE_64, &made->handle);
    if (error == CS_ERR_OK)
        error = cs_option(made->handle, CS_OPT_DETAIL, CS_OPT_ON);
    made->instruction = error == CS_ERR_OK ? cs_malloc(made->handle) : NULL;
    if (!made->instruction)
        msim_bad_input("Capstone: %s", cs_strerror(error));
    return made;
}

void msim_decoder_close(struct msim_decoder *decoder)
{
    if (!decoder)
        return;
    cs_free(decoder->instruction, 1);
    cs_close(&decoder->handle);
    free(decoder);
}

/* --- registers -------------------------------------------------------------------------------- */

static unsigned number_of(unsigned reg)
{
    static const uint16_t names[MSIM_REGISTERS][5] = {
        {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH},
        {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH},
        {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH},
        {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH},
        {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL, 0},
        {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL, 0},
        {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL, 0},
        {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL, 0},
        {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B, 0},
        {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B, 0},
        {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B, 0},
        {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B, 0},
        {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B, 0},
        {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B, 0},
        {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B, 0},
        {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B, 0}};
    if (reg == X86_REG_RIP)
        return MSIM_RIP;
    for (unsigned i = 0; i < MSIM_REGISTERS && reg != X86_REG_INVALID; i++)
        for (unsigned j = 0; j < 5; j++)
            if (names[i][j] == reg)
                return i;
    return MSIM_NO_REGISTER;
}

static struct msim_code_operand operand_of(const cs_x86_op *op)
{
    struct msim_code_operand operand = {.bytes = op->size, .reg = MSIM_NO_REGISTER};
    if (op->type == X86_OP_REG) {
        operand.reg = number_of(op->reg);
        operand.kind = operand.reg < MSIM_REGISTERS ? MSIM_OPERAND_REGISTER : MSIM_OPERAND_OTHER;
    } else if (op->type == X86_OP_IMM) {
        operand.kind = MSIM_OPERAND_NUMBER;
        operand.number = op->imm;
    } else if (op->type == X86_OP_MEM) {
        operand.kind = MSIM_OPERAND_MEMORY;
        operand.number = op->mem.disp;
        operand.base = number_of(op->mem.base);
        operand.index = number_of(op->mem.index);
        operand.scale = (unsigned)op->mem.scale;
        operand.has_segment = op->mem.segment == X86_REG_FS || op->mem.segment == X86_REG_GS;
    }
    return operand;
}

/* --- what it does ----------------------------------------------------------------------------- */

static bool reads_first(unsigned id)
{
    return id == X86_INS_CMP || id == X86_INS_TEST || id == X86_INS_PUSH || id == X86_INS_BT ||
           id == X86_INS_NOP || id == X86_INS_MUL || id == X86_INS_DIV || id == X86_INS_IDIV ||
           id == X86_INS_JMP || id == X86_INS_CALL;
}

static enum msim_op conditional_op(const cs_insn *instruction)
{
    switch (instruction->id) {
    case X86_INS_CMOVA:
    case X86_INS_CMOVAE:
    case X86_INS_CMOVB:
    case X86_INS_CMOVBE:
    case X86_INS_CMOVE:
    case X86_INS_CMOVG:
    case X86_INS_CMOVGE:
    case X86_INS_CMOVL:
    case X86_INS_CMOVLE:
    case X86_INS_CMOVNE:
    case X86_INS_CMOVNO:
    case X86_INS_CMOVNP:
    case X86_INS_CMOVNS:
    case X86_INS_CMOVO:
    case X86_INS_CMOVP:
    case X86_INS_CMOVS:
        return MSIM_OP_MOVE_IF;
    default:
        return MSIM_OP_OTHER;
    }
}

static bool is_same(const cs_x86 *detail)
{
    return detail->op_count == 2 && detail->operands[0].type == X86_OP_REG &&
           detail->operands[1].type == X86_OP_REG &&
           detail->operands[0].reg == detail->operands[1].reg;
}

static bool is_clear(const cs_x86 *detail)
{
    return is_same(detail) && detail->operands[0].size >= 4;
}

static enum msim_op plain_op(const cs_insn *instruction)
{
    const cs_x86 *detail = &instruction->detail->x86;
    switch (instruction->id) {
    case X86_INS_NOP:
        return MSIM_OP_NOTHING;
    case X86_INS_MOV:
    case X86_INS_MOVABS:
        return MSIM_OP_MOVE;
    case X86_INS_MOVSX:
    case X86_INS_MOVSXD:
        return MSIM_OP_SIGN_EXTEND;
    case X86_INS_MOVZX:
        return MSIM_OP_ZERO_EXTEND;
    case X86_INS_LEA:
        return MSIM_OP_ADDRESS;
    case X86_INS_ADD:
        return MSIM_OP_ADD;
    case X86_INS_SUB:
        return is_clear(detail) ? MSIM_OP_CLEAR : MSIM_OP_SUBTRACT;
    case X86_INS_XOR:
        return is_clear(detail) ? MSIM_OP_CLEAR : MSIM_OP_OTHER;
    case X86_INS_AND:
        return MSIM_OP_AND;
    case X86_INS_SHL:
    case X86_INS_SAL:
        return MSIM_OP_SHIFT_LEFT;
    case X86_INS_IMUL:
        return detail->op_count >= 2 ? MSIM_OP_MULTIPLY : MSIM_OP_OTHER;
    case X86_INS_XCHG: /* of a register with itself, to fill a gap */
        return is_same(detail) ? MSIM_OP_NOTHING : MSIM_OP_EXCHANGE;
    case X86_INS_PUSH:
        return MSIM_OP_PUSH;
    case X86_INS_POP:
        return MSIM_OP_POP;
    case X86_INS_LEAVE:
        return MSIM_OP_LEAVE;
    default:
        return conditional_op(instruction);
    }
}

static enum msim_op op_of(csh handle, const cs_insn *instruction)
{
    switch (instruction->id) {
    case X86_INS_RET:
    case X86_INS_RETF:
    case X86_INS_RETFQ:
    case X86_INS_IRETQ:
    case X86_INS_UD2:
    case X86_INS_HLT:
        return MSIM_OP_STOP;
    case X86_INS_JMP:
        return MSIM_OP_JUMP;
    default:
        break;
    }
    if (cs_insn_group(handle, instruction, CS_GRP_CALL))
        return MSIM_OP_CALL;
    return cs_insn_group(handle, instruction, CS_GRP_JUMP) ? MSIM_OP_BRANCH : plain_op(instruction);
}

static uint32_t written(csh handle, const cs_insn *instruction)
{
    cs_regs reads, writes;
    uint8_t read_count = 0, write_count = 0;
    uint32_t mask = 0;
    const cs_x86 *detail = &instruction->detail->x86;
    if (cs_regs_access(handle, instruction, reads, &read_count, writes, &write_count) == 0)
        for (unsigned i = 0; i < write_count; i++) {
            unsigned reg = number_of(writes[i]);
            mask |= reg < MSIM_REGISTERS ? 1U << reg : 0;
        }
    /* The library's tables lack some, so what stands first counts, too. */
    if (detail->op_count && detail->operands[0].type == X86_OP_REG &&
        !reads_first(instruction->id)) {
        unsigned reg = number_of(detail->operands[0].reg);
        mask |= reg < MSIM_REGISTERS ? 1U << reg : 0;
    }
    return mask;
}

bool msim_decode_instruction(struct msim_decoder *decoder, const unsigned char *bytes, size_t size,
                             uint64_t address, struct msim_decoded *decoded)
{
    cs_insn *found = decoder->instruction;
    size_t left = size < LONGEST ? size : LONGEST;
    if (!cs_disasm_iter(decoder->handle, &bytes, &left, &address, found))
        return false;
    const cs_x86 *detail = &found->detail->x86;
    *decoded = (struct msim_decoded){.length = found->size,
                                     .op = op_of(decoder->handle, found),
                                     .writes = written(decoder->handle, found)};
    for (unsigned i = 0; i < detail->op_count && i < MSIM_MOST_OPERANDS; i++)
        decoded->operand[decoded->operands++] = operand_of(&detail->operands[i]);
    bool goes =
        decoded->op == MSIM_OP_CALL || decoded->op == MSIM_OP_JUMP || decoded->op == MSIM_OP_BRANCH;
    if (goes && decoded->operands == 1 && decoded->operand[0].kind == MSIM_OPERAND_NUMBER) {
        decoded->has_target = true;
        decoded->target = (uint64_t)decoded->operand[0].number;
    }
    return true;
}
