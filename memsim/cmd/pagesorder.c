/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The orders of pagesorder.h. */
#include "pagesorder.h"

#include <stdlib.h>
#include <string.h>

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

static const char *base_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

uint32_t msim_paged_named(const struct msim_paged *paged, const char *wanted)
{
    for (size_t i = 0; i < paged->functions; i++) {
        uint32_t object = paged->function[i].object;
        if (!strcmp(base_of(paged->object[object]), base_of(wanted)))
            return object;
    }
    return MSIM_NOTHING;
}

/* C's names are the linker's; others are not, unless the file says so. */
static bool is_symbol(const char *name)
{
    return !name[strcspn(name, "()<>:~ ,*&'")];
}

void msim_paged_order(const struct msim_paged *paged, uint32_t object, enum msim_linker linker,
                      FILE *to)
{
    struct msim_symbols *symbols = msim_symbols_read(paged->object[object]);
    const char **written = NULL;
    size_t used = 0, last = 0;
    fputs(forms[linker].head, to);
    for (size_t i = 0; i < paged->functions; i++) {
        const struct msim_paged_function *function = &paged->function[i];
        const char *name = NULL;
        if (function->object != object)
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
    msim_symbols_free(symbols);
}
