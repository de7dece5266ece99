/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Variables by the names that people know: those of the debugging information, "counter" or
 * "main::all", as `memsim objects` has them, instead of those in the table of symbols,
 * "_ZL7counter" or "all.0".  Rules may use either.
 */
#include "tried.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/code/object.h"

/* The structure that a type is an array of; NULL: it is not such an array.  Of an array of numbers
 * a program may use only some. */
static const struct msim_type *element_of(const struct msim_type *type)
{
    enum { DEEPEST = 16 };
    bool is_array = false;
    for (unsigned i = 0; i < DEEPEST && type && type->plain->kind == MSIM_TYPE_ARRAY; i++) {
        type = type->plain->element;
        is_array = true;
    }
    return is_array && type && type->plain->members ? type : NULL;
}

static void add(struct msim_layout_run *run, size_t file, const struct msim_elf_symbol *symbol)
{
    const char *path = run->file[file];
    struct msim_variable variable;
    if (!symbol->size || symbol->in_table ||
        !msim_types_variable(run->types, path, symbol->address, &variable) ||
        variable.start != symbol->address ||
        (!strcmp(variable.name, symbol->name) && !element_of(variable.type)))
        return;
    MSIM_PUSH(run->named, run->nameds,
              (struct msim_named){file, msim_copy(symbol->name), msim_copy(variable.name),
                                  element_of(variable.type)});
}

static int by_symbol(const void *one, const void *other)
{
    const struct msim_named *a = one, *b = other;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return strcmp(a->symbol, b->symbol);
}

void msim_named_make(struct msim_layout_run *run)
{
    struct msim_object_places places = {.folders = 0};
    for (size_t i = 0; i < run->ahead.files; i++) {
        struct msim_object_file object = {0};
        if (!*run->file[i] || msim_types_lack(run->types, run->file[i]))
            continue;
        msim_object_open(&object, run->file[i], NULL, &places);
        for (size_t k = 0; object.path && k < object.symbols.symbols; k++)
            add(run, i, &object.symbols.symbol[k]);
        msim_object_close(&object);
    }
    msim_sort(run->named, run->nameds, sizeof *run->named, by_symbol);
}

const struct msim_named *msim_named_variable(const struct msim_layout_run *run, const char *symbol)
{
    struct msim_named wanted = {.symbol = (char *)symbol};
    while (wanted.file < run->ahead.files && !*run->file[wanted.file])
        wanted.file++;
    return run->nameds ? bsearch(&wanted, run->named, run->nameds, sizeof wanted, by_symbol) : NULL;
}

/* A symbol of that name has precedence, so that all rules of before mean the same. */
static const char *symbol_of(const struct msim_layout_run *run, const char *name)
{
    const char *found = name;
    for (size_t i = run->nameds; i-- > 0;) {
        if (!strcmp(run->named[i].symbol, name))
            return name;
        if (!strcmp(run->named[i].name, name))
            found = run->named[i].symbol;
    }
    return found;
}

void msim_named_symbols(const struct msim_layout_run *run, struct msim_layout_rules *layout)
{
    for (size_t i = 0; i < layout->rules; i++)
        for (size_t k = 0; k < layout->rule[i].variables; k++) {
            char **name = &layout->rule[i].variable[k];
            char *symbol = msim_copy(symbol_of(run, *name));
            free(*name);
            *name = symbol;
        }
}
