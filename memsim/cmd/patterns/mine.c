/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose code it is; see mine.h. */
#define _GNU_SOURCE
#include "mine.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "wrappers.h"

/* --- the user's folders ----------------------------------------------------------------------- */

static void push(struct msim_mine *mine, char *folder)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        folder[--length] = 0;
    MSIM_PUSH(mine->folder, mine->folders, folder);
}

void msim_mine_add(struct msim_mine *mine, const char *folder)
{
    char *path = realpath(folder, NULL);
    push(mine, msim_copy(folder));
    if (path)
        push(mine, path);
}

void msim_mine_free(struct msim_mine *mine)
{
    for (size_t i = 0; i < mine->folders; i++)
        free((void *)mine->folder[i]);
    free(mine->folder);
    *mine = (struct msim_mine){0};
}

static bool is_inside(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    if (!strcmp(folder, "/"))
        return *path == '/';
    return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static bool is_in_any(const struct msim_mine *mine, const char *path)
{
    for (size_t i = 0; i < mine->folders; i++)
        if (is_inside(path, mine->folder[i]))
            return true;
    return false;
}

/* --- where systems keep theirs ---------------------------------------------------------------- */

static bool is_system_source(const char *source)
{
    return is_inside(source, "/usr") || msim_is_library_source(source) ||
           strstr(source, "/.cargo/registry/") || strstr(source, "/.cargo/git/");
}

static bool is_system_object(const char *object)
{
    static const char *const folders[] = {"/lib",         "/lib64",     "/lib32",     "/libx32",
                                          "/usr/lib",     "/usr/lib64", "/usr/lib32", "/usr/libx32",
                                          "/usr/libexec", "/usr/bin",   "/usr/sbin",  "/bin",
                                          "/sbin",        "/snap"};
    if (*object == '[') /* what the kernel maps: [vdso] */
        return true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (is_inside(object, folders[i]))
            return true;
    return strstr(object, "/lib/rustlib/") || strstr(object, "/vgpreload_");
}

static bool is_known(const char *name)
{
    return name && *name && strcmp(name, "???") != 0;
}

bool msim_is_mine(const struct msim_mine *mine, const char *source, const char *object)
{
    bool has_source = is_known(source), has_object = is_known(object);
    if (!has_source && !has_object)
        return false;
    if (mine->folders)
        return (has_source && is_in_any(mine, source)) ||
               (has_object && (!has_source || *source != '/') && is_in_any(mine, object));
    return !(has_source && is_system_source(source)) && !(has_object && is_system_object(object));
}
