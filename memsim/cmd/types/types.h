/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What debugging information says about data: the variable at an address, the type that an
 * instruction's memory operand belongs to, and how types are laid out.
 *
 * DWARF is read by elfutils' libdw, where it is: in the object, in a file apart (by build id or
 * .gnu_debuglink), compressed, split, or shared (dwz).  Where an object has none, the symbol table
 * names its variables.  Without libdw, which `configure` can leave out, only symbols are
 * known.
 *
 * Addresses are those of the object, as linked.  Everything handed out belongs to `struct
 * msim_types` and lives as long.  A type is made once: two types are the same exactly if their
 * `plain` pointers are, whichever object or unit describes them.
 *
 * Whatever is doubtful is unknown.  Debugging information may be wrong or damaged; that never ends
 * the command.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum msim_type_kind {
    MSIM_TYPE_OTHER, /* void, and what has no layout that is known */
    MSIM_TYPE_BASE,
    MSIM_TYPE_ENUM,
    MSIM_TYPE_POINTER, /* references, too */
    MSIM_TYPE_ARRAY,
    MSIM_TYPE_STRUCT,
    MSIM_TYPE_CLASS,
    MSIM_TYPE_UNION,
    MSIM_TYPE_FUNCTION,
};

/* A member as it is declared; of a base class, its type's name. */
struct msim_type_member {
    const char *name; /* "": anonymous */
    const struct msim_type *type;
    uint64_t offset;
    unsigned bit, bits; /* of a bit field: its first bit, from that of `offset`; bits 0: none */
    bool is_base;
};

struct msim_type {
    const char *name; /* "struct foo", "ns::Foo<int>", "uint64_t", "char *", "int[4]" */
    enum msim_type_kind kind;
    uint64_t bytes;                /* 0: unknown, or none */
    const struct msim_type *plain; /* the type without typedefs, const and volatile */
    const struct msim_type_member *member;
    size_t members;
    const struct msim_type *element; /* of an array; several dimensions are arrays of arrays */
    uint64_t elements;               /* 0: a flexible array, or unknown */
    const char *source;              /* where it is declared; NULL: unknown */
    unsigned line;
    bool has_hidden; /* parts of it lie at offsets that are not fixed: no hole is one */
    struct msim_type_inside *inside; /* of this folder */
};

/* What a pointer points to, or a function returns; NULL: void or unknown. */
const struct msim_type *msim_type_target(const struct msim_type *pointer);

/* --- fields ----------------------------------------------------------------------------------- */

enum { MSIM_FIELD_DEPTH = 4 };

/*
 * A leaf of a type: a scalar, an array of scalars as a whole, or a hole.  Leaves of structures in
 * an array are one field, `a.b[].c`, found at offset + i * stride of each of its `dimension`s,
 * outermost first.  Members of a union and bit fields that share bytes are one field, "a|b".
 *
 * Fields are disjoint: a byte is in one field or in none.
 */
struct msim_type_field {
    const char *path; /* "": the type itself, or a hole */
    uint64_t offset, bytes;
    const struct msim_type *type; /* NULL: several share these bytes, or a hole */
    bool is_hole, is_flexible; /* flexible: an array without an end, with `bytes` of an element */
    unsigned bits;             /* of bit fields: how many are used */
    unsigned dimensions;
    struct {
        uint64_t stride, count; /* count 0: without an end */
    } dimension[MSIM_FIELD_DEPTH];
};

struct msim_type_fields {
    const struct msim_type_field *field; /* by offset */
    size_t fields;
};

/* All leaves and holes of a type. */
const struct msim_type_fields *msim_type_fields(const struct msim_type *type);

/* The field that has the byte at the offset; NULL: none has. */
const struct msim_type_field *msim_type_field_at(const struct msim_type *type, uint64_t offset);

/* --- objects ---------------------------------------------------------------------------------- */

struct msim_types;

struct msim_types *msim_types_new(void);
void msim_types_free(struct msim_types *types);

