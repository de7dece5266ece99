/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim replay: makes the files of a live run from its trace, for the recorded machine or another.
 *
 * The study gets the recorded options, then those of the command line, so a replay without options
 * writes what the live run wrote, byte for byte; --verify compares the two by the checksums at the
 * end of the trace.
 */
#include "replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/files/filename.h"
#include "cmd/files/operand.h"
#include "cmd/files/output.h"
#include "engine/base/sums.h"
#include "player.h"
#include "simulate.h"

static const char usage[] = "replay TRACE [options] [tool options]";

static const enum msim_file_kind kinds[] = {MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

static const char *verify, *partial, *quiet;

static const struct msim_arg own_options[] = {
    {"--verify", NULL, "compare the results with the live run's; write no file", &verify},
    {"--partial", NULL, "use what there is of an incomplete trace", &partial},
    {"--quiet", NULL, "print no summary", &quiet},
    {NULL, NULL, NULL, NULL},
};

static char *expanded_name(const struct msim_study_file *result)
{
    return msim_expand_name(result->option, result->name, (long)getpid());
}

static void write_files(const struct msim_study *study, const char *command)
{
    for (unsigned i = 0; i < study->files; i++) {
        const struct msim_study_file *result = &study->file[i];
        struct msim_whole_file file;
        char *expanded = expanded_name(result);
        msim_whole_open(&file, expanded);
        struct msim_sink sink = msim_file_sink(file.to);
        msim_study_write(result, command, &sink);
        msim_whole_close(&file, NULL);
        free(expanded);
    }
}

/* Tries the names before the replay starts, so that a typo does not cost an hour's work. */
static void try_names(const struct msim_study *study)
{
    for (unsigned i = 0; i < study->files; i++) {
        char *expanded = expanded_name(&study->file[i]);
        msim_whole_try(expanded);
        free(expanded);
    }
}

static void print_line(void *self, const char *text)
{
    (void)self;
    fprintf(stderr, "%s\n", text);
}

/* Compares one file with its line "file: OPTION BYTES CHECKSUM" in the trace's end; false: it
 * differs. */
static bool verify_file(const struct msim_study_file *file, const char *command, const char *end)
{
    struct msim_sums sums;
    char wanted[128];
    struct msim_sink sink = msim_sums_start(&sums, NULL);
    msim_study_write(file, command, &sink);
    snprintf(wanted, sizeof wanted, "file: %s %" PRIu64 " %08x\n", file->option, sums.bytes,
             sums.crc);
    bool equal = strstr(end, wanted) != NULL;
    printf("%-20s %12" PRIu64 " bytes, checksum %08x: %s\n", file->option, sums.bytes, sums.crc,
           equal ? "equal to the live run's" : "DIFFERS from the live run's");
    return equal;
}

static int verify_files(const struct msim_study *study, const char *name, const char *command,
                        const char *end)
{
    bool equal = true;
    for (unsigned i = 0; i < study->files; i++)
        equal &= verify_file(&study->file[i], command, end);
    int status = msim_finish_stdout();
    if (!equal)
        msim_bad_input("%s: the replay differs from the live run", name);
    return status;
}

int msim_replay_main(int argc, char **argv)
{
    int used = msim_args_some(usage, own_options, argc, argv);
    const char *name = NULL;
    for (int i = 0; i < used; i++)
        if (argv[i][0] != '-' && !name)
            name = argv[i];
        else if (argv[i][0] != '-')
            msim_bad_usage("replay: expected one trace, found %s and %s", name, argv[i]);
    if (!name)
        msim_operand_missing(usage, kinds);
    name = msim_operand_file(name, kinds);
    struct msim_player *player = msim_player_open(name, partial != NULL);
    struct msim_options options;
    struct msim_study *study = msim_simulated(player, &options, NULL, used, argv);
    if (verify)
        for (int i = 0; i < used; i++)
            if (argv[i][0] == '-')
                msim_bad_usage("replay: --verify uses the recorded options; it does not take %s",
                               argv[i]);
    if (!verify)
        try_names(study);
    msim_player_run(player, study, "replaying", NULL);
    const char *command = msim_player_command(player);
    if (verify)
        return verify_files(study, name, command, msim_player_end(player));
    struct msim_lines lines = {print_line, NULL};
    if (!quiet)
        msim_study_summary(study, &lines);
    write_files(study, command);
    return MSIM_DONE;
}
