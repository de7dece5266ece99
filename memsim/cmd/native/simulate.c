/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Simulates kernels (simulate.h): two runs of each, in a folder that is removed at the end. */
#define _GNU_SOURCE
#include "simulate.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/columns/column.h"
#include "cmd/counts/read.h"
#include "cmd/files/progress.h"
#include "cmd/files/temporary.h"
#include "kernel.h"

enum { AT_ONCE_MAX = 64 };

/* Run number r is of simulation r / 2, with N rounds if r is even, else 2N. */
struct runs {
    struct msim_simulation *simulation;
    size_t runs, started, ended;
    const char *machine;
    char *program, *folder;
    pid_t pid[AT_ONCE_MAX]; /* 0: none */
    size_t number[AT_ONCE_MAX];
};

static char *file_of(const struct runs *runs, size_t number, const char *end)
{
    return msim_printed("%s/%zu.%s", runs->folder, number, end);
}

static pid_t start(const struct runs *runs, size_t number)
{
    const struct msim_simulation *simulation = &runs->simulation[number / 2];
    struct msim_kernel_words words = {.used = 0};
    char *log = file_of(runs, number, "log"), *out = file_of(runs, number, "out");
    char *machine = msim_printed("--machine=%s", runs->machine ? runs->machine : "host");
    char *out_option = msim_printed("--memsim-out-file=%s", out);
    char *out_dir = msim_printed("--out-dir=%s", runs->folder);
    char *rounds = msim_printed("%" PRIu64, simulation->rounds << number % 2);
    const char *name = simulation->kernel + strspn(simulation->kernel, " ");
    char *kernel = msim_copy_part(name, strcspn(name, " "));
    const char *const arguments[] = {
        "/proc/self/exe", "run",   machine, "--cycles=yes", "--heap=no", "--pagein=no",
        out_option,       out_dir, "--",    runs->program,  kernel,      rounds};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
        msim_kernel_words_add(&words, arguments[i]);
    msim_kernel_words_add_text(&words, name + strlen(kernel));
    int to = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (to < 0)
        msim_bad_input("cannot write %s: %s", log, strerror(errno));
    pid_t pid = msim_kernel_start(&words, to, to);
    close(to);
    msim_kernel_words_free(&words);
    MSIM_FREE(log, out, machine, out_option, out_dir, rounds, kernel);
    return pid;
}

/* The last line that a run printed which is not empty, without control characters. */
static char *last_line(const char *log)
{
    char line[512], last[512] = "it says nothing";
    FILE *from = fopen(log, "re");
    while (from && fgets(line, sizeof line, from)) {
        line[strcspn(line, "\n")] = 0;
        if (*line)
            memcpy(last, line, sizeof last);
    }
    if (from)
        fclose(from);
    for (char *at = last; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = ' ';
    return msim_copy(last);
}

static void end_runs(const struct runs *runs)
{
    for (int i = 0; i < AT_ONCE_MAX; i++)
        if (runs->pid[i]) {
            kill(runs->pid[i], SIGTERM);
            waitpid(runs->pid[i], NULL, 0);
        }
}

/* Ends the command, and all runs that were started. */
static void fail(const struct runs *runs, size_t number)
{
    char *log = file_of(runs, number, "log"), *why = last_line(log);
    end_runs(runs);
    msim_bad_input("the kernel '%s' cannot be simulated: %s", runs->simulation[number / 2].kernel,
                   why);
}

static int processors(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : count < AT_ONCE_MAX ? count : AT_ONCE_MAX;
}

/* Waits for one of those that run. */
static void wait_for_one(struct runs *runs)
{
    for (;;) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid < 0 && errno != EINTR)
            msim_bad_input("cannot wait for a process: %s", strerror(errno));
        if (pid == 0 && !msim_temporary_wait()) {
            end_runs(runs);
            msim_temporary_end();
        }
        for (int i = 0; pid > 0 && i < AT_ONCE_MAX; i++) {
            if (runs->pid[i] != pid)
                continue;
            runs->pid[i] = 0;
            runs->ended++;
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                fail(runs, runs->number[i]);
            return;
        }
    }
}

static void run_all(struct runs *runs)
{
    int most = processors();
    struct msim_progress progress;
    msim_progress_start(&progress, "simulating", runs->runs);
    while (runs->ended < runs->runs) {
        for (int i = 0; i < most && runs->started < runs->runs; i++)
            if (!runs->pid[i]) {
                runs->number[i] = runs->started;
                runs->pid[i] = start(runs, runs->started++);
            }
        wait_for_one(runs);
        msim_progress(&progress, runs->ended);
    }
    msim_progress_end(&progress);
}

/* Adds or subtracts the totals of a run. */
static void take(struct msim_simulation *simulation, const char *file, bool negative)
{
    struct msim_counts counts = {.no_lines = true};
    msim_counts_load(&counts, file, false, NULL);
    if (!simulation->event) {
        simulation->events = counts.events;
        simulation->event = msim_zeroed(counts.events, sizeof *simulation->event);
        simulation->count = msim_zeroed(counts.events, sizeof *simulation->count);
        for (size_t i = 0; i < counts.events; i++)
            simulation->event[i] = msim_copy(counts.event[i]);
    }
    if (counts.events != simulation->events)
        msim_bad_input("two runs of the kernel '%s' count different events", simulation->kernel);
    for (size_t i = 0; i < counts.events; i++)
        simulation->count[i] += negative ? -counts.total[i] : counts.total[i];
    msim_counts_free(&counts);
}

void msim_simulate(struct msim_simulation *simulation, size_t count, const char *machine)
{
    struct runs runs = {.simulation = simulation, .runs = 2 * count, .machine = machine};
    runs.folder = msim_temporary_folder("kernels");
    runs.program = msim_kernels_program();
    run_all(&runs);
    for (size_t i = 0; i < runs.runs; i++) {
        char *file = file_of(&runs, i, "out");
        take(&simulation[i / 2], file, i % 2 == 0);
        free(file);
    }
    msim_temporary_remove(runs.folder);
    free(runs.program);
}

void msim_simulate_first(const char *machine)
{
    struct msim_simulation least = {.kernel = "additions", .rounds = 1};
    msim_simulate(&least, 1, machine);
    msim_simulation_free(&least);
}

double msim_simulation_round(const struct msim_simulation *simulation, const char *event)
{
    bool is_sum = !strcmp(event, "Cy"), found = false;
    int64_t count = 0;
    for (size_t i = 0; i < simulation->events; i++) {
        const char *its = simulation->event[i];
        if (is_sum ? !msim_event_is_cycles(its) : strcmp(its, event) != 0)
            continue;
        count += simulation->count[i];
        found = true;
    }
    return found ? (double)count / (double)simulation->rounds : NAN;
}

void msim_simulation_free(struct msim_simulation *simulation)
{
    for (size_t i = 0; i < simulation->events; i++)
        free(simulation->event[i]);
    MSIM_FREE(simulation->event, simulation->count);
    simulation->event = NULL;
    simulation->count = NULL;
    simulation->events = 0;
}
