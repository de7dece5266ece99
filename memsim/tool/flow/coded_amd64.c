/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instructions of coded.h. */
#include "coded.h"

enum { ONE_BYTE, MAP_0F, MAP_0F38, MAP_0F3A };

/* An instruction, taken apart. */
struct parts {
    UInt map, opcode;
    UInt rex; /* its four bits */
    Bool word, repeat, vex;
    UInt third; /* the register that VEX adds */
    const UChar *modrm;
};

static UInt extension(const struct parts *parts)
{
    return parts->modrm[0] >> 3 & 7;
}

static Bool of_registers(const struct parts *parts)
{
    return parts->modrm[0] >> 6 == 3;
}

static UInt first_register(const struct parts *parts)
{
    return extension(parts) | (parts->rex & 4) << 1;
}

static UInt second_register(const struct parts *parts)
{
    return (parts->modrm[0] & 7) | (parts->rex & 1) << 3;
}

static const UChar *after_vex(struct parts *parts, const UChar *at)
{
    UInt last = at[0] == 0xc5 ? at[1] : at[2];
    parts->vex = True;
    parts->map = at[0] == 0xc5 ? MAP_0F : at[1] & 3;
    parts->rex = (~at[1] >> 5 & 4) | (at[0] == 0xc5 ? 0 : (~at[1] >> 5 & 3));
    parts->repeat = (last & 2) != 0;
    parts->third = ~last >> 3 & 15;
    return at + (at[0] == 0xc5 ? 2 : 3);
}

static const UChar *after_escapes(struct parts *parts, const UChar *at)
{
    if (*at != 0x0f)
        return at;
    at++;
    parts->map = *at == 0x38 ? MAP_0F38 : *at == 0x3a ? MAP_0F3A : MAP_0F;
    return parts->map == MAP_0F ? at : at + 1;
}

static struct parts taken_apart(Addr code)
{
    const UChar *at = (const UChar *)code;
    struct parts parts = {.map = ONE_BYTE};
    for (;; at++) {
        if (*at == 0x66)
            parts.word = True;
        else if (*at == 0xf2 || *at == 0xf3)
            parts.repeat = True;
        else if (*at != 0x2e && *at != 0x3e && *at != 0x64 && *at != 0x65 && *at != 0xf0)
            break;
    }
    if ((*at & 0xf0) == 0x40)
        parts.rex = *at++ & 15;
    at = *at == 0xc4 || *at == 0xc5 ? after_vex(&parts, at) : after_escapes(&parts, at);
    parts.opcode = at[0];
    parts.modrm = at + 1;
    return parts;
}

static Bool writes_flags_0f(const struct parts *parts)
{
    switch (parts->opcode) {
    case 0x2e: /* ucomis, comis */
    case 0x2f:
    case 0xa3: /* bt and its like */
    case 0xab:
    case 0xb3:
    case 0xba:
    case 0xbb:
    case 0xa4: /* shld, shrd */
    case 0xa5:
    case 0xac:
    case 0xad:
    case 0xaf: /* imul */
    case 0xb0: /* cmpxchg, xadd */
    case 0xb1:
    case 0xc0:
    case 0xc1:
    case 0xb8: /* popcnt, bsf, bsr */
    case 0xbc:
    case 0xbd:
        return True;
    default:
        return False;
    }
}

/* A rotation or shift. */
static Bool shifts(const struct parts *parts)
{
    return parts->map == ONE_BYTE &&
           ((parts->opcode & 0xfe) == 0xc0 || (parts->opcode & 0xfc) == 0xd0);
}

static Bool writes_flags(const struct parts *parts)
{
    UInt opcode = parts->opcode;
    if (parts->map == MAP_0F)
        return !parts->vex || opcode == 0x2e || opcode == 0x2f ? writes_flags_0f(parts) : False;
    if (parts->map == MAP_0F38)
        return opcode == 0x17 || opcode == 0xf2 || opcode == 0xf3;
    if (parts->map != ONE_BYTE)
        return False;
    if (opcode < 0x40)
        return (opcode & 7) < 6;
    switch (opcode) {
    case 0x69:
    case 0x6b:
    case 0x80:
    case 0x81:
    case 0x83:
    case 0x84:
    case 0x85:
    case 0xa8:
    case 0xa9:
    case 0xfe:
        return True;
    case 0xf6:
    case 0xf7:
        return extension(parts) != 2;
    case 0xff:
        return extension(parts) < 2;
    default:
        return shifts(parts);
    }
}

static Bool reads_flags(const struct parts *parts)
{
    UInt opcode = parts->opcode;
    if (parts->map == MAP_0F && !parts->vex)
        return (opcode & 0xf0) == 0x40 || (opcode & 0xe0) == 0x80;
    if (parts->map != ONE_BYTE)
        return False;
    if ((opcode & 0xf0) == 0x70)
        return True;
    if (opcode >= 0x80 && opcode <= 0x83)
        return extension(parts) == 2 || extension(parts) == 3;
    return (opcode >= 0x10 && opcode <= 0x1f && (opcode & 7) < 6) ||
           (shifts(parts) && (extension(parts) == 2 || extension(parts) == 3));
}

