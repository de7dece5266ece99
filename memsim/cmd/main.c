/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The `memsim` command: finds the subcommand and passes it its arguments. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/annotate/annotate.h"
#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/nearest.h"
#include "cmd/calls/calls.h"
#include "cmd/calls/diff.h"
#include "cmd/check/check.h"
#include "cmd/counts/combine.h"
#include "cmd/files/kind.h"
#include "cmd/files/output.h"
#include "cmd/heap/heap.h"
#include "cmd/layout/whatif.h"
#include "cmd/machine/machine.h"
#include "cmd/objects/objects.h"
#include "cmd/pages/pages.h"
#include "cmd/share/share.h"
#include "cmd/sweep/sweep.h"
#include "cmd/time/time.h"
#include "cmd/trace/replay.h"
#include "run.h"

struct command {
    const char *name;
    const char *form;    /* its arguments, as the list of subcommands shows them */
    const char *summary; /* one line */
    int (*run)(int argc, char **argv);
};

static int help_main(int argc, char **argv);
static int version_main(int argc, char **argv);
static int diff_main(int argc, char **argv);
static int pages_main(int argc, char **argv);
static int objects_main(int argc, char **argv);

static const struct command commands[] = {
    {"run", "[tool options] -- COMMAND",
     "run a program under the tool, and say how to view its files", msim_run_main},
    {"machine", "list|show|host|import ...",
     "show the machines that can be simulated; import others", msim_machine_main},
    {"heap", "FILE", "show the heap over time and what allocates", msim_heap_main},
    {"annotate", "FILE [SOURCE...]", "show which functions and lines the counts belong to",
     msim_annotate_main},
    {"calls", "FILE", "show functions with callers and callees, trees, flame graphs",
     msim_calls_main},
    {"diff", "A B", "make a profile of what changed from A to B; of calls, show it", diff_main},
    {"check", "BASE NEW", "a verdict on what changed, for continuous integration", msim_check_main},
    {"merge", "FILE...", "add several profiles up", msim_merge_main},
    {"time", "FILE", "show what happened when: rates, phases, regions, marks", msim_time_main},
    {"objects", "FILE", "show which data is missed: objects, fields, who uses them", objects_main},
    {"share", "FILE", "show lines that cores take from each other: false sharing", msim_share_main},
    {"pages", "FILE", "show page-ins; order functions for the linker", pages_main},
    {"replay", "TRACE [tool options]", "make the live run's files from a trace, for any machine",
     msim_replay_main},
    {"sweep", "FILE... | TRACE [GRID]", "show the misses of every geometry in a grid",
     msim_sweep_main},
    {"help", "[SUBCOMMAND]", "print this list, or the options of a subcommand", help_main},
    {"version", "", "print the version", version_main},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct msim_arg no_options[] = {{NULL, NULL, NULL, NULL}};

static void print_usage(FILE *to)
{
    fputs("usage: memsim SUBCOMMAND ...\n", to);
    for (int i = 0; i < COMMANDS; i++) {
        char left[80];
        snprintf(left, sizeof left, "%s %s", commands[i].name, commands[i].form);
        fprintf(to, "  %-36s %s\n", left, commands[i].summary);
    }
    fputs("For more, see memsim help SUBCOMMAND and the manual page memsim(1).\n", to);
}

/* Also finds subcommands by their options: -h and --help, -V and --version. */
static const struct command *find(const char *name)
{
    if (msim_arg_is_help(name))
        name = "help";
    else if (msim_arg_is_version(name))
        name = "version";
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(name, commands[i].name))
            return &commands[i];
    return NULL;
}

/* Is it a program, here or in PATH?  *here is set to what it must be called with. */
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

/* Says what was probably meant: a subcommand, a file's viewer, or to run a program. */
static int refuse(const char *name)
{
    struct msim_nearest nearest = msim_nearest_to(name);
    enum msim_file_kind kind = msim_file_kind_of(name);
    const char *here;
    for (int i = 0; i < COMMANDS; i++)
        msim_nearest_try(&nearest, commands[i].name);
    if (nearest.name) {
        msim_warn("there is no subcommand %s; did you mean memsim %s?", name, nearest.name);
    } else if (kind != MSIM_FILE_UNKNOWN && kind != MSIM_FILE_PROGRAM) {
        char advice[512];
        msim_file_kind_advice(kind, name, advice, sizeof advice);
        msim_warn("%s is not a subcommand but %s: %s", name, msim_file_kind_name(kind), advice);
    } else if (is_program(name, &here)) {
        msim_warn("%s is not a subcommand; to run it: memsim run -- %s%s", name, here, name);
    } else {
        msim_warn("there is no subcommand %s", name);
        print_usage(stderr);
    }
    return MSIM_BAD_USAGE;
}

static int help_main(int argc, char **argv)
{
    static const char usage[] = "help [SUBCOMMAND]";
    int names = msim_args(usage, no_options, argc, argv);
    if (names > 1)
        msim_bad_usage("help: expected at most one subcommand; usage: memsim %s", usage);
    if (!names) {
        print_usage(stdout);
        return msim_finish_stdout();
    }
    const struct command *command = find(argv[0]);
    char *with_help[] = {argv[0], "--help", NULL};
    return command ? command->run(2, with_help) : refuse(argv[0]);
}

/* The two kinds of profiles are compared in different ways. */
static int diff_main(int argc, char **argv)
{
    if (msim_args_ask_help(argc, argv)) {
        msim_diff_help();
        puts("\nTwo profiles of calls:");
        msim_calls_diff_help();
        return msim_finish_stdout();
    }
    return msim_calls_are_compared(argc, argv) ? msim_calls_diff_main(argc, argv)
                                               : msim_diff_main(argc, argv);
}

/* The contexts of page-ins are in profiles of calls. */
static int pages_main(int argc, char **argv)
{
    if (msim_args_ask_help(argc, argv)) {
        msim_pages_help();
        puts("\nBy calling context, of a profile of calls, or of a list with one beside it:");
        msim_calls_pages_help();
        return msim_finish_stdout();
    }
    return msim_calls_pages_asked(argc, argv) ? msim_calls_pages_main(argc, argv)
                                              : msim_pages_main(argc, argv);
}

/* Layouts are tried out on a trace. */
static int objects_main(int argc, char **argv)
{
    if (msim_args_ask_help(argc, argv)) {
        msim_objects_help();
        puts("\nWith data laid out in another way:");
        msim_what_if_help();
        return msim_finish_stdout();
    }
    return msim_what_if_asked(argc, argv) ? msim_what_if_main(argc, argv)
                                          : msim_objects_main(argc, argv);
}

static int version_main(int argc, char **argv)
{
    static const char usage[] = "version";
    if (msim_args(usage, no_options, argc, argv))
        msim_bad_usage("version: expected no argument; usage: memsim %s", usage);
    return msim_print_version();
}

int main(int argc, char **argv)
{
    msim_limit_is_error();
    if (argc < 2) {
        print_usage(stderr);
        return MSIM_BAD_USAGE;
    }
    const struct command *command = find(argv[1]);
    return command ? command->run(argc - 1, argv + 1) : refuse(argv[1]);
}
