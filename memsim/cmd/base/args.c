/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsing options; see args.h. */
#include "args.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "die.h"
#include "grow.h"
#include "human.h"
#include "nearest.h"
#include "wrap.h"

/* Where the texts of options begin. */
enum { COLUMN = 31 };

static void print_help(const char *usage, const struct msim_arg *table, bool takes_more)
{
    char *text = msim_printed("usage: memsim %s", usage);
    msim_help_put(stdout, text);
    free(text);
    for (; table->name; table++) {
        char left[80];
        const char *form = table->form ? table->form : "";
        snprintf(left, sizeof left, "%s%s%s", table->name, *form && *form != '[' ? "=" : "", form);
        msim_help_put_row(stdout, left, COLUMN, table->help);
    }
    msim_help_put_row(stdout, "--color=WHEN", COLUMN, "colours: auto, always or never [auto]");
    msim_help_put_row(stdout, "-h, --help", COLUMN, "print this text");
    msim_help_put_row(stdout, "-V, --version", COLUMN, "print the version");
    if (takes_more) {
        msim_help_put(stdout, "and the tool's options for what is simulated, such as "
                              "--L2=8M,16,64; memsim replay takes");
        msim_help_put(stdout, "those for files, too, such as --memsim-out-file=FILE; see "
                              "memsim-tool(1)");
    }
}

void msim_args_help(const char *usage, const struct msim_arg *table)
{
    print_help(usage, table, false);
}

bool msim_arg_is_help(const char *argument)
{
    return !strcmp(argument, "--help") || !strcmp(argument, "-h");
}

bool msim_arg_is_version(const char *argument)
{
    return !strcmp(argument, "--version") || !strcmp(argument, "-V");
}

int msim_print_version(void)
{
    puts("memsim " MEMSIM_VERSION);
    return msim_finish_stdout();
}

const char *msim_args_ask(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (msim_arg_is_help(argv[i]) || msim_arg_is_version(argv[i]))
            return argv[i];
    return NULL;
}

bool msim_args_ask_help(int argc, char **argv)
{
    const char *asks = msim_args_ask(argc, argv);
    return asks && msim_arg_is_help(asks);
}

static const struct msim_arg *find(const struct msim_arg *table, const char *argument)
{
    size_t length = strcspn(argument, "=");
    for (; table->name; table++)
        if (strlen(table->name) == length && !strncmp(table->name, argument, length))
            return table;
    return NULL;
}

/* Ends the command; names the option that was probably meant, or all. */
__attribute__((noreturn)) static void refuse(const char *usage, const struct msim_arg *table,
                                             const char *argument)
{
    struct msim_nearest nearest = msim_nearest_to(argument);
    for (const struct msim_arg *arg = table; arg->name; arg++)
        msim_nearest_try(&nearest, arg->name);
    if (!nearest.name)
        msim_bad_usage("unknown option %s; usage: memsim %s", argument, usage);
    msim_bad_usage("unknown option %s; did you mean %s? All options: memsim help %.*s", argument,
                   nearest.name, (int)strcspn(usage, " "), usage);
}

static void take(const struct msim_arg *arg, const char *argument)
{
    const char *value = strchr(argument, '=');
    bool optional = arg->form && *arg->form == '[' && !value;
    if (arg->form && !optional && (!value || !value[1]))
        msim_bad_usage("%s needs a value: %s%s%s", arg->name, arg->name,
                       *arg->form == '[' ? "" : "=", arg->form);
    if (!arg->form && value)
        msim_bad_usage("%s: %s takes no value", argument, arg->name);
    *arg->text = value ? value + 1 : "";
}

static int parse(const char *usage, const struct msim_arg *table, int argc, char **argv,
                 bool refuses)
{
    int left = 0;
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const struct msim_arg *arg = NULL;
        bool is_option = options && argv[i][0] == '-' && argv[i][1];
        if (is_option && msim_arg_is_help(argv[i])) {
            print_help(usage, table, !refuses);
            exit(msim_finish_stdout());
        }
        if (is_option && msim_arg_is_version(argv[i]))
            exit(msim_print_version());
        if (is_option && !strcmp(argv[i], "--")) {
            options = false;
            continue;
        }
        if (is_option)
            arg = find(table, argv[i]);
        if (arg)
            take(arg, argv[i]);
        else if (is_option && refuses)
            refuse(usage, table, argv[i]);
        else
            argv[left++] = argv[i];
    }
    return left;
}

int msim_args(const char *usage, const struct msim_arg *table, int argc, char **argv)
{
    return parse(usage, table, argc, argv, true);
}

int msim_args_some(const char *usage, const struct msim_arg *table, int argc, char **argv)
{
    return parse(usage, table, argc, argv, false);
}

/* --- Values ----------------------------------------------------------------------------------- */

size_t msim_arg_choice(const char *option, const char *value, const char *const *names)
{
    char list[256] = "";
    size_t used = 0;
    for (size_t i = 0; names[i]; i++)
        if (!strcmp(value, names[i]))
            return i;
    for (size_t i = 0; names[i] && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                 i == 0          ? ""
                                 : !names[i + 1] ? " or "
                                                 : ", ",
                                 names[i]);
    msim_bad_usage("%s=%s: expected %s", option, value, list);
}

uint64_t msim_arg_number(const char *option, const char *value, uint64_t least, uint64_t most)
{
    uint64_t number;
    if (!msim_read_number(value, &number) || number < least || number > most)
        msim_bad_usage("%s=%s: expected a number from %" PRIu64 " to %" PRIu64, option, value,
                       least, most);
    return number;
}

double msim_arg_percent(const char *option, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    if (*end == '%')
        end++;
    if (end == value || *end || !(number >= 0 && number <= 100) || strchr("+- \t\nxX", *value))
        msim_bad_usage("%s=%s: expected a number from 0 to 100", option, value);
    return number;
}
