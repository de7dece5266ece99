/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects what debugging information says about a function; see facts.h. */
#include "facts.h"

#include "cmd/base/grow.h"
#include "cmd/code/decoder.h"

enum { MOST_RANGES = 4096, MOST_FACTS = 1 << 18 };

struct search {
    struct msim_debug *debug;
    struct msim_facts *facts;
    const char *furthest;
};

static void add_fact(struct msim_facts *facts, const struct msim_flow_fact *fact)
{
    if (fact->low >= fact->high || fact->value.kind == MSIM_VALUE_UNKNOWN ||
        facts->facts >= MOST_FACTS)
        return;
    MSIM_PUSH(facts->fact, facts->facts, *fact);
}

static void add_frame(struct msim_facts *facts, const struct msim_frame_fact *fact)
{
    if (fact->low >= fact->high || facts->frames >= MOST_FACTS)
        return;
    MSIM_PUSH(facts->frame, facts->frames, *fact);
}

static bool is_register(const Dwarf_Op *op, unsigned *reg)
{
    if (op->atom >= DW_OP_reg0 && op->atom < DW_OP_reg0 + MSIM_REGISTERS)
        *reg = op->atom - DW_OP_reg0;
    else
        return false;
    return true;
}

static bool is_relative(const Dwarf_Op *op, unsigned *reg)
{
    if (op->atom >= DW_OP_breg0 && op->atom < DW_OP_breg0 + MSIM_REGISTERS)
        *reg = op->atom - DW_OP_breg0;
    else
        return false;
    return true;
}

/* Pieces of a variable in registers, each with the part of its type. */
static void take_pieces(struct msim_facts *facts, struct msim_flow_fact *fact,
                        const struct msim_type *type, const Dwarf_Op *op, size_t ops)
{
    uint64_t offset = 0;
    for (size_t i = 0; i < ops; i++) {
        if (op[i].atom == DW_OP_piece) {
            offset += op[i].number;
            continue;
        }
        if (i + 1 < ops && op[i + 1].atom == DW_OP_piece && is_register(&op[i], &fact->reg)) {
            const struct msim_type *part = msim_part_scalar(type, offset, op[i + 1].number);
            fact->value = msim_value_of(part);
            if (part)
                add_fact(facts, fact);
        }
    }
}

/* One place of a variable, of a scope or a part of it. */
static void take_place(struct search *search, uint64_t low, uint64_t high,
                       const struct msim_type *type, const Dwarf_Op *op, size_t ops, unsigned depth,
                       bool stays)
{
    struct msim_facts *facts = search->facts;
    struct msim_flow_fact fact = {.low = low, .high = high};
    if (ops == 1 && op->atom == DW_OP_fbreg) {
        const struct msim_frame_fact frame = {low, high, (int64_t)op->number, depth, stays, type};
        add_frame(facts, &frame);
    } else if (ops == 1 && is_register(op, &fact.reg)) {
        fact.value = msim_value_of(type);
        add_fact(facts, &fact);
    } else if (ops == 1 && is_relative(op, &fact.reg)) {
        /* The variable itself lies there.  A scalar may only have the value that is there. */
        fact.value = (struct msim_value){.kind = MSIM_VALUE_POINTER,
                                         .type = type->plain,
                                         .at = (int64_t)(0 - (uint64_t)op->number)};
        if (fact.reg != MSIM_RSP && fact.reg != MSIM_RBP && type->bytes && type->members)
            add_fact(facts, &fact);
    } else if (ops == 2 && is_relative(op, &fact.reg) && op[1].atom == DW_OP_stack_value) {
        fact.value = msim_value_of(type);
        if (fact.value.kind == MSIM_VALUE_POINTER)
            fact.value.at = (int64_t)(0 - (uint64_t)op->number);
        add_fact(facts, &fact);
    } else if (ops > 1) {
        take_pieces(facts, &fact, type, op, ops);
    }
}

static void take_variable(struct search *search, Dwarf_Die *die, Dwarf_Die *scope, unsigned depth)
{
    Dwarf_Attribute attribute;
    Dwarf_Addr base, low, high, from, end, scope_base;
    Dwarf_Op *op;
    size_t ops;
    ptrdiff_t at = 0, range = 0;
    if (!msim_die_location(die, DW_AT_location, &attribute))
        return;
    const struct msim_type *type = msim_debug_type_of(search->debug, die);
    if (!type)
        return;
    for (unsigned i = 0; i < MOST_RANGES && (at = dwarf_getlocations(&attribute, at, &base, &low,
                                                                     &high, &op, &ops)) > 0;
         i++) {
        if (low || high != (Dwarf_Addr)-1) {
            take_place(search, low, high, type, op, ops, depth, false);
            continue;
        }
        /* One place in the whole scope. */
        for (unsigned j = 0;
             j < MOST_RANGES && (range = dwarf_ranges(scope, range, &scope_base, &from, &end)) > 0;
             j++)
            take_place(search, from, end, type, op, ops, depth, true);
        return;
    }
}

/* What a call returns: the type of the function that it is said to call. */
static void take_call(struct search *search, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Addr address;
    Dwarf_Die callee;
    bool is_said = (dwarf_attr(die, DW_AT_call_return_pc, &attribute) ||
                    dwarf_attr(die, DW_AT_low_pc, &attribute)) &&
                   dwarf_formaddr(&attribute, &address) == 0;
    if (!is_said || !(msim_die_reference(die, DW_AT_call_origin, &callee) ||
                      msim_die_reference(die, DW_AT_abstract_origin, &callee)))
        return;
    const struct msim_type *type = msim_debug_type_of(search->debug, &callee);
    if (!type)
        return;
    struct msim_facts *facts = search->facts;
    MSIM_PUSH(facts->result, facts->results, (struct msim_return_fact){address, type});
}

static void search_scope(struct search *search, Dwarf_Die *scope, unsigned depth)
{
    Dwarf_Die child;
    if (depth > MSIM_DIE_DEPTH || !msim_die_child(scope, &child))
        return;
    do {
        if ((const char *)child.addr <= search->furthest)
            return;
        search->furthest = child.addr;
        switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
        case DW_TAG_formal_parameter:
            take_variable(search, &child, scope, depth);
            break;
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            search_scope(search, &child, depth + 1);
            break;
        case DW_TAG_call_site:
        case DW_TAG_GNU_call_site:
            take_call(search, &child);
            break;
        default:
            break;
        }
    } while (msim_die_next(&child));
}

static void find_base(struct msim_facts *facts, Dwarf_Die *function)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *op;
    size_t ops;
    if (!dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) ||
        dwarf_getlocation(&attribute, &op, &ops) != 0 || ops != 1)
        return;
    facts->base_is_cfa = op->atom == DW_OP_call_frame_cfa;
    facts->has_base = facts->base_is_cfa || is_register(op, &facts->base_register);
}

void msim_facts_find(struct msim_facts *facts, struct msim_debug *debug, Dwarf_Die *function)
{
    struct search search = {debug, facts, NULL};
    *facts = (struct msim_facts){.fact = NULL};
    find_base(facts, function);
    search_scope(&search, function, 0);
    msim_sort(facts->fact, facts->facts, sizeof *facts->fact, msim_by_key);
    msim_sort(facts->result, facts->results, sizeof *facts->result, msim_by_key);
}

void msim_facts_free(struct msim_facts *facts)
{
    MSIM_FREE(facts->fact, facts->frame, facts->result);
    *facts = (struct msim_facts){.fact = NULL};
}
