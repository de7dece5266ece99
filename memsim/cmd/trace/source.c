/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the source of source.h among arguments. */
#include "source.h"

#include <string.h>
#include <sys/stat.h>

#include "cmd/base/die.h"
#include "engine/options.h"

static bool is_folder(const char *name)
{
    struct stat is;
    return stat(name, &is) == 0 && S_ISDIR(is.st_mode);
}

/* The first argument that is not an option; NULL: there is none. */
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

struct msim_operand msim_operand_or_trace(const char *usage, const struct msim_arg *options,
                                          int argc, char **argv,
                                          const enum msim_file_kind *proposed)
{
    struct msim_operand found = {.operand = argv};
    int names = 0, length = (int)strcspn(usage, " ");
    const char *name = msim_args_ask(argc, argv) ? NULL : first_operand(argc, argv);
    bool trace = name && msim_file_kind_of(name) == MSIM_FILE_TRACE;
    if (name && !trace) {
        msim_operand_exists(name, proposed);
        check_simulates_nothing(name, options, argc, argv);
    }
    found.operands =
        trace ? msim_args_some(usage, options, argc, argv) : msim_args(usage, options, argc, argv);
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
