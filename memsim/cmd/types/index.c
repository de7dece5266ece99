/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The index of an object's debugging information; see debug.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "debug.h"
#include "engine/base/sort.h"

/* A walk goes forward only: an entry that lies before one that was seen is damage, and would be
 * walked again and again. */
struct walk {
    struct msim_debug *debug;
    const char *furthest;
    uint32_t order;
};

static void add_scope(struct walk *walk, const char *name, uint32_t outer)
{
    struct msim_debug *debug = walk->debug;
    MSIM_PUSH(debug->scope, debug->scopes, (struct msim_debug_scope){name, outer});
}

static void add_nested(struct walk *walk, const Dwarf_Die *die, uint32_t scope)
{
    struct msim_debug *debug = walk->debug;
    if (!scope)
        return;
    MSIM_PUSH(debug->nested, debug->nesteds, (struct msim_debug_nested){die->addr, scope});
}

static void add_range(struct msim_debug *debug, Dwarf_Die *die, uint64_t low, uint64_t high)
{
    /* What the linker threw away is left at 0. */
    if (!low || low >= high)
        return;
    MSIM_PUSH(debug->function, debug->functions, (struct msim_debug_function){low, high, *die});
}

static void add_function(struct msim_debug *debug, Dwarf_Die *die)
{
    Dwarf_Addr base, low, high;
    enum { MOST_RANGES = 1000 };
    ptrdiff_t at = 0;
    for (unsigned i = 0; i < MOST_RANGES && (at = dwarf_ranges(die, at, &base, &low, &high)) > 0;
         i++)
        add_range(debug, die, low, high);
}

/* --- variables
 * ------------------------------------------------------------------------------------ */

/* The number of an operation that takes an address or a constant, perhaps from the table of
 * addresses. */
static bool get_constant(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *number)
{
    Dwarf_Attribute indexed;
    Dwarf_Addr address;
    Dwarf_Word word;
    switch (op->atom) {
    case DW_OP_addr:
    case DW_OP_const4u:
    case DW_OP_const8u:
        *number = op->number;
        return true;
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
        if (dwarf_getlocation_attr(location, op, &indexed) != 0 ||
            dwarf_formaddr(&indexed, &address) != 0)
            return false;
        *number = address;
        return true;
    case DW_OP_constx:
    case DW_OP_GNU_const_index:
        if (dwarf_getlocation_attr(location, op, &indexed) != 0)
            return false;
        if (dwarf_formudata(&indexed, &word) != 0 && dwarf_formaddr(&indexed, &word) != 0)
            return false;
        *number = word;
        return true;
    default:
        return false;
    }
}

static void add_variable(struct walk *walk, Dwarf_Die *die)
{
    struct msim_debug *debug = walk->debug;
    Dwarf_Attribute location;
    Dwarf_Op *op;
    size_t ops;
    uint64_t address;
    if (!dwarf_attr(die, DW_AT_location, &location) ||
        dwarf_getlocation(&location, &op, &ops) != 0 || ops < 1 || ops > 3 ||
        !get_constant(&location, op, &address))
        return;
    size_t at = 1;
    if (at < ops && op[at].atom == DW_OP_plus_uconst)
        address += op[at++].number;
    bool is_thread_local = at < ops && (op[at].atom == DW_OP_form_tls_address ||
                                        op[at].atom == DW_OP_GNU_push_tls_address);
    if (at + is_thread_local != ops)
        return;
    bool is_address =
        op->atom == DW_OP_addr || op->atom == DW_OP_addrx || op->atom == DW_OP_GNU_addr_index;
    if (!is_thread_local && (!is_address || !address))
        return;
    /* From a table of addresses, gcc takes that in the object. */
    struct msim_elf_thread thread;
    msim_elf_thread(&debug->code->elf, &thread);
    if (is_thread_local && address >= thread.bytes && address - thread.address < thread.bytes)
        address -= thread.address;
    struct msim_debug_variable **list = &debug->variable[is_thread_local];
    size_t *count = &debug->variables[is_thread_local];
    *list = msim_room(*list, *count, sizeof **list);
    (*list)[(*count)++] = (struct msim_debug_variable){address, *die, walk->order++};
}

/* --- names
 * ---------------------------------------------------------------------------------------- */

struct wanted {
    const struct msim_debug *debug;
    const char *name;
};

/* Functions are known by the names of their symbols. */
static const char *key_of(Dwarf_Die *die)
{
    Dwarf_Attribute found;
    const char *name = NULL;
    if (dwarf_tag(die) == DW_TAG_subprogram && dwarf_attr(die, DW_AT_linkage_name, &found))
        name = dwarf_formstring(&found);
    return name ? name : msim_die_name(die);
}

