/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim run: runs a program under the tool and says which files it wrote and how to view them.
 *
 * Valgrind is given what given.h says, and is the `valgrind` found in PATH, or the launcher named by MEMSIM_VALGRIND (in the build folder, memsim-in-place).  Both replace
 * themselves by the tool, so the process started here has the pid that the names of files contain.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/wrap.h"
#include "cmd/command/command.h"
#include "cmd/files/filename.h"
#include "cmd/files/operand.h"
#include "cmd/files/terminal.h"
#include "engine/options.h"
#include "given.h"
#include "presets.h"
#include "repeat.h"
#include "run.h"

static const char usage[] =
    "run [--machine=NAME|FILE] [--children] [--stable] [--runs=N] [--native=N] [tool options] -- "
    "COMMAND [ARGUMENT...]";

enum { RUNS_MAX = 1000 };

/* Of the results, after the process that is started. */
#define FOLDER "memsim.%ld"

static volatile sig_atomic_t child;

/* --- Starting ----------------------------------------------------------------------------- */

static void pass_on(int number)
{
    if (child > 0)
        kill(child, number);
}

/* The terminal sends the first two signals to both processes; the other two would end only this
 * one, and none is lost meanwhile. */
static pid_t start(struct msim_given *command)
{
    sigset_t all, before;
    fflush(NULL);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    pid_t pid = fork();
    if (pid < 0)
        msim_bad_input("cannot start a process: %s", strerror(errno));
    if (pid == 0) {
        char folder[64];
        sigprocmask(SIG_SETMASK, &before, NULL);
        snprintf(folder, sizeof folder, "--out-dir=" FOLDER, (long)getpid());
        if (command->folder)
            command->argument[command->folder] = folder;
        msim_limit_is_as_before();
        if (command->environment)
            environ = command->environment;
        execvp(command->argument[0], command->argument);
        fprintf(stderr, "memsim: cannot run %s: %s\n", command->argument[0], strerror(errno));
        _exit(errno == ENOENT ? 127 : 126);
    }
    child = (sig_atomic_t)pid;
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGTERM, pass_on);
    signal(SIGHUP, pass_on);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

/* Returns its status; *killed: a signal ended it. */
static int wait_for(pid_t pid, bool *killed)
{
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            msim_bad_input("cannot wait for a process: %s", strerror(errno));
    *killed = WIFSIGNALED(status);
    if (!*killed)
        return WEXITSTATUS(status);
    msim_wait_for_observers(pid);
    return 128 + WTERMSIG(status);
}

/* --- Files written ------------------------------------------------------------------------ */

static void print_unfinished(const char *file, pid_t pid)
{
    size_t room = file ? strlen(file) + 32 : 0;
    char *partial = msim_zeroed(room + 1, 1);
    snprintf(partial, room, "%s.partial-%ld", file ? file : "", (long)pid);
    if (file && access(partial, F_OK) == 0)
        msim_results_print_unfinished(partial);
    free(partial);
}

/* The file that an option names; NULL: the name cannot be expanded. */
static char *named_file(const struct msim_naming *naming, const char *name, pid_t pid)
{
    bool in_folder = naming->out_dir && *name != '/';
    char *path =
        msim_printed("%s%s%s", in_folder ? naming->out_dir : "", in_folder ? "/" : "", name);
    char *file = msim_expand_name(NULL, path, (long)pid);
    free(path);
    return file;
}

/* Prints that file, if it exists. */
static void print_file(const struct msim_naming *naming, const char *name, pid_t pid,
                       const char *viewer)
{
    char *file = named_file(naming, name, pid);
    if (file && access(file, F_OK) == 0)
        fprintf(stderr, "memsim: %s: %s %s\n", file, viewer, file);
    print_unfinished(file, pid);
    free(file);
}

/* The folder of results, from malloc; NULL: its name cannot be expanded. */
static char *folder_of(const struct msim_naming *naming, pid_t pid)
{
    char usual[32];
    snprintf(usual, sizeof usual, FOLDER, (long)pid);
    return msim_expand_name(NULL, naming->out_dir ? naming->out_dir : usual, (long)pid);
}

static void print_results(const struct msim_naming *naming, pid_t pid, const struct timespec *since,
                          bool killed)
{
    char usual[32];
    snprintf(usual, sizeof usual, FOLDER, (long)pid);
    char *folder = folder_of(naming, pid);
    if (folder && naming->out_dir)
        msim_set_earlier_aside(folder, since);
    if (folder)
        msim_results_print(folder, (long)pid, since);
    free(folder);
    if (killed)
        msim_print_missing(naming->out_dir ? naming->out_dir : usual, (long)pid, naming->option,
                           naming->options, since);
    for (int i = 0; i < naming->options; i++) {
        const char *viewer = msim_viewer_of(naming->option[i]);
        if (viewer)
            print_file(naming, strchr(naming->option[i], '=') + 1, pid, viewer);
    }
}

