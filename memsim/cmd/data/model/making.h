/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the makers of rows share. */
#pragma once

#include "cmd/base/names.h"
#include "rows.h"

/* Where a function's code begins, as far as that was looked up. */
struct msim_objects_entry {
    bool known, found;
    uint64_t address;
};

struct msim_objects_making {
    struct msim_objects_model *model;
    struct msim_names keys; /* of rows */
    struct msim_names sources;
    uint32_t *lived;                  /* by stack: the row + 1 that its life was added to last */
    struct msim_objects_entry *entry; /* by function */
};

/* The row with that key; *is_new: it has nothing but its kind and its first object. */
uint32_t msim_objects_row_keyed(struct msim_objects_making *making, uint32_t object,
                                const char *key, bool *is_new);

/* Gives a cell to a row, at that offset in it. */
void msim_objects_row_take(struct msim_objects_making *making, uint32_t row, size_t use,
                           size_t cell, int64_t offset);

/* Splits static or thread-local data, or a stack, into variables. */
void msim_objects_split(struct msim_objects_making *making, uint32_t object);
