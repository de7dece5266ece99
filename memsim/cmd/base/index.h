/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A hash index over numbered entries: finds the number of the entry with a key.
 *
 * The caller keeps the entries and their keys; the index has only numbers and hashes, 8 bytes each,
 * and is at most half full.  A lookup costs one comparison, seldom more.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MSIM_NOTHING UINT32_MAX

struct msim_index_slot {
    uint32_t hash, number;
};

/* Starts zeroed. */
struct msim_index {
    struct msim_index_slot *slot;
    size_t slots, used;
};

/* The hash of a string, combined with `of`, the number of what it belongs to. */
uint32_t msim_hash(const char *text, uint32_t of);

/* The number of the entry with that hash for which `same` is true, or MSIM_NOTHING. */
uint32_t msim_index_find(const struct msim_index *index, uint32_t hash,
                         bool (*same)(const void *context, uint32_t number), const void *context);

/* Adds an entry that is not in the index. */
void msim_index_add(struct msim_index *index, uint32_t hash, uint32_t number);

void msim_index_free(struct msim_index *index);

/* Names of files without their folders; and sets of names, numbered in the order in which they were
 * added. */

/* What follows the last slash. */
static inline const char *msim_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Starts zeroed.  The names are copies. */
struct msim_names {
    char **name;
    size_t count;
    struct msim_index index;
};

/* The number of a name, which is added if it is new. */
uint32_t msim_names_number(struct msim_names *names, const char *name);

void msim_names_free(struct msim_names *names);
