/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs and plans the jobs of trace.h. */
#include "trace.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/infile.h"
#include "cmd/files/output.h"
#include "cmd/files/progress.h"
#include "cmd/sweep/file/read.h"
#include "cmd/trace/memory.h"
#include "cmd/trace/player.h"
#include "cmd/trace/simulate.h"
#include "engine/sweep/sweep.h"
#include "shards.h"

enum { POLL_MS = 200, FILES_USUAL = 64 };

/* --- One shard ---------------------------------------------------------------------------- */

/* Plays the trace for the cells of `grid`; writes the part to `to`. */
static void run_shard(const struct msim_sweep_job *job, const char *grid, FILE *to,
                      const char *what, volatile uint64_t *part)
{
    struct msim_options options;
    struct msim_player *player = msim_player_open(job->trace, job->partial);
    char **operand = msim_zeroed((size_t)job->operands + 2, sizeof *operand);
    if (job->operands)
        memcpy(operand, job->operand, (size_t)job->operands * sizeof *operand);
    operand[job->operands] = msim_sweep_option(grid);
    operand[job->operands + 1] = "--sweep-functions=all";
    const struct msim_observer *const only[] = {&msim_sweep_observer, NULL};
    struct msim_study *study = msim_simulated(player, &options, only, job->operands + 2, operand);
    msim_player_run(player, study, what, part);
    struct msim_sink sink = msim_file_sink(to);
    struct msim_about about = msim_player_about(player);
    msim_study_write(&study->file[0], &about, &sink);
    if (fflush(to) != 0)
        msim_bad_input("cannot write a part: %s", strerror(errno));
    free(operand);
}

/* Runs a shard in a child.  Its messages go to `told`: all children say the same, and one's are
 * printed. */
static pid_t start_shard(const struct msim_sweep_job *job, const char *grid, FILE *to,
                         volatile uint64_t *part, FILE *told)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        msim_bad_input("cannot start another process: %s", strerror(errno));
    if (child > 0)
        return child;
    if (dup2(fileno(told), STDERR_FILENO) < 0)
        _exit(MSIM_BAD_INPUT);
    run_shard(job, grid, to, NULL, part);
    _exit(MSIM_DONE);
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

/* Two files are open for each process, which may be more than the usual limit. */
static void allow_files(unsigned processes)
{
    struct rlimit limit;
    rlim_t needed = 2 * (rlim_t)processes + FILES_USUAL;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return;
    limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static FILE **temporary_files(unsigned used)
{
    FILE **file = msim_zeroed(used, sizeof *file);
    for (unsigned i = 0; i < used; i++)
        if (!(file[i] = tmpfile()))
            msim_bad_input("cannot make a temporary file: %s", strerror(errno));
    return file;
}

/* --- All shards --------------------------------------------------------------------------- */

struct crew {
    unsigned used;
    pid_t *child;            /* 0: it has ended */
    FILE **told;             /* each child's messages */
    volatile uint64_t *part; /* bytes played by each; shared with the children */
};

static void end_all(struct crew *crew)
{
    for (unsigned i = 0; i < crew->used; i++)
        if (crew->child[i]) {
            kill(crew->child[i], SIGTERM);
            waitpid(crew->child[i], NULL, 0);
        }
}

/* Prints a child's messages; false: there were none. */
static bool pass_on(FILE *told)
{
    char text[4096];
    size_t used, all = 0;
    rewind(told);
    for (; (used = fread(text, 1, sizeof text, told)) > 0; all += used)
        fwrite(text, 1, used, stderr);
    return all > 0;
}

/* Notes which children have ended; returns the number still running. */
static unsigned look(struct crew *crew)
{
    unsigned running = 0;
    for (unsigned i = 0; i < crew->used; i++) {
        int status;
        if (!crew->child[i])
            continue;
        if (waitpid(crew->child[i], &status, WNOHANG) == 0) {
            running++;
            continue;
        }
        crew->child[i] = 0;
        if (WIFEXITED(status) && WEXITSTATUS(status) == MSIM_DONE)
            continue;
        end_all(crew);
        if (pass_on(crew->told[i]) && WIFEXITED(status))
            exit(WEXITSTATUS(status));
        msim_bad_input("process %u of %u ended without a result", i + 1, crew->used);
    }
    return running;
}

static void wait_for_all(struct crew *crew, uint64_t whole)
{
    struct msim_progress progress;
    msim_progress_start(&progress, "sweeping", whole);
    while (look(crew)) {
        uint64_t part = 0;
        for (unsigned i = 0; i < crew->used; i++)
            part += crew->part[i];
        msim_progress(&progress, part);
        poll(NULL, 0, POLL_MS);
    }
    msim_progress_end(&progress);
}

static uint64_t file_bytes(const char *name)
{
    struct stat now;
    return stat(name, &now) == 0 && S_ISREG(now.st_mode) ? (uint64_t)now.st_size : 0;
}

static void run_all(const struct msim_sweep_job *job, const struct msim_shards *shards, FILE **to)
{
    struct crew crew = {.used = shards->used};
    crew.child = msim_zeroed(shards->used, sizeof *crew.child);
    crew.told = temporary_files(shards->used);
    size_t bytes = shards->used * sizeof *crew.part;
    void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        msim_bad_input("out of memory: cannot share any with %u processes", shards->used);
    crew.part = shared;
    for (unsigned i = 0; i < shards->used; i++)
        crew.child[i] = start_shard(job, shards->grid[i], to[i], &crew.part[i], crew.told[i]);
    wait_for_all(&crew, file_bytes(job->trace) * shards->used);
    pass_on(crew.told[0]);
    for (unsigned i = 0; i < shards->used; i++)
        fclose(crew.told[i]);
    munmap(shared, bytes);
    free(crew.told);
    free(crew.child);
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
    allow_files(shards.used);
    FILE **to = temporary_files(shards.used);
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

/* Prints a word, quoted for a shell if necessary. */
static void print_word(const char *word)
{
    if (word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                          "_-./:,=+%@")] == 0 &&
        *word) {
        fputs(word, stdout);
        return;
    }
    putchar('\'');
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*word);
    putchar('\'');
}

void msim_sweep_plan(const struct msim_sweep_job *job, unsigned wanted, const char *prefix)
{
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
