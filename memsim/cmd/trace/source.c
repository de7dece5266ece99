/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the source of source.h among arguments. */
#include "source.h"

#include <string.h>
#include <sys/stat.h>

#include "cmd/base/die.h"
#include "cmd/files/infile.h"
#include "engine/options.h"

static bool is_folder(const char *name)
{
    struct stat is;
    return stat(name, &is) == 0 && S_ISDIR(is.st_mode);
}

/* The first argument that is not an option; NULL: none. */
static const char *first_operand(int argc, char **argv)
{
    int first = 1;
    while (first < argc && argv[first][0] == '-')
        first++;
    return first < argc ? argv[first] : NULL;
}

static bool is_in(const struct msim_arg *table, const char *argument)
{
    size_t length = strcspn(argument, "=");
    while (table->name &&
           (strlen(table->name) != length || strncmp(table->name, argument, length) != 0))
        table++;
    return table->name;
}

/* Ends the command if an option is the tool's: what is not a trace is not simulated again. */
static void check_simulates_nothing(const char *name, const struct msim_arg *options, int argc,
                                    char **argv)
{
    enum msim_file_kind kind = msim_file_kind_of(name);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (argv[i][0] == '-' && !is_in(options, argv[i]) && msim_option_find(argv[i]))
            msim_bad_usage("%s is an option for traces; '%s' is %s", argv[i], name,
                           kind ? msim_file_kind_name(kind)
                                : (is_folder(name) ? "a folder" : "something else"));
}

struct msim_operand msim_operand_or_trace(struct msim_invocation *invocation,
                                          const enum msim_file_kind *proposed)
{
    const char *usage = invocation->command->usage;
    int argc = invocation->argc, names = 0, length = (int)strcspn(usage, " ");
    char **argv = invocation->argv;
    struct msim_operand found = {.operand = argv};
    const char *name = msim_args_ask(argc, argv) ? NULL : first_operand(argc, argv);
    bool trace = name && msim_file_kind_of(name) == MSIM_FILE_TRACE;
    if (name && !trace) {
        msim_operand_exists(name, proposed);
        check_simulates_nothing(name, invocation->option, argc, argv);
    }
    found.operands =
        trace ? msim_invocation_args_some(invocation) : msim_invocation_args(invocation);
    for (int i = 0; i < found.operands; i++)
        if (argv[i][0] != '-' || !argv[i][1])
            found.name = names++ ? found.name : argv[i];
    if (!names)
        msim_operand_missing(usage, proposed);
    if (names > 1)
        msim_bad_usage("%.*s: expected one file, found %d; usage: memsim %s", length, usage, names,
                       usage);
    return found;
}

char *msim_operand_bytes(const struct msim_invocation *invocation,
                         const struct msim_operand *source, const char *what,
                         struct msim_making how, size_t *size)
{
    if (msim_file_kind_of(source->name) != MSIM_FILE_TRACE) {
        if (invocation->partial)
            msim_bad_usage("--partial is for a trace; %s is %s", source->name, what);
        return msim_need_all(source->name, size);
    }
    how.trace = source->name;
    how.partial = invocation->partial != NULL;
    how.operand = source->operand;
    how.operands = source->operands;
    return msim_made_file(&how, size);
}
