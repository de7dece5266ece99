/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions that an instruction is in: those that were inlined there, and the one that has the
 * code. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "debug.h"

enum { MOST = 64, CHAIN = 4, NAME = 4096, LONGEST = 16 << 20 };

struct msim_debug_levels {
    uint64_t address;
    const struct msim_code_level *level;
    size_t levels;
};

/* --- Known addresses ---------------------------------------------------------------------- */

struct wanted {
    const struct msim_debug *debug;
    uint64_t address;
};

static bool same_address(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    return wanted->debug->level[number].address == wanted->address;
}

static const struct msim_debug_levels *known(const struct msim_debug *debug, uint64_t address)
{
    struct wanted wanted = {debug, address};
    uint32_t number =
        msim_index_find(&debug->level_index, msim_debug_hash(address), same_address, &wanted);
    return number == MSIM_NOTHING ? NULL : &debug->level[number];
}

static const struct msim_debug_levels *keep(struct msim_debug *debug, uint64_t address,
                                            const struct msim_code_level *level, size_t levels)
{
    struct msim_code_level *kept = msim_types_memory(debug->store, levels * sizeof *kept);
    if (levels)
        memcpy(kept, level, levels * sizeof *kept);
    debug->level = msim_room(debug->level, debug->levels, sizeof *debug->level);
    debug->level[debug->levels] = (struct msim_debug_levels){address, kept, levels};
    msim_index_add(&debug->level_index, msim_debug_hash(address), (uint32_t)debug->levels);
    return &debug->level[debug->levels++];
}

/* --- Walking ------------------------------------------------------------------------------ */

/* The scope below `die` that has the address, if there is one. */
static bool descend(Dwarf_Die *die, uint64_t address)
{
    Dwarf_Die child;
    const char *furthest = die->addr;
    if (!msim_die_child(die, &child))
        return false;
    do {
        int tag = dwarf_tag(&child);
        if ((const char *)child.addr <= furthest)
            return false; /* damage */
        furthest = child.addr;
        if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) &&
            dwarf_haspc(&child, address) == 1) {
            *die = child;
            return true;
        }
    } while (msim_die_next(&child));
    return false;
}

/* The name with its scopes, whole. */
static const char *name_of(struct msim_debug *debug, Dwarf_Die *die)
{
    if (!msim_die_name(die))
        return NULL;
    for (size_t room = NAME;; room *= 2) {
        char *text = msim_zeroed(room, 1);
        msim_debug_qualified(debug, die, text, room);
        const char *name =
            strlen(text) + 1 < room || room >= LONGEST ? msim_types_text(debug->store, text) : NULL;
        free(text);
        if (name)
            return name;
    }
}

static const char *text_of(struct msim_debug *debug, const char *text)
{
    return text ? msim_types_text(debug->store, text) : NULL;
}

static void take_call(struct msim_debug *debug, Dwarf_Die *inlined, struct msim_code_level *level)
{
    uint64_t line;
    level->source = text_of(debug, msim_die_file(inlined, DW_AT_call_file));
    if (msim_die_number(inlined, DW_AT_call_line, &line) && line <= INT32_MAX)
        level->line = line;
}

/* --- What is allocated -------------------------------------------------------------------- */

/* The type that a template has been made for, by the name of its parameter; "": the first one. */
static const struct msim_type *parameter_of(struct msim_debug *debug, Dwarf_Die *die,
                                            const char *wanted)
{
    Dwarf_Die at = *die, child;
    for (unsigned i = 0; i < CHAIN; i++) {
        if (msim_die_child(&at, &child))
            do {
                const char *name = msim_die_name(&child);
                if (dwarf_tag(&child) == DW_TAG_template_type_parameter &&
                    (!*wanted || (name && !strcmp(name, wanted))))
                    return msim_debug_type_of(debug, &child);
            } while (msim_die_next(&child));
        Dwarf_Die origin;
        if (!msim_die_reference(&at, DW_AT_abstract_origin, &origin) &&
            !msim_die_reference(&at, DW_AT_specification, &origin))
            return NULL;
        at = origin;
    }
    return NULL;
}

/* The class that a function's first parameter points to: that of a method. */
static bool class_of(Dwarf_Die *die, Dwarf_Die *class)
{
    Dwarf_Die child, pointer, plain;
    if (!msim_die_child(die, &child))
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_formal_parameter)
            return msim_die_type(&child, &pointer) && msim_die_peel(&pointer, &plain) &&
                   msim_die_type(&plain, &pointer) && msim_die_peel(&pointer, class);
    while (msim_die_next(&child));
    return false;
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* Containers of C++ allocate by allocator<T>::allocate, those of Rust by functions that have a
 * parameter T. */
static void find_allocated(struct msim_debug *debug, Dwarf_Die *die, struct msim_code_level *level)
{
    const char *name = msim_die_name(die), *whole = level->function ? level->function : "";
    Dwarf_Die class;
    if (begins(whole, "alloc::") || begins(whole, "hashbrown::"))
        level->allocates = parameter_of(debug, die, "T");
    else if (name && !strcmp(name, "allocate") && class_of(die, &class))
        level->allocates = parameter_of(debug, &class, "");
    else if (begins(whole, "std::make_unique"))
        level->allocates = parameter_of(debug, die, "");
    level->is_table = level->allocates && begins(whole, "hashbrown::");
}

/* Calls in the order of the walk, outermost first, become levels, innermost first. */
static size_t find(struct msim_debug *debug, uint64_t address, struct msim_code_level *level)
{
    struct msim_debug_function *function = msim_debug_function(debug, address);
    Dwarf_Die inlined[MOST], die;
    size_t calls = 0;
    if (!function)
        return 0;
    die = function->die;
    for (unsigned depth = 0; depth < MSIM_DIE_DEPTH && descend(&die, address); depth++)
        if (dwarf_tag(&die) == DW_TAG_inlined_subroutine && calls < MOST - 1)
            inlined[calls++] = die;
    for (size_t i = 0; i <= calls; i++) {
        size_t own = calls - i;
        Dwarf_Die *is = own ? &inlined[own - 1] : &function->die;
        level[i] = (struct msim_code_level){.function = name_of(debug, is)};
        level[i].declared = text_of(debug, msim_die_source(is));
        find_allocated(debug, is, &level[i]);
        if (i)
            take_call(debug, &inlined[own], &level[i]);
    }
    return calls + 1;
}

size_t msim_debug_code(struct msim_debug *debug, uint64_t address,
                       const struct msim_code_level **level)
{
    struct msim_code_level found[MOST];
    const struct msim_debug_levels *levels = known(debug, address);
    if (!levels)
        levels = keep(debug, address, found, find(debug, address, found));
    *level = levels->level;
    return levels->levels;
}
