/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Code without a name, divided by the addresses that are called (functions.h): which part an
 * instruction belongs to, by its address in the object.
 *
 * A part ends where the next one begins.  What is before the first one belongs to none.
 */
#pragma once

#include "flow/functions.h"

struct msim_code_parts {
    const struct msim_callees *callees;
    const uint32_t *sorted; /* parts, by function and address */
    uint32_t used;
    uint32_t *part; /* by function; only of the parts */
};

void msim_code_parts_find(struct msim_code_parts *parts, const struct msim_mem *mem,
                          const struct msim_callees *callees);

/* The part of an unknown function that has the instruction, or the function itself. */
uint32_t msim_code_part(const struct msim_code_parts *parts, uint32_t whole, uint64_t address);
