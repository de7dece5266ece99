/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the functions of 64-bit ELF files by the offset of their code in the file. */
#pragma once

#include <stdint.h>

struct msim_symbols;

/* Reads the functions of an ELF file; NULL: it is not one, or has no symbols. */
struct msim_symbols *msim_symbols_read(const char *name);
void msim_symbols_free(struct msim_symbols *symbols);

/* The name of the function that contains the byte at `offset` of the file, or NULL. */
const char *msim_symbol_at(const struct msim_symbols *symbols, uint64_t offset);
