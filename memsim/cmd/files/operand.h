/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The files that a subcommand is given: a folder of results stands for a file in it, and a file
 * that another command reads ends this one with that command's name.
 *
 * `kinds` are what the subcommand reads, in order of preference, ended by MSIM_FILE_UNKNOWN.  Files
 * that are not recognised, and pipes, are left to the subcommand's reader.
 */
#pragma once

#include "cmd/base/args.h"
#include "kind.h"

/* The file that the operand stands for; it stays allocated.  Of a folder, that is the file of the
 * first kind that it has; if several processes have one, it is that of the process after which the
 * folder is named, and a message names the others. */
const char *msim_operand_file(const char *operand, const enum msim_file_kind *kinds);

/* What memsim run --runs=N makes: folders with this name and a number from 1 on. */
#define MSIM_RUN_FOLDER "run-"

/* The names of these folders, each from malloc as the list is; `*runs` is 0 if the operand has
 * none. */
char **msim_operand_runs(const char *operand, size_t *runs);

/* Ends the command, because no operand was given: names the newest file or folder here that would
 * do, or the command that makes one. */
__attribute__((noreturn)) void msim_operand_missing(const char *usage,
                                                    const enum msim_file_kind *kinds);

/* Ends the command if there is no such file; names the newest here of these kinds. */
void msim_operand_exists(const char *name, const enum msim_file_kind *kinds);

bool msim_operand_is_folder(const char *name);

/* True: it is called like a source file. */
bool msim_is_source(const char *name);

/* Ends the command if the file is a source, or known to be of a kind that is not among `kinds`. */
void msim_operand_check(const char *name, const enum msim_file_kind *kinds);

/* For a subcommand that takes any number of files: the folders among the operands are replaced by
 * all their files of the first kind that they have.  Returns a list from malloc and its length. */
char **msim_operand_files(char **operand, int operands, const enum msim_file_kind *kinds,
                          int *files);