/* Also looks for files of debugging information in this folder. */
void msim_types_folder(struct msim_types *types, const char *folder);

/* Before anything else is asked of an object: only a file with this build id is that object. */
void msim_types_expect(struct msim_types *types, const char *path, const char *id);

/* Why nothing is known of the object: its file has another build id; NULL: it has not. */
const char *msim_types_other(struct msim_types *types, const char *path);

/* Why this build reads no debugging information at all; NULL: it does. */
const char *msim_types_no_reader(void);

/* NULL: the object has debugging information; else why there is none and, where that helps, what to
 * install. */
const char *msim_types_lack(struct msim_types *types, const char *path);

struct msim_variable {
    const char *name;             /* "counter", "ns::table", "main::calls" of a static local */
    uint64_t start;               /* address, or offset, of its first byte */
    uint64_t bytes;               /* 0: unknown */
    const struct msim_type *type; /* NULL: unknown */
    const char *source;           /* NULL: unknown */
    unsigned line;
};

/* The static variable that has the byte at a link-time address; false: none is known. */
bool msim_types_variable(struct msim_types *types, const char *path, uint64_t address,
                         struct msim_variable *variable);

/* The thread-local variable of an executable at an offset from the thread pointer. */
bool msim_types_tls(struct msim_types *types, const char *path, int64_t offset,
                    struct msim_variable *variable);

/*
 * The local variable at an offset from the CFA (the stack pointer before the call), in the function
 * that has the instruction at `address`.  Of several that share a slot it is the one in scope
 * there; where none is, and they differ, it is unknown.
 */
bool msim_types_local(struct msim_types *types, const char *path, uint64_t address, int64_t offset,
                      struct msim_variable *variable);

/* Where the function of that name (as in a symbol table, or demangled) begins; false: it is not
 * known. */
bool msim_types_function(struct msim_types *types, const char *path, const char *name,
                         uint64_t *address);

/* A function that an instruction is in: inlined there, or the one that has the code. */
struct msim_code_level {
    const char *function; /* with its scopes, "std::vector<int>::push_back"; NULL: it has no name */
    const char *declared; /* the source file that has it; NULL: unknown */
    const char *source; /* where it calls the level before it; NULL: the first level, or unknown */
    uint64_t line;
    const struct msim_type
        *allocates; /* what a library's function allocates, one or an array of it; NULL: unknown */
    bool is_table;  /* a hash table of Rust's: bytes about its slots follow these */
};

/* The functions that the instruction at `address` is in, innermost first; returns how many, 0: none
 * is known. */
size_t msim_types_code(struct msim_types *types, const char *path, uint64_t address,
                       const struct msim_code_level **level);

/* The type of that name: "struct foo", "foo", "ns::Foo<int>", a typedef, "unsigned long"; NULL: it
 * is not known. */
const struct msim_type *msim_types_named(struct msim_types *types, const char *path,
                                         const char *name);

/* The bytes that an instruction references lie in a `type`, or an array of that, which begins
 * `displacement` + n * `stride` bytes before, for some n; stride 0: n is 0. */
struct msim_operand_type {
    const struct msim_type *type;
    int64_t displacement;
    uint64_t stride;
};

/* What the memory operand that the instruction reads (or writes) belongs to; false: unknown. */
bool msim_types_operand(struct msim_types *types, const char *path, uint64_t address, bool writes,
                        struct msim_operand_type *operand);

enum msim_agreement {
    MSIM_AGREE_NO,
    MSIM_AGREE_SILENT, /* it says nothing: bytes as such, or something that the type may be in */
    MSIM_AGREE_YES,
};

/* The bytes at an offset in `type` are used through the operand. */
enum msim_agreement msim_type_agrees(const struct msim_type *type, uint64_t offset,
                                     const struct msim_operand_type *operand);

/* A byte: what any data may be read as. */
bool msim_type_is_byte(const struct msim_type *type);

/* What types are made of, place by place. */

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
