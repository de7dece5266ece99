/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers and instructions of registers.h. */
#include "registers.h"

#include "pub_tool_basics.h"

#include "tool/base/platform.h"

enum { WORD = 8, YMM = sizeof(U256), FIRST_YMM = offsetof(MsimGuestState, guest_YMM0) };

Int msim_register_at(Int offset)
{
    if (offset == offsetof(MsimGuestState, guest_RIP))
        return -1;
    if (offset >= FIRST_YMM && offset < (Int)offsetof(MsimGuestState, guest_FTOP))
        offset -= (offset - FIRST_YMM) % YMM;
    if (offset >= (Int)offsetof(MsimGuestState, guest_FPREG) &&
        offset < (Int)offsetof(MsimGuestState, guest_FPROUND))
        offset = offsetof(MsimGuestState, guest_FPREG); /* a stack: which one is not known here */
    return offset / WORD;
}

Bool msim_register_is_vector(Int reg)
{
    return reg >= FIRST_YMM / WORD && reg <= (Int)offsetof(MsimGuestState, guest_FPTAG) / WORD;
}

Bool msim_register_is_flags(Int reg)
{
    return reg >= (Int)offsetof(MsimGuestState, guest_CC_OP) / WORD &&
           reg <= (Int)offsetof(MsimGuestState, guest_IDFLAG) / WORD;
}

/* Past prefixes of operand size, and REX. */
static const UChar *opcode(Addr code)
{
    const UChar *at = (const UChar *)code;
    while (*at == 0x66 || (*at & 0xf0) == 0x40)
        at++;
    return at;
}

Bool msim_is_repeated(Addr code)
{
    const UChar *at = (const UChar *)code;
    while (*at == 0x66)
        at++;
    if (*at != 0xf2 && *at != 0xf3)
        return False;
    at = opcode((Addr)(at + 1));
    /* movs, cmps, stos, lods, scas */
    return (*at >= 0xa4 && *at <= 0xa7) || (*at >= 0xaa && *at <= 0xaf);
}

Bool msim_moves_stack(Addr code)
{
    const UChar *at = opcode(code);
    UInt extension = at[1] >> 3 & 7;
    if (*at == 0xff)
        return extension == 2 || extension == 6;
    return (*at & 0xf0) == 0x50 || *at == 0x68 || *at == 0x6a || *at == 0x8f || *at == 0xe8 ||
           *at == 0xc2 || *at == 0xc3 || *at == 0xc9;
}

Int msim_stack_register(void)
{
    return offsetof(MsimGuestState, guest_RSP) / WORD;
}

Bool msim_register_is_stack(Int reg)
{
    return reg == msim_stack_register();
}

Int msim_flags_register(void)
{
    return offsetof(MsimGuestState, guest_CC_OP) / WORD;
}

Bool msim_writes_past(Addr code)
{
    const UChar *at = opcode(code);
    Bool vex = *at == 0xc5 || *at == 0xc4;
    if (*at == 0xc4 && (at[1] & 0x1f) != 1)
        return False;
    if (!vex && *at != 0x0f)
        return False;
    UInt byte = !vex ? at[1] : *at == 0xc5 ? at[2] : at[3];
    return byte == 0x2b || byte == 0xe7 || (byte == 0xc3 && !vex);
}

static Bool compares(Addr code)
{
    const UChar *at = opcode(code);
    UInt extension = at[1] >> 3 & 7;
    if ((*at >= 0x38 && *at <= 0x3d) || *at == 0x84 || *at == 0x85 || *at == 0xa8 || *at == 0xa9)
        return True;
    return (*at >= 0x80 && *at <= 0x83 && extension == 7) ||
           ((*at == 0xf6 || *at == 0xf7) && extension == 0);
}

static Bool branches(Addr code)
{
    const UChar *at = (const UChar *)code;
    return (*at & 0xf0) == 0x70 || (*at == 0x0f && (at[1] & 0xf0) == 0x80);
}

Bool msim_fuses(Addr first, Addr second)
{
    return compares(first) && branches(second);
}
