/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of subcommands: one table drives both parsing and --help.  Also parses their values. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `form` is what --help shows after "--name="; NULL: the option takes no value.  Written "[=FORM]",
 * the value may be left out. */
struct msim_arg {
    const char *name; /* with the dashes */
    const char *form;
    const char *help;
    const char **text; /* set to the value, or to "" if there is none */
};

/*
 * Removes the options of `table`, which ends with a NULL name, from argv, whose first element is
 * ignored.  Moves the operands to the front, in their order, and returns their number.  "--help" or
 * "-h" prints `usage` and the table and exits with 0, "--version" or "-V" the version.  An option
 * that is not in the table, lacks its value or has a value that it does not take exits with 2.
 * "--" ends the options.
 */
int msim_args(const char *usage, const struct msim_arg *table, int argc, char **argv);

/* Prints what "--help" does, for a subcommand with several tables. */
void msim_args_help(const char *usage, const struct msim_arg *table);

/* Like msim_args, but leaves options that are not in the table among the operands. */
int msim_args_some(const char *usage, const struct msim_arg *table, int argc, char **argv);

/* Whether the argument asks for help: "--help" or "-h". */
bool msim_arg_is_help(const char *argument);

/* Whether it asks for the version: "--version" or "-V". */
bool msim_arg_is_version(const char *argument);

/* The first argument that asks for help or the version, which needs no operand; NULL: none. */
const char *msim_args_ask(int argc, char **argv);

/* Whether it asks for help.  For a subcommand with several
 * tables: msim_args() knows only one. */
bool msim_args_ask_help(int argc, char **argv);

/* Returns the exit status. */
int msim_print_version(void);

/* Values of options.  A value that is not allowed exits with 2 and a message that says what is
 * allowed. */

/* The index of `value` among `names`, which end with NULL. */
size_t msim_arg_choice(const char *option, const char *value, const char *const *names);

/* A number from `least` to `most`. */
uint64_t msim_arg_number(const char *option, const char *value, uint64_t least, uint64_t most);

/* A percentage, with or without its sign. */
double msim_arg_percent(const char *option, const char *value);
