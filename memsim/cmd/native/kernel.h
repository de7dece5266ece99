/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The program of kernels (memsim/kernels/kernels.h), and processes that run it.
 *
 * A kernel is written as for that program, its name and parameters with blanks between them: "chase
 * 131072 4".
 */
#pragma once

#include <stddef.h>
#include <sys/types.h>

/* The program's file: MEMSIM_KERNELS, or that of the build folder or the installation that this
 * command is in, from malloc.  Ends the command if there is none. */
char *msim_kernels_program(void);

/* A list of arguments that ends with NULL. */
struct msim_kernel_words {
    char **word;
    size_t used;
};

/* Adds a copy of a word, or of each word of a text. */
void msim_kernel_words_add(struct msim_kernel_words *words, const char *word);
void msim_kernel_words_add_text(struct msim_kernel_words *words, const char *text);
void msim_kernel_words_free(struct msim_kernel_words *words);

/* Starts a process with these arguments, the first is its file; what it prints, and what it
 * complains of, go to these files.  `complaints` may be the same as `printed`. */
pid_t msim_kernel_start(const struct msim_kernel_words *words, int printed, int complaints);
