/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim replay: makes the files of a live run from its trace, for the recorded machine or another.
 *
 * The study gets the recorded options, then those of the command line, so a replay without options
 * writes what the live run wrote, byte for byte; --verify compares the two by the checksums at the
 * end of the trace.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/command/command.h"
#include "cmd/files/filename.h"
#include "cmd/files/operand.h"
#include "engine/report/sums.h"
#include "player.h"
#include "simulate.h"

static const enum msim_file_kind kinds[] = {MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

static const char *verify, *quiet, *stats;

static const struct msim_arg options[] = {
    {"--verify", NULL, "compare the results with the live run's; write no file", &verify},
    {.name = "--partial"},
    {"--quiet", NULL, "print no summary and no names of files", &quiet},
    {"--stats", "no|yes", "with cycles: also name the instructions that are not understood [no]",
     &stats},
    {NULL, NULL, NULL, NULL},
};

/* --- Files -------------------------------------------------------------------------------- */

/* The name of each file, expanded. */
static char **expanded_names(const struct msim_study *study, const struct msim_options *options)
{
    char **name = msim_zeroed(study->files, sizeof *name);
    for (unsigned i = 0; i < study->files; i++)
        name[i] = msim_expand_name_in(options->out_dir, study->file[i].option, study->file[i].name,
                                      (long)getpid());
    return name;
}

static void check_names(const struct msim_study *study, char *const *name)
{
    for (unsigned i = 0; i < study->files; i++)
        for (unsigned before = 0; before < i; before++)
            if (msim_same_file(name[i], name[before]))
                msim_bad_usage("bad option %s=%s: %s names the same file; each needs its own",
                               study->file[i].option, study->file[i].name,
                               study->file[before].option);
}

static void create_out_dir(const struct msim_options *options)
{
    if (!options->out_dir)
        return;
    char *folder = msim_expand_name("--out-dir", options->out_dir, (long)getpid());
    msim_create_folder(folder);
    free(folder);
}

/* Tries the names before the replay starts, so that a typo does not cost an hour's work. */
static void try_names(const struct msim_study *study, char *const *name)
{
    for (unsigned i = 0; i < study->files; i++)
        msim_whole_try(name[i]);
}

static void write_further(const struct msim_study_file *of, const char *name,
                          const struct msim_about *about)
{
    uint32_t used = msim_study_further(of);
    for (uint32_t number = 1; number <= used; number++) {
        struct msim_whole_file file;
        char more[MSIM_FURTHER_ROOM];
        if (!msim_study_further_name(of, number, more))
            continue;
        char *numbered = msim_printed("%s%s", name, more);
        msim_whole_open(&file, numbered);
        struct msim_sink sink = msim_file_sink(file.to);
        msim_study_write_further(of, number, about, &sink);
        msim_whole_close(&file, NULL);
        free(numbered);
    }
}

static void write_files(const struct msim_study *study, char *const *name,
                        const struct msim_about *about)
{
    msim_whole_announce((const char *const *)name, study->files);
    for (unsigned i = 0; i < study->files; i++) {
        struct msim_whole_file file;
        msim_whole_open(&file, name[i]);
        struct msim_sink sink = msim_file_sink(file.to);
        msim_study_write(&study->file[i], about, &sink);
        msim_whole_close(&file, NULL);
        write_further(&study->file[i], name[i], about);
        msim_whole_next();
        if (!quiet)
            msim_warn("%s: %s %s", name[i], study->file[i].viewer, name[i]);
    }
    msim_whole_end();
}

/* --- The summary and --verify ------------------------------------------------------------- */

static void print_line(void *self, const char *text)
{
    (void)self;
    fprintf(stderr, "%s\n", text);
}

/* Compares one file with its line "file: OPTION BYTES CHECKSUM" in the trace's end; false: it
 * differs. */
static bool verify_file(const struct msim_study_file *file, const struct msim_about *about,
                        const char *end)
{
    struct msim_sums sums;
    char wanted[128];
    struct msim_sink sink = msim_sums_start(&sums, NULL);
    msim_study_write(file, about, &sink);
    snprintf(wanted, sizeof wanted, "file: %s %" PRIu64 " %08x\n", file->option, sums.bytes,
             sums.crc);
    bool equal = strstr(end, wanted) != NULL;
    snprintf(wanted, sizeof wanted, "file: %s ", file->option);
    bool written = strstr(end, wanted) != NULL;
    printf("%-20s %12" PRIu64 " bytes, checksum %08x: %s\n", file->option, sums.bytes, sums.crc,
           equal     ? "equal to the live run's"
           : written ? "DIFFERS from the live run's"
                     : "the live run wrote none");
    return equal || !written;
}

static int verify_files(const struct msim_study *study, const char *name,
                        const struct msim_about *about, const char *end)
{
    bool equal = true;
    for (unsigned i = 0; i < study->files; i++)
        equal &= verify_file(&study->file[i], about, end);
    int status = msim_finish_stdout();
    if (!equal)
        msim_bad_input("%s: the replay differs from the live run", name);
    return status;
}

static int replay_and_verify(struct msim_player *player, struct msim_study *study, const char *name)
{
    msim_player_run(player, study, "replaying", NULL);
    const char *end = msim_player_end(player);
    if (strstr(end, "cut: "))
        msim_bad_input("%s: the trace ended at --trace-limit, so it has no results to compare with",
                       name);
    struct msim_about about = msim_player_about(player);
    return verify_files(study, name, &about, end);
}

static void replay(struct msim_player *player, struct msim_study *study,
                   const struct msim_options *options)
{
    static const char *const choices[] = {"no", "yes", NULL};
    bool all = stats && msim_arg_choice("--stats", stats, choices);
    struct msim_lines lines = {print_line, NULL};
    char **name = expanded_names(study, options);
    check_names(study, name);
    create_out_dir(options);
    try_names(study, name);
    msim_player_run(player, study, "replaying", NULL);
    if (!quiet)
        msim_study_summary(study, &lines, all);
    struct msim_about about = msim_player_about(player);
    write_files(study, name, &about);
    for (unsigned i = 0; i < study->files; i++)
        free(name[i]);
    free(name);
}

/* --- The subcommand ----------------------------------------------------------------------- */

static int run(struct msim_invocation *invocation)
{
    char **argv = invocation->argv;
    int used = msim_invocation_args_some(invocation);
    const char *name = NULL;
    for (int i = 0; i < used; i++)
        if (argv[i][0] != '-' && !name)
            name = argv[i];
        else if (argv[i][0] != '-')
            msim_bad_usage("replay: expected one trace, found %s and %s", name, argv[i]);
    if (!name)
        msim_operand_missing(invocation->command->usage, kinds);
    name = msim_operand_file(name, kinds);
    struct msim_player *player = msim_player_open(name, invocation->partial != NULL);
    struct msim_options options;
    struct msim_study *study = msim_simulated(player, &options, NULL, used, argv);
    if (verify)
        for (int i = 0; i < used; i++)
            if (argv[i][0] == '-')
                msim_bad_usage("replay: --verify uses the recorded options; it does not take %s",
                               argv[i]);
    if (verify)
        return replay_and_verify(player, study, name);
    replay(player, study, &options);
    return MSIM_DONE;
}

const struct msim_command msim_replay_command = {
    .name = "replay",
    .form = "TRACE [tool options]",
    .summary = "make the live run's files from a trace, for any machine",
    .usage = "replay TRACE [options] [tool options]",
    .options = options,
    .run = run,
};
