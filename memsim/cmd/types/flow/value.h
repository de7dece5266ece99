/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of a register's value at one instruction.
 *
 * A number, a pointer's displacement, or a place on the stack is `at` + n * `step` for an unknown
 * n; step 0: it is exactly `at`.  So the index of an array of 24 bytes an element is a number of
 * step 24, however the compiler computes it.  Where paths meet, the step becomes the greatest
 * common divisor of what differs, which ends every loop: a step only ever changes to one of its
 * divisors.
 */
#pragma once

#include "cmd/types/types.h"

enum msim_value_kind {
    MSIM_VALUE_UNKNOWN, /* `at` not 0: where it is from; copies of it have the same */
    MSIM_VALUE_NUMBER,  /* an integer, or an address of static data */
    MSIM_VALUE_POINTER, /* to a `type`, or an array of that, `at` bytes after its begin */
    MSIM_VALUE_FRAME,   /* the CFA + `at` */
    MSIM_VALUE_ENTRY,   /* a signed distance of 4 bytes from the table of jumps at `at` */
    MSIM_VALUE_LABEL,   /* what such a table leads to */
    MSIM_VALUE_ADDRESS, /* an address from the table of addresses at `at` */
};

struct msim_value {
    enum msim_value_kind kind;
    int64_t at;
    uint64_t step;
    const struct msim_type *type;
};

/* A number that may be anything. */
struct msim_value msim_value_number(void);
struct msim_value msim_value_exactly(int64_t number);

bool msim_value_same(const struct msim_value *a, const struct msim_value *b);
struct msim_value msim_value_add(const struct msim_value *a, const struct msim_value *b);
struct msim_value msim_value_subtract(const struct msim_value *a, const struct msim_value *b);
struct msim_value msim_value_times(const struct msim_value *a, int64_t factor);

/* The value cut to 32 bits, whose upper ones are then 0 or copies of the sign. */
struct msim_value msim_value_narrow(const struct msim_value *a);

/* What is true of both. */
struct msim_value msim_value_join(const struct msim_value *a, const struct msim_value *b);

/* A value of a variable or field of that type. */
struct msim_value msim_value_of(const struct msim_type *type);