/* The options that people need most, of the command and the tool. */
static const char *const first[] = {"--for",        "--out-dir",    "--calls",  "--objects-sim",
                                    "--interval",   "--cores",      "--cycles", "--machine",
                                    "--branch-sim", "--trace-file", "--stable"};

static void print_option(const char *name, const char *form, const char *text)
{
    char left[64];
    snprintf(left, sizeof left, "%s%s%s", name, form ? "=" : "", form ? form : "");
    if (strlen(left) > 34 && !msim_terminal_width())
        printf("  %s\n%38s%s\n", left, "", text);
    else
        msim_help_put_row(stdout, left, 38, text);
}

static void print_named(const char *name)
{
    const struct msim_option *tools;
    for (const struct msim_arg *own = msim_run_options; own->name; own++)
        if (!strcmp(own->name, name))
            print_option(own->name, own->form, own->help);
    for (unsigned i = 0; (tools = msim_option_at(i)) != NULL; i++)
        if (!strcmp(tools->name, name))
            print_option(tools->name, tools->form, tools->help);
}

static int help_first(void)
{
    printf("usage: memsim run [OPTION...] -- COMMAND [ARGUMENT...]\n"
           "Runs COMMAND under Valgrind, puts the results into a folder memsim.PID, and says\n"
           "how to view them.  The options that people need most:\n");
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        print_named(first[i]);
    printf("--for chooses options for a question; those beside it count more.\n");
    msim_help_put_from(stdout,
                       "All options: memsim run --help=all.  Questions: memsim help 'my program is "
                       "slow'.",
                       0);
    return msim_finish_stdout();
}

static void print_help(void)
{
    char *first_line = msim_printed("usage: memsim %s", usage);
    msim_help_put(stdout, first_line);
    free(first_line);
    printf("Runs COMMAND under valgrind --tool=memsim and says how to view its results,\n"
           "which are in a folder memsim.PID, unless --out-dir=DIR is given.\n"
           "MEMSIM_VALGRIND names a launcher to use instead of valgrind.  Cycles are\n"
           "sampled, unless --cycles=no or yes is given, or there are several cores.\n"
           "Inlined functions are recorded, unless --inline=no is given.\n"
           "Options of the command:\n");
    for (const struct msim_arg *own = msim_run_options; own->name; own++)
        print_option(own->name, own->form, own->help);
    puts("The tool's options:");
    fflush(stdout);
}

static int help_all(void)
{
    enum { TEXTS = 43 }; /* the column in which the texts of the tool's options begin */
    char *all = NULL;
    size_t bytes;
    FILE *to = msim_open_text(&all, &bytes);
    struct msim_sink sink = msim_file_sink(to);
    struct msim_text text;
    print_help();
    msim_text_init(&text, &sink);
    msim_options_help(&text);
    msim_text_flush(&text);
    fclose(to);
    for (char *line = all, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = 0;
        msim_help_put_from(stdout, line, strncmp(line, "    --", 6) != 0 ? 2 : TEXTS);
    }
    free(all);
    return msim_finish_stdout();
}

/* The options before the command; returns the place of the command in argv. */
static int read_naming(struct msim_naming *naming, int argc, char **argv)
{
    int used = 1;
    *naming = (struct msim_naming){.option = argv + 1};
    for (; used < argc && argv[used][0] == '-' && strcmp(argv[used], "--") != 0; used++)
        if (msim_begins(argv[used], msim_out_dir))
            naming->out_dir = argv[used] + strlen(msim_out_dir);
        else if (msim_begins(argv[used], msim_keep_env))
            naming->keep = argv[used] + strlen(msim_keep_env);
        else if (msim_begins(argv[used], msim_runs))
            naming->runs = msim_arg_number("--runs", argv[used] + strlen(msim_runs), 1, RUNS_MAX);
        else if (msim_begins(argv[used], msim_native))
            naming->native =
                msim_arg_number("--native", argv[used] + strlen(msim_native), 1, MSIM_NATIVE_MAX);
        else
            naming->stable |= !strcmp(argv[used], "--stable");
    if (naming->keep && !naming->stable)
        msim_bad_usage("run: --keep-env is for --stable, which leaves variables out");
    if (naming->runs && !naming->out_dir)
        msim_bad_usage("run: --runs needs --out-dir=DIR, the folder of these runs");
    if (naming->runs && naming->native)
        msim_bad_usage("run: --runs and --native exclude each other; expected one of them");
    naming->options = used - 1;
    return used < argc && !strcmp(argv[used], "--") ? used + 1 : used;
}

