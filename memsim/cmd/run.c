/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim run: runs a program under the tool and says which files it wrote and how to view them.
 *
 * Options of the tool and of Valgrind are passed on in their order; a machine that is given as a
 * file is turned into options, placed before all others.  Valgrind is the `valgrind` found in PATH,
 * or the launcher named by MEMSIM_VALGRIND (in the build folder, memsim-in-place).  Both replace
 * themselves by the tool, so the process started here has the pid that the names of files contain.
 */
#include "run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/filename.h"
#include "cmd/files/output.h"
#include "cmd/machine/load.h"
#include "cmd/machine/show.h"
#include "cmd/trace/memory.h"
#include "engine/machine/machines.h"
#include "engine/options.h"

static const char usage[] = "run [--machine=NAME|FILE] [tool options] -- COMMAND [ARGUMENT...]";

static volatile sig_atomic_t child;

struct arguments {
    char **argument;
    size_t used;
};

/* --- Starting ----------------------------------------------------------------------------- */

static void add(struct arguments *to, const char *argument)
{
    to->argument = msim_room(to->argument, to->used, sizeof *to->argument);
    to->argument[to->used++] = (char *)argument;
}

static bool is_machine(const char *argument)
{
    return !strncmp(argument, "--machine=", strlen("--machine="));
}

static void add_machine(struct arguments *to, const char *file)
{
    struct msim_described described;
    struct msim_machine machine;
    char *flag[MSIM_FLAGS_MAX];
    msim_machine_load(file, &described, &machine);
    unsigned flags = msim_machine_flags(&machine, flag);
    for (unsigned i = 0; i < flags; i++)
        add(to, flag[i]);
    char *note = msim_described_note(&described);
    if (note)
        msim_warn("note: %s", note);
    free(note);
    msim_described_free(&described);
}

/* If several machines are given, the last one counts. */
static void add_options(struct arguments *to, int options, char **option)
{
    const char *machine = NULL;
    for (int i = 0; i < options; i++)
        if (is_machine(option[i]))
            machine = option[i] + strlen("--machine=");
    bool by_name = machine && (!strcmp(machine, "host") || msim_named_machine(machine));
    if (machine && !by_name)
        add_machine(to, machine);
    for (int i = 0; i < options; i++)
        if (by_name || !is_machine(option[i]))
            add(to, option[i]);
}

static void pass_on(int number)
{
    if (child > 0)
        kill(child, number);
}

/* The terminal sends the first two signals to both processes; the other two would end only this
 * one. */
static void handle_signals(void)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGTERM, pass_on);
    signal(SIGHUP, pass_on);
}

static pid_t start(struct arguments *command)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        msim_bad_input("cannot start a process: %s", strerror(errno));
    if (pid == 0) {
        execvp(command->argument[0], command->argument);
        fprintf(stderr, "memsim: cannot run %s: %s\n", command->argument[0], strerror(errno));
        _exit(errno == ENOENT ? 127 : 126);
    }
    return pid;
}

static int wait_for(pid_t pid)
{
    int status;
    child = (sig_atomic_t)pid;
    handle_signals();
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            msim_bad_input("cannot wait for a process: %s", strerror(errno));
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* --- Files written ------------------------------------------------------------------------ */

static void tell_file(const char *name, pid_t pid, const char *look)
{
    char *file = name ? msim_expand_name(NULL, name, (long)pid) : NULL;
    if (file && access(file, F_OK) == 0)
        fprintf(stderr, "memsim: %s: %s %s\n", file, look, file);
    free(file);
}

/* Options that the tool refused are ignored: there are no files then. */
static void tell_files(int options, char **option, pid_t pid)
{
    struct msim_options read;
    msim_options_init(&read, &msim_hosted_mem);
    for (int i = 0; i < options; i++) {
        const struct msim_option *known = msim_option_find(option[i]);
        if (known && !is_machine(option[i]))
            msim_option_set(&read, known, option[i]);
    }
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const struct msim_observer *observer = msim_observers[i];
        for (unsigned k = 0; k < observer->files_used && msim_options_ask_for(&read, observer); k++)
            tell_file(msim_options_file(&read, observer, &observer->files[k]), pid,
                      observer->files[k].viewer);
    }
    tell_file(read.trace_file, pid, "memsim replay");
}

static void print_help(void)
{
    printf("usage: memsim %s\n"
           "Runs COMMAND under valgrind --tool=memsim and says how to view each file it writes.\n"
           "MEMSIM_VALGRIND names a launcher to use instead of valgrind. The tool's options:\n",
           usage);
    fflush(stdout);
}

static int help(void)
{
    struct msim_sink sink = msim_file_sink(stdout);
    struct msim_text text;
    print_help();
    msim_text_init(&text, &sink);
    msim_options_help(&text);
    msim_text_flush(&text);
    return msim_finish_stdout();
}

int msim_run_main(int argc, char **argv)
{
    struct arguments command = {NULL, 0};
    int options = 1;
    const char *launcher = getenv("MEMSIM_VALGRIND");
    for (; options < argc && argv[options][0] == '-' && strcmp(argv[options], "--") != 0; options++)
        if (msim_arg_is_help(argv[options]))
            return help();
    int first = options < argc && !strcmp(argv[options], "--") ? options + 1 : options;
    if (first >= argc)
        msim_bad_usage("run: no command given; usage: memsim %s", usage);
    add(&command, launcher && *launcher ? launcher : "valgrind");
    add(&command, "--tool=memsim");
    add_options(&command, options - 1, argv + 1);
    add(&command, "--");
    for (int i = first; i < argc; i++)
        add(&command, argv[i]);
    add(&command, NULL);
    pid_t pid = start(&command);
    int status = wait_for(pid);
    tell_files(options - 1, argv + 1, pid);
    return status;
}
