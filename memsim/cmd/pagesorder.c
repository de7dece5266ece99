/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The orders of pagesorder.h. */
#include "pagesorder.h"

#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "grow.h"

struct form {
    const char *head, *before, *after, *end;
};

/* GNU ld: a script that is given besides its own, with -T. */
static const struct form forms[] = {
    [MSIM_LLD] = {"", "", "\n", ""},
    [MSIM_GOLD] = {"", ".text.", "\n", ""},
    [MSIM_GNU_LD] = {"SECTIONS\n{\n  .text.ordered :\n  {\n", "    *(.text.", ")\n",
                     "  }\n}\nINSERT BEFORE .text;\n"},
};

static const char *base_of(const char *name, size_t length)
{
    size_t start = length;
    while (start && name[start - 1] != '/')
        start--;
    return name + start;
}

static bool is_named(const char *name, const char *base, size_t length)
{
    const char *own = base_of(name, strlen(name));
    return strlen(own) == length && !strncmp(own, base, length);
}

/* The object of the first function that is one of the program's. */
static uint32_t find_object(const struct msim_paged *paged, const char *wanted)
{
    const char *name = wanted ? wanted : paged->command;
    size_t length = wanted ? strlen(name) : strcspn(name, " ");
    const char *base = base_of(name, length);
    size_t base_length = (size_t)(name + length - base);
    for (size_t i = 0; i < paged->functions; i++)
        if (is_named(paged->object[paged->function[i].object], base, base_length))
            return paged->function[i].object;
    msim_bad_input("%s: no function of %.*s was executed; --object=NAME names another file",
                   paged->name, (int)base_length, base);
}

/* C's names are the linker's; others are not, unless the file says so. */
static bool is_symbol(const char *name)
{
    return !name[strcspn(name, "()<>:~ ,*&'")];
}

size_t msim_paged_order(const struct msim_paged *paged, const char *object, enum msim_linker linker,
                        FILE *to)
{
    if (!paged->detailed)
        msim_bad_input("%s:1: expected a list made with --pagein-detail=yes: it has the functions",
                       paged->name);
    uint32_t number = find_object(paged, object);
    struct msim_symbols *symbols = msim_symbols_read(paged->object[number]);
    const char **written = NULL;
    size_t used = 0, last = 0;
    fputs(forms[linker].head, to);
    for (size_t i = 0; i < paged->functions; i++) {
        const struct msim_paged_function *function = &paged->function[i];
        const char *name = NULL;
        if (function->object != number)
            continue;
        name = symbols ? msim_symbol_at(symbols, function->offset) : NULL;
        if (!name && is_symbol(function->name))
            name = function->name;
        for (last = 0; name && last < used && strcmp(written[last], name) != 0; last++)
            ;
        if (!name || last < used)
            continue;
        written = msim_room(written, used, sizeof *written);
        written[used++] = name;
        fprintf(to, "%s%s%s", forms[linker].before, name, forms[linker].after);
    }
    fputs(forms[linker].end, to);
    free(written);
    return used;
}
