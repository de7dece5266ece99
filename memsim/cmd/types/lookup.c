/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds variables by address and types by name; see inside.h. */
#include <string.h>

#include "debug.h"
#include "engine/base/sort.h"

enum { NAME = 2048 };

/* --- variables
 * ------------------------------------------------------------------------------------ */

void msim_debug_describe(struct msim_debug *debug, Dwarf_Die *die, struct msim_variable *variable)
{
    char name[NAME];
    const char *source = msim_die_source(die);
    msim_debug_qualified(debug, die, name, sizeof name);
    variable->name = msim_types_text(debug->store, *name ? name : "?");
    variable->type = msim_debug_type_of(debug, die);
    variable->bytes = variable->type ? variable->type->bytes : 0;
    variable->source = source ? msim_types_text(debug->store, source) : NULL;
    variable->line = msim_die_line(die);
}

/* Of variables at one address (copies that the linker merged), the first that has the byte. */
static struct msim_debug_variable *find_variable(struct msim_debug *debug, uint64_t address,
                                                 bool is_thread_local)
{
    msim_debug_index(debug);
    struct msim_debug_variable *list = debug->variable[is_thread_local];
    size_t from = msim_keys_up_to(list, debug->variables[is_thread_local], sizeof *list,
                                  offsetof(struct msim_debug_variable, address), address);
    if (!from)
        return NULL;
    uint64_t start = list[from - 1].address;
    for (from--; from > 0 && list[from - 1].address == start; from--)
        continue;
    for (; from < debug->variables[is_thread_local] && list[from].address == start; from++) {
        const struct msim_type *type = msim_debug_type_of(debug, &list[from].die);
        if (type && address - start < type->bytes)
            return &list[from];
    }
    return NULL;
}

bool msim_debug_variable(struct msim_debug *debug, uint64_t address, bool is_thread_local,
                         struct msim_variable *variable)
{
    struct msim_debug_variable *found = find_variable(debug, address, is_thread_local);
    if (!found)
        return false;
    *variable = (struct msim_variable){.start = found->address};
    msim_debug_describe(debug, &found->die, variable);
    return true;
}

const struct msim_type *msim_debug_variable_type(struct msim_debug *debug, uint64_t address,
                                                 uint64_t *start)
{
    struct msim_debug_variable *found = find_variable(debug, address, false);
    if (!found)
        return NULL;
    *start = found->address;
    return msim_debug_type_of(debug, &found->die);
}

/* --- functions
 * ------------------------------------------------------------------------------------ */

const struct msim_type *msim_debug_result(struct msim_debug *debug, uint64_t address)
{
    struct msim_debug_function *function = msim_debug_function(debug, address);
    if (function)
        return function->low == address ? msim_debug_type_of(debug, &function->die) : NULL;
    const struct msim_elf_symbol *symbol = msim_code_symbols_find(&debug->code->symbols, address);
    if (!symbol || symbol->address != address)
        return NULL;
    for (uint32_t i = msim_debug_first_named(debug, symbol->name); i; i = debug->name[i - 1].next)
        if (dwarf_tag(&debug->name[i - 1].die) == DW_TAG_subprogram)
            return msim_debug_type_of(debug, &debug->name[i - 1].die);
    return NULL;
}

/* --- types
 * ---------------------------------------------------------------------------------------- */

/* The name after the last "::" that is not within brackets. */
static const char *inner_name(const char *name)
{
    const char *inner = name;
    int depth = 0;
    for (const char *at = name; *at; at++) {
        depth += (*at == '<' || *at == '(') - (*at == '>' || *at == ')');
        if (!depth && at[0] == ':' && at[1] == ':')
            inner = at + 2;
    }
    return inner;
}

const struct msim_type *msim_debug_named(struct msim_debug *debug, const char *name)
{
    static const struct {
        const char *word;
        int tag;
    } keywords[] = {{"struct ", DW_TAG_structure_type},
                    {"class ", DW_TAG_class_type},
                    {"union ", DW_TAG_union_type},
                    {"enum ", DW_TAG_enumeration_type}};
    Dwarf_Die die;
    int tag = 0;
    msim_debug_index(debug);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords && !tag; i++)
        if (!strncmp(name, keywords[i].word, strlen(keywords[i].word))) {
            name += strlen(keywords[i].word);
            tag = keywords[i].tag;
        }
    const char *inner = inner_name(name);
    return msim_debug_find_type(debug, inner, name, tag, &die) ||
                   (inner == name && msim_debug_find_type(debug, inner, NULL, tag, &die))
               ? msim_debug_type(debug, &die)
               : NULL;
}
