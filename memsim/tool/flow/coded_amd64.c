/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instructions of coded.h. */
#include "coded.h"

#include "instr.h"

enum { ONE_BYTE, MAP_0F, MAP_0F38, MAP_0F3A };

static UInt extension(const struct msim_x86 *instr)
{
    return instr->reg & 7;
}

static Bool of_registers(const struct msim_x86 *instr)
{
    return instr->mod == 3;
}

static UInt writes_flags_0f(const struct msim_x86 *instr)
{
    switch (instr->opcode) {
    case 0xa3: /* bt and its like */
    case 0xab:
    case 0xb3:
    case 0xba:
    case 0xbb:
        return MSIM_CARRY;
    case 0x2e: /* ucomis, comis */
    case 0x2f:
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
        return MSIM_ALL_FLAGS;
    default:
        return 0;
    }
}

/* adcx, adox: additions that have one flag each. */
static UInt adds_flag(const struct msim_x86 *instr)
{
    if (instr->map != MAP_0F38 || instr->opcode != 0xf6 || instr->vex)
        return 0;
    return instr->narrow ? MSIM_CARRY : instr->repeat ? MSIM_OTHER_FLAGS : 0;
}

/* A rotation or shift. */
static Bool shifts(const struct msim_x86 *instr)
{
    if (instr->vex) /* shlx and its like, and rorx */
        return (instr->map == MAP_0F38 && instr->opcode == 0xf7) ||
               (instr->map == MAP_0F3A && instr->opcode == 0xf0);
    return instr->map == ONE_BYTE &&
           ((instr->opcode & 0xfe) == 0xc0 || (instr->opcode & 0xfc) == 0xd0);
}

/* An increment or decrement leaves the carry as it is; a rotation leaves all others but one. */
static UInt writes_flags(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    if (instr->map == MAP_0F)
        return !instr->vex || opcode == 0x2e || opcode == 0x2f ? writes_flags_0f(instr) : 0;
    if (instr->map == MAP_0F38)
        return opcode == 0x17 || opcode == 0xf2 || opcode == 0xf3 ? MSIM_ALL_FLAGS
                                                                  : adds_flag(instr);
    if (instr->map != ONE_BYTE)
        return 0;
    if (opcode < 0x40)
        return (opcode & 7) < 6 ? MSIM_ALL_FLAGS : 0;
    switch (opcode) {
    case 0xf5: /* cmc, clc, stc */
    case 0xf8:
    case 0xf9:
        return MSIM_CARRY;
    case 0x69:
    case 0x6b:
    case 0x80:
    case 0x81:
    case 0x83:
    case 0x84:
    case 0x85:
    case 0xa8:
    case 0xa9:
        return MSIM_ALL_FLAGS;
    case 0xfe:
        return MSIM_OTHER_FLAGS;
    case 0xf6:
    case 0xf7:
        return extension(instr) != 2 ? MSIM_ALL_FLAGS : 0;
    case 0xff:
        return extension(instr) < 2 ? MSIM_OTHER_FLAGS : 0;
    default:
        return !shifts(instr) ? 0 : extension(instr) < 4 ? MSIM_CARRY : MSIM_ALL_FLAGS;
    }
}

/* Those that a condition is of, which the opcode ends with: below and not, or equal, or another. */
static UInt flags_of_condition(UInt opcode)
{
    UInt condition = opcode & 0xe;
    return condition == 2 ? MSIM_CARRY : condition == 6 ? MSIM_ALL_FLAGS : MSIM_OTHER_FLAGS;
}

static UInt reads_flags(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    if (instr->map == MAP_0F && !instr->vex)
        return (opcode & 0xf0) == 0x40 || (opcode & 0xe0) == 0x80 ? flags_of_condition(opcode) : 0;
    if (instr->map != ONE_BYTE)
        return adds_flag(instr);
    if ((opcode & 0xf0) == 0x70)
        return flags_of_condition(opcode);
    Bool with_carry = shifts(instr) || (opcode >= 0x80 && opcode <= 0x83)
                          ? (extension(instr) & 6) == 2
                          : opcode == 0xf5 || ((opcode & 0xf0) == 0x10 && (opcode & 7) < 6);
    return with_carry ? MSIM_CARRY : 0;
}

/* A comparison or test. */
static Bool decides(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    if (instr->map != ONE_BYTE)
        return False;
    if (opcode >= 0x80 && opcode <= 0x83)
        return extension(instr) == 7;
    if (opcode == 0xf6 || opcode == 0xf7)
        return extension(instr) == 0;
    return (opcode >= 0x38 && opcode <= 0x3d) || opcode == 0x84 || opcode == 0x85 ||
           opcode == 0xa8 || opcode == 0xa9;
}

/* Additions, subtractions and masks of registers: all that both makers fuse with a branch. */
static Bool computes_to_branch(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode, operation = opcode >> 3;
    if (instr->map != ONE_BYTE)
        return False;
    if (opcode == 0xfe || opcode == 0xff)
        return of_registers(instr) && extension(instr) < 2;
    if (opcode >= 0x80 && opcode <= 0x83)
        operation = extension(instr);
    else if (opcode >= 0x40 || (opcode & 7) >= 6)
        return False;
    Bool of_accumulator = opcode < 0x40 && (opcode & 7) >= 4;
    return (of_accumulator || of_registers(instr)) &&
           (operation == 0 || operation == 4 || operation == 5);
}

