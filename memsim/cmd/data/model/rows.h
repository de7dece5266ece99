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
#include "cmd/patterns/wrappers.h"
#include "cmd/types/types.h"

/*
 * The elements that an object consists of: one structure, or an array of them.
 *
 * Where their type is unknown, a stride that many references have is their size.
 */

struct msim_objects_element {
    const struct msim_type *type; /* NULL: unknown */
    uint64_t bytes;               /* 0: unknown; offsets are those in the object */
    uint64_t start;               /* bytes before the first element */
    bool given;                   /* by the user */
    bool is_single;               /* something else follows the first one */
    bool is_table;                /* a hash table of Rust: bytes about its slots follow them */
};

/* The elements of an object of the file, as far as they are known without types. */
struct msim_objects_element msim_objects_element_untyped(const struct msim_object_set *objects,
                                                         uint32_t object);

/* The elements of a variable: of an array, its innermost ones. */
struct msim_objects_element msim_objects_element_of(const struct msim_type *type);

/* The smallest and the largest block that the object may have: classes are wide, but what its
 * blocks have together leaves less.  One block has one size. */
void msim_objects_sizes(const struct msim_data_object *of, uint64_t *low, uint64_t *high);

/* How many slots such a table of that many bytes has; 0: it is not such a table. */
uint64_t msim_objects_slots(uint64_t element, uint64_t bytes);

/* The elements of blocks whose allocation says their type; false: they cannot be of it. */
bool msim_objects_element_allocated(const struct msim_data_object *object,
                                    const struct msim_type *type, bool is_table,
                                    struct msim_objects_element *element);

/*
 * Names of objects: where blocks are allocated, below the functions that only pass requests on
 * (cmd/patterns/wrappers.h), inlined ones included.
 */

/* A place of allocation. */
struct msim_objects_allocating {
    uint32_t stack;              /* 0: unknown */
    const char *function;        /* that allocates; perhaps inlined in the one that has the code */
    struct msim_objects_site at; /* its line */
    const struct msim_type
        *type;     /* that its wrappers allocate, by what they are made for; NULL: unknown */
    bool is_table; /* of which it is a hash table of Rust's */
    bool is_inlined;
    bool is_line; /* the line is in the function; else it may be in a header */
};

/* The innermost function of the stack that is no wrapper, or if all are, the outermost that has a
 * name. */
struct msim_objects_allocating msim_objects_allocating(const struct msim_object_set *objects,
                                                       struct msim_types *types, uint32_t stack,
                                                       const struct msim_wrappers *wrappers);

/* The last part of a path. */
const char *msim_objects_base(const char *path);

/* "add_order", "libfoo.so" or "???": what is known of a function. */
const char *msim_objects_function_name(const struct msim_object_set *objects, uint32_t function);

/* "orders.c:31", "orders.c" or "", from malloc: where a frame or site is in the sources. */
char *msim_objects_place(const struct msim_objects_site *site);

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

/* Link-time addresses of static data: the file has addresses less that of the module's lowest page,
 * which is not 0 in executables that are not position-independent. */

/* By file: where the lowest page of each is linked. */
struct msim_objects_modules {
    uint64_t *base;
    bool *known;
    uint32_t modules;
};

void msim_objects_modules_make(struct msim_objects_modules *modules,
                               const struct msim_object_set *objects);
void msim_objects_modules_free(struct msim_objects_modules *modules);

/* The address at which the file is linked; 0 if it cannot be read. */
uint64_t msim_objects_base_of(struct msim_objects_modules *modules,
                              const struct msim_object_set *objects, uint32_t file);

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
