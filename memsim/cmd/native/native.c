/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Times kernels natively (native.h). */
#define _GNU_SOURCE
#include "native.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "kernel.h"

/* What else runs may end soon; minutes of measuring should not be lost to it. */
enum { TRIES = 5 };

const char *msim_native_no_clock(double slowest, double fastest)
{
    if (!(fastest >= 0.05 && fastest <= 10))
        return "no processor has such a clock: this is an emulator, or the clock that measures is "
               "too coarse; measure on the machine itself, or name one that is known: "
               "--machine=NAME";
    if (!(slowest >= fastest / 2))
        return "something else runs, or the clock changes; try again when nothing else does, with "
               "a fixed clock (cpupower frequency-set -g performance)";
    return NULL;
}

/* Runs the program and returns the line that it prints, without the newline, from malloc. */
static char *ask(const char *kernel, struct msim_effort effort)
{
    struct msim_kernel_words words = {.used = 0};
    int pipes[2], status;
    char line[512];
    size_t used = 0;
    ssize_t got;
    char *program = msim_kernels_program();
    char *how = msim_printed("--time=%u,%u", effort.milliseconds, effort.samples);
    msim_kernel_words_add(&words, program);
    msim_kernel_words_add(&words, how);
    msim_kernel_words_add_text(&words, kernel);
    if (pipe2(pipes, O_CLOEXEC) != 0)
        msim_bad_input("cannot start a process: %s", strerror(errno));
    pid_t pid = msim_kernel_start(&words, pipes[1], pipes[1]);
    close(pipes[1]);
    while (used < sizeof line - 1 &&
           (got = read(pipes[0], line + used, sizeof line - 1 - used)) != 0)
        if (got > 0)
            used += (size_t)got;
        else if (errno != EINTR)
            break;
    line[used] = 0;
    line[strcspn(line, "\n")] = 0;
    close(pipes[0]);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            msim_bad_input("cannot wait for a process: %s", strerror(errno));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        msim_bad_input("the kernel '%s' does not run: %s", kernel,
                       *line ? line : "it was ended by a signal");
    msim_kernel_words_free(&words);
    MSIM_FREE(program, how);
    return msim_copy(line);
}

/* `slowest` gets the lowest rate of the samples; the highest is the clock's. */
static struct msim_native time_once(const char *kernel, struct msim_effort effort, double *slowest)
{
    struct msim_native native;
    char more;
    char *line = ask(kernel, effort);
    if (sscanf(line, "%" SCNu64 " %" SCNu32 " %lf %lf %lf %31s%c", &native.rounds, &native.in_round,
               &native.nanoseconds, slowest, &native.rate, native.each, &more) != 6 ||
        !native.in_round || !(native.nanoseconds >= 0 && native.nanoseconds < 1e15))
        msim_bad_input("memsim-kernels printed '%s', no times of the kernel '%s'; it is of another "
                       "version of memsim",
                       line, kernel);
    free(line);
    native.cycles = native.nanoseconds * native.rate;
    return native;
}

struct msim_native msim_native_time(const char *kernel, struct msim_effort effort)
{
    for (int tries = 1;; tries++) {
        double slowest;
        struct msim_native native = time_once(kernel, effort, &slowest);
        const char *why = msim_native_no_clock(slowest, native.rate);
        if (!why)
            return native;
        if (tries == TRIES)
            msim_bad_input("the clock cannot be measured: it seems to run at %.2f to %.2f GHz; %s",
                           slowest, native.rate, why);
    }
}
