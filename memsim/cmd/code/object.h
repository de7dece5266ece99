/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An object: the executable or library that code is from, found again by its path and checked by
 * its build id.  Symbols that were stripped from it are looked for in /usr/lib/debug/.build-id.
 */
#pragma once

#include "elf.h"

/* The symbols of one object, by address. */

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

struct msim_object_file {
    char *path;                  /* of the file that has the code; NULL: none was found */
    char why[400];               /* then: the reason, and what to do */
    bool is_other;               /* then: a file is there, but with another build id */
    char id[MSIM_BUILD_ID_ROOM]; /* the file's build id; "": it has none */
    char *bytes, *debug_bytes;
    struct msim_elf elf;
    struct msim_code_symbols symbols;
};

/* Where objects are looked for besides their own paths, as sources are: `folders` of them. */
struct msim_object_places {
    const char *const *folder;
    size_t folders;
    const char *option; /* that gives a folder, for messages; NULL: "-I DIR" */
};

/* Finds and reads an object.  `id` is the build id that it must have; NULL: it is not known. */
void msim_object_open(struct msim_object_file *object, const char *path, const char *id,
                      const struct msim_object_places *places);

void msim_object_close(struct msim_object_file *object);

/* By where the bytes of the file from `offset` on are mapped; false: no segment of the file is
 * mapped like this. */
bool msim_bias(const struct msim_elf *elf, uint64_t first, uint64_t offset, uint64_t *bias);

/* The same of a file by its name; false also if it cannot be read. */
bool msim_bias_of_file(const char *path, uint64_t address, uint64_t offset, uint64_t *bias);
