/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The prefetches of hints.h. */
#include "hints.h"

#include "instr.h"
#include "tool/base/ir.h"

enum { DEPTH_MAX = 64, STEPS_MAX = 200, REGISTER_BYTES = 8 };

/* What the instruction at a statement put into a register. */
struct worked_out {
    Int at;
    UInt reg;
    IRExpr *value; /* NULL: it is not known */
};

/* Where an address is worked out. */
struct place {
    IRSB *out;
    const IRSB *in;
    Int at;
    UInt depth, steps; /* how far before the prefetch, and how many registers were asked for */
    UInt used;
    struct worked_out worked_out[STEPS_MAX]; /* a value may be needed twice, again and again */
};

static IRExpr *value_before(struct place *place, UInt reg, Int at);

/* --- Expressions; NULL is unknown, and makes what it is part of so ------------------------- */

static IRExpr *binary(struct place *place, IROp op, IRExpr *a, IRExpr *b)
{
    return a && b ? msim_ir_assign(place->out, Ity_I64, IRExpr_Binop(op, a, b)) : NULL;
}

static IRExpr *narrowed(struct place *place, Bool wide, IRExpr *value)
{
    return wide ? value : binary(place, Iop_And64, value, msim_ir_word(0xffffffff));
}

static IRExpr *address_of(struct place *place, const struct msim_x86 *instr, Int at)
{
    IRExpr *sum = msim_ir_word(instr->offset + (instr->base == MSIM_X86_NEXT ? instr->next : 0));
    if (instr->segment)
        return NULL;
    if (instr->base >= 0)
        sum = binary(place, Iop_Add64, sum, value_before(place, instr->base, at));
    if (instr->index >= 0) {
        IRExpr *shift = IRExpr_Const(IRConst_U8(instr->scale));
        IRExpr *index = binary(place, Iop_Shl64, value_before(place, instr->index, at), shift);
        sum = binary(place, Iop_Add64, sum, index);
    }
    return sum;
}

/* True: what the instruction at a statement loads is still in memory. Else its value is unknown,
 * and a load through it could fault where the program does not. */
static Bool is_unchanged(const struct place *place, Int at)
{
    for (Int i = at; i < place->at; i++)
        switch (place->in->stmts[i]->tag) {
        case Ist_Store:
        case Ist_StoreG:
        case Ist_CAS:
        case Ist_LLSC:
        case Ist_Dirty:
            return False;
        default:
            break;
        }
    return True;
}

/* A load of such a type; `widen`: to 64 bits, Iop_INVALID if it has them. */
static IRExpr *load(struct place *place, const struct msim_x86 *instr, Int at, IRType type,
                    IROp widen)
{
    IRExpr *address = is_unchanged(place, at) ? address_of(place, instr, at) : NULL;
    if (!address)
        return NULL;
    IRExpr *value = msim_ir_assign(place->out, type, IRExpr_Load(Iend_LE, type, address));
    return widen == Iop_INVALID ? value
                                : msim_ir_assign(place->out, Ity_I64, IRExpr_Unop(widen, value));
}

/* The register or memory that the instruction names, of 4 or 8 bytes. */
static IRExpr *operand(struct place *place, const struct msim_x86 *instr, Int at)
{
    if (instr->mod == 3)
        return value_before(place, instr->rm, at);
    return instr->wide ? load(place, instr, at, Ity_I64, Iop_INVALID)
                       : load(place, instr, at, Ity_I32, Iop_32Uto64);
}

/* Additions and so on, by their number in opcodes. */
static IRExpr *arithmetic(struct place *place, const struct msim_x86 *instr, UInt which, IRExpr *a,
                          IRExpr *b)
{
    static const IROp op[] = {Iop_Add64, Iop_Or64,  Iop_INVALID, Iop_INVALID,
                              Iop_And64, Iop_Sub64, Iop_Xor64};
    return op[which] == Iop_INVALID ? NULL
                                    : narrowed(place, instr->wide, binary(place, op[which], a, b));
}

/* --- What an instruction does to a register ------------------------------------------------ */

enum effect { LEAVES, SETS, UNKNOWN };

/* It sets the register to a value; NULL: to one that is not known. */
static enum effect sets(IRExpr **to, IRExpr *value)
{
    *to = value;
    return value ? SETS : UNKNOWN;
}

/* A register of 1 byte, which may be the upper half of another one. */
static UInt byte_register(const struct msim_x86 *instr, UInt number)
{
    return !instr->rex && number >= 4 ? number - 4 : number;
}

static Bool names(const struct msim_x86 *instr, UInt reg)
{
    return instr->mod == 3 && instr->rm == reg;
}