static bool same_name(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    Dwarf_Die die = wanted->debug->name[number].die;
    const char *name = key_of(&die);
    return name && !strcmp(name, wanted->name);
}

uint32_t msim_debug_first_named(const struct msim_debug *debug, const char *name)
{
    struct wanted wanted = {debug, name};
    uint32_t found = msim_index_find(&debug->names_index, msim_hash(name, 0), same_name, &wanted);
    return found == MSIM_NOTHING ? 0 : found + 1;
}

static void add_name(struct msim_debug *debug, Dwarf_Die *die, const char *name)
{
    uint32_t first = msim_debug_first_named(debug, name);
    if (debug->names >= MSIM_NOTHING - 1)
        return;
    debug->name = msim_room(debug->name, debug->names, sizeof *debug->name);
    debug->name[debug->names] = (struct msim_debug_type_name){*die, 0};
    if (first) {
        debug->name[debug->names].next = debug->name[first - 1].next;
        debug->name[first - 1].next = (uint32_t)debug->names + 1;
    } else {
        msim_index_add(&debug->names_index, msim_hash(name, 0), (uint32_t)debug->names);
    }
    debug->names++;
}

/* One of each name is enough. */
static void add_function_name(struct msim_debug *debug, Dwarf_Die *die)
{
    const char *name = msim_die_flag(die, DW_AT_external) ? key_of(die) : NULL;
    if (!name)
        return;
    for (uint32_t i = msim_debug_first_named(debug, name); i; i = debug->name[i - 1].next)
        if (dwarf_tag(&debug->name[i - 1].die) == DW_TAG_subprogram)
            return;
    add_name(debug, die, name);
}

/* --- the walk
 * ------------------------------------------------------------------------------------- */

static void walk_children(struct walk *walk, Dwarf_Die *die, uint32_t scope, unsigned depth);

static void walk_type(struct walk *walk, Dwarf_Die *die, uint32_t scope, unsigned depth)
{
    const char *name = msim_die_name(die);
    add_nested(walk, die, scope);
    if (name && !msim_die_flag(die, DW_AT_declaration))
        add_name(walk->debug, die, name);
    if (!dwarf_haschildren(die) || dwarf_tag(die) == DW_TAG_enumeration_type)
        return;
    if (name)
        add_scope(walk, name, scope);
    walk_children(walk, die, name ? (uint32_t)walk->debug->scopes : scope, depth + 1);
}

static void walk_function(struct walk *walk, Dwarf_Die *die, uint32_t scope, unsigned depth)
{
    const char *name = msim_die_name(die);
    add_function(walk->debug, die);
    add_function_name(walk->debug, die);
    add_nested(walk, die, scope);
    if (!dwarf_haschildren(die))
        return;
    if (name)
        add_scope(walk, name, scope);
    walk_children(walk, die, name ? (uint32_t)walk->debug->scopes : scope, depth + 1);
}

static void walk_entry(struct walk *walk, Dwarf_Die *die, uint32_t scope, unsigned depth)
{
    const char *name;
    switch (dwarf_tag(die)) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_typedef:
    case DW_TAG_base_type:
    case DW_TAG_unspecified_type:
        walk_type(walk, die, scope, depth);
        break;
    case DW_TAG_subprogram:
        walk_function(walk, die, scope, depth);
        break;
    case DW_TAG_variable:
        add_nested(walk, die, scope);
        add_variable(walk, die);
        break;
    case DW_TAG_member:
        if (msim_die_flag(die, DW_AT_external))
            add_nested(walk, die, scope);
        break;
    case DW_TAG_namespace:
    case DW_TAG_module:
        name = msim_die_name(die);
        add_scope(walk, name ? name : "(anonymous namespace)", scope);
        walk_children(walk, die, (uint32_t)walk->debug->scopes, depth + 1);
        break;
    case DW_TAG_lexical_block:
    case DW_TAG_inlined_subroutine:
        walk_children(walk, die, scope, depth + 1);
        break;
    default:
        break;
    }
}

static void walk_children(struct walk *walk, Dwarf_Die *die, uint32_t scope, unsigned depth)
{
    Dwarf_Die child;
    if (depth > MSIM_DIE_DEPTH || !msim_die_child(die, &child))
        return;
    do {
        if ((const char *)child.addr <= walk->furthest)
            return;
        walk->furthest = child.addr;
        walk_entry(walk, &child, scope, depth);
    } while (msim_die_next(&child));
}

