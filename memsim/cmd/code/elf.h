/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads executables and libraries: ELF files of 64 bits, little-endian, for x86-64.
 *
 * Addresses are those of the file, as linked.  What is read: code by address, the build id,
 * symbols, the names of the linkage table's entries, and where thread-local variables are.
 *
 * The bytes may be anything.  Every offset is checked against the file's size when it is used, and
 * what does not fit is as if it were not there.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MSIM_BUILD_ID_ROOM = 2 * 64 + 1 };

/* `bytes` must stay. */
struct msim_elf {
    const unsigned char *bytes;
    size_t size;
    uint64_t segments_at, sections_at; /* tables of headers */
    unsigned segments, sections;
};

/* Starts to read; NULL: it can, else what is wrong. */
const char *msim_elf_open(struct msim_elf *elf, const void *bytes, size_t size);

/* The build id in hexadecimal digits; false: none. */
bool msim_elf_build_id(const struct msim_elf *elf, char id[static MSIM_BUILD_ID_ROOM]);

/* The code from this address on, to the end of its segment in the file; *left: how many bytes, 0 if
 * no code is there. */
const unsigned char *msim_elf_code(const struct msim_elf *elf, uint64_t address, size_t *left);

/* The same for anything that the file loads. */
const unsigned char *msim_elf_loaded(const struct msim_elf *elf, uint64_t address, size_t *left);

/* Calls `take` for all that may be an address in the object's data: what the loader relocates, and
 * each aligned word of what is no code. */
void msim_elf_addresses(const struct msim_elf *elf, void (*take)(void *context, uint64_t address),
                        void *context);

/* Calls `take` for each symbol of code or data, with its size (0: unknown), and for each entry of
 * the linkage table, with `in_table` true. */
struct msim_elf_symbol {
    const char *name; /* in `bytes` */
    uint64_t address, size;
    bool in_table;
};
void msim_elf_symbols(const struct msim_elf *elf,
                      void (*take)(void *context, const struct msim_elf_symbol *symbol),
                      void *context);

/* The same for thread-local variables, whose addresses are offsets in their segment. */
void msim_elf_thread_symbols(const struct msim_elf *elf,
                             void (*take)(void *context, const struct msim_elf_symbol *symbol),
                             void *context);

/* The segment of thread-local variables; 0 bytes: there is none. */
struct msim_elf_thread {
    uint64_t address, bytes;
    uint64_t distance; /* if it is the executable's: from its begin to the thread pointer */
    bool is_first;     /* it is the executable's, not a library's */
};
void msim_elf_thread(const struct msim_elf *elf, struct msim_elf_thread *thread);
