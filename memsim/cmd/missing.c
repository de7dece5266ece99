/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names what a killed process did not write; see run.h. */
#include "run.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cmd/files/filename.h"
#include "cmd/trace/player.h"
#include "engine/options.h"

static void print_if_missing(const char *folder, const char *name, long pid,
                             const struct timespec *since)
{
    char *path = msim_expand_name_in(folder, NULL, name, pid);
    struct stat is;
    bool there = path && stat(path, &is) == 0 &&
                 (!S_ISREG(is.st_mode) || is.st_mtim.tv_sec > since->tv_sec ||
                  (is.st_mtim.tv_sec == since->tv_sec && is.st_mtim.tv_nsec >= since->tv_nsec));
    if (path && !there)
        fprintf(stderr, "memsim: %s is missing, as process %ld was killed\n", path, pid);
    free(path);
}

/* What the tool refuses, it refuses before anything runs. */
static void set(struct msim_options *options, const char *argument)
{
    const struct msim_option *option = msim_option_find(argument);
    if (option)
        msim_option_set(options, option, argument);
}

void msim_print_missing(const char *folder, long pid, char *const *option, int options,
                        const struct timespec *since)
{
    struct msim_options given;
    msim_options_init(&given, &msim_hosted_mem);
    for (int i = 0; i < options; i++)
        set(&given, option[i]);
    for (unsigned i = 0; i < msim_observers_used; i++)
        for (unsigned k = 0; k < msim_observers[i]->files_used; k++) {
            const char *name =
                msim_options_file(&given, msim_observers[i], &msim_observers[i]->files[k]);
            if (name && msim_options_ask_for(&given, msim_observers[i]))
                print_if_missing(folder, name, pid, since);
        }
    if (given.trace_file)
        print_if_missing(folder, given.trace_file, pid, since);
}

/* What still works has the name memsim-PID. */

/* One that has ended keeps its name until its parent asks how, which the first process of a
 * container may never do. */
static bool is_called(const char *process, const char *wanted)
{
    char path[300], line[64] = "";
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    FILE *from = fopen(path, "r");
    if (!from)
        return false;
    bool read = fgets(line, sizeof line, from) != NULL;
    fclose(from);
    char *name = strchr(line, '('), *state = strrchr(line, ')');
    if (!read || !name || !state || !strncmp(state, ") Z", 3) || !strncmp(state, ") X", 3))
        return false;
    *state = 0;
    return !strcmp(name + 1, wanted);
}

/* True: there are processes of that name; sends them the signal, unless it is 0. */
static bool is_there(const char *wanted, int number)
{
    DIR *all = opendir("/proc");
    bool found = false;
    const struct dirent *entry;
    while (all && (entry = readdir(all))) {
        if (!isdigit((unsigned char)entry->d_name[0]) || !is_called(entry->d_name, wanted))
            continue;
        found = true;
        kill((pid_t)atol(entry->d_name), number);
    }
    if (all)
        closedir(all);
    return found;
}

static volatile sig_atomic_t interrupts;

static void count(int number)
{
    (void)number;
    interrupts++;
}

/* They are in a session of their own, so the terminal does not send them Ctrl-C, and they say what
 * it does. */
void msim_wait_for_observers(pid_t pid)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "memsim-%ld", (long)pid);
    signal(SIGINT, count);
    int sent = 0, came = 0;
    while (is_there(wanted, came > sent ? SIGINT : 0)) {
        sent += came > sent;
        came = interrupts;
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    signal(SIGINT, SIG_IGN);
}
