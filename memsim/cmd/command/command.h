/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What all subcommands have in common: a row that describes each, and its invocation, which parses
 * its options and writes to a file or standard output.
 *
 * A viewer gives the options that others have, too, by name alone: {.name = "--format"}.  Their
 * form, help and place in the invocation are filled in where the row has none of its own.
 */
#pragma once

#include "cmd/base/args.h"
#include "cmd/files/output.h"
#include "cmd/patterns/mine.h"

struct msim_invocation;

/* Two rows of one name are forms of a subcommand: the first, unless arguments ask for the other. */
struct msim_command {
    const char *name;
    const char *form;    /* its arguments, as the list of subcommands shows them */
    const char *summary; /* one line; NULL: it is not listed */
    const char *usage;
    const struct msim_arg *options;                 /* as in args.h */
    int (*run)(struct msim_invocation *invocation); /* returns the exit status */
    /* Of another form: whether the arguments ask for it, and what --help says above its options. */
    bool (*asked)(int argc, char **argv);
    const char *about;
};

struct msim_invocation {
    const struct msim_command *command;
    struct msim_arg *option; /* those of the command, complete */
    int argc;                /* argv[0] is the subcommand's name */
    char **argv;             /* after msim_invocation_args(): the operands */
    struct msim_output output;
    const char *cycles, *debug_dir, *partial,
        *all;                               /* the values of these options; NULL: not given */
    const char *mine_value, *system_frames; /* likewise; of several, the last */
    struct msim_mine mine;                  /* all folders that --mine names */
    struct msim_whole_file file;
};

/* Runs the command with these arguments; returns the exit status. */
int msim_invocation_run(const struct msim_command *command, int argc, char **argv);

/* Calls `take` with each option of the command and `with`, but not with those that `seen` has (NULL: it
 * has none), complete. */
void msim_invocation_each_option(const struct msim_command *command, const struct msim_arg *seen,
                                 void (*take)(const char *name, const char *form, const char *help,
                                              const char *with),
                                 const char *with);

/* Prints what --help does, for a subcommand of several forms. */
void msim_invocation_help(const struct msim_command *command);

/* Parses the options and returns the number of operands, as msim_args() does. */
int msim_invocation_args(struct msim_invocation *invocation);

/* The same, but leaves unknown options among the operands. */
int msim_invocation_args_some(struct msim_invocation *invocation);

/* The width of text from `least` to `most`: as --width says, the terminal's, or the usual one. */
size_t msim_invocation_width(const struct msim_invocation *invocation, size_t usual, size_t least,
                             size_t most);

/* Whose code it is, for what folds that of libraries into the user's lines; NULL: nothing is folded.
 * By default, text is, and what goes to programs is not, as it always was. */
const struct msim_mine *msim_invocation_mine(const struct msim_invocation *invocation);

/* The widest, where a width of 0 stands for no limit. */
enum { MSIM_WIDTH_USUAL = 120, MSIM_WIDTH_MOST = 100000 };

/* Exits with 2 if a picture cannot be written, or if --out is given and nothing but pictures is. */
void msim_invocation_check_pictures(const struct msim_invocation *invocation);

/* Where results go, and its end, which returns the exit status. */
FILE *msim_invocation_open(struct msim_invocation *invocation);
int msim_invocation_close(struct msim_invocation *invocation);
