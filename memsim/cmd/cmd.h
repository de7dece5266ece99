/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The `memsim` command: what its subcommands share.
 *
 * A subcommand gets its own arguments (argv[0] is its name) and returns the exit status: 0, it did its
 * work; 1, bad input; 2, bad usage.  Results go to stdout and nothing else does.
 */
#ifndef MSIM_CMD_CMD_H
#define MSIM_CMD_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stream/mem.h"

enum { MSIM_DONE = 0, MSIM_BAD_INPUT = 1, MSIM_BAD_USAGE = 2 };

struct msim_command {
    const char *name;
    const char *form;    /* its arguments, for the list of subcommands */
    const char *summary; /* one line */
    int (*run)(int argc, char **argv);
};

/* An option of a subcommand.  `form` is what stands behind "--name=", NULL: nothing may. */
struct msim_arg {
    const char *name; /* with its dashes */
    const char *form;
    const char *help;
    const char **text; /* gets the value; "" for an option without one */
};

/*
 * Takes the options of `table` (ended by a NULL name) out of argv; what is left, operands in their
 * order, is moved to the front and its number returned.  "--help" prints `usage` and the table and ends
 * with 0; an option that is not in the table, lacks its value or has one too many ends with 2.  "--"
 * ends the options.
 */
int msim_args(const char *usage, const struct msim_arg *table, int argc, char **argv);

/* The same, but an option that is not in the table is left among the operands. */
int msim_args_some(const char *usage, const struct msim_arg *table, int argc, char **argv);

/* "memsim: message" on stderr; exit. */
__attribute__((noreturn, format(printf, 1, 2))) void msim_bad_input(const char *format, ...);
__attribute__((noreturn, format(printf, 1, 2))) void msim_bad_usage(const char *format, ...);
/* The same and on. */
__attribute__((format(printf, 1, 2))) void msim_warn(const char *format, ...);

/* Flushes stdout; a result that could not be written ends with status 1. */
int msim_finish_stdout(void);

/* The hosted allocator: mapped, zeroed, never given back. */
extern const struct msim_mem msim_hosted_mem;

/* Bytes that the system can still give; 0: it does not tell. */
uint64_t msim_memory_there_is(void);

int msim_machine_main(int argc, char **argv);
int msim_run_main(int argc, char **argv);
int msim_heap_main(int argc, char **argv);
int msim_annotate_main(int argc, char **argv);
int msim_diff_main(int argc, char **argv);
int msim_merge_main(int argc, char **argv);
int msim_pages_main(int argc, char **argv);
int msim_replay_main(int argc, char **argv);
int msim_sweep_main(int argc, char **argv);

#endif