/* What makes zero of two equal registers, whatever they have. */
static Bool makes_zero(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    if (!of_registers(instr))
        return False;
    if (instr->map == MAP_0F &&
        (opcode == 0xef || opcode == 0x57 || (opcode >= 0xf8 && opcode <= 0xfb)))
        return instr->rm == (instr->vex ? instr->third : instr->reg);
    return instr->map == ONE_BYTE &&
           (opcode == 0x31 || opcode == 0x33 || opcode == 0x29 || opcode == 0x2b) &&
           instr->rm == instr->reg;
}

static Bool copies_0f(const struct msim_x86 *instr)
{
    switch (instr->opcode) {
    case 0x10:
    case 0x11:
        return of_registers(instr) && !instr->repeat;
    case 0x28:
    case 0x29:
    case 0x6f:
    case 0x7f:
        return of_registers(instr);
    case 0x05: /* syscall and the like; hints, fences */
    case 0x0b:
    case 0x77:
    case 0x0d:
    case 0xa2:
    case 0xae:
        return True;
    default:
        return (instr->opcode & 0xf8) == 0x18 || (instr->opcode & 0xf0) == 0x80;
    }
}

/* Copies, nothing, branches, and what has operations of its own. */
static Bool copies(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    if (makes_zero(instr))
        return True;
    if (instr->map == MAP_0F)
        return copies_0f(instr);
    if (instr->map != ONE_BYTE)
        return False;
    if (opcode == 0x89 || opcode == 0x8b)
        return of_registers(instr) && !instr->narrow;
    return (opcode & 0xf0) == 0x70 || (opcode & 0xf8) == 0x90 || (opcode & 0xf8) == 0xd8 ||
           (opcode & 0xf0) == 0x50 || (opcode & 0xf4) == 0xe0 || (opcode & 0xfc) == 0xe8 ||
           opcode == 0x87 || opcode == 0xc2 || opcode == 0xc3 || opcode == 0xcc || opcode == 0xf4 ||
           (opcode == 0xff && extension(instr) > 1);
}

/* Of an address: a base, an index and a displacement. */
static Bool has_three(const struct msim_x86 *instr)
{
    return (instr->mod == 1 || instr->mod == 2) && instr->index >= 0;
}

/* lea */
static Bool computes_address(const struct msim_x86 *instr)
{
    return instr->map == ONE_BYTE && instr->opcode == 0x8d;
}

/* Additions to a register of 64 bits that some cores do while they rename registers. */
static Bool adds_constant(const struct msim_x86 *instr)
{
    enum { BELOW = 1024 };
    UInt opcode = instr->opcode;
    Long constant = instr->immediate32;
    if (instr->map != ONE_BYTE || !instr->wide)
        return False;
    if (opcode == 0x8d)
        return instr->index < 0 && instr->base >= 0 && instr->offset < BELOW &&
               instr->offset > -BELOW;
    if (opcode == 0xff)
        return of_registers(instr) && extension(instr) < 2;
    if (opcode == 0x83)
        constant = instr->immediate8;
    Bool of_register = (opcode == 0x81 || opcode == 0x83) && of_registers(instr) &&
                       (extension(instr) == 0 || extension(instr) == 5);
    return (of_register || opcode == 0x05 || opcode == 0x2d) && constant < BELOW &&
           constant > -BELOW;
}

static Bool is_indexed(const struct msim_x86 *instr)
{
    return !of_registers(instr) && instr->index >= 0 && (instr->scale || has_three(instr));
}

static Bool counts_bits(const struct msim_x86 *instr)
{
    return instr->map == MAP_0F && !instr->vex && instr->repeat &&
           (instr->opcode == 0xb8 || instr->opcode == 0xbc || instr->opcode == 0xbd);
}

/* bsf and bsr, which take as long as a multiplication, also where other counts of bits take less. */
static Bool scans(const struct msim_x86 *instr)
{
    return instr->map == MAP_0F && !instr->vex && !instr->repeat && (instr->opcode & 0xfe) == 0xbc;
}

static Bool is_vector(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    if (instr->map == ONE_BYTE)
        return False;
    if (instr->map != MAP_0F)
        return opcode < 0xf0;
    return (opcode >= 0x10 && opcode <= 0x17) || (opcode >= 0x28 && opcode <= 0x2f) ||
           (opcode >= 0x50 && opcode <= 0x7f) || opcode == 0xc2 ||
           (opcode >= 0xc4 && opcode <= 0xc6) || opcode >= 0xd0;
}

