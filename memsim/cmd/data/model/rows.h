/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Objects as people know them, one per row.
 *
 * The static data of a module is split into its variables, as are thread-local data and stacks;
 * what no variable is known for is a row of its own.  Heap objects are joined that are allocated in
 * the same line by the same function and have elements of one type or, where the type is unknown,
 * blocks of the same sizes.  Every cell of the file is a piece of exactly one row, so rows add up
 * to the totals.
 */
#pragma once

#include "cmd/counts/counts.h"
#include "cmd/data/objects/set.h"
#include "cmd/types/types.h"
#include "elements.h"
#include "modules.h"
#include "names.h"

/* A cell, at its offset in the row's object; of a use with a stride, modulo that. */
struct msim_objects_piece {
    size_t use, cell;
    int64_t offset;
    uint32_t row;
};

struct msim_objects_row {
    enum msim_object_class kind;
    uint32_t object;    /* the first in the file; the others are next[] of the model */
    char *name, *place; /* "add_order", "orders.c:31"; place: "" if unknown */
    const char *module; /* the file that it is of or in; "" */
    bool is_rest;       /* what no variable is known for */
    bool is_part;       /* of an object, so its contexts are not known */
    struct msim_objects_element element;
    int64_t base;                 /* of a variable: its offset in the object */
    const struct msim_type *type; /* of a variable, as it is declared; NULL: unknown */
    uint64_t low, high;           /* sizes of blocks, or that of the variable; 0: unknown */
    uint64_t blocks, bytes;
    uint64_t lived, lifetime; /* blocks whose lifetimes are known, and their sum */
    uint64_t references[MSIM_ACCESSES];
    int64_t *count;       /* by event of the model's counts */
    size_t piece, pieces; /* in the model */
};

struct msim_objects_model {
    const struct msim_object_set *objects;
    struct msim_wrappers wrappers;
    struct msim_types *types;
    const struct msim_objects_element *element; /* by object */
    struct msim_objects_modules modules;
    struct msim_counts counts; /* events and totals */
    struct msim_objects_row *row;
    uint32_t rows;
    uint32_t *next; /* by object: the next one of the same row; 0: none */
    struct msim_objects_piece *piece;
    size_t pieces;
};

void msim_objects_model_free(struct msim_objects_model *model);

/* Makes the rows of `objects`; the fields of the model above `counts` are set, and stay those of
 * the caller. */
void msim_objects_model_make(struct msim_objects_model *model);
