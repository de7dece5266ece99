/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the orders of order.h. */
#include "order.h"

#include <string.h>

#include "cmd/base/names.h"

#include "symbols.h"

struct form {
    const char *head, *before, *between, *after, *end;
    const char *special; /* characters with a meaning of their own, which names must not contain */
};

/* GNU ld: a script for -T, in addition to ld's own. */
static const struct form forms[] = {
    [MSIM_LLD] = {"", "", "", "\n", "", ""},
    [MSIM_GOLD] = {"", "", "\n", "\n", "", "*?[]{}()\"\\"},
    [MSIM_GNU_LD] = {"SECTIONS\n{\n  .text.ordered :\n  {\n", "    *(", " ", ")\n",
                     "  }\n}\nINSERT BEFORE .text;\n", "*?[]{}();,\"\\"},
};

uint32_t msim_paged_named(const struct msim_paged *paged, const char *wanted)
{
    for (size_t i = 0; i < paged->functions; i++) {
        uint32_t object = paged->function[i].object;
        if (!strcmp(msim_base_name(paged->object.name[object]), msim_base_name(wanted)))
            return object;
    }
    return MSIM_NOTHING;
}

/* Whether a name contains none of the forbidden characters, and no blank or control character. */
static bool is_free_of(const char *name, const char *forbidden)
{
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr(forbidden, *c))
            return false;
    return *name != 0;
}

/* The linker's name for the function, or NULL.  Names in C are the same for the linker; others are
 * known only from the file. */
static const char *name_of(const struct msim_symbols *symbols, const struct form *form,
                           const struct msim_paged_function *function)
{
    const char *symbol = symbols ? msim_symbol_at(symbols, function->offset) : NULL;
    if (symbol && is_free_of(symbol, form->special))
        return symbol;
    return is_free_of(function->name, "()<>:~,*?[]{};&'\"\\") ? function->name : NULL;
}

/* Writes the sections into which compilers put a function; the part that they expect never to run
 * has a section and a name of its own. */
static void put_sections(const struct form *form, const char *name, FILE *to)
{
    static const char *const parts[] = {"", "hot.", "startup."}, cold[] = ".cold";
    size_t bytes = strlen(name), tail = sizeof cold - 1;
    if (bytes > tail && !strcmp(name + bytes - tail, cold)) {
        fprintf(to, ".text.unlikely.%.*s", (int)(bytes - tail), name);
        return;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        fprintf(to, "%s.text.%s%s", i ? form->between : "", parts[i], name);
}

static void put_function(enum msim_linker linker, const char *name, FILE *to)
{
    const struct form *form = &forms[linker];
    fputs(form->before, to);
    if (linker == MSIM_LLD)
        fputs(name, to);
    else
        put_sections(form, name, to);
    fputs(form->after, to);
}

void msim_paged_order(const struct msim_paged *paged, uint32_t object, enum msim_linker linker,
                      FILE *to)
{
    struct msim_symbols *symbols = msim_symbols_read(paged->object.name[object]);
    const struct form *form = &forms[linker];
    struct msim_names names = {0};
    fputs(form->head, to);
    for (size_t i = 0; i < paged->functions; i++) {
        const struct msim_paged_function *function = &paged->function[i];
        size_t written = names.count;
        const char *name = function->object == object ? name_of(symbols, form, function) : NULL;
        if (name && msim_names_number(&names, name) == written)
            put_function(linker, name, to);
    }
    fputs(form->end, to);
    msim_names_free(&names);
    msim_symbols_free(symbols);
}
