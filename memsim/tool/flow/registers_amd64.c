/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers and instructions of registers.h. */
#include "registers.h"

#include "pub_tool_basics.h"

#include "stream/ops.h"
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

Bool msim_register_makes_flags(Int reg)
{
    return reg == (Int)offsetof(MsimGuestState, guest_CC_DEP1) / WORD ||
           reg == (Int)offsetof(MsimGuestState, guest_CC_DEP2) / WORD;
}

_Static_assert(__builtin_offsetof(MsimGuestState, guest_RSP) == MSIM_STACK_REGISTER * WORD,
               "as msim_register_at() numbers it");

Int msim_carry_register(void)
{
    return offsetof(MsimGuestState, guest_CC_NDEP) / WORD;
}

Int msim_flags_register(void)
{
    return offsetof(MsimGuestState, guest_CC_OP) / WORD;
}
