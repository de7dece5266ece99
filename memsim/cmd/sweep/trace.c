/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs and plans the jobs of trace.h. */
#include "trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/files/lines.h"
#include "cmd/files/output.h"
#include "cmd/sweep/file/set.h"
#include "cmd/trace/crew.h"
#include "cmd/trace/player.h"
#include "cmd/trace/simulate.h"
#include "engine/sweep/sweep.h"

/* --- One shard ---------------------------------------------------------------------------- */

static const struct msim_observer *const only_sweep[] = {&msim_sweep_observer, NULL};

/* The options of a sweep of this grid, after those of the job. */
static char **operands_of(const struct msim_sweep_job *job, const char *grid, int *operands)
{
    char **operand = msim_zeroed((size_t)job->operands + 2, sizeof *operand);
    if (job->operands)
        memcpy(operand, job->operand, (size_t)job->operands * sizeof *operand);
    operand[job->operands] = msim_sweep_option(grid);
    operand[job->operands + 1] = "--sweep-functions=all";
    *operands = job->operands + 2;
    return operand;
}

/* Plays the trace for the cells of `grid`; writes the part to `to`. */
static void run_shard(const struct msim_sweep_job *job, const char *grid, FILE *to,
                      const char *what, volatile uint64_t *part)
{
    struct msim_options options;
    int operands;
    char **operand = operands_of(job, grid, &operands);
    struct msim_player *player = msim_player_open(job->trace, job->partial);
    struct msim_study *study = msim_simulated(player, &options, only_sweep, operands, operand);
    msim_player_run(player, study, what, part);
    struct msim_sink sink = msim_file_sink(to);
    struct msim_about about = msim_player_about(player);
    msim_study_write(&study->file[0], &about, &sink);
    if (fflush(to) != 0)
        msim_bad_input("cannot write a part: %s", strerror(errno));
    free(operand);
}

static void add_part(struct msim_swept *sweep, FILE *from, const char *name)
{
    long size = fseek(from, 0, SEEK_END) == 0 ? ftell(from) : -1;
    if (size < 0)
        msim_bad_input("cannot read a part back: %s", strerror(errno));
    char *bytes = msim_zeroed((size_t)size + 1, 1);
    rewind(from);
    if (fread(bytes, 1, (size_t)size, from) != (size_t)size)
        msim_bad_input("cannot read a part back: %s", strerror(errno));
    if (!msim_swept_read(sweep, name, bytes, (size_t)size))
        msim_bad_file(&sweep->error);
    fclose(from);
}

/* --- All shards --------------------------------------------------------------------------- */

struct sharded {
    const struct msim_sweep_job *job;
    const struct msim_shards *shards;
    FILE **to;
};

static void run_task(void *self, unsigned task, volatile uint64_t *part)
{
    const struct sharded *all = self;
    run_shard(all->job, all->shards->grid[task], all->to[task], NULL, part);
}

static void run_all(const struct msim_sweep_job *job, const struct msim_shards *shards, FILE **to)
{
    struct sharded all = {job, shards, to};
    struct msim_crew crew = {.tasks = shards->used,
                             .jobs = shards->used,
                             .what = "sweeping",
                             .whole = msim_trace_bytes(job->trace),
                             .run = run_task,
                             .self = &all};
    msim_crew_run(&crew);
}

static struct msim_shards shards_of(const struct msim_sweep_job *job, unsigned wanted)
{
    struct msim_grid grid = {0};
    const char *wrong = msim_grid_read(job->grid, &grid, &msim_hosted_mem);
    if (wrong)
        msim_bad_usage("bad grid %s: %s", job->grid, wrong);
    return msim_shards_of(&grid, wanted);
}

void msim_sweep_trace(const struct msim_sweep_job *job, unsigned processes,
                      struct msim_swept *sweep)
{
    struct msim_shards shards = shards_of(job, processes);
    FILE **to = msim_shared_files(shards.used);
    if (shards.used == 1)
        run_shard(job, job->grid, to[0], "sweeping", NULL);
    else
        run_all(job, &shards, to);
    for (unsigned i = 0; i < shards.used; i++)
        add_part(sweep, to[i], shards.used == 1 ? job->grid : shards.grid[i]);
    if (!msim_swept_join(sweep)) /* parts of one trace always fit: an error would be a bug */
        msim_bad_input("%s: %s", sweep->error.file, sweep->error.text);
    free(to);
}

/* --- The plan ----------------------------------------------------------------------------- */

static void print_word(const char *text)
{
    char *word = msim_shell_word(text);
    fputs(word, stdout);
    free(word);
}

/* Ends if the trace cannot be swept so. */
static void try(const struct msim_sweep_job *job)
{
    struct msim_options options;
    int operands;
    char **operand = operands_of(job, job->grid, &operands);
    struct msim_player *player = msim_player_open(job->trace, job->partial);
    msim_simulated(player, &options, only_sweep, operands, operand);
    free(operand);
}

void msim_sweep_plan(const struct msim_sweep_job *job, unsigned wanted, const char *prefix)
{
    try(job);
    struct msim_shards shards = shards_of(job, wanted);
    for (unsigned i = 0; i < shards.used; i++) {
        fputs("memsim sweep ", stdout);
        if (job->partial)
            fputs("--partial ", stdout);
        for (int k = 0; k < job->operands; k++) {
            print_word(job->operand[k]);
            putchar(' ');
        }
        fputs("--format=part --out=", stdout);
        print_word(prefix);
        printf(".%u ", i + 1);
        print_word(job->trace);
        putchar(' ');
        print_word(shards.grid[i]);
        putchar('\n');
    }
    msim_shards_free(&shards);
}
