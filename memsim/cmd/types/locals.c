/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Local variables on the stack, by their offset from the CFA.
 *
 * A function's entry says what its variables' places are relative to: the CFA itself (gcc), or a
 * register (clang), whose distance from the CFA the tables for unwinding say, per instruction.
 */
#include <stdlib.h>
#include <string.h>

#include "debug.h"

enum { RSP = 7, RBP = 6 };

static bool frame_by(Dwarf_CFI *cfi, uint64_t address, unsigned *reg, int64_t *offset)
{
    Dwarf_Frame *frame;
    Dwarf_Op *op;
    size_t ops;
    if (!cfi || dwarf_cfi_addrframe(cfi, address, &frame) != 0)
        return false;
    bool found = dwarf_frame_cfa(frame, &op, &ops) == 0 && ops == 1 && op->atom == DW_OP_bregx &&
                 op->number <= 16;
    if (found) {
        *reg = (unsigned)op->number;
        *offset = (int64_t)op->number2;
    } else if (dwarf_frame_cfa(frame, &op, &ops) == 0 && ops == 1 && op->atom >= DW_OP_breg0 &&
               op->atom <= DW_OP_breg16) {
        found = true;
        *reg = op->atom - DW_OP_breg0;
        *offset = (int64_t)op->number;
    }
    free(frame);
    return found;
}

bool msim_debug_frame(struct msim_debug *debug, uint64_t address, unsigned *reg, int64_t *offset)
{
    return frame_by(debug->frames, address, reg, offset) ||
           frame_by(debug->more_frames, address, reg, offset);
}

/* What is asked, and what is found. */
struct search {
    struct msim_debug *debug;
    uint64_t address;
    int64_t offset;
    bool has_base; /* the frame base is `base` bytes from the CFA */
    int64_t base;
    unsigned cfa_register;
    int64_t cfa_offset;
    bool has_cfa;
    struct msim_variable found, other; /* in scope; in another one of the function's scopes */
    unsigned depth_found;
    bool is_found, is_doubtful; /* several are found */
    bool is_other, differs;
    const char *furthest;
};

/* The distance of a register from the CFA. */
static bool from_cfa(const struct search *search, unsigned reg, int64_t offset, int64_t *distance)
{
    if (!search->has_cfa || reg != search->cfa_register)
        return false;
    *distance = offset - search->cfa_offset;
    return true;
}

static void find_base(struct search *search, Dwarf_Die *function)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *op;
    size_t ops;
    search->has_cfa = msim_debug_frame(search->debug, search->address, &search->cfa_register,
                                       &search->cfa_offset);
    if (!dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) ||
        dwarf_getlocation_addr(&attribute, search->address, &op, &ops, 1) != 1 || ops != 1)
        return;
    if (op->atom == DW_OP_call_frame_cfa) {
        search->has_base = true;
        search->base = 0;
    } else if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg16) {
        search->has_base = from_cfa(search, op->atom - DW_OP_reg0, 0, &search->base);
    } else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg16) {
        search->has_base =
            from_cfa(search, op->atom - DW_OP_breg0, (int64_t)op->number, &search->base);
    }
}

/* Where a variable lies, from the CFA. */
static bool place_of(const struct search *search, Dwarf_Die *variable, bool in_scope,
                     int64_t *distance)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *op;
    size_t ops;
    if (!msim_die_location(variable, DW_AT_location, &attribute))
        return false;
    if (dwarf_getlocation_addr(&attribute, search->address, &op, &ops, 1) != 1 &&
        (in_scope || dwarf_getlocation(&attribute, &op, &ops) != 0))
        return false;
    if (ops != 1)
        return false;
    if (op->atom == DW_OP_fbreg && search->has_base) {
        *distance = search->base + (int64_t)op->number;
        return true;
    }
    return op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg16 &&
           from_cfa(search, op->atom - DW_OP_breg0, (int64_t)op->number, distance);
}

static bool same(const struct msim_variable *a, const struct msim_variable *b)
{
    return a->start == b->start && a->type->plain == b->type->plain && !strcmp(a->name, b->name);
}

static void take_variable(struct search *search, Dwarf_Die *die, bool in_scope, unsigned depth)
{
    int64_t start;
    struct msim_variable variable = {.name = NULL};
    if (!place_of(search, die, in_scope, &start) || search->offset < start)
        return;
    msim_debug_describe(search->debug, die, &variable);
    const char *name = msim_die_name(die);
    variable.name = msim_types_text(search->debug->store, name ? name : "?");
    variable.start = (uint64_t)start;
    if (!variable.type || (uint64_t)search->offset - (uint64_t)start >= variable.bytes)
        return;
    if (in_scope && (!search->is_found || depth > search->depth_found)) {
        search->found = variable;
        search->is_found = true;
        search->is_doubtful = false;
        search->depth_found = depth;
    } else if (in_scope) {
        search->is_doubtful = search->is_doubtful || !same(&search->found, &variable);
    } else if (!search->is_other) {
        search->is_other = true;
        search->other = variable;
    } else {
        search->differs = search->differs || !same(&search->other, &variable);
    }
}

static void search_scope(struct search *search, Dwarf_Die *scope, bool in_scope, unsigned depth)
{
    Dwarf_Die child;
    if (depth > MSIM_DIE_DEPTH || !msim_die_child(scope, &child))
        return;
    do {
        if ((const char *)child.addr <= search->furthest)
            return;
        search->furthest = child.addr;
        int tag = dwarf_tag(&child);
        if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
            take_variable(search, &child, in_scope, depth);
        else if (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine)
            search_scope(search, &child, in_scope && dwarf_haspc(&child, search->address) == 1,
                         depth + 1);
    } while (msim_die_next(&child));
}

bool msim_debug_local(struct msim_debug *debug, uint64_t address, int64_t offset,
                      struct msim_variable *variable)
{
    struct msim_debug_function *function = msim_debug_function(debug, address);
    struct search search = {.debug = debug, .address = address, .offset = offset};
    if (!function)
        return false;
    Dwarf_Die die = function->die;
    find_base(&search, &die);
    search_scope(&search, &die, true, 0);
    *variable = search.is_found ? search.found : search.other;
    return search.is_found ? !search.is_doubtful : search.is_other && !search.differs;
}
