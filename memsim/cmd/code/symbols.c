/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols by address; see symbols.h. */
#include "symbols.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/sort.h"

static void take(void *context, const struct msim_elf_symbol *symbol)
{
    struct msim_code_symbols *symbols = context;
    MSIM_PUSH(symbols->symbol, symbols->symbols, *symbol);
}

void msim_code_symbols_add(struct msim_code_symbols *symbols, const struct msim_elf *elf)
{
    msim_elf_symbols(elf, take, symbols);
}

void msim_code_symbols_add_threads(struct msim_code_symbols *symbols, const struct msim_elf *elf)
{
    msim_elf_thread_symbols(elf, take, symbols);
}

static int underscores(const char *name)
{
    return (int)strspn(name, "_");
}

/* By address.  Of several names of one function, the best one is the last: with a size, with few
 * underscores in front (puts, not _IO_puts), the first one by letters. */
static int compare(const void *one, const void *other)
{
    const struct msim_elf_symbol *a = one, *b = other;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (!a->size != !b->size)
        return a->size ? 1 : -1;
    if (underscores(a->name) != underscores(b->name))
        return underscores(b->name) - underscores(a->name);
    return strcmp(b->name, a->name);
}

void msim_code_symbols_sort(struct msim_code_symbols *symbols)
{
    if (symbols->symbols)
        qsort(symbols->symbol, symbols->symbols, sizeof *symbols->symbol, compare);
}

const struct msim_elf_symbol *msim_code_symbols_find(const struct msim_code_symbols *symbols,
                                                     uint64_t address)
{
    size_t from = msim_keys_up_to(symbols->symbol, symbols->symbols, sizeof *symbols->symbol,
                                  offsetof(struct msim_elf_symbol, address), address);
    if (!from)
        return NULL;
    const struct msim_elf_symbol *found = &symbols->symbol[from - 1];
    return found->size && address - found->address >= found->size ? NULL : found;
}

void msim_code_symbols_free(struct msim_code_symbols *symbols)
{
    free(symbols->symbol);
    *symbols = (struct msim_code_symbols){0};
}
