/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes types of their entries: each entry once, and of entries in several units that describe the
 * same type, one.
 *
 * A record has its members with it, so what they are is made first; what pointers point to is made
 * when asked for.  A type that contains itself is damage: the inner one is left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "debug.h"

enum { NAME = 2048, MOST_MEMBERS = 1 << 16, MOST_DEFINITIONS = 32, DEEPEST = 40 };

struct made {
    struct msim_type type;
    struct msim_type_inside inside;
    struct msim_debug *debug;
    Dwarf_Die entry; /* of a pointer or function */
};

/* --- what is made already --------------------------------------------------------------------- */

struct wanted {
    const struct msim_debug *debug;
    const void *entry;
};

static bool same_entry(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    return wanted->debug->made[number].entry == wanted->entry;
}

static uint32_t find_made(const struct msim_debug *debug, const void *entry)
{
    struct wanted wanted = {debug, entry};
    return msim_index_find(&debug->made_index, msim_debug_hash((uintptr_t)entry), same_entry,
                           &wanted);
}

static uint32_t add_made(struct msim_debug *debug, const void *entry)
{
    uint32_t number = (uint32_t)debug->mades;
    MSIM_PUSH(debug->made, debug->mades, (struct msim_debug_made){entry, NULL});
    msim_index_add(&debug->made_index, msim_debug_hash((uintptr_t)entry), number);
    return number;
}

static struct made *start(struct msim_debug *debug, Dwarf_Die *entry, enum msim_type_kind kind)
{
    struct made *made = msim_types_memory(debug->store, sizeof *made);
    char name[NAME];
    msim_debug_spell(debug, entry, name, sizeof name);
    made->debug = debug;
    made->type.kind = kind;
    made->type.name = msim_types_text(debug->store, name);
    made->type.plain = &made->type;
    made->type.inside = &made->inside;
    made->inside.store = debug->store;
    if (entry) {
        const char *source = msim_die_source(entry);
        made->entry = *entry;
        made->type.source = source ? msim_types_text(debug->store, source) : NULL;
        made->type.line = msim_die_line(entry);
    }
    return made;
}

static const struct msim_type *unknown(struct msim_debug *debug)
{
    return &start(debug, NULL, MSIM_TYPE_OTHER)->type;
}

/* --- members ---------------------------------------------------------------------------------- */

struct members {
    struct msim_type_member *member;
    size_t members;
};

/* Where a member begins; false: that is only known while the program runs. */
static bool offset_of(Dwarf_Die *member, uint64_t *offset)
{
    Dwarf_Attribute location;
    Dwarf_Op *op;
    size_t ops;
    *offset = 0;
    if (!dwarf_attr(member, DW_AT_data_member_location, &location))
        return true;
    if (msim_die_number(member, DW_AT_data_member_location, offset))
        return true;
    if (dwarf_getlocation(&location, &op, &ops) != 0 || ops != 1 || op->atom != DW_OP_plus_uconst)
        return false;
    *offset = op->number;
    return true;
}

/* Before DWARF 4 the first bit was counted from the most significant one of the member's type. */
static bool find_bits(Dwarf_Die *die, const struct msim_type *type, struct msim_type_member *member)
{
    uint64_t bits, first, storage = type->bytes;
    if (!msim_die_number(die, DW_AT_bit_size, &bits))
        return true;
    if (!bits || bits > 64 * 8)
        return false;
    if (msim_die_number(die, DW_AT_data_bit_offset, &first)) {
        member->offset = first / 8;
        first %= 8;
    } else if (msim_die_number(die, DW_AT_bit_offset, &first)) {
        msim_die_number(die, DW_AT_byte_size, &storage);
        if (storage > 64 || first + bits > storage * 8)
            return false;
        first = storage * 8 - first - bits;
        member->offset += first / 8;
        first %= 8;
    } else {
        first = 0;
    }
    member->bit = (unsigned)first;
    member->bits = (unsigned)bits;
    return true;
}

static void keep_member(struct msim_type *type, struct members *members,
                        const struct msim_type_member *member)
{
    uint64_t bytes = member->bits ? (member->bit + member->bits + 7) / 8 : member->type->bytes;
    bool is_end = !bytes && member->type->plain->kind == MSIM_TYPE_ARRAY;
    /* What sticks out is damage. */
    if (member->offset > type->bytes || type->bytes - member->offset < bytes ||
        (!bytes && !is_end) || members->members >= MOST_MEMBERS) {
        type->has_hidden =
            type->has_hidden || bytes || member->type->plain->kind == MSIM_TYPE_OTHER;
        return;
    }
    MSIM_PUSH(members->member, members->members, *member);
}