static int by_entry(const void *one, const void *other)
{
    const struct msim_debug_nested *a = one, *b = other;
    return (const char *)a->entry < (const char *)b->entry
               ? -1
               : (const char *)a->entry > (const char *)b->entry;
}

static int by_address(const void *one, const void *other)
{
    const struct msim_debug_variable *a = one, *b = other;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

struct units {
    struct msim_debug *debug;
    Dwarf *split; /* the last one whose type units were walked: a package has those of all units */
    uint32_t order;
};

static void walk_unit(struct units *units, Dwarf_Die *root)
{
    struct walk walk = {units->debug, NULL, units->order};
    int language = dwarf_srclang(root);
    if (units->debug->language <= 0 && language > 0)
        units->debug->language = language;
    walk_children(&walk, root, 0, 0);
    units->order = walk.order;
}

static void walk_split_types(struct units *units, Dwarf *split)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die, inner;
    uint8_t kind;
    if (!split || split == units->split)
        return;
    units->split = split;
    while (dwarf_get_units(split, unit, &unit, NULL, &kind, &die, &inner) == 0)
        if ((kind == DW_UT_split_type || kind == DW_UT_type) && dwarf_tag(&die) != DW_TAG_invalid)
            walk_unit(units, &die);
}

static void index_units(struct units *units, Dwarf *dwarf)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die, inner;
    uint8_t kind;
    while (dwarf_get_units(dwarf, unit, &unit, NULL, &kind, &die, &inner) == 0)
        if (kind == DW_UT_skeleton && dwarf_tag(&inner) != DW_TAG_invalid) {
            walk_unit(units, &inner);
            walk_split_types(units, dwarf_cu_getdwarf(inner.cu));
        } else if (dwarf_tag(&die) != DW_TAG_invalid) {
            walk_unit(units, &die);
        }
}

void msim_debug_index(struct msim_debug *debug)
{
    struct units units = {debug, NULL, 0};
    if (debug->is_indexed)
        return;
    debug->is_indexed = true;
    index_units(&units, debug->dwarf);
    if (dwarf_getalt(debug->dwarf))
        index_units(&units, dwarf_getalt(debug->dwarf));
    msim_sort(debug->nested, debug->nesteds, sizeof *debug->nested, by_entry);
    msim_sort(debug->function, debug->functions, sizeof *debug->function, msim_by_key);
    for (unsigned i = 0; i < 2; i++)
        if (debug->variables[i])
            qsort(debug->variable[i], debug->variables[i], sizeof **debug->variable, by_address);
}

struct msim_debug_function *msim_debug_function(struct msim_debug *debug, uint64_t address)
{
    msim_debug_index(debug);
    size_t from = msim_keys_up_to(debug->function, debug->functions, sizeof *debug->function,
                                  offsetof(struct msim_debug_function, low), address);
    struct msim_debug_function *found = from ? &debug->function[from - 1] : NULL;
    return found && address < found->high ? found : NULL;
}

/* --- scopes
 * --------------------------------------------------------------------------------------- */

static uint32_t scope_of(const struct msim_debug *debug, const Dwarf_Die *die)
{
    struct msim_debug_nested wanted = {die->addr, 0};
    const struct msim_debug_nested *found =
        debug->nesteds ? bsearch(&wanted, debug->nested, debug->nesteds, sizeof wanted, by_entry)
                       : NULL;
    return found ? found->scope : 0;
}

static void put_scope(const struct msim_debug *debug, uint32_t scope, char *text, size_t room,
                      unsigned depth)
{
    if (!scope || depth > MSIM_DIE_DEPTH)
        return;
    put_scope(debug, debug->scope[scope - 1].outer, text, room, depth + 1);
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s::", debug->scope[scope - 1].name);
}

void msim_debug_qualified(struct msim_debug *debug, Dwarf_Die *die, char *text, size_t room)
{
    Dwarf_Die declared = *die, origin;
    const char *name = msim_die_name(die);
    *text = 0;
    msim_debug_index(debug);
    /* What is defined outside of its class or namespace is declared there. */
    if (msim_die_reference(&declared, DW_AT_specification, &origin) ||
        msim_die_reference(&declared, DW_AT_abstract_origin, &origin))
        declared = origin;
    if (msim_die_reference(&declared, DW_AT_specification, &origin))
        declared = origin;
    put_scope(debug, scope_of(debug, &declared), text, room, 0);
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s", name ? name : "");
}