/* An operand is the stack pointer, but for addresses of loads and stores. */
static Bool uses_stack(const struct msim_x86 *instr)
{
    enum { STACK = 4 };
    UInt opcode = instr->opcode;
    Bool arithmetic = instr->map == ONE_BYTE && (opcode & 7) < 4 && opcode < 0x40;
    if (!arithmetic && !(opcode >= 0x80 && opcode <= 0x8d) && opcode != 0x63 && opcode != 0xc7 &&
        instr->map == ONE_BYTE)
        return False;
    if (of_registers(instr))
        return instr->rm == STACK || instr->reg == STACK;
    return (opcode == 0x8d && instr->base == STACK) ||
           (opcode != 0x80 && opcode != 0x81 && opcode != 0x83 && opcode != 0xc7 &&
            instr->reg == STACK);
}

/* A string operation with a prefix. */
static Bool repeats(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    return instr->repeat && instr->map == ONE_BYTE &&
           ((opcode >= 0xa4 && opcode <= 0xa7) || (opcode >= 0xaa && opcode <= 0xaf));
}

static Bool moves_stack(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    if (instr->map != ONE_BYTE || instr->repeat)
        return False;
    if (opcode == 0xff)
        return extension(instr) == 2 || extension(instr) == 6;
    return (opcode & 0xf0) == 0x50 || opcode == 0x68 || opcode == 0x6a || opcode == 0x8f ||
           opcode == 0xe8 || opcode == 0xc2 || opcode == 0xc3 || opcode == 0xc9;
}

static Bool stores_past(const struct msim_x86 *instr)
{
    UInt opcode = instr->opcode;
    return instr->map == MAP_0F && !instr->repeat &&
           (opcode == 0x2b || opcode == 0xe7 || (opcode == 0xc3 && !instr->vex));
}

/* bt, bts, btr, btc of two registers. */
static Bool tests_bit(const struct msim_x86 *instr)
{
    return instr->map == MAP_0F && !instr->vex && of_registers(instr) &&
           (instr->opcode & 0xc7) == 0x83 && instr->opcode >= 0xa3;
}

enum { MOVE_INTO = 0x6e, MOVE_FROM = 0x7e };

/* movd, movq between registers of both kinds. */
static Bool moves(const struct msim_x86 *instr)
{
    return instr->map == MAP_0F && of_registers(instr) && instr->narrow && !instr->repeat &&
           (instr->opcode == MOVE_INTO || instr->opcode == MOVE_FROM);
}

/* And from memory. */
static Bool loads_word(const struct msim_x86 *instr)
{
    return instr->map == MAP_0F && !of_registers(instr) &&
           (instr->opcode == MOVE_INTO || (instr->opcode == MOVE_FROM && instr->repeat));
}

/* movzx of a register. */
static Bool widens(const struct msim_x86 *instr)
{
    return instr->map == MAP_0F && !instr->vex && of_registers(instr) &&
           (instr->opcode & 0xfe) == 0xb6;
}

static Bool branches(const struct msim_x86 *instr)
{
    return (instr->map == ONE_BYTE && (instr->opcode & 0xf0) == 0x70) ||
           (instr->map == MAP_0F && !instr->vex && (instr->opcode & 0xf0) == 0x80);
}

/* A move or setting on a condition. */
static Bool selects(const struct msim_x86 *instr)
{
    return instr->map == MAP_0F && !instr->vex &&
           ((instr->opcode & 0xf0) == 0x40 || (instr->opcode & 0xf0) == 0x90);
}

static enum msim_op_class class_of(const struct msim_x86 *instr)
{
    if (computes_address(instr) && is_indexed(instr))
        return has_three(instr) ? MSIM_OP_ADDRESS : MSIM_OP_SCALED;
    return is_vector(instr)       ? MSIM_OP_VECTOR
           : adds_constant(instr) ? MSIM_OP_CONSTANT
           : shifts(instr)        ? MSIM_OP_SHIFT
           : selects(instr)       ? MSIM_OP_SELECT
           : counts_bits(instr)   ? MSIM_OP_COUNT
           : scans(instr)         ? MSIM_OP_MULTIPLY
                                  : MSIM_OP_SIMPLE;
}

struct msim_coded msim_coded_at(Addr code, UInt length)
{
    struct msim_x86 instr;
    msim_x86_read(code, length, &instr);
    UInt opcode = instr.opcode;
    return (struct msim_coded){
        .class = class_of(&instr),
        .reads_flags = reads_flags(&instr),
        .writes_flags = writes_flags(&instr),
        .copies = copies(&instr),
        .widens = widens(&instr),
        .packed = instr.map == MAP_0F && (opcode == 0x5a || opcode == 0x5b || opcode == 0xe6),
        .uses_stack = uses_stack(&instr),
        .decides = decides(&instr),
        .fuses = decides(&instr) || computes_to_branch(&instr),
        .branches = branches(&instr),
        .repeats = repeats(&instr),
        .indexed = is_indexed(&instr),
        .tests_bit = tests_bit(&instr),
        .moves = moves(&instr),
        .moved = opcode == MOVE_INTO ? msim_x86_offset(instr.rm) : -1,
        .loads_word = loads_word(&instr),
        .past = stores_past(&instr),
        .moves_stack = moves_stack(&instr) || tests_bit(&instr),
    };
}
