/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One object's debugging information, for the files that read DWARF.
 *
 * The index is made at the first question, by one walk over all units: functions by address,
 * variables by address, types by name, and the scope of what is nested.
 */
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmd/base/index.h"
#include "inside.h"

struct msim_debug_scope {
    const char *name;
    uint32_t outer; /* number + 1; 0: none */
};

struct msim_debug_nested {
    const void *entry;
    uint32_t scope; /* number + 1 */
};

struct msim_debug_function {
    uint64_t low, high;
    Dwarf_Die die;
};

struct msim_debug_variable {
    uint64_t address;
    Dwarf_Die die;
    uint32_t order; /* in which it was found */
};

struct msim_debug_type_name {
    Dwarf_Die die;
    uint32_t next; /* of the same name: number + 1; 0: the last one */
};

struct msim_debug_made {
    const void *entry;
    const struct msim_type *type; /* NULL: it is being made */
};

struct msim_flow;
struct msim_debug_levels;

struct msim_debug {
    struct msim_types_store *store;
    const struct msim_object_file *code;
    Dwfl *dwfl;
    Dwarf *dwarf;
    Dwarf_CFI *frames, *more_frames;
    int language; /* of the first unit that says one */
    bool is_indexed;
    struct msim_debug_scope *scope;
    size_t scopes;
    struct msim_debug_nested *nested; /* by entry */
    size_t nesteds;
    struct msim_debug_function *function; /* by address */
    size_t functions;
    struct msim_debug_variable *variable[2]; /* static and thread-local, by address */
    size_t variables[2];
    struct msim_debug_type_name *name;
    size_t names;
    struct msim_index names_index;
    struct msim_debug_made *made;
    size_t mades;
    struct msim_index made_index;
    unsigned depth;  /* of types being made */
    uint64_t *label; /* addresses of code in data */
    size_t labels;
    bool has_labels;
    struct msim_debug_levels *level; /* of addresses that were asked for */
    size_t levels;
    struct msim_index level_index;
    struct msim_flow *flow; /* of functions that were asked for */
};

/* index.c: Makes the index, once. */
void msim_debug_index(struct msim_debug *debug);

/* The function that has the instruction; NULL: none is known. */
struct msim_debug_function *msim_debug_function(struct msim_debug *debug, uint64_t address);

/* Name of an entry with those of its scopes, in `text` of `room` bytes; C types have no scope. */
void msim_debug_qualified(struct msim_debug *debug, Dwarf_Die *die, char *text, size_t room);

/* The number of the first type with that name, without its scope, + 1; 0: none. */
uint32_t msim_debug_first_named(const struct msim_debug *debug, const char *name);

/* typename.c: The name of a type as the language spells it; `type` NULL: void. */
void msim_debug_spell(struct msim_debug *debug, Dwarf_Die *type, char *text, size_t room);
bool msim_debug_is_c(struct msim_debug *debug, Dwarf_Die *die);

/* make.c: The type that an entry describes; never NULL. */
const struct msim_type *msim_debug_type(struct msim_debug *debug, Dwarf_Die *die);

/* The type of a variable, member or function; NULL: none is said. */
const struct msim_type *msim_debug_type_of(struct msim_debug *debug, Dwarf_Die *die);

/* Of all definitions with that name, `whole` or (NULL) in any scope, the one, of that tag or (0) of
 * any; false: they differ, or there is none. */
bool msim_debug_find_type(struct msim_debug *debug, const char *inner, const char *whole, int tag,
                          Dwarf_Die *definition);

/* lookup.c: What a variable's entry says of it, besides its place. */
void msim_debug_describe(struct msim_debug *debug, Dwarf_Die *die, struct msim_variable *variable);

/* The type of the static variable that has the byte, and where it begins; NULL: none is known. */
const struct msim_type *msim_debug_variable_type(struct msim_debug *debug, uint64_t address,
                                                 uint64_t *start);

/* What the function at an address, perhaps by way of a linkage table, returns; NULL: unknown. */
const struct msim_type *msim_debug_result(struct msim_debug *debug, uint64_t address);

/* locals.c: The CFA is that register plus *offset there; false: it is not that simple. */
bool msim_debug_frame(struct msim_debug *debug, uint64_t address, unsigned *reg, int64_t *offset);

/* flow/flow.c: Frees them all. */
void msim_flow_free(struct msim_flow *flow);

/* For indexes by address. */
static inline uint32_t msim_debug_hash(uint64_t address)
{
    return (uint32_t)((address * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

/*
 * Entries of debugging information (DIEs), read so that damaged ones end each walk: a sibling comes
 * later, and chains of references have limits.
 */

/* Deeper nesting than this is taken for damage. */
enum { MSIM_DIE_DEPTH = 64 };

/* Its first child; the next of its siblings in its place. */
bool msim_die_child(Dwarf_Die *die, Dwarf_Die *child);
bool msim_die_next(Dwarf_Die *die);

/* Attributes of the entry alone, or (where it says so) of what it completes, too. */
bool msim_die_number(Dwarf_Die *die, unsigned attribute, uint64_t *number);
bool msim_die_flag(Dwarf_Die *die, unsigned attribute);
bool msim_die_reference(Dwarf_Die *die, unsigned attribute, Dwarf_Die *to);
const char *msim_die_name(Dwarf_Die *die);           /* completed; NULL: none */
bool msim_die_type(Dwarf_Die *die, Dwarf_Die *type); /* completed */
Dwarf_Attribute *msim_die_location(Dwarf_Die *die, unsigned attribute, Dwarf_Attribute *memory);

/* The source file that an attribute has the number of; NULL: unknown. */
const char *msim_die_file(Dwarf_Die *die, unsigned attribute);

/* Where it is declared; NULL or 0: unknown. */
const char *msim_die_source(Dwarf_Die *die);
unsigned msim_die_line(Dwarf_Die *die);

/* The entry without typedefs, const, volatile and the like; false: it is void or in a circle. */
bool msim_die_peel(Dwarf_Die *type, Dwarf_Die *plain);

/* Where a declaration is completed elsewhere: in a type unit. */
void msim_die_signature(Dwarf_Die *type);

/* The lengths of an array's dimensions, 0 where it is not known; returns how many. */
enum { MSIM_MOST_DIMENSIONS = 8 };
unsigned msim_die_dimensions(Dwarf_Die *array, uint64_t length[static MSIM_MOST_DIMENSIONS]);

/* A size that DWARF says, or that of a pointer; 0: it says none. */
uint64_t msim_die_bytes(Dwarf_Die *type);
