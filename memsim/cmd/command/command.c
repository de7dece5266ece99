/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options that several subcommands have, width and output; see invocation.h. */
#include "command.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/draw/picture.h"

static const struct {
    const char *name, *form, *help;
    size_t place; /* in the invocation */
} shared[] = {
    {"--format", "FORMAT", "text, json or csv [text]",
     offsetof(struct msim_invocation, output.format)},
    {"--width", "COLUMNS", "width of text, 0 for no limit [the terminal's, or 120]",
     offsetof(struct msim_invocation, output.width)},
    {"--all", NULL, "on a terminal, show all of it, not one screen",
     offsetof(struct msim_invocation, all)},
    {"--out", "FILE", "write to FILE instead of standard output",
     offsetof(struct msim_invocation, output.out)},
    {"--svg", "FILE", "write an SVG picture; without --format, nothing else",
     offsetof(struct msim_invocation, output.svg)},
    {"--png", "FILE", "write a PNG picture, likewise",
     offsetof(struct msim_invocation, output.png)},
    {"--size", "W[xH]", "width and height of the picture in pixels [as it needs]",
     offsetof(struct msim_invocation, output.size)},
    {"--cycles", "NAME:N,...", "how Cy is computed [by the machine's latencies]",
     offsetof(struct msim_invocation, cycles)},
    {"--debug-dir", "DIR", "look for debugging information here, too",
     offsetof(struct msim_invocation, debug_dir)},
    {"--mine", "DIR", "my sources are in DIR, may be repeated [not in /usr or packages]",
     offsetof(struct msim_invocation, mine_value)},
    {"--system-frames", "[=yes|no]", "do not fold library code into my lines [no for text]",
     offsetof(struct msim_invocation, system_frames)},
    {"--partial", NULL, "use what there is of an incomplete trace",
     offsetof(struct msim_invocation, partial)},
};

/* Fills in what the row leaves to the invocation. */
static void complete(struct msim_invocation *invocation, struct msim_arg *arg)
{
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        if (strcmp(arg->name, shared[i].name) != 0)
            continue;
        if (!arg->form)
            arg->form = shared[i].form;
        if (!arg->help)
            arg->help = shared[i].help;
        if (!arg->text)
            arg->text = (const char **)((char *)invocation + shared[i].place);
    }
}

static void begin(struct msim_invocation *invocation)
{
    const struct msim_arg *from = invocation->command->options;
    size_t options = 0;
    while (from && from[options].name)
        options++;
    invocation->option = msim_zeroed(options + 1, sizeof *invocation->option);
    for (size_t i = 0; i < options; i++) {
        invocation->option[i] = from[i];
        complete(invocation, &invocation->option[i]);
    }
}

int msim_invocation_run(const struct msim_command *command, int argc, char **argv)
{
    struct msim_invocation invocation = {.command = command, .argc = argc, .argv = argv};
    begin(&invocation);
    int status = command->run(&invocation);
    free(invocation.option);
    msim_mine_free(&invocation.mine);
    return status;
}

static bool has_option(const struct msim_arg *options, const char *name)
{
    for (; options && options->name; options++)
        if (!strcmp(options->name, name))
            return true;
    return false;
}

void msim_invocation_each_option(const struct msim_command *command, const struct msim_arg *seen,
                                 void (*take)(const char *name, const char *form, const char *help,
                                              const char *with),
                                 const char *with)
{
    struct msim_invocation invocation = {.command = command};
    begin(&invocation);
    for (const struct msim_arg *option = invocation.option; option->name; option++)
        if (!has_option(seen, option->name))
            take(option->name, option->form, option->help, with);
    free(invocation.option);
}

void msim_invocation_help(const struct msim_command *command)
{
    struct msim_invocation invocation = {.command = command};
    begin(&invocation);
    msim_args_help(command->usage, invocation.option);
    free(invocation.option);
}

/* All values of --mine; those that are missing or wrong are refused with the others. */
static void take_mine(struct msim_invocation *invocation)
{
    static const char name[] = "--mine=";
    bool has = false;
    for (const struct msim_arg *arg = invocation->option; arg->name; arg++)
        has |= arg->text == &invocation->mine_value;
    for (int i = 1; has && i < invocation->argc && strcmp(invocation->argv[i], "--") != 0; i++)
        if (!strncmp(invocation->argv[i], name, sizeof name - 1) &&
            invocation->argv[i][sizeof name - 1])
            msim_mine_add(&invocation->mine, invocation->argv[i] + sizeof name - 1);
}

const struct msim_mine *msim_invocation_mine(const struct msim_invocation *invocation)
{
    static const char *const answers[] = {"yes", "no", NULL};
    const char *asked = invocation->system_frames;
    bool is_text = msim_output_format(&invocation->output) == MSIM_FORMAT_TEXT;
    bool folds = asked ? *asked && msim_arg_choice("--system-frames", asked, answers) == 1
                       : is_text || invocation->mine.folders;
    return folds ? &invocation->mine : NULL;
}

int msim_invocation_args(struct msim_invocation *invocation)
{
    take_mine(invocation);
    return msim_args(invocation->command->usage, invocation->option, invocation->argc,
                     invocation->argv);
}

int msim_invocation_args_some(struct msim_invocation *invocation)
{
    take_mine(invocation);
    return msim_args_some(invocation->command->usage, invocation->option, invocation->argc,
                          invocation->argv);
}

size_t msim_invocation_width(const struct msim_invocation *invocation, size_t usual, size_t least,
                             size_t most)
{
    size_t terminal = invocation->output.out ? 0 : msim_terminal_width();
    if (invocation->output.width)
        return msim_arg_number("--width", invocation->output.width, least, most);
    if (!terminal)
        return usual;
    return terminal < least ? least : terminal > most ? most : terminal;
}

void msim_invocation_check_pictures(const struct msim_invocation *invocation)
{
    const struct msim_output *output = &invocation->output;
    msim_picture_check(output);
    if (output->out && msim_output_is_picture(output))
        msim_bad_usage("--out=%s: only a picture is written; give --format, too", output->out);
}

FILE *msim_invocation_open(struct msim_invocation *invocation)
{
    msim_output_open(&invocation->file, invocation->output.out);
    return invocation->file.to;
}

int msim_invocation_close(struct msim_invocation *invocation)
{
    return msim_output_close(&invocation->file);
}