/* 00 to 3f: in each eight, to memory or a register, and to a register, of 1 byte and more. */
static enum effect two_operands(struct place *place, const struct msim_x86 *instr, UInt reg, Int at,
                                IRExpr **to)
{
    UInt which = instr->opcode >> 3, form = instr->opcode & 7;
    UInt dest = form & 2 ? instr->reg : instr->rm;
    if (which == 7 || form > 5)
        return LEAVES;
    if (form == 5 && reg == 0 && !instr->narrow) /* rax and a constant */
        return sets(to, arithmetic(place, instr, which, value_before(place, reg, at),
                                   msim_ir_word(instr->immediate32)));
    if (form > 3)
        return reg == 0 ? UNKNOWN : LEAVES;
    if (!(form & 2) && instr->mod != 3)
        return LEAVES;
    if (!(form & 1))
        return byte_register(instr, dest) == reg ? UNKNOWN : LEAVES;
    if (dest != reg)
        return LEAVES;
    if (instr->narrow)
        return UNKNOWN;
    if (which == 6 && names(instr, instr->reg))
        return sets(to, msim_ir_word(0));
    return sets(
        to, arithmetic(place, instr, which, value_before(place, reg, at),
                       form & 2 ? operand(place, instr, at) : value_before(place, instr->reg, at)));
}

/* Shifts of a register; `by` is what follows, or 1. To the right with its sign, only of 64 bits. */
static enum effect shift(struct place *place, const struct msim_x86 *instr, UInt reg, Int at,
                         IRExpr **to)
{
    UInt by = instr->opcode == 0xc1 ? (UInt)instr->immediate8 & (instr->wide ? 63 : 31) : 1;
    if (instr->mod != 3 || instr->rm % 8 != reg % 8)
        return LEAVES;
    if (!names(instr, reg))
        return LEAVES;
    UInt which = instr->reg & 7;
    if (instr->narrow || (instr->opcode != 0xc1 && instr->opcode != 0xd1) || which < 4 ||
        which == 6 || (which == 7 && !instr->wide))
        return UNKNOWN;
    IRExpr *value = narrowed(place, instr->wide, value_before(place, reg, at));
    IROp op = which == 4 ? Iop_Shl64 : which == 5 ? Iop_Shr64 : Iop_Sar64;
    return sets(
        to, narrowed(place, instr->wide, binary(place, op, value, IRExpr_Const(IRConst_U8(by)))));
}

/* Moves and address arithmetic: what is in the instruction's register afterwards. */
static enum effect move(struct place *place, const struct msim_x86 *instr, UInt reg, Int at,
                        IRExpr **to)
{
    if (instr->reg != reg)
        return LEAVES;
    if (instr->narrow)
        return UNKNOWN;
    if (instr->opcode == 0x8b)
        return sets(to, narrowed(place, instr->wide, operand(place, instr, at)));
    if (instr->opcode == 0x8d)
        return sets(to, narrowed(place, instr->wide, address_of(place, instr, at)));
    if (instr->mod == 3) { /* 63: 4 bytes to 8 */
        IRExpr *left = binary(place, Iop_Shl64, value_before(place, instr->rm, at),
                              IRExpr_Const(IRConst_U8(32)));
        return sets(to, binary(place, Iop_Sar64, left, IRExpr_Const(IRConst_U8(32))));
    }
    return instr->wide ? sets(to, load(place, instr, at, Ity_I32, Iop_32Sto64)) : UNKNOWN;
}

/* Multiplications whose result is in one register; `by` is NULL: by what it had. */
static enum effect multiply(struct place *place, const struct msim_x86 *instr, UInt reg, Int at,
                            IRExpr **to, IRExpr *by)
{
    if (instr->reg != reg)
        return LEAVES;
    if (instr->narrow)
        return UNKNOWN;
    IRExpr *value = operand(place, instr, at), *factor = by ? by : value_before(place, reg, at);
    return sets(to, narrowed(place, instr->wide, binary(place, Iop_Mul64, value, factor)));
}

/* f7 and ff: complements, negations, increments and decrements; others of these set rax and rdx, or
 * move the stack pointer. */
static enum effect one_operand(struct place *place, const struct msim_x86 *instr, UInt reg, Int at,
                               IRExpr **to)
{
    UInt which = instr->reg & 7;
    Bool steps = instr->opcode == 0xff;
    if (!steps && which < 2)
        return LEAVES;
    if (steps ? which > 1 : which > 3)
        return UNKNOWN;
    if (!names(instr, reg))
        return LEAVES;
    if (instr->narrow)
        return UNKNOWN;
    IRExpr *value = value_before(place, reg, at), *all = msim_ir_word(~0ULL);
    IRExpr *changed = steps ? binary(place, which ? Iop_Sub64 : Iop_Add64, value, msim_ir_word(1))
                      : which == 2 ? binary(place, Iop_Xor64, value, all)
                                   : binary(place, Iop_Sub64, msim_ir_word(0), value);
    return sets(to, narrowed(place, instr->wide, changed));
}

