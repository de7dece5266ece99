/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets results aside; see run.h. */
#define _GNU_SOURCE
#include "run.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"

/* "memsim.KIND.NUMBER", with anything after it. */
static int is_result(const struct dirent *entry)
{
    static const char begin[] = "memsim.", letters[] = "abcdefghijklmnopqrstuvwxyz";
    const char *kind = entry->d_name + strlen(begin);
    if (strncmp(entry->d_name, begin, strlen(begin)) != 0)
        return false;
    size_t length = strspn(kind, letters);
    return length && kind[length] == '.' && strspn(kind + length + 1, "0123456789") &&
           !strstr(kind, ".partial-");
}

static bool is_older(const struct stat *is, const struct timespec *since)
{
    const struct timespec *at = &is->st_mtim;
    return at->tv_sec != since->tv_sec ? at->tv_sec < since->tv_sec : at->tv_nsec < since->tv_nsec;
}

static char *joined(const char *folder, const char *name)
{
    char *path = msim_printed("%s/%s", folder, name);
    return path;
}

static bool is_here(const char *folder)
{
    struct stat one, here;
    return stat(folder, &one) == 0 && stat(".", &here) == 0 && one.st_dev == here.st_dev &&
           one.st_ino == here.st_ino;
}

/* Sorts out what is newer: sets its names to NULL.  Returns how many are older. */
static int keep_older(const char *folder, struct dirent **entry, int entries,
                      const struct timespec *since)
{
    int older = 0;
    for (int i = 0; i < entries; i++) {
        struct stat is;
        char *path = joined(folder, entry[i]->d_name);
        if (stat(path, &is) == 0 && is_older(&is, since)) {
            older++;
        } else {
            free(entry[i]);
            entry[i] = NULL;
        }
        free(path);
    }
    return older;
}

static void empty(const char *folder)
{
    struct dirent **entry;
    int entries = scandir(folder, &entry, is_result, NULL);
    for (int i = 0; i < entries; i++) {
        char *path = joined(folder, entry[i]->d_name);
        unlink(path);
        MSIM_FREE(path, entry[i]);
    }
    if (entries >= 0)
        free(entry);
}

static void move(const char *from, const char *to, struct dirent **entry, int entries)
{
    int wrong = mkdir(to, 0777) == 0 || errno == EEXIST ? 0 : errno;
    if (!wrong)
        empty(to);
    for (int i = 0; i < entries && !wrong; i++) {
        if (!entry[i])
            continue;
        char *old = joined(from, entry[i]->d_name), *new = joined(to, entry[i]->d_name);
        if (rename(old, new) != 0)
            wrong = errno;
        MSIM_FREE(old, new);
    }
    if (wrong)
        msim_warn("%s has the results of an earlier run, too, which cannot be moved to %s: %s",
                  from, to, strerror(wrong));
    else
        msim_warn("the results of an earlier run in %s are in %s now", from, to);
}

void msim_set_earlier_aside(const char *folder, const struct timespec *since)
{
    struct dirent **entry;
    char *to;
    int length = (int)strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    int entries = is_here(folder) ? -1 : scandir(folder, &entry, is_result, versionsort);
    if (entries < 0)
        return;
    int older = keep_older(folder, entry, entries, since);
    to = msim_printed("%.*s.old", length, folder);
    if (older && older < entries)
        move(folder, to, entry, entries);
    for (int i = 0; i < entries; i++)
        free(entry[i]);
    MSIM_FREE(entry, to);
}