/* A comparison or test. */
static Bool decides(const struct parts *parts)
{
    UInt opcode = parts->opcode;
    if (parts->map != ONE_BYTE)
        return False;
    if (opcode >= 0x80 && opcode <= 0x83)
        return extension(parts) == 7;
    if (opcode == 0xf6 || opcode == 0xf7)
        return extension(parts) == 0;
    return (opcode >= 0x38 && opcode <= 0x3d) || opcode == 0x84 || opcode == 0x85 ||
           opcode == 0xa8 || opcode == 0xa9;
}

/* What makes zero of two equal registers, whatever they have. */
static Bool makes_zero(const struct parts *parts)
{
    UInt opcode = parts->opcode;
    if (!of_registers(parts))
        return False;
    if (parts->map == MAP_0F &&
        (opcode == 0xef || opcode == 0x57 || (opcode >= 0xf8 && opcode <= 0xfb)))
        return second_register(parts) == (parts->vex ? parts->third : first_register(parts));
    return parts->map == ONE_BYTE &&
           (opcode == 0x31 || opcode == 0x33 || opcode == 0x29 || opcode == 0x2b) &&
           second_register(parts) == first_register(parts);
}

static Bool copies_0f(const struct parts *parts)
{
    switch (parts->opcode) {
    case 0x10:
    case 0x11:
        return of_registers(parts) && !parts->repeat;
    case 0x28:
    case 0x29:
    case 0x6f:
    case 0x7f:
        return of_registers(parts);
    case 0x05: /* syscall and the like; hints, fences */
    case 0x0b:
    case 0x77:
    case 0x0d:
    case 0xa2:
    case 0xae:
        return True;
    default:
        return (parts->opcode & 0xf8) == 0x18 || (parts->opcode & 0xf0) == 0x80;
    }
}

/* Copies, nothing, branches, and what has operations of its own. */
static Bool copies(const struct parts *parts)
{
    UInt opcode = parts->opcode;
    if (makes_zero(parts))
        return True;
    if (parts->map == MAP_0F)
        return copies_0f(parts);
    if (parts->map != ONE_BYTE)
        return False;
    if (opcode == 0x89 || opcode == 0x8b)
        return of_registers(parts) && !parts->word;
    return (opcode & 0xf0) == 0x70 || (opcode & 0xf8) == 0x90 || (opcode & 0xf8) == 0xd8 ||
           (opcode & 0xf0) == 0x50 || (opcode & 0xf4) == 0xe0 || (opcode & 0xfc) == 0xe8 ||
           opcode == 0x87 || opcode == 0xc2 || opcode == 0xc3 || opcode == 0xcc || opcode == 0xf4 ||
           (opcode == 0xff && extension(parts) > 1);
}

/* An lea of a base, an index and a displacement. */
static Bool adds_three(const struct parts *parts)
{
    UInt mod = parts->modrm[0] >> 6, index = (parts->modrm[1] >> 3 & 7) | (parts->rex & 2) << 2;
    return parts->map == ONE_BYTE && parts->opcode == 0x8d && (mod == 1 || mod == 2) &&
           (parts->modrm[0] & 7) == 4 && index != 4;
}

static Bool is_vector(const struct parts *parts)
{
    UInt opcode = parts->opcode;
    if (parts->map == ONE_BYTE)
        return False;
    if (parts->map != MAP_0F)
        return opcode < 0xf0;
    return (opcode >= 0x10 && opcode <= 0x17) || (opcode >= 0x28 && opcode <= 0x2f) ||
           (opcode >= 0x50 && opcode <= 0x7f) || opcode == 0xc2 ||
           (opcode >= 0xc4 && opcode <= 0xc6) || opcode >= 0xd0;
}

/* An operand is the stack pointer, but for addresses of loads and stores. */
static Bool uses_stack(const struct parts *parts)
{
    enum { STACK = 4 };
    UInt opcode = parts->opcode;
    Bool arithmetic = parts->map == ONE_BYTE && (opcode & 7) < 4 && opcode < 0x40;
    if (!arithmetic && !(opcode >= 0x80 && opcode <= 0x8d) && opcode != 0x63 && opcode != 0xc7 &&
        parts->map == ONE_BYTE)
        return False;
    if (of_registers(parts))
        return second_register(parts) == STACK || first_register(parts) == STACK;
    return (opcode == 0x8d && (parts->modrm[0] & 7) == STACK && (parts->modrm[1] & 7) == STACK &&
            !(parts->rex & 1)) ||
           (opcode != 0x80 && opcode != 0x81 && opcode != 0x83 && opcode != 0xc7 &&
            first_register(parts) == STACK);
}

static enum msim_op_class class_of(const struct parts *parts)
{
    return is_vector(parts)    ? MSIM_OP_VECTOR
           : adds_three(parts) ? MSIM_OP_ADDRESS
           : shifts(parts)     ? MSIM_OP_SHIFT
                               : MSIM_OP_SIMPLE;
}

struct msim_coded msim_coded_at(Addr code)
{
    struct parts parts = taken_apart(code);
    UInt opcode = parts.opcode;
    return (struct msim_coded){
        .class = class_of(&parts),
        .reads_flags = reads_flags(&parts),
        .writes_flags = writes_flags(&parts),
        .copies = copies(&parts),
        .packed = parts.map == MAP_0F && (opcode == 0x5a || opcode == 0x5b || opcode == 0xe6),
        .uses_stack = uses_stack(&parts),
        .decides = decides(&parts),
    };
}
