/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The names of types as their language spells them: "struct foo *", "ns::Foo<int>", "int
 * (*)(char)".
 *
 * They are written to a text of limited length: a longer name is cut, and the types of damaged
 * debugging information, which may contain themselves, end there.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "debug.h"

enum { DEEPEST = 24, MOST_PARAMETERS = 32, NAME = 1024 };

struct text {
    struct msim_debug *debug;
    char *at;
    size_t room, used;
    unsigned depth;
};

static void spell(struct text *text, Dwarf_Die *type);

__attribute__((format(printf, 2, 3))) static void put(struct text *text, const char *format, ...)
{
    va_list values;
    if (text->used + 1 >= text->room)
        return;
    va_start(values, format);
    int added = vsnprintf(text->at + text->used, text->room - text->used, format, values);
    va_end(values);
    if (added > 0)
        text->used += (size_t)added;
    if (text->used >= text->room)
        text->used = text->room - 1;
}

bool msim_debug_is_c(struct msim_debug *debug, Dwarf_Die *die)
{
    Dwarf_Die unit;
    int language = dwarf_diecu(die, &unit, NULL, NULL) ? dwarf_srclang(&unit) : -1;
    if (language <= 0)
        language = debug->language;
    return language == DW_LANG_C || language == DW_LANG_C89 || language == DW_LANG_C99 ||
           language == DW_LANG_C11;
}

static void spell_named(struct text *text, Dwarf_Die *type, const char *keyword)
{
    char name[NAME];
    bool is_c = msim_debug_is_c(text->debug, type);
    if (!msim_die_name(type)) {
        put(text, "%s {...}", keyword);
        return;
    }
    if (is_c)
        snprintf(name, sizeof name, "%s", msim_die_name(type));
    else
        msim_debug_qualified(text->debug, type, name, sizeof name);
    put(text, "%s%s%s", is_c ? keyword : "", is_c ? " " : "", name);
}

static void spell_plainly(struct text *text, Dwarf_Die *type)
{
    char name[NAME];
    if (msim_debug_is_c(text->debug, type))
        snprintf(name, sizeof name, "%s", msim_die_name(type) ? msim_die_name(type) : "?");
    else
        msim_debug_qualified(text->debug, type, name, sizeof name);
    put(text, "%s", name);
}

static void spell_target(struct text *text, Dwarf_Die *type)
{
    Dwarf_Die target;
    if (msim_die_type(type, &target))
        spell(text, &target);
    else
        put(text, "void");
}

static void spell_parameters(struct text *text, Dwarf_Die *function)
{
    Dwarf_Die child;
    unsigned count = 0;
    put(text, "(");
    if (msim_die_child(function, &child))
        do {
            if (dwarf_tag(&child) != DW_TAG_formal_parameter)
                continue;
            put(text, "%s", count ? ", " : "");
            spell_target(text, &child);
        } while (++count < MOST_PARAMETERS && msim_die_next(&child));
    put(text, "%s)", count ? "" : "void");
}

static void spell_lengths(struct text *text, Dwarf_Die *array)
{
    uint64_t length[MSIM_MOST_DIMENSIONS];
    unsigned dimensions = msim_die_dimensions(array, length);
    for (unsigned i = 0; i < dimensions; i++)
        if (length[i])
            put(text, "[%llu]", (unsigned long long)length[i]);
        else
            put(text, "[]");
}

static void spell_pointer(struct text *text, Dwarf_Die *type, const char *mark)
{
    Dwarf_Die target;
    if (msim_die_name(type)) {
        put(text, "%s", msim_die_name(type));
        return;
    }
    int tag = msim_die_type(type, &target) ? dwarf_tag(&target) : DW_TAG_invalid;
    if (tag == DW_TAG_subroutine_type || tag == DW_TAG_array_type) {
        spell_target(text, &target);
        put(text, " (%s)", mark);
        if (tag == DW_TAG_array_type)
            spell_lengths(text, &target);
        else
            spell_parameters(text, &target);
        return;
    }
    spell_target(text, type);
    bool joins = text->used && strchr("*&", text->at[text->used - 1]);
    put(text, "%s%s", joins ? "" : " ", mark);
}

/* True: the type that this one qualifies already has that qualifier.  Compilers qualify an array of
 * volatile elements, too. */
static bool is_repeated(Dwarf_Die *type)
{
    Dwarf_Die inner = *type;
    for (unsigned depth = 0; depth < DEEPEST && msim_die_type(&inner, &inner); depth++) {
        int tag = dwarf_tag(&inner);
        if (tag == dwarf_tag(type))
            return true;
        if (tag != DW_TAG_array_type && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type)
            return false;
    }
    return false;
}

static void spell_qualified(struct text *text, Dwarf_Die *type, const char *word)
{
    Dwarf_Die inner;
    bool is_pointer = msim_die_type(type, &inner) && dwarf_tag(&inner) == DW_TAG_pointer_type;
    if (is_repeated(type)) {
        spell_target(text, type);
        return;
    }
    if (!is_pointer)
        put(text, "%s ", word);
    spell_target(text, type);
    if (is_pointer)
        put(text, "%s%s", text->used && text->at[text->used - 1] == '*' ? "" : " ", word);
}

static void spell_member_pointer(struct text *text, Dwarf_Die *type)
{
    Dwarf_Die owner;
    spell_target(text, type);
    put(text, " ");
    if (msim_die_reference(type, DW_AT_containing_type, &owner))
        spell(text, &owner);
    put(text, "::*");
}

static void spell_one(struct text *text, Dwarf_Die *type)
{
    switch (dwarf_tag(type)) {
    case DW_TAG_structure_type:
        spell_named(text, type, "struct");
        break;
    case DW_TAG_class_type:
        spell_named(text, type, "class");
        break;
    case DW_TAG_union_type:
        spell_named(text, type, "union");
        break;
    case DW_TAG_enumeration_type:
        spell_named(text, type, "enum");
        break;
    case DW_TAG_pointer_type:
        spell_pointer(text, type, "*");
        break;
    case DW_TAG_reference_type:
        spell_pointer(text, type, "&");
        break;
    case DW_TAG_rvalue_reference_type:
        spell_pointer(text, type, "&&");
        break;
    case DW_TAG_const_type:
        spell_qualified(text, type, "const");
        break;
    case DW_TAG_volatile_type:
        spell_qualified(text, type, "volatile");
        break;
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
        spell_target(text, type);
        break;
    case DW_TAG_array_type:
        spell_target(text, type);
        spell_lengths(text, type);
        break;
    case DW_TAG_subroutine_type:
        spell_target(text, type);
        put(text, " ");
        spell_parameters(text, type);
        break;
    case DW_TAG_ptr_to_member_type:
        spell_member_pointer(text, type);
        break;
    default:
        spell_plainly(text, type);
        break;
    }
}

static void spell(struct text *text, Dwarf_Die *type)
{
    if (text->depth >= DEEPEST) {
        put(text, "...");
        return;
    }
    text->depth++;
    spell_one(text, type);
    text->depth--;
}

void msim_debug_spell(struct msim_debug *debug, Dwarf_Die *type, char *text, size_t room)
{
    struct text to = {debug, text, room, 0, 0};
    *text = 0;
    if (type)
        spell(&to, type);
    else
        put(&to, "void");
}
