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
#include "cmd/base/wrap.h"
#include "cmd/command/command.h"
#include "cmd/files/kind.h"
#include "cmd/files/operand.h"
#include "cmd/files/terminal.h"
#include "cmd/help/topics.h"
#include "subcommands.h"

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

static void print_usage(FILE *to)
{
    enum { COLUMN = 39 };
    fputs("usage: memsim SUBCOMMAND ...\n", to);
    const struct msim_command *command;
    for (unsigned i = 0; (command = msim_command_at(i)) != NULL; i++) {
        char left[80];
        if (!command->summary)
            continue;
        snprintf(left, sizeof left, "%s %s", command->name, command->form);
        msim_help_put_row(to, left, COLUMN, command->summary);
    }
    msim_help_put(to, "For more, see memsim help SUBCOMMAND, memsim help 'my program is slow', and "
                      "the manual page");
    fputs("memsim(1).\n", to);
}

static int run(const struct msim_command *command, int argc, char **argv)
{
    const struct msim_command *other = msim_command_other_form(command);
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
    const struct msim_command *command;
    for (unsigned i = 0; (command = msim_command_at(i)) != NULL; i++)
        msim_nearest_try(&nearest, command->name);
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

/* Of a subcommand, a question, a word, an event, or what the manuals say. */
static int help_with(char *name)
{
    const struct msim_command *command = msim_command_find(name);
    char *with_help[] = {name, "--help", NULL};
    if (command)
        return run(command, 2, with_help);
    if (msim_help_topic(name) || msim_help_event(name) || msim_help_search(name))
        return msim_finish_stdout();
    struct msim_nearest nearest = msim_nearest_to(name);
    for (unsigned i = 0; (command = msim_command_at(i)) != NULL; i++)
        msim_nearest_try(&nearest, command->name);
    if (nearest.name)
        return refuse(name);
    for (const char *const *topic = msim_help_topics(); *topic; topic++)
        msim_nearest_try(&nearest, *topic);
    msim_warn(nearest.name ? "there is no help on %s; did you mean memsim help '%s'?"
                           : "there is no help on %s; to see what there is: memsim help%s",
              name, nearest.name ? nearest.name : "");
    return MSIM_BAD_USAGE;
}

static int help(struct msim_invocation *invocation)
{
    int names = msim_invocation_args(invocation);
    if (names > 1)
        msim_bad_usage("help: expected at most one subcommand or topic; a question in quotes: "
                       "memsim help 'my program is slow'; usage: memsim %s",
                       invocation->command->usage);
    if (!names) {
        print_usage(stdout);
        return msim_finish_stdout();
    }
    return help_with(invocation->argv[0]);
}

const struct msim_command msim_help_command = {
    .name = "help",
    .form = "[SUBCOMMAND|TOPIC]",
    .summary = "print this list, options, or help with events, words and questions",
    .usage = "help [SUBCOMMAND|EVENT|WORD|QUESTION]",
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

/* --- Terminals -------------------------------------------------------------------------------- */

static const char colours[] = "--color=";

/* True: it is --color, and not the option of that name which `memsim calls` has for flame graphs.
 * */
static bool is_about_colours(const struct msim_command *command, const char *argument)
{
    bool has_own = false;
    for (const struct msim_arg *option = command->options; option && option->name; option++)
        has_own |= !strcmp(option->name, "--color");
    return !strncmp(argument, colours, sizeof colours - 1) &&
           (!has_own || msim_terminal_is_choice(argument + sizeof colours - 1));
}

/* Takes --color, which all viewers have, out of the arguments before `--`, and sees --all. */
static int take_common(const struct msim_command *command, int argc, char **argv, bool *all)
{
    int left = 1;
    bool ended = false;
    for (int i = 1; i < argc; i++) {
        ended = ended || !strcmp(argv[i], "--");
        if (!ended && is_about_colours(command, argv[i]))
            msim_terminal_choose_colours(argv[i] + sizeof colours - 1);
        else
            argv[left++] = argv[i];
        *all |= !ended && !strcmp(argv[i], "--all");
    }
    argv[left] = NULL;
    return left;
}

/* True: all that is said is the file. */
static bool is_plain(int argc, char **argv)
{
    return argc == 2 && *argv[1] != '-';
}

/* The views of which a terminal shows one screen. */
static const char *const summaries[] = {"annotate", "calls", "heap"};

enum { SUMMARIES = sizeof summaries / sizeof *summaries };

/* Where output goes that a terminal may not have room for. */
static void prepare_terminal(int argc, char **argv, bool all)
{
    static char more[512];
    int place = 0;
    while (place < SUMMARIES && strcmp(argv[0], summaries[place]) != 0)
        place++;
    if (!all && place < SUMMARIES && is_plain(argc, argv)) {
        snprintf(more, sizeof more, "memsim %s --all %s", argv[0], argv[1]);
        msim_terminal_show_one_screen(more);
    } else {
        msim_terminal_page();
    }
}

/* True: it shows something. The others run programs, or work for long. */
static bool is_shown(const char *name)
{
    static const char *const others[] = {"run",     "replay",  "validate", "complete",
                                         "machine", "version", NULL};
    for (const char *const *other = others; *other; other++)
        if (!strcmp(name, *other))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    bool all = false;
    msim_limit_is_error();
    msim_help_width_is(msim_terminal_width());
    msim_commands_are(commands, sizeof commands / sizeof *commands);
    if (argc < 2) {
        print_usage(stderr);
        return MSIM_BAD_USAGE;
    }
    const struct msim_command *command = msim_command_find(argv[1]);
    if (!command)
        return refuse(argv[1]);
    argc--;
    argv++;
    if (strcmp(command->name, "run") != 0 && strcmp(command->name, "complete") != 0)
        argc = take_common(command, argc, argv, &all);
    if (is_shown(command->name))
        prepare_terminal(argc, argv, all);
    return run(command, argc, argv);
}