static void add_member(struct msim_debug *debug, Dwarf_Die *die, struct msim_type *type,
                       struct members *members)
{
    struct msim_type_member member = {.is_base = dwarf_tag(die) == DW_TAG_inheritance};
    const char *name = msim_die_name(die);
    /* Static members are variables. */
    if (msim_die_flag(die, DW_AT_external) ||
        (msim_die_flag(die, DW_AT_declaration) && !member.is_base))
        return;
    member.type = msim_debug_type_of(debug, die);
    if (!member.type || !offset_of(die, &member.offset) || !find_bits(die, member.type, &member)) {
        type->has_hidden = true;
        return;
    }
    /* An empty base shares its byte. */
    if (member.is_base && !member.type->plain->members)
        return;
    if (member.is_base)
        name = member.type->name;
    member.name = name ? msim_types_text(debug->store, name) : "";
    keep_member(type, members, &member);
}

struct listed {
    struct msim_type_member member;
    size_t number; /* in the order of their declarations */
};

static int by_offset(const void *one, const void *other)
{
    const struct listed *a = one, *b = other;
    if (a->member.offset != b->member.offset)
        return a->member.offset < b->member.offset ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Members are in the order of their offsets: compilers of Rust reorder them, and declare them as in
 * the source. */
static void finish_members(struct msim_debug *debug, struct msim_type *type,
                           struct members *members)
{
    struct listed *listed = msim_zeroed(members->members, sizeof *listed);
    struct msim_type_member *kept =
        msim_types_memory(debug->store, members->members * sizeof *members->member);
    for (size_t i = 0; i < members->members; i++)
        listed[i] = (struct listed){members->member[i], i};
    msim_sort(listed, members->members, sizeof *listed, by_offset);
    for (size_t i = 0; i < members->members; i++)
        kept[i] = listed[i].member;
    free(listed);
    type->member = kept;
    type->members = members->members;
    free(members->member);
}

/* Rust's enumerations: alternatives that share the same bytes, which are an anonymous union
 * here. */
static void add_variants(struct msim_debug *debug, Dwarf_Die *part, struct msim_type *type,
                         struct members *outer)
{
    struct members members = {NULL, 0};
    Dwarf_Die child, inner;
    struct made *made = start(debug, NULL, MSIM_TYPE_UNION);
    made->type.name = "union {...}";
    made->type.bytes = type->bytes;
    if (!msim_die_child(part, &child))
        return;
    do {
        if (dwarf_tag(&child) == DW_TAG_member)
            add_member(debug, &child, &made->type, &members);
        else if (dwarf_tag(&child) == DW_TAG_variant && msim_die_child(&child, &inner))
            add_member(debug, &inner, &made->type, &members);
    } while (msim_die_next(&child));
    finish_members(debug, &made->type, &members);
    struct msim_type_member member = {.name = "",
                                      .type = msim_types_unique(debug->store, &made->type)};
    keep_member(type, outer, &member);
}

/* Bytes that something else is made in: an array of them, or records of such. */
static bool is_storage(const struct msim_type *type, unsigned depth)
{
    enum { DEEP = 4 };
    const struct msim_type *plain = type->plain;
    if (plain->kind == MSIM_TYPE_ARRAY)
        return plain->element && plain->element->plain->kind == MSIM_TYPE_BASE &&
               plain->element->bytes == 1;
    for (size_t i = 0; i < plain->members; i++)
        if (depth > DEEP || !is_storage(plain->member[i].type, depth + 1))
            return false;
    return plain->members;
}

/* The standard library of C++ makes the elements of its containers in buffers: a template of one
 * type that is just as large.  They have that type's members. */
static void fill_storage(struct msim_debug *debug, Dwarf_Die *die, struct msim_type *type,
                         struct members *members)
{
    const struct msim_type *inner = NULL;
    Dwarf_Die child;
    unsigned types = 0;
    for (size_t i = 0; i < members->members; i++)
        if (!is_storage(members->member[i].type, 0))
            return;
    if (!members->members || members->member[0].offset || !msim_die_child(die, &child))
        return;
    do
        if (dwarf_tag(&child) == DW_TAG_template_type_parameter && !types++)
            inner = msim_debug_type_of(debug, &child);
    while (msim_die_next(&child));
    if (types != 1 || !inner || inner->bytes != type->bytes)
        return;
    members->members = 1;
    members->member[0] = (struct msim_type_member){.name = "", .type = inner};
}

static void add_members(struct msim_debug *debug, Dwarf_Die *die, struct msim_type *type)
{
    struct members members = {NULL, 0};
    Dwarf_Die child;
    if (msim_die_child(die, &child))
        do {
            int tag = dwarf_tag(&child);
            if (tag == DW_TAG_member || tag == DW_TAG_inheritance)
                add_member(debug, &child, type, &members);
            else if (tag == DW_TAG_variant_part)
                add_variants(debug, &child, type, &members);
        } while (msim_die_next(&child));
    fill_storage(debug, die, type, &members);
    finish_members(debug, type, &members);
}

/* --- arrays ----------------------------------------------------------------------------------- */

/* Of several dimensions, the inner arrays first: int[3][4] is 3 times an int[4]. */
static const struct msim_type *make_array(struct msim_debug *debug, Dwarf_Die *die)
{
    uint64_t length[MSIM_MOST_DIMENSIONS];
    char tail[MSIM_MOST_DIMENSIONS * 24] = "", rest[MSIM_MOST_DIMENSIONS * 24 - 24], name[NAME];
    unsigned dimensions = msim_die_dimensions(die, length);
    const struct msim_type *base = msim_debug_type_of(debug, die), *element = base;
    if (!element || !dimensions)
        return &start(debug, die, MSIM_TYPE_OTHER)->type;
    for (unsigned i = dimensions; i > 0; i--) {
        struct made *made = start(debug, die, MSIM_TYPE_ARRAY);
        memcpy(rest, tail, sizeof rest);
        rest[sizeof rest - 1] = 0;
        if (length[i - 1])
            snprintf(tail, sizeof tail, "[%llu]%s", (unsigned long long)length[i - 1], rest);
        else
            snprintf(tail, sizeof tail, "[]%s", rest);
        snprintf(name, sizeof name, "%s%s", base->name, tail);
        made->type.name = msim_types_text(debug->store, name);
        made->type.element = element;
        made->type.elements = length[i - 1];
        if (__builtin_mul_overflow(element->bytes, length[i - 1], &made->type.bytes))
            made->type.bytes = 0;
        element = msim_types_unique(debug->store, &made->type);
    }
    return element;
}

/* --- all kinds -------------------------------------------------------------------------------- */

static const struct msim_type *find_target(struct msim_type_inside *inside)
{
    struct made *made = (struct made *)((char *)inside - offsetof(struct made, inside));
    return msim_debug_type_of(made->debug, &made->entry);
}

static enum msim_type_kind kind_of(int tag)
{
    switch (tag) {
    case DW_TAG_base_type:
        return MSIM_TYPE_BASE;
    case DW_TAG_enumeration_type:
        return MSIM_TYPE_ENUM;
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        return MSIM_TYPE_POINTER;
    case DW_TAG_structure_type:
        return MSIM_TYPE_STRUCT;
    case DW_TAG_class_type:
        return MSIM_TYPE_CLASS;
    case DW_TAG_union_type:
        return MSIM_TYPE_UNION;
    case DW_TAG_subroutine_type:
        return MSIM_TYPE_FUNCTION;
    default:
        return MSIM_TYPE_OTHER;
    }
}

/* A typedef or a qualified type is the type in it by another name. */
static const struct msim_type *make_wrapper(struct msim_debug *debug, Dwarf_Die *die)
{
    const struct msim_type *inner = msim_debug_type_of(debug, die);
    if (!inner)
        return &start(debug, die, MSIM_TYPE_OTHER)->type;
    struct made *made = start(debug, die, inner->kind);
    struct msim_type renamed = *inner;
    renamed.name = made->type.name;
    renamed.source = made->type.source;
    renamed.line = made->type.line;
    /* What has no name of its own is called by its typedef's. */
    struct msim_type *plain = (struct msim_type *)inner->plain;
    if (dwarf_tag(die) == DW_TAG_typedef && plain->inside->is_anonymous)
        plain->name = made->type.name;
    made->type = renamed;
    return &made->type;
}

/* --- definitions ------------------------------------------------------------------------------ */

static bool fits_tag(int tag, int wanted)
{
    bool is_record = tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
    bool wants_record = wanted == DW_TAG_structure_type || wanted == DW_TAG_class_type;
    return (!wanted && tag != DW_TAG_subprogram) || tag == wanted || (is_record && wants_record);
}

bool msim_debug_find_type(struct msim_debug *debug, const char *inner, const char *whole, int tag,
                          Dwarf_Die *definition)
{
    const struct msim_type *found = NULL;
    unsigned seen = 0;
    for (uint32_t i = msim_debug_first_named(debug, inner); i && seen < MOST_DEFINITIONS;
         i = debug->name[i - 1].next) {
        Dwarf_Die die = debug->name[i - 1].die;
        char name[NAME];
        if (!fits_tag(dwarf_tag(&die), tag))
            continue;
        msim_debug_qualified(debug, &die, name, sizeof name);
        if (whole && strcmp(name, whole) != 0)
            continue;
        const struct msim_type *type = msim_debug_type(debug, &die);
        if (!type->bytes)
            continue;
        if (found && found->plain != type->plain)
            return false;
        found = type;
        *definition = die;
        seen++;
    }
    return found;
}

/* The definition of what is only declared; false: none, or several that differ. */
static bool find_definition(struct msim_debug *debug, Dwarf_Die *die, Dwarf_Die *definition)
{
    char whole[NAME];
    const char *name = msim_die_name(die);
    if (!name || debug->depth > 2 * MSIM_DIE_DEPTH)
        return false;
    msim_debug_qualified(debug, die, whole, sizeof whole);
    return msim_debug_find_type(debug, name, msim_debug_is_c(debug, die) ? NULL : whole,
                                dwarf_tag(die), definition);
}

/* --- all -------------------------------------------------------------------------------------- */

static const struct msim_type *make_type(struct msim_debug *debug, Dwarf_Die *die)
{
    Dwarf_Die definition, target;
    int tag = dwarf_tag(die);
    enum msim_type_kind kind = kind_of(tag);
    Dwarf_Die plain;
    if (!msim_die_peel(die, &plain))
        return &start(debug, die, MSIM_TYPE_OTHER)->type;
    if (plain.addr != die->addr)
        return make_wrapper(debug, die);
    if (tag == DW_TAG_array_type)
        return make_array(debug, die);
    if (msim_die_flag(die, DW_AT_declaration)) {
        if (find_definition(debug, die, &definition))
            return msim_debug_type(debug, &definition);
        return &start(debug, die, MSIM_TYPE_OTHER)->type;
    }
    struct made *made = start(debug, die, kind);
    made->type.bytes = msim_die_bytes(die);
    if (kind == MSIM_TYPE_STRUCT || kind == MSIM_TYPE_CLASS || kind == MSIM_TYPE_UNION)
        add_members(debug, die, &made->type);
    if (kind == MSIM_TYPE_POINTER || kind == MSIM_TYPE_FUNCTION) {
        made->inside.find_target = find_target;
        made->inside.target_bytes = msim_die_type(die, &target) ? msim_die_bytes(&target) : 0;
    } else {
        made->inside.is_anonymous = !msim_die_name(die);
    }
    return msim_types_unique(debug->store, &made->type);
}

const struct msim_type *msim_debug_type(struct msim_debug *debug, Dwarf_Die *die)
{
    msim_debug_index(debug);
    msim_die_signature(die);
    uint32_t number = find_made(debug, die->addr);
    if (number != MSIM_NOTHING)
        return debug->made[number].type ? debug->made[number].type : unknown(debug);
    if (debug->depth >= DEEPEST)
        return unknown(debug);
    number = add_made(debug, die->addr);
    debug->depth++;
    const struct msim_type *type = make_type(debug, die);
    debug->depth--;
    debug->made[number].type = type;
    return type;
}

const struct msim_type *msim_debug_type_of(struct msim_debug *debug, Dwarf_Die *die)
{
    Dwarf_Die type;
    return msim_die_type(die, &type) ? msim_debug_type(debug, &type) : NULL;
}
