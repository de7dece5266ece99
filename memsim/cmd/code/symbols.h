/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The symbols of one object, by address. */
#pragma once

#include "elf.h"

/* Starts zeroed. */
struct msim_code_symbols {
    struct msim_elf_symbol *symbol;
    size_t symbols;
};

/* Adds those of a file, whose bytes must stay. */
void msim_code_symbols_add(struct msim_code_symbols *symbols, const struct msim_elf *elf);

/* Adds its thread-local variables instead. */
void msim_code_symbols_add_threads(struct msim_code_symbols *symbols, const struct msim_elf *elf);

/* Sorts them, which finding needs. */
void msim_code_symbols_sort(struct msim_code_symbols *symbols);

/* The symbol that the address belongs to: the last one that begins at or before it, unless that
 * ends before it; NULL: none does. */
const struct msim_elf_symbol *msim_code_symbols_find(const struct msim_code_symbols *symbols,
                                                     uint64_t address);

void msim_code_symbols_free(struct msim_code_symbols *symbols);
