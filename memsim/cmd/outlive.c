/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wait of outlive.h: such processes have the name memsim-PID. */
#include "outlive.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
