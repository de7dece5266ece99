/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds files of allocations; see set.h. */
#include "set.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "alloc.h"
#include "cmd/base/grow.h"
#include "cmd/files/filename.h"
#include "cmd/files/kind.h"
#include "cmd/files/lines.h"

enum { MOST_FILES = 2000 }; /* of a folder that are looked at */

/* The reader of profiles skips blanks before a command. */
bool msim_heaped_same_command(const struct msim_heaped *heap, const struct msim_allocated *alloc)
{
    return !strcmp(alloc->command, heap->command + strspn(heap->command, " \t"));
}

char *msim_heaped_name_beside(const char *name)
{
    return msim_name_beside(name, ".heap.", ".alloc.");
}

static bool has_time(const struct msim_allocated *alloc, uint64_t time)
{
    for (size_t i = 0; i < alloc->times; i++)
        if (alloc->time[i].time == time)
            return true;
    return false;
}

static bool fits(const struct msim_heaped *heap, const struct msim_allocated *alloc)
{
    bool same = alloc->times == heap->snapshots && msim_heaped_same_command(heap, alloc);
    for (size_t i = 0; same && i < heap->snapshots; i++)
        same = has_time(alloc, heap->snapshot[i].time);
    return same;
}

static bool file_fits(const struct msim_heaped *heap, const char *name)
{
    struct msim_allocated alloc;
    size_t size;
    if (msim_file_kind_of(name) != MSIM_FILE_ALLOC)
        return false;
    char *bytes = msim_read_all(name, &size);
    if (!bytes)
        return false;
    bool found = msim_allocated_read(&alloc, name, bytes, size, NULL) && fits(heap, &alloc);
    msim_allocated_free(&alloc);
    return found;
}

static double distance(const struct stat *a, const struct stat *b)
{
    double seconds = difftime(a->st_mtim.tv_sec, b->st_mtim.tv_sec);
    double all = seconds + 1e-9 * (double)(a->st_mtim.tv_nsec - b->st_mtim.tv_nsec);
    return all < 0 ? -all : all;
}

/* "FOLDER/NAME", from malloc; a name alone if the heap's file has no folder. */
static char *in_folder(const char *heap, const char *name)
{
    const char *slash = strrchr(heap, '/');
    size_t folder = slash ? (size_t)(slash + 1 - heap) : 0, room = folder + strlen(name) + 1;
    char *path = msim_zeroed(room, 1);
    snprintf(path, room, "%.*s%s", (int)folder, heap, name);
    return path;
}

static DIR *open_folder(const char *heap)
{
    char *folder = in_folder(heap, ".");
    DIR *opened = opendir(folder);
    free(folder);
    return opened;
}

char *msim_heaped_find_beside(const struct msim_heaped *heap)
{
    struct stat own, other;
    char *best = NULL;
    double nearest = 0;
    DIR *folder = stat(heap->name, &own) == 0 ? open_folder(heap->name) : NULL;
    if (!folder)
        return NULL;
    const struct dirent *entry;
    for (size_t i = 0; i < MOST_FILES && (entry = readdir(folder)) != NULL; i++) {
        char *name = in_folder(heap->name, entry->d_name);
        if (stat(name, &other) == 0 && S_ISREG(other.st_mode) && file_fits(heap, name) &&
            (!best || distance(&own, &other) < nearest)) {
            free(best);
            nearest = distance(&own, &other);
            best = name;
            continue;
        }
        free(name);
    }
    closedir(folder);
    return best;
}
