/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What debugging information says about registers and the stack in one function: which variables
 * are where, and from which instruction to which.
 */
#pragma once

#include "cmd/types/debug.h"
#include "value.h"

/* From `low` on and below `high`, the register has the value. */
struct msim_flow_fact {
    uint64_t low, high;
    unsigned reg;
    struct msim_value value;
};

/* A variable on the stack, `offset` bytes from the function's frame base; that of the deepest scope
 * is meant where several overlap. */
struct msim_frame_fact {
    uint64_t low, high;
    int64_t offset;
    unsigned depth;
    bool stays; /* in its whole scope, so others may have its address */
    const struct msim_type *type;
};

/* What a call returns to this address with. */
struct msim_return_fact {
    uint64_t address;
    const struct msim_type *type;
};

struct msim_facts {
    struct msim_flow_fact *fact; /* by `low` */
    size_t facts;
    struct msim_frame_fact *frame;
    size_t frames;
    struct msim_return_fact *result;
    size_t results;
    bool base_is_cfa;
    unsigned base_register; /* else: the frame base is this register */
    bool has_base;
};

void msim_facts_find(struct msim_facts *facts, struct msim_debug *debug, Dwarf_Die *function);
void msim_facts_free(struct msim_facts *facts);