/* The other half of the native runs, and what all of them took. */
static void end_native(struct msim_native_runs *is, const struct msim_naming *naming, pid_t pid,
                       int status)
{
    static const char counts[] = "--memsim-out-file=";
    char *folder = folder_of(naming, pid), *file = NULL;
    for (int i = naming->options; i-- > 0 && !file;)
        if (msim_begins(naming->option[i], counts))
            file = named_file(naming, naming->option[i] + strlen(counts), pid);
    if (!file && folder)
        file = msim_printed("%s/memsim.out.%ld", folder, (long)pid);
    msim_native_end(is, folder, pid, file, status);
    MSIM_FREE(folder, file);
}

/* Runs the command once.  `folder`: its --out-dir; NULL: as the options say. */
static int run_once(struct msim_naming *naming, char **environment, char **run, const char *folder)
{
    struct msim_given command = {.environment = environment};
    const char *launcher = getenv("MEMSIM_VALGRIND");
    char *option = NULL;
    bool killed;
    msim_give(&command, launcher && *launcher ? launcher : "valgrind");
    msim_give(&command, "--tool=memsim");
    command.folder = naming->out_dir ? 0 : command.used;
    if (!naming->out_dir)
        msim_give(&command, "");
    if (folder) {
        naming->out_dir = folder;
        option = msim_printed("%s%s", msim_out_dir, folder);
        msim_give(&command, option);
    }
    msim_give_options(&command, naming);
    msim_give(&command, "--");
    for (char **word = run; *word; word++)
        msim_give(&command, *word);
    msim_give(&command, NULL);
    struct msim_native_runs natively = {0};
    if (naming->native)
        msim_native_begin(&natively, run, environment, naming->native);
    struct timespec since;
    clock_gettime(CLOCK_REALTIME_COARSE, &since);
    pid_t pid = start(&command);
    int status = wait_for(pid, &killed);
    print_results(naming, pid, &since, killed);
    if (naming->native && !killed)
        end_native(&natively, naming, pid, status);
    msim_native_free(&natively);
    MSIM_FREE(command.argument, option);
    return status;
}

/* Runs it several times, each into a folder of its own; returns the first status that is not 0. */
static int run_several(const struct msim_naming *naming, char **environment, char **run)
{
    int status = 0;
    size_t earlier;
    msim_operand_runs(naming->out_dir, &earlier);
    if (earlier)
        msim_bad_input("'%s' has %zu runs from earlier; remove them, or name another folder: "
                       "--out-dir=DIR",
                       naming->out_dir, earlier);
    for (size_t i = 1; i <= naming->runs; i++) {
        struct msim_naming one = *naming;
        char *folder = msim_printed("%s/" MSIM_RUN_FOLDER "%zu", naming->out_dir, i);
        int its = run_once(&one, environment, run, folder);
        status = status ? status : its;
        free(folder);
    }
    return status;
}

static int run(struct msim_invocation *invocation)
{
    int argc = invocation->argc;
    char **argv = invocation->argv;
    struct msim_naming naming;
    char **environment = NULL;
    int presets, first = read_naming(&naming, argc, argv);
    for (int i = 0; i < naming.options; i++)
        if (!strcmp(naming.option[i], "--help=all"))
            return help_all();
        else if (msim_arg_is_help(naming.option[i]))
            return help_first();
        else if (msim_arg_is_version(naming.option[i]))
            return msim_print_version();
    msim_run_check_options(&naming);
    argv = msim_presets_expand(&argc, argv, naming.options, &presets);
    first = read_naming(&naming, argc, argv);
    naming.presets = presets;
    if (first >= argc)
        msim_bad_usage("run: no command given; usage: memsim %s", usage);
    if (naming.stable)
        environment = msim_stable_environment(environ, naming.keep);
    int status = naming.runs ? run_several(&naming, environment, argv + first)
                             : run_once(&naming, environment, argv + first, NULL);
    free(argv);
    return status;
}

const struct msim_command msim_run_command = {
    .name = "run",
    .form = "[tool options] -- COMMAND",
    .summary = "run a program under the tool, and say how to view its files",
    .usage = usage,
    .options = msim_run_options,
    .run = run,
};