static enum effect one_byte(struct place *place, const struct msim_x86 *instr, UInt reg, Int at,
                            IRExpr **to)
{
    UInt opcode = instr->opcode, which = instr->reg & 7;
    if (opcode < 0x40)
        return two_operands(place, instr, reg, at, to);
    switch (opcode) {
    case 0x63:
    case 0x8b:
    case 0x8d:
        return move(place, instr, reg, at, to);
    case 0x89:
        if (!names(instr, reg))
            return LEAVES;
        return instr->narrow
                   ? UNKNOWN
                   : sets(to, narrowed(place, instr->wide, value_before(place, instr->reg, at)));
    case 0x81:
    case 0x83:
        if (which == 7 || !names(instr, reg))
            return LEAVES;
        return instr->narrow
                   ? UNKNOWN
                   : sets(to, arithmetic(place, instr, which, value_before(place, reg, at),
                                         msim_ir_word(opcode == 0x83 ? instr->immediate8
                                                                     : instr->immediate32)));
    case 0xc1:
    case 0xd1:
        return shift(place, instr, reg, at, to);
    case 0xc7:
        if (!names(instr, reg))
            return LEAVES;
        return instr->narrow
                   ? UNKNOWN
                   : sets(to, narrowed(place, instr->wide, msim_ir_word(instr->immediate32)));
    case 0x84:
    case 0x85:
    case 0xa8:
    case 0xa9:
        return LEAVES;
    case 0x90: /* nothing, or an exchange with r8 */
        return instr->extra ? UNKNOWN : LEAVES;
    case 0xf7:
    case 0xff:
        return one_operand(place, instr, reg, at, to);
    case 0x69:
    case 0x6b:
        return multiply(place, instr, reg, at, to,
                        msim_ir_word(opcode == 0x6b ? instr->immediate8 : instr->immediate32));
    default:
        break;
    }
    if ((opcode & 0xf8) == 0xb8) { /* a constant */
        if (((opcode & 7) | instr->extra) != reg)
            return LEAVES;
        if (instr->wide)
            return sets(to, msim_ir_word(instr->immediate64));
        return instr->narrow ? UNKNOWN
                             : sets(to, narrowed(place, False, msim_ir_word(instr->immediate32)));
    }
    return (opcode & 0xf0) == 0x70 ? LEAVES : UNKNOWN;
}

/* Opcodes of two bytes and VEX: nearly all that are of vectors leave the registers of integers. */
static enum effect two_bytes(struct place *place, const struct msim_x86 *instr, UInt reg, Int at,
                             IRExpr **to)
{
    UInt opcode = instr->opcode;
    Bool zero = opcode == 0xb6 || opcode == 0xb7, byte = !(opcode & 1);
    if (instr->map > 1)
        return opcode < 0xf0 && instr->map == 2 ? LEAVES : UNKNOWN;
    if (opcode == 0x18 || opcode == 0x1f || opcode == 0x0d || opcode == 0x1e)
        return LEAVES;
    if (opcode == 0xaf)
        return multiply(place, instr, reg, at, to, NULL);
    if (opcode >= 0x40 && opcode <= 0x4f && !instr->vex)
        return instr->reg == reg ? UNKNOWN : LEAVES;
    if (zero || opcode == 0xbe || opcode == 0xbf) {
        if (instr->reg != reg)
            return LEAVES;
        if (instr->mod == 3 || instr->narrow || (!zero && !instr->wide))
            return UNKNOWN;
        return sets(
            to, load(place, instr, at, byte ? Ity_I8 : Ity_I16,
                     zero ? (byte ? Iop_8Uto64 : Iop_16Uto64) : (byte ? Iop_8Sto64 : Iop_16Sto64)));
    }
    if (opcode == 0x2c || opcode == 0x2d || opcode == 0x50 || opcode == 0x7e || opcode == 0xc5 ||
        opcode == 0xd7)
        return instr->vex || instr->reg == reg || names(instr, reg) ? UNKNOWN : LEAVES;
    return (opcode >= 0x10 && opcode <= 0x17) || (opcode >= 0x28 && opcode <= 0x2f) ||
                   (opcode >= 0x51 && opcode <= 0x7f) || opcode == 0xc2 || opcode == 0xc6 ||
                   opcode >= 0xd0
               ? LEAVES
               : UNKNOWN;
}

/* --- Registers ----------------------------------------------------------------------------- */

static Bool overlaps(Int offset, IRType type, UInt reg)
{
    Int first = msim_x86_offset(reg);
    return offset < first + REGISTER_BYTES && first < offset + (Int)sizeofIRType(type);
}

