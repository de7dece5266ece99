/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A hash index over numbered things: finds the number of the thing that has a key.
 *
 * The things and their keys are the caller's; the index has their numbers and hashes only, 8 bytes each,
 * with a free place for every one taken.  A look-up costs one comparison, or few.
 */
#ifndef MSIM_CMD_BASE_INDEX_H
#define MSIM_CMD_BASE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MSIM_NOTHING UINT32_MAX

struct msim_index_slot {
    uint32_t hash, number;
};

/* Zeroed at first. */
struct msim_index {
    struct msim_index_slot *slot;
    size_t slots, used;
};

/* Of a string, and of what it belongs to. */
uint32_t msim_hash(const char *text, uint32_t of);

/* The number of the thing with that hash for which `same` holds, or MSIM_NOTHING. */
uint32_t msim_index_find(const struct msim_index *index, uint32_t hash,
                         bool (*same)(const void *context, uint32_t number), const void *context);

/* Adds a thing that is not there. */
void msim_index_add(struct msim_index *index, uint32_t hash, uint32_t number);

void msim_index_free(struct msim_index *index);

#endif
