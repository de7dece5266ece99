/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of subcommands: one table gives parsing and --help; and the values of options. */
#ifndef MSIM_CMD_BASE_ARGS_H
#define MSIM_CMD_BASE_ARGS_H

#include <stddef.h>
#include <stdint.h>

/* `form` is what follows "--name="; NULL: the option has no value. */
struct msim_arg {
    const char *name; /* with its dashes */
    const char *form;
    const char *help;
    const char **text; /* gets the value; "" for an option without one */
};

/*
 * Takes the options of `table` (ended by a NULL name) out of argv, whose first element is not looked at;
 * what is left, operands in their order, is moved to the front and its number returned.  "--help" prints
 * `usage` and the table and ends with 0; an option that is not in the table, lacks its value or has one
 * too many ends with 2.  "--" ends the options.
 */
int msim_args(const char *usage, const struct msim_arg *table, int argc, char **argv);

/* The same, but an option that is not in the table is left among the operands. */
int msim_args_some(const char *usage, const struct msim_arg *table, int argc, char **argv);

/* Values of options; one that is none of those allowed ends with 2, and the message says which are. */

/* The index of `value` among `names`, which end with NULL. */
size_t msim_arg_choice(const char *option, const char *value, const char *const *names);

/* A number from `least` to `most`. */
uint64_t msim_arg_number(const char *option, const char *value, uint64_t least, uint64_t most);

#endif
