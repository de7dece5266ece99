/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of this folder share: memory for what is handed out, and the seam between
 * objects.c, which knows objects and symbols, and the reader of DWARF, which a build without libdw
 * lacks.
 */
#pragma once

#include "cmd/base/index.h"
#include "cmd/code/object.h"
#include "types.h"

/* A type's other half. */
struct msim_type_inside {
    struct msim_types_store *store;
    const struct msim_type *(*find_target)(struct msim_type_inside *inside);
    const struct msim_type *target; /* found when it is asked for */
    bool has_target, has_fields;
    bool is_anonymous;     /* a typedef may have given it a name since */
    uint64_t target_bytes; /* of a pointer; 0: unknown */
    struct msim_type_fields fields;
};

/* --- what is handed out (store.c) ------------------------------------------------------------- */

/* Starts zeroed. */
struct msim_types_store {
    struct msim_types_piece *piece;
    struct msim_index index;
    const struct msim_type **type; /* one of those that are described alike */
    size_t types;
};

/* Zeroed bytes, and a copy of text, that live as long as the store. */
void *msim_types_memory(struct msim_types_store *store, size_t bytes);
const char *msim_types_text(struct msim_types_store *store, const char *text);

/* The type that is described as `made` is; that is `made` itself, if none is yet. */
const struct msim_type *msim_types_unique(struct msim_types_store *store, struct msim_type *made);

void msim_types_store_free(struct msim_types_store *store);

/* --- the reader of DWARF ---------------------------------------------------------------------- */

struct msim_debug;

/* What this file is compiled without; NULL: debugging information is read. */
const char *msim_debug_no_reader(void);

/* NULL: there is no debugging information, with the reason in `why`.  `code` must stay. */
struct msim_debug *msim_debug_open(struct msim_types_store *store,
                                   const struct msim_object_file *code,
                                   const struct msim_object_places *places, char *why, size_t room);
void msim_debug_close(struct msim_debug *debug);

/* As the functions of types.h; the offset of thread-local data is that in its segment. */
bool msim_debug_variable(struct msim_debug *debug, uint64_t address, bool is_thread_local,
                         struct msim_variable *variable);
bool msim_debug_local(struct msim_debug *debug, uint64_t address, int64_t offset,
                      struct msim_variable *variable);
const struct msim_type *msim_debug_named(struct msim_debug *debug, const char *name);
size_t msim_debug_code(struct msim_debug *debug, uint64_t address,
                       const struct msim_code_level **level);
bool msim_debug_operand(struct msim_debug *debug, uint64_t address, bool writes,
                        struct msim_operand_type *operand);
