/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim complete WORD...: what the last word may become, for the completion of shells.
 *
 * The words are those after `memsim`.  Each line is a candidate, a tab, and what it is. All comes
 * from the tables that the command itself reads.  Nothing is printed where a file or a program is
 * expected: shells complete these by themselves.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/command/command.h"
#include "cmd/help/topics.h"
#include "engine/machine/machines.h"
#include "engine/options.h"
#include "subcommands.h"

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static void put(const char *candidate, const char *about, const char *word)
{
    if (begins(candidate, word))
        printf("%s\t%s\n", candidate, about);
}

/* --- Options ---------------------------------------------------------------------------------- */

/* The words of a form such as "text|json|csv" or "yes|no"; anything else is for the user. */
static void put_values(const char *name, const char *form, const char *word)
{
    char candidate[200];
    for (const char *at = form; *at; at += *at == '|') {
        size_t length = strcspn(at, "|");
        bool plain = length > 0;
        for (size_t i = 0; i < length; i++)
            plain &= islower((unsigned char)at[i]) || isdigit((unsigned char)at[i]) || at[i] == '-';
        snprintf(candidate, sizeof candidate, "%s=%.*s", name, (int)length, at);
        if (plain && strchr(form, '|'))
            put(candidate, "", word);
        at += length;
    }
}

static void put_machines(const char *word)
{
    char candidate[200];
    for (unsigned i = 0; msim_named_machines[i].name; i++) {
        snprintf(candidate, sizeof candidate, "--machine=%s", msim_named_machines[i].name);
        put(candidate, "", word);
    }
}

static void put_option(const char *name, const char *form, const char *about, const char *word)
{
    char candidate[200];
    size_t length = strlen(name);
    if (form && !strncmp(word, name, length) && word[length] == '=') {
        const char *choices = !strcmp(name, "--format") ? "text|json|csv" : form;
        put_values(name, choices, word);
        if (!strcmp(name, "--machine"))
            put_machines(word);
        return;
    }
    snprintf(candidate, sizeof candidate, "%s%s", name, form && *form != '[' ? "=" : "");
    put(candidate, about, word);
}

static void put_tools(const char *word)
{
    const struct msim_option *option;
    for (unsigned i = 0; (option = msim_option_at(i)) != NULL; i++)
        put_option(option->name, option->form, option->help, word);
}

/* Those of all forms of the subcommand; a name that two forms have is printed once. */
static void put_options(const struct msim_command *command, const char *word)
{
    const struct msim_command *other = msim_command_other_form(command);
    const struct msim_arg *seen = command->options;
    msim_invocation_each_option(command, NULL, put_option, word);
    if (other)
        msim_invocation_each_option(other, seen, put_option, word);
    if (!strcmp(command->name, "run") || !strcmp(command->name, "replay"))
        put_tools(word);
    if (strcmp(command->name, "run") != 0)
        put_option("--color", "auto|always|never", "colours on terminals", word);
    else
        put("--help=all", "print all options", word);
    put("--help", "print the options", word);
}

/* --- Words ------------------------------------------------------------------------------------ */

static void put_subcommands(const char *word)
{
    const struct msim_command *command;
    for (unsigned i = 0; (command = msim_command_at(i)) != NULL; i++)
        if (command->summary)
            put(command->name, command->summary, word);
}

static void put_words(const char *const *name, const char *word)
{
    for (; *name; name++)
        put(*name, "", word);
}

static int complete(struct msim_invocation *invocation)
{
    static const char *const of_machine[] = {"list", "show", "host", "import", "measure", NULL};
    int words = invocation->argc - 1;
    char **word = invocation->argv + 1;
    const char *last = words ? word[words - 1] : "";
    const struct msim_command *command = words > 1 ? msim_command_find(word[0]) : NULL;
    if (words <= 1)
        put_subcommands(last);
    for (int i = 1; i < words - 1; i++)
        if (!strcmp(word[i], "--"))
            return msim_finish_stdout();
    if (command && *last == '-')
        put_options(command, last);
    else if (command && words == 2 && !strcmp(word[0], "machine"))
        put_words(of_machine, last);
    else if (command && words == 2 && !strcmp(word[0], "help")) {
        put_subcommands(last);
        put_words(msim_help_topics(), last);
    }
    return msim_finish_stdout();
}

const struct msim_command msim_complete_command = {
    .name = "complete",
    .usage = "complete WORD...",
    .run = complete,
};
