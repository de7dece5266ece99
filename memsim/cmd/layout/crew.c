/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The processes of crew.h. */
#include "crew.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/progress.h"

enum { POLL_MS = 100 };

struct worker {
    pid_t child; /* 0: none */
    FILE *told;  /* its messages */
};

struct state {
    const struct msim_crew *crew;
    struct worker *worker; /* by task */
    volatile uint64_t *part;
    unsigned started, ended;
};

void *msim_shared(size_t bytes)
{
    void *shared =
        mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        msim_bad_input("out of memory: cannot share %zu bytes", bytes);
    return shared;
}

static void start(struct state *state)
{
    unsigned task = state->started++;
    struct worker *worker = &state->worker[task];
    worker->told = tmpfile();
    if (!worker->told)
        msim_bad_input("cannot make a temporary file: %s", strerror(errno));
    fflush(NULL);
    worker->child = fork();
    if (worker->child < 0)
        msim_bad_input("cannot start another process: %s", strerror(errno));
    if (worker->child > 0)
        return;
    if (dup2(fileno(worker->told), STDERR_FILENO) < 0)
        _exit(MSIM_BAD_INPUT);
    state->crew->run(state->crew->self, task, &state->part[task]);
    fflush(stderr);
    _exit(MSIM_DONE);
}

static void pass_on(FILE *told)
{
    char text[4096];
    size_t used;
    rewind(told);
    while ((used = fread(text, 1, sizeof text, told)) > 0)
        fwrite(text, 1, used, stderr);
}

static void end_all(const struct state *state)
{
    for (unsigned i = 0; i < state->started; i++)
        if (state->worker[i].child > 0) {
            kill(state->worker[i].child, SIGTERM);
            waitpid(state->worker[i].child, NULL, 0);
        }
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
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == MSIM_DONE;
    if (good && task) {
        fclose(worker->told);
        return;
    }
    if (!good)
        end_all(state);
    pass_on(worker->told);
    fclose(worker->told);
    if (good)
        return;
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    msim_bad_input("replay %u of %u ended without a result", task + 1, state->crew->tasks);
}

void msim_crew_run(const struct msim_crew *crew)
{
    struct state state = {.crew = crew};
    struct msim_progress progress;
    state.worker = msim_zeroed(crew->tasks, sizeof *state.worker);
    state.part = msim_shared(crew->tasks * sizeof *state.part);
    msim_progress_start(&progress, crew->what, crew->whole * crew->tasks);
    while (state.ended < crew->tasks) {
        while (state.started < crew->tasks && state.started - state.ended < crew->jobs)
            start(&state);
        uint64_t part = 0;
        for (unsigned i = 0; i < state.started; i++) {
            look(&state, i);
            part += state.part[i];
        }
        msim_progress(&progress, part);
        if (state.ended < crew->tasks)
            poll(NULL, 0, POLL_MS);
    }
    msim_progress_end(&progress);
    munmap((void *)state.part, crew->tasks * sizeof *state.part);
    free(state.worker);
}
