/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The initial stack: what Valgrind, in the kernel's place, leaves there for a program before its
 * first instruction.
 *
 *     stack pointer -> argc   argv...   0   envp...   0   auxiliary vector   0, 0
 *                      strings: arguments, environment, AT_RANDOM's 16 bytes, file name, platform
 *
 * All of it is the same in each run of the same command in the same environment, but for the 16
 * bytes of AT_RANDOM, which the kernel draws anew for each process.  They follow the last variable
 * of the environment, and a program that reads a string in groups of four bytes also reads up to
 * three bytes after its end.  glibc's loader does, for the value of LD_PRELOAD, which Valgrind puts
 * there, and looks each byte up in a table: so the bytes decide which lines of that table are
 * touched, and misses would differ between runs.  msim_start_settle() sets these bytes to 0.
 */
#pragma once

#include "pub_tool_basics.h"

/* Types in the auxiliary vector, and what one of them refers to. */
enum {
    MSIM_AT_IGNORE = 1,
    MSIM_AT_BASE = 7,  /* where the loader is; 0: no loader */
    MSIM_AT_ENTRY = 9, /* of the program */
    MSIM_AT_RANDOM = 25,
    MSIM_RANDOM_BYTES = 16
};

struct msim_start {
    Addr sp;
    UWord arguments;
    HChar *const *argument;
    UWord variables; /* of the environment */
    HChar *const *variable;
    UWord entries; /* of the auxiliary vector: pairs of a type and a value, without the last */
    const UWord *entry;
    UChar *random; /* AT_RANDOM's bytes; NULL: no such entry */
};

/* Call before the first instruction; `sp`: the stack pointer. */
struct msim_start msim_start_find(Addr sp);

/* Sets those of AT_RANDOM's bytes to 0 that lie before the next multiple of four. */
void msim_start_settle(const struct msim_start *start);
