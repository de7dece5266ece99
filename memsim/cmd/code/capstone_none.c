/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The decoder and the disassembler of a build without Capstone. */
#include "decoder.h"
#include "disassembler.h"

struct msim_decoder *msim_decoder_open(void)
{
    return NULL;
}

void msim_decoder_close(struct msim_decoder *decoder)
{
    (void)decoder;
}

bool msim_decode_instruction(struct msim_decoder *decoder, const unsigned char *bytes, size_t size,
                             uint64_t address, struct msim_decoded *decoded)
{
    (void)decoder, (void)bytes, (void)size, (void)address, (void)decoded;
    return false;
}

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
