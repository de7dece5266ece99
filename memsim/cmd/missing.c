/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names what a killed process did not write; see missing.h. */
#include "missing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cmd/files/filename.h"
#include "cmd/trace/memory.h"
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
