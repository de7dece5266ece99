/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of all subcommands. */
#pragma once

#include "cmd/command/command.h"

/* Sets the table. */
void msim_commands_are(const struct msim_command *const *all, unsigned number);

/* The rows in the order of the list, by place from 0 on; NULL: there are no more. */
const struct msim_command *msim_command_at(unsigned place);

/* The first row of that name, also of -h and --help, -V and --version; NULL: none. */
const struct msim_command *msim_command_find(const char *name);

/* Another form of the command; NULL: none. */
const struct msim_command *msim_command_other_form(const struct msim_command *command);
