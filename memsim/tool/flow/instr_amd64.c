/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the instructions of instr.h. */
#include "instr.h"

#include "tool/base/platform.h"

#include "pub_tool_libcbase.h"

struct bytes {
    const UChar *at, *end;
};

static UInt take(struct bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static Long take_signed(struct bytes *bytes, UInt count)
{
    ULong value = 0;
    for (UInt i = 0; i < count; i++)
        value |= (ULong)take(bytes) << (8 * i);
    UInt unused = 64 - 8 * count;
    return (Long)(value << unused) >> unused;
}

/* Returns the first byte after the prefixes. */
static UInt take_prefixes(struct bytes *bytes, struct msim_x86 *instr)
{
    for (;;) {
        UInt byte = take(bytes);
        switch (byte) {
        case 0x66:
            instr->narrow = True;
            break;
        case 0xf2:
        case 0xf3:
            instr->repeat = True;
            break;
        case 0x64:
        case 0x65:
            instr->segment = True;
            break;
        case 0x26:
        case 0x2e:
        case 0x36:
        case 0x3e:
        case 0xf0:
            break;
        default:
            return byte;
        }
    }
}

/* VEX, of two or three bytes; returns the bits that REX would have. */
static UInt take_vex(struct bytes *bytes, UInt first, struct msim_x86 *instr)
{
    UInt byte = take(bytes), upper = first == 0xc5 ? 4 : 7, rex = ~byte >> 5 & upper;
    instr->vex = True;
    instr->map = first == 0xc5 ? 1 : byte & 3;
    if (first == 0xc4)
        byte = take(bytes);
    instr->repeat = (byte & 2) != 0;
    instr->third = ~byte >> 3 & 15;
    instr->opcode = take(bytes);
    return rex;
}

static UInt take_opcode(struct bytes *bytes, struct msim_x86 *instr)
{
    UInt byte = take_prefixes(bytes, instr), rex = 0;
    if (byte == 0xc4 || byte == 0xc5)
        return take_vex(bytes, byte, instr);
    if ((byte & 0xf0) == 0x40) {
        rex = byte;
        byte = take(bytes);
    }
    if (byte == 0x0f) {
        byte = take(bytes);
        instr->map = byte == 0x38 ? 2 : byte == 0x3a ? 3 : 1;
        if (instr->map > 1)
            byte = take(bytes);
    }
    instr->opcode = byte;
    instr->rex = rex != 0;
    instr->wide = (rex & 8) != 0;
    instr->extra = (rex & 1) << 3;
    return rex;
}

static void take_memory(struct bytes *bytes, UInt rex, struct msim_x86 *instr)
{
    UInt low = instr->rm & 7, bytes_of[] = {0, 1, 4};
    instr->base = (Int)instr->rm;
    if (low == 4) {
        UInt sib = take(bytes), index = (sib >> 3 & 7) | (rex & 2) << 2;
        instr->scale = sib >> 6;
        instr->index = index == 4 ? -1 : (Int)index;
        instr->base = (Int)((sib & 7) | (rex & 1) << 3);
        if ((sib & 7) == 5 && instr->mod == 0) {
            instr->base = -1;
            instr->offset = take_signed(bytes, 4);
            return;
        }
    } else if (low == 5 && instr->mod == 0) {
        instr->base = MSIM_X86_NEXT;
        instr->offset = take_signed(bytes, 4);
        return;
    }
    instr->offset = take_signed(bytes, bytes_of[instr->mod]);
}

void msim_x86_read(Addr address, UInt length, struct msim_x86 *instr)
{
    struct bytes bytes = {(const UChar *)address, (const UChar *)address + length};
    VG_(memset)(instr, 0, sizeof *instr);
    instr->address = address;
    instr->next = address + length;
    instr->base = instr->index = -1;
    UInt rex = take_opcode(&bytes, instr);
    UInt modrm = bytes.at < bytes.end ? *bytes.at : 0;
    Bool has_modrm = instr->map || (instr->opcode < 0x40 && (instr->opcode & 7) < 4) ||
                     instr->opcode == 0x63 || instr->opcode == 0x69 || instr->opcode == 0x6b ||
                     (instr->opcode >= 0x80 && instr->opcode <= 0x8f) ||
                     (instr->opcode & 0xfe) == 0xc0 || (instr->opcode & 0xfe) == 0xc6 ||
                     (instr->opcode & 0xfc) == 0xd0 || (instr->opcode & 0xf6) == 0xf6;
    if (has_modrm) {
        bytes.at++;
        instr->mod = modrm >> 6;
        instr->reg = (modrm >> 3 & 7) | (rex & 4) << 1;
        instr->rm = (modrm & 7) | (rex & 1) << 3;
        if (instr->mod != 3)
            take_memory(&bytes, rex, instr);
    }
    struct bytes again = bytes;
    instr->immediate8 = take_signed(&bytes, 1);
    instr->immediate32 = take_signed(&again, 4);
    instr->immediate64 = ((ULong)instr->immediate32 & 0xffffffff) | (ULong)take_signed(&again, 4)
                                                                        << 32;
}

Int msim_x86_offset(UInt reg)
{
    static const Int offset[] = {
        offsetof(MsimGuestState, guest_RAX), offsetof(MsimGuestState, guest_RCX),
        offsetof(MsimGuestState, guest_RDX), offsetof(MsimGuestState, guest_RBX),
        offsetof(MsimGuestState, guest_RSP), offsetof(MsimGuestState, guest_RBP),
        offsetof(MsimGuestState, guest_RSI), offsetof(MsimGuestState, guest_RDI),
        offsetof(MsimGuestState, guest_R8),  offsetof(MsimGuestState, guest_R9),
        offsetof(MsimGuestState, guest_R10), offsetof(MsimGuestState, guest_R11),
        offsetof(MsimGuestState, guest_R12), offsetof(MsimGuestState, guest_R13),
        offsetof(MsimGuestState, guest_R14), offsetof(MsimGuestState, guest_R15)};
    return offset[reg & 15];
}
