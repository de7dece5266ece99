/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The processes of crew.h.
 *
 * SIGCHLD is blocked while children run, so none can end unseen between looking at them and
 * waiting: the wait ends as soon as one has ended, or when the bar is to be drawn again.
 */
#include "crew.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/progress.h"

enum { BAR_MS = 100, FILES_USUAL = 64 };

struct worker {
    pid_t child; /* 0: none */
    FILE *told;  /* its messages */
};

struct state {
    const struct msim_crew *crew;
    struct worker *worker; /* by task */
    volatile uint64_t *part;
    unsigned started, ended;
    struct msim_progress progress;
    sigset_t signals; /* that are blocked otherwise */
};

/* --- What children share ------------------------------------------------------------------ */

void *msim_shared(size_t bytes)
{
    void *shared =
        mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        msim_bad_input("out of memory: cannot share %zu bytes", bytes);
    return shared;
}

/* Two files may be open for each process, its messages and its result: more than the usual
 * limit. */
static void allow_files(unsigned processes)
{
    struct rlimit limit;
    rlim_t needed = 2 * (rlim_t)processes + FILES_USUAL;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return;
    limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static FILE *temporary_file(void)
{
    FILE *file = tmpfile();
    if (!file)
        msim_bad_input("cannot make a temporary file: %s", strerror(errno));
    return file;
}

FILE **msim_shared_files(unsigned tasks)
{
    FILE **file = msim_zeroed(tasks, sizeof *file);
    allow_files(tasks);
    for (unsigned i = 0; i < tasks; i++)
        file[i] = temporary_file();
    return file;
}

/* --- Signals ------------------------------------------------------------------------------ */

static void only_child(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGCHLD);
}

/* If SIGCHLD is ignored, which a process inherits, the end of a child is not reported. */
static void block_signal(struct state *state)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t signals;
    only_child(&signals);
    sigemptyset(&usual.sa_mask);
    sigaction(SIGCHLD, &usual, NULL);
    sigprocmask(SIG_BLOCK, &signals, &state->signals);
}

static void wait_a_while(void)
{
    const struct timespec most = {0, BAR_MS * 1000000L};
    sigset_t signals;
    only_child(&signals);
    sigtimedwait(&signals, NULL, &most);
}

/* --- Children ----------------------------------------------------------------------------- */

static void start(struct state *state)
{
    unsigned task = state->started++;
    struct worker *worker = &state->worker[task];
    worker->told = temporary_file();
    fflush(NULL);
    worker->child = fork();
    if (worker->child < 0)
        msim_bad_input("cannot start another process: %s", strerror(errno));
    if (worker->child > 0)
        return;
    sigprocmask(SIG_SETMASK, &state->signals, NULL);
    if (dup2(fileno(worker->told), STDERR_FILENO) < 0)
        _exit(MSIM_BAD_INPUT);
    state->crew->run(state->crew->self, task, &state->part[task]);
    fflush(stderr);
    _exit(MSIM_DONE);
}

/* Prints a child's messages; false: there were none. */
static bool pass_on(FILE *told)
{
    char text[4096];
    size_t used, all = 0;
    rewind(told);
    for (; (used = fread(text, 1, sizeof text, told)) > 0; all += used)
        fwrite(text, 1, used, stderr);
    fclose(told);
    return all > 0;
}

static void end_all(const struct state *state)
{
    for (unsigned i = 0; i < state->started; i++)
        if (state->worker[i].child > 0) {
            kill(state->worker[i].child, SIGTERM);
            waitpid(state->worker[i].child, NULL, 0);
        }
}

/* Ends the command, as a child failed. */
static void fail(struct state *state, unsigned task, int status)
{
    end_all(state);
    msim_progress_end(&state->progress);
    if (pass_on(state->worker[task].told) && WIFEXITED(status))
        exit(WEXITSTATUS(status));
    msim_bad_input("%s: process %u of %u ended without a result", state->crew->what, task + 1,
                   state->crew->tasks);
}

/* Notes that a child has ended, if it has. */
static void look(struct state *state, unsigned task)
{
    int status;
    struct worker *worker = &state->worker[task];
    if (!worker->child || waitpid(worker->child, &status, WNOHANG) != worker->child)
        return;
    worker->child = 0;
    state->ended++;
    state->part[task] = state->crew->whole;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != MSIM_DONE)
        fail(state, task, status);
    if (task)
        fclose(worker->told);
}

/* --- All of them -------------------------------------------------------------------------- */

static void run_all(struct state *state)
{
    const struct msim_crew *crew = state->crew;
    while (state->ended < crew->tasks) {
        while (state->started < crew->tasks && state->started - state->ended < crew->jobs)
            start(state);
        uint64_t part = 0;
        unsigned ended = state->ended;
        for (unsigned i = 0; i < state->started; i++) {
            look(state, i);
            part += state->part[i];
        }
        msim_progress(&state->progress, part);
        if (state->ended == ended)
            wait_a_while();
    }
}

void msim_crew_run(const struct msim_crew *crew)
{
    struct state state = {.crew = crew};
    if (!crew->tasks)
        return;
    state.worker = msim_zeroed(crew->tasks, sizeof *state.worker);
    state.part = msim_shared(crew->tasks * sizeof *state.part);
    allow_files(crew->jobs < crew->tasks ? crew->jobs : crew->tasks);
    block_signal(&state);
    msim_progress_start(&state.progress, crew->what, crew->whole * crew->tasks);
    run_all(&state);
    msim_progress_end(&state.progress);
    sigprocmask(SIG_SETMASK, &state.signals, NULL);
    if (crew->again)
        fclose(state.worker[0].told);
    else
        pass_on(state.worker[0].told);
    munmap((void *)state.part, crew->tasks * sizeof *state.part);
    free(state.worker);
}
