/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What types are made of, place by place. */
#pragma once

#include "types.h"

/* The part of `bytes` bytes at an offset in a type: a scalar, the same in all members of a union;
 * NULL: none. */
const struct msim_type *msim_part_scalar(const struct msim_type *type, uint64_t offset,
                                         uint64_t bytes);

/* Whether a part of that type begins at the offset. */
bool msim_part_is(const struct msim_type *type, uint64_t offset, const struct msim_type *part);

/* The same for a place `at` + n * `step` with an unknown n, where the step is not one of the type's
 * size: the index of an array in it.  Compilers move the begin of such an array, so `at` itself
 * need not lie in it.  NULL: places differ. */
const struct msim_type *msim_part_indexed(const struct msim_type *type, int64_t at, uint64_t step,
                                          uint64_t bytes);
