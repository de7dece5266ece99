/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of subcommands.h, which main.c makes, so that a subcommand may look at all. */
#include "subcommands.h"

#include <string.h>

static const struct msim_command *const *commands;
static unsigned used;

void msim_commands_are(const struct msim_command *const *all, unsigned number)
{
    commands = all;
    used = number;
}

const struct msim_command *msim_command_at(unsigned place)
{
    return place < used ? commands[place] : NULL;
}

const struct msim_command *msim_command_find(const char *name)
{
    if (msim_arg_is_help(name))
        name = "help";
    else if (msim_arg_is_version(name))
        name = "version";
    for (unsigned i = 0; i < used; i++)
        if (!strcmp(name, commands[i]->name))
            return commands[i];
    return NULL;
}

const struct msim_command *msim_command_other_form(const struct msim_command *command)
{
    for (unsigned i = 0; i < used; i++)
        if (commands[i] != command && !strcmp(commands[i]->name, command->name))
            return commands[i];
    return NULL;
}
