/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The dirty blocks of an array: those that have what the levels after it lack.
 *
 * Blocks become dirty as often as dirty ones leave or are dirty still, which can be checked.  The
 * slot of a block that comes is clean, as its user sees to.
 */
#pragma once

#include "array.h"
#include "stream/mem.h"

/* From now on it is known which blocks are dirty; call before there are any. */
void msim_dirty_follow(struct msim_array *array, const struct msim_mem *mem);

/* How many blocks are dirty. */
uint64_t msim_dirty_count(const struct msim_array *array);

/* All blocks leave. */
void msim_dirty_empty(struct msim_array *array);

/* True: nothing became dirty that neither left nor is dirty. */
bool msim_dirty_adds_up(const struct msim_array *array);

/* The block in the slot is dirty from now on. */
static inline void msim_dirty_set(struct msim_array *array, uint64_t slot)
{
    array->soiled += !array->dirty[slot];
    array->dirty[slot] = 1;
}

/* The block in the slot leaves.  True: it was dirty. */
static inline bool msim_dirty_leave(struct msim_array *array, uint64_t slot)
{
    bool was = array->dirty[slot];
    array->cleaned += was;
    array->dirty[slot] = 0;
    return was;
}
