/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The `memsim` command: finds the subcommand and passes it its arguments. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/nearest.h"
#include "cmd/command/command.h"
#include "cmd/files/kind.h"
#include "cmd/files/operand.h"

/* clang-format off */
#define COMMAND(name) extern const struct msim_command msim_##name##_command;
#define VIEWER(name, kind, one, many, options) COMMAND(name)
/* clang-format on */
#include "cmd/base/commands.list"
#undef COMMAND

static const struct msim_command *const commands[] = {
#define COMMAND(name) &msim_##name##_command,
#include "cmd/base/commands.list"
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *to)
{
    fputs("usage: memsim SUBCOMMAND ...\n", to);
    for (int i = 0; i < COMMANDS; i++) {
        char left[80];
        if (!commands[i]->summary)
            continue;
        snprintf(left, sizeof left, "%s %s", commands[i]->name, commands[i]->form);
        fprintf(to, "  %-36s %s\n", left, commands[i]->summary);
    }
    fputs("For more, see memsim help SUBCOMMAND and the manual page memsim(1).\n", to);
}

/* The first row of that name; also finds -h and --help, -V and --version. */
static const struct msim_command *find(const char *name)
{
    if (msim_arg_is_help(name))
        name = "help";
    else if (msim_arg_is_version(name))
        name = "version";
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(name, commands[i]->name))
            return commands[i];
    return NULL;
}

/* Another form of the command; NULL: none. */
static const struct msim_command *other_form(const struct msim_command *command)
{
    for (int i = 0; i < COMMANDS; i++)
        if (commands[i] != command && !strcmp(commands[i]->name, command->name))
            return commands[i];
    return NULL;
}

static int run(const struct msim_command *command, int argc, char **argv)
{
    const struct msim_command *other = other_form(command);
    if (!other)
        return msim_invocation_run(command, argc, argv);
    if (!msim_args_ask_help(argc, argv))
        return msim_invocation_run(other->asked(argc, argv) ? other : command, argc, argv);
    msim_invocation_help(command);
    printf("\n%s\n", other->about);
    msim_invocation_help(other);
    return msim_finish_stdout();
}

/* True: it is a program, here or in PATH.  *here is set to what it must be called with. */
static bool is_program(const char *name, const char **here)
{
    struct stat is;
    const char *path = getenv("PATH");
    *here = strchr(name, '/') ? "" : "./";
    if (stat(name, &is) == 0 && S_ISREG(is.st_mode) && access(name, X_OK) == 0)
        return true;
    for (*here = ""; path && *path && !strchr(name, '/'); path += *path == ':') {
        char whole[4096];
        int length = (int)strcspn(path, ":");
        snprintf(whole, sizeof whole, "%.*s/%s", length, path, name);
        if (length && access(whole, X_OK) == 0)
            return true;
        path += length;
    }
    return false;
}

/* It looks like a file, and is none that can be shown or run. */
static void refuse_file(const char *name)
{
    struct stat is;
    if (stat(name, &is) != 0)
        msim_warn("cannot find '%s': %s; to run a program: memsim run -- COMMAND, to show a run: "
                  "memsim annotate FOLDER",
                  name, strerror(errno));
    else if (S_ISDIR(is.st_mode))
        msim_warn("%s is a folder; if it has the results of a run: memsim annotate %s", name, name);
    else if (msim_is_source(name))
        msim_warn("%s is a source file; to see what its lines cost: memsim annotate FOLDER %s, "
                  "with the folder of a run",
                  name, name);
    else
        msim_warn("%s is neither a subcommand, nor a result, nor a program that may be run", name);
}

/* Says what was probably meant: a subcommand, a file's viewer, or to run a program. */
static int refuse(const char *name)
{
    struct msim_nearest nearest = msim_nearest_to(name);
    enum msim_file_kind kind = msim_file_kind_of(name);
    const char *here;
    struct stat is;
    for (int i = 0; i < COMMANDS; i++)
        msim_nearest_try(&nearest, commands[i]->name);
    if (nearest.name) {
        msim_warn("there is no subcommand %s; did you mean memsim %s?", name, nearest.name);
    } else if (kind != MSIM_FILE_UNKNOWN && kind != MSIM_FILE_PROGRAM) {
        char advice[512];
        msim_file_kind_advice(kind, name, advice, sizeof advice);
        msim_warn("%s is not a subcommand but %s: %s", name, msim_file_kind_name(kind), advice);
    } else if (is_program(name, &here)) {
        msim_warn("%s is not a subcommand; to run it: memsim run -- %s%s", name, here, name);
    } else if (strchr(name, '/') || msim_is_source(name) || stat(name, &is) == 0) {
        refuse_file(name);
    } else {
        msim_warn("there is no subcommand %s", name);
        print_usage(stderr);
    }
    return MSIM_BAD_USAGE;
}

static int help(struct msim_invocation *invocation)
{
    int names = msim_invocation_args(invocation);
    if (names > 1)
        msim_bad_usage("help: expected at most one subcommand; usage: memsim %s",
                       invocation->command->usage);
    if (!names) {
        print_usage(stdout);
        return msim_finish_stdout();
    }
    const struct msim_command *command = find(invocation->argv[0]);
    char *with_help[] = {invocation->argv[0], "--help", NULL};
    return command ? run(command, 2, with_help) : refuse(invocation->argv[0]);
}

const struct msim_command msim_help_command = {
    .name = "help",
    .form = "[SUBCOMMAND]",
    .summary = "print this list, or the options of a subcommand",
    .usage = "help [SUBCOMMAND]",
    .run = help,
};

static int version(struct msim_invocation *invocation)
{
    if (msim_invocation_args(invocation))
        msim_bad_usage("version: expected no argument; usage: memsim %s",
                       invocation->command->usage);
    return msim_print_version();
}

const struct msim_command msim_version_command = {
    .name = "version",
    .form = "",
    .summary = "print the version",
    .usage = "version",
    .run = version,
};

int main(int argc, char **argv)
{
    msim_limit_is_error();
    if (argc < 2) {
        print_usage(stderr);
        return MSIM_BAD_USAGE;
    }
    const struct msim_command *command = find(argv[1]);
    return command ? run(command, argc - 1, argv + 1) : refuse(argv[1]);
}
