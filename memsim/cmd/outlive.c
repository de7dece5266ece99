/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wait of outlive.h: such processes have the name memsim-PID. */
#include "outlive.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static bool is_called(const char *process, const char *wanted)
{
    char path[300], name[32] = "";
    snprintf(path, sizeof path, "/proc/%s/comm", process);
    FILE *from = fopen(path, "r");
    if (!from)
        return false;
    bool read = fgets(name, sizeof name, from) != NULL;
    fclose(from);
    return read && !strcmp(name, wanted);
}

static bool is_there(const char *wanted)
{
    DIR *all = opendir("/proc");
    bool found = false;
    const struct dirent *entry;
    while (all && !found && (entry = readdir(all)))
        found = isdigit((unsigned char)entry->d_name[0]) && is_called(entry->d_name, wanted);
    if (all)
        closedir(all);
    return found;
}

void msim_wait_for_observers(pid_t pid)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "memsim-%ld\n", (long)pid);
    while (is_there(wanted))
        nanosleep(&(struct timespec){0, 20000000}, NULL);
}
