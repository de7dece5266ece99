/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Decodes instructions of x86-64 for following values through them: which registers and memory an
 * instruction uses, and what it does where that is simple.  By Capstone, as disassembler.h.
 *
 * General registers have DWARF's numbers, 0 to 15; other registers have none.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MSIM_REGISTERS = 16, MSIM_RIP = 16, MSIM_NO_REGISTER = 255 };
enum { MSIM_RAX = 0, MSIM_RDX, MSIM_RCX, MSIM_RBX, MSIM_RSI, MSIM_RDI, MSIM_RBP, MSIM_RSP };

enum msim_op {
    MSIM_OP_OTHER, /* what it writes is unknown */
    MSIM_OP_NOTHING,
    MSIM_OP_MOVE,
    MSIM_OP_SIGN_EXTEND,
    MSIM_OP_ZERO_EXTEND,
    MSIM_OP_ADDRESS, /* lea */
    MSIM_OP_ADD,
    MSIM_OP_SUBTRACT,
    MSIM_OP_AND,
    MSIM_OP_SHIFT_LEFT,
    MSIM_OP_MULTIPLY, /* the last two operands */
    MSIM_OP_CLEAR,    /* a register becomes 0 */
    MSIM_OP_EXCHANGE,
    MSIM_OP_MOVE_IF,
    MSIM_OP_PUSH,
    MSIM_OP_POP,
    MSIM_OP_LEAVE,
    MSIM_OP_CALL,
    MSIM_OP_JUMP,
    MSIM_OP_BRANCH, /* or goes on after it */
    MSIM_OP_STOP,   /* nothing runs after it: ret, ud2 */
};

enum msim_operand_kind {
    MSIM_OPERAND_OTHER,
    MSIM_OPERAND_REGISTER,
    MSIM_OPERAND_NUMBER,
    MSIM_OPERAND_MEMORY
};

struct msim_code_operand {
    enum msim_operand_kind kind;
    unsigned bytes;
    unsigned reg;         /* of a register */
    int64_t number;       /* a number, or the displacement of memory */
    unsigned base, index; /* of memory: registers, MSIM_RIP, MSIM_NO_REGISTER */
    unsigned scale;
    bool has_segment; /* it is relative to fs or gs */
};

enum { MSIM_MOST_OPERANDS = 4 };

struct msim_decoded {
    unsigned length;
    enum msim_op op;
    unsigned operands; /* the one that is written first */
    struct msim_code_operand operand[MSIM_MOST_OPERANDS];
    uint32_t writes; /* general registers that it changes, as bits */
    bool has_target; /* of a jump, branch or call */
    uint64_t target;
};

struct msim_decoder;

/* NULL: memsim was built without. */
struct msim_decoder *msim_decoder_open(void);
void msim_decoder_close(struct msim_decoder *decoder);

/* Decodes the instruction that begins `bytes`, of which there are `size`; false: it is not
 * known. */
bool msim_decode_instruction(struct msim_decoder *decoder, const unsigned char *bytes, size_t size,
                             uint64_t address, struct msim_decoded *decoded);
