/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The `memsim` command: its subcommands, each of which gets its own arguments. */
#include <stdio.h>
#include <string.h>

#include "cmd/annotate/annotate.h"
#include "cmd/base/die.h"
#include "cmd/counts/combine.h"
#include "cmd/heap/heap.h"
#include "cmd/machine/machine.h"
#include "cmd/pages/pages.h"
#include "cmd/sweep/sweep.h"
#include "cmd/trace/replay.h"
#include "run.h"

struct command {
    const char *name;
    const char *form;    /* its arguments, for the list of subcommands */
    const char *summary; /* one line */
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {"run", "[tool options] -- COMMAND",
     "run a program under the tool, and say how to view its files", msim_run_main},
    {"machine", "list|show|host|import ...",
     "show the machines that can be simulated; import others", msim_machine_main},
    {"heap", "FILE", "show the heap over time and what allocates", msim_heap_main},
    {"annotate", "FILE [SOURCE...]", "show which functions and lines the counts belong to",
     msim_annotate_main},
    {"diff", "A B", "make a profile of what changed from A to B", msim_diff_main},
    {"merge", "FILE...", "add several profiles up", msim_merge_main},
    {"pages", "FILE", "show page-ins; order functions for the linker", msim_pages_main},
    {"replay", "TRACE [tool options]", "make the live run's files from a trace, for any machine",
     msim_replay_main},
    {"sweep", "FILE... | TRACE [GRID]", "show the misses of every geometry in a grid",
     msim_sweep_main},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *to)
{
    fputs("usage: memsim SUBCOMMAND ...\n", to);
    for (int i = 0; i < COMMANDS; i++) {
        char left[80];
        snprintf(left, sizeof left, "%s %s", commands[i].name, commands[i].form);
        fprintf(to, "  %-36s %s\n", left, commands[i].summary);
    }
    fputs("For more, see memsim SUBCOMMAND --help and the manual page memsim(1).\n", to);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return MSIM_BAD_USAGE;
    }
    if (!strcmp(argv[1], "--help")) {
        print_usage(stdout);
        return msim_finish_stdout();
    }
    if (!strcmp(argv[1], "--version")) {
        puts("memsim " MEMSIM_VERSION);
        return msim_finish_stdout();
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name))
            return commands[i].run(argc - 1, argv + 1);
    msim_warn("there is no subcommand %s", argv[1]);
    print_usage(stderr);
    return MSIM_BAD_USAGE;
}