static Bool puts(const struct place *place, const IRStmt *statement, UInt reg)
{
    return statement->tag == Ist_Put &&
           overlaps(statement->Ist.Put.offset,
                    typeOfIRExpr(place->in->tyenv, statement->Ist.Put.data), reg);
}

/* True: what is put into the register may have been left out, as it is put again before the
 * superblock may be left. */
static Bool is_put_again(const struct place *place, UInt reg, Int at)
{
    for (Int i = at; i < place->in->stmts_used; i++) {
        if (puts(place, place->in->stmts[i], reg))
            return True;
        if (place->in->stmts[i]->tag == Ist_Exit)
            return False;
    }
    return False;
}

/* What the register was when the superblock began. */
static IRExpr *value_at_start(struct place *place, UInt reg)
{
    for (Int i = 0; i < place->at; i++) {
        const IRStmt *statement = place->in->stmts[i];
        if (statement->tag == Ist_WrTmp && statement->Ist.WrTmp.data->tag == Iex_Get &&
            statement->Ist.WrTmp.data->Iex.Get.offset == msim_x86_offset(reg) &&
            statement->Ist.WrTmp.data->Iex.Get.ty == Ity_I64)
            return IRExpr_RdTmp(statement->Ist.WrTmp.tmp);
        if (puts(place, statement, reg))
            return NULL;
    }
    return msim_ir_assign(place->out, Ity_I64, IRExpr_Get(msim_x86_offset(reg), Ity_I64));
}

static enum effect effect_of(struct place *place, const IRStmt *mark, UInt reg, Int at, IRExpr **to)
{
    struct msim_x86 instr;
    msim_x86_read(mark->Ist.IMark.addr, mark->Ist.IMark.len, &instr);
    return instr.map || instr.vex ? two_bytes(place, &instr, reg, at, to)
                                  : one_byte(place, &instr, reg, at, to);
}

/* True: the instruction at a statement sets the register, to *value (NULL: it is not known). */
static Bool is_set(struct place *place, UInt reg, Int at, IRExpr **value)
{
    for (UInt i = 0; i < place->used; i++)
        if (place->worked_out[i].at == at && place->worked_out[i].reg == reg) {
            *value = place->worked_out[i].value;
            return True;
        }
    enum effect effect = effect_of(place, place->in->stmts[at], reg, at, value);
    if (effect == LEAVES)
        return False;
    if (effect == UNKNOWN)
        *value = NULL;
    if (place->used < STEPS_MAX)
        place->worked_out[place->used++] = (struct worked_out){at, reg, *value};
    return True;
}

/* The value of a register before the instruction at a statement. */
static IRExpr *find_before(struct place *place, UInt reg, Int at)
{
    Bool hidden = is_put_again(place, reg, at);
    IRExpr *value;
    for (Int i = at - 1; i >= 0; i--) {
        const IRStmt *statement = place->in->stmts[i];
        if (puts(place, statement, reg))
            return typeOfIRExpr(place->in->tyenv, statement->Ist.Put.data) == Ity_I64
                       ? statement->Ist.Put.data
                       : NULL;
        if (statement->tag == Ist_Dirty)
            return NULL;
        if (statement->tag == Ist_Exit)
            hidden = False;
        if (statement->tag != Ist_IMark || !hidden)
            continue;
        if (is_set(place, reg, i, &value))
            return value;
    }
    return value_at_start(place, reg);
}

static IRExpr *value_before(struct place *place, UInt reg, Int at)
{
    if (place->depth == DEPTH_MAX || place->steps == STEPS_MAX)
        return NULL;
    place->depth++;
    place->steps++;
    IRExpr *value = find_before(place, reg, at);
    place->depth--;
    return value;
}

/* --- Prefetches ---------------------------------------------------------------------------- */

static Bool is_prefetch(const struct msim_x86 *instr, enum msim_op_class *class)
{
    UInt which = instr->reg & 7;
    if (instr->map != 1 || instr->vex || instr->mod == 3)
        return False;
    *class = instr->opcode == 0x18 && which >= 2 ? MSIM_OP_HINT_L2 : MSIM_OP_HINT;
    return (instr->opcode == 0x18 && which <= 3) || instr->opcode == 0x0d;
}

Bool msim_hint_at(IRSB *out, const IRSB *in, Int at, struct msim_hint *hint)
{
    struct place place = {.out = out, .in = in, .at = at};
    const IRStmt *mark = in->stmts[at];
    struct msim_x86 instr;
    msim_x86_read(mark->Ist.IMark.addr, mark->Ist.IMark.len, &instr);
    if (!is_prefetch(&instr, &hint->class))
        return False;
    hint->address = address_of(&place, &instr, at);
    hint->offset[0] = instr.base >= 0 ? msim_x86_offset(instr.base) : -1;
    hint->offset[1] = instr.index >= 0 ? msim_x86_offset(instr.index) : -1;
    return hint->address != NULL;
}
