/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs a command natively (repeat.h). */
#define _GNU_SOURCE
#include "repeat.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/median.h"
#include "cmd/files/output.h"
#include "cmd/native/native.h"

/* Those that are passed on while the command is simulated. */
static const int signals[MSIM_NATIVE_SIGNALS] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};

/* --- Counters of the processor --------------------------------------------------------------- */

static int open_counter(pid_t pid, enum msim_processor_counter counter)
{
    static const uint64_t events[MSIM_COUNTERS] = {
        PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CACHE_MISSES,
        PERF_COUNT_HW_BRANCH_MISSES};
    struct perf_event_attr of = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof of,
        .config = events[counter],
        .disabled = 1,
        .enable_on_exec = 1,
        .inherit = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
    };
    return (int)syscall(SYS_perf_event_open, &of, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* False: it did not count all the time, as there are too few counters. */
static bool read_counter(int file, uint64_t *count)
{
    uint64_t value[3] = {0};
    if (file < 0 || read(file, value, sizeof value) != sizeof value || value[1] != value[2] ||
        !value[2])
        return false;
    *count = value[0];
    return true;
}

static void open_counters(pid_t pid, int *file)
{
    for (int i = 0; i < MSIM_COUNTERS; i++)
        file[i] = open_counter(pid, (enum msim_processor_counter)i);
}

static void read_counters(int *file, struct msim_native_run *run)
{
    run->is_counted = true;
    for (int i = 0; i < MSIM_COUNTERS; i++) {
        run->is_counted &= read_counter(file[i], &run->counter[i]);
        if (file[i] >= 0)
            close(file[i]);
    }
}

/* --- One run --------------------------------------------------------------------------------- */

/* A file can be opened once more, so that each run reads it from the same place. */
static bool is_file(int *open_as, off_t *at)
{
    struct stat is;
    *at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    *open_as = fcntl(STDIN_FILENO, F_GETFL);
    return fstat(STDIN_FILENO, &is) == 0 && S_ISREG(is.st_mode) && *at >= 0;
}

static void redirect(void)
{
    off_t at;
    int open_as, nowhere = open("/dev/null", O_RDWR);
    bool again = is_file(&open_as, &at);
    int in = again ? open("/proc/self/fd/0", O_RDONLY) : nowhere;
    if (in < 0 || nowhere < 0 || (again && lseek(in, at, SEEK_SET) < 0) ||
        dup2(in, STDIN_FILENO) < 0 || dup2(nowhere, STDOUT_FILENO) < 0 ||
        dup2(nowhere, STDERR_FILENO) < 0)
        _exit(126);
}

/* In the new process: waits until it is counted. */
static void become(const struct msim_native_runs *runs, const int *pipes)
{
    char byte;
    close(pipes[1]);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    redirect();
    msim_limit_is_as_before();
    if (runs->environment)
        environ = runs->environment;
    while (read(pipes[0], &byte, 1) < 0 && errno == EINTR)
        ;
    execvp(runs->command[0], runs->command);
    _exit(errno == ENOENT ? 127 : 126);
}

static uint64_t microseconds(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * 1000000 + (uint64_t)time->tv_usec;
}

static struct msim_native_run run_once(const struct msim_native_runs *runs)
{
    struct msim_native_run run = {0};
    struct rusage used;
    int pipes[2], file[MSIM_COUNTERS], status;
    fflush(NULL);
    if (pipe2(pipes, O_CLOEXEC) != 0)
        msim_bad_input("cannot start a process: %s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0)
        msim_bad_input("cannot start a process: %s", strerror(errno));
    if (pid == 0)
        become(runs, pipes);
    open_counters(pid, file);
    close(pipes[0]);
    close(pipes[1]);
    while (wait4(pid, &status, 0, &used) < 0)
        if (errno != EINTR)
            msim_bad_input("cannot wait for a process: %s", strerror(errno));
    read_counters(file, &run);
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    run.user = microseconds(&used.ru_utime);
    run.system = microseconds(&used.ru_stime);
    run.minor = (uint64_t)used.ru_minflt;
    run.major = (uint64_t)used.ru_majflt;
    run.waits = (uint64_t)used.ru_nvcsw;
    run.preempted = (uint64_t)used.ru_nivcsw;
    return run;
}

/* --- All of them ----------------------------------------------------------------------------- */

/* Additions that depend on each other take a cycle each. */
static double measure_clock(void)
{
    static const struct msim_effort effort = {.milliseconds = 3, .samples = 5};
    struct msim_native native = msim_native_time("additions", effort);
    return native.nanoseconds > 0 ? native.in_round / native.nanoseconds : 0;
}

static void repeat(struct msim_native_runs *runs, size_t until)
{
    while (runs->runs < until) {
        size_t rates = runs->runs;
        MSIM_PUSH(runs->rate, rates, measure_clock());
        MSIM_PUSH(runs->run, runs->runs, run_once(runs));
    }
}

void msim_native_begin(struct msim_native_runs *runs, char *const *command, char **environment,
                       size_t times)
{
    struct stat is;
    if (fstat(STDIN_FILENO, &is) == 0 && (S_ISFIFO(is.st_mode) || S_ISSOCK(is.st_mode)))
        msim_bad_usage("run: --native: standard input is a pipe, which only one run can read; give "
                       "a file: memsim run --native=N -- COMMAND < FILE");
    *runs = (struct msim_native_runs){
        .command = command, .environment = environment, .times = times, .before = (times + 1) / 2};
    for (int i = 0; i < MSIM_NATIVE_SIGNALS; i++)
        sigaction(signals[i], NULL, &runs->action[i]);
    repeat(runs, runs->before);
}

void msim_native_rest(struct msim_native_runs *runs)
{
    for (int i = 0; i < MSIM_NATIVE_SIGNALS; i++)
        sigaction(signals[i], &runs->action[i], NULL);
    repeat(runs, runs->times);
}

static uint64_t sum_of(const struct msim_native_run *run)
{
    return run->user + run->system;
}

size_t msim_native_least(const struct msim_native_runs *runs)
{
    size_t least = 0;
    for (size_t i = 1; i < runs->runs; i++)
        if (sum_of(&runs->run[i]) < sum_of(&runs->run[least]))
            least = i;
    return least;
}

double msim_native_user(const struct msim_native_runs *runs)
{
    double user = 0, all = 0;
    for (size_t i = 0; i < runs->runs; i++) {
        user += (double)runs->run[i].user;
        all += (double)sum_of(&runs->run[i]);
    }
    return all > 0 ? (double)sum_of(&runs->run[msim_native_least(runs)]) * user / all : 0;
}

/* The rates differ by what else ran; the middle one is the clock's. */
double msim_native_rate(const struct msim_native_runs *runs)
{
    double *rate = msim_zeroed(runs->runs, sizeof *rate);
    memcpy(rate, runs->rate, runs->runs * sizeof *rate);
    msim_sort_numbers(rate, runs->runs);
    double middle = rate[runs->runs / 2];
    free(rate);
    return middle;
}

void msim_native_free(struct msim_native_runs *runs)
{
    MSIM_FREE(runs->run, runs->rate);
}
