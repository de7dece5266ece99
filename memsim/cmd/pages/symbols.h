/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of 64-bit ELF files, by where their code lies in the file. */
#ifndef MSIM_CMD_PAGES_SYMBOLS_H
#define MSIM_CMD_PAGES_SYMBOLS_H

#include <stdint.h>

struct msim_symbols;

/* The functions of an ELF file; NULL: there is none, or it has no symbols. */
struct msim_symbols *msim_symbols_read(const char *name);
void msim_symbols_free(struct msim_symbols *symbols);

/* The function that holds the byte at `offset` of the file; NULL: none does. */
const char *msim_symbol_at(const struct msim_symbols *symbols, uint64_t offset);

#endif
