/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expands % in names; see filename.h. */
#include "filename.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"

struct expansion {
    const char *option, *name;
    const char *at; /* what is left of the name */
    long pid;
    FILE *to;
};

static bool refuse(const struct expansion *of, const char *why, const char *variable)
{
    if (of->option)
        msim_bad_usage("%s=%s: %s%s", of->option, of->name, why, variable);
    return false;
}

/* Handles what follows the q of %q{VARIABLE}. */
static bool put_variable(struct expansion *of)
{
    const char *close = *of->at == '{' ? strchr(of->at, '}') : NULL;
    if (!close)
        return refuse(of, "expected %q{VARIABLE}", "");
    char *key = strndup(of->at + 1, (size_t)(close - of->at - 1));
    const char *value = key ? getenv(key) : NULL;
    if (value)
        fputs(value, of->to);
    else
        refuse(of, "the environment has no ", key ? key : "memory");
    free(key);
    of->at = close + 1;
    return value != NULL;
}

static bool put_next(struct expansion *of)
{
    char next = *of->at++;
    if (next != '%') {
        fputc(next, of->to);
        return true;
    }
    switch (*of->at++) {
    case 'p':
        fprintf(of->to, "%ld", of->pid);
        return true;
    case '%':
        fputc('%', of->to);
        return true;
    case 'n': /* the number of a process's files; a process has one of each */
        fputc('1', of->to);
        return true;
    case 'q':
        return put_variable(of);
    default:
        return refuse(of, "expected %p, %n, %q{VARIABLE} or %%", "");
    }
}

char *msim_expand_name(const char *option, const char *name, long pid)
{
    char *whole = NULL;
    size_t bytes;
    struct expansion of = {option, name, name, pid, msim_open_text(&whole, &bytes)};
    bool good = true;
    while (good && *of.at)
        good = put_next(&of);
    fclose(of.to);
    if (good)
        return whole;
    free(whole);
    return NULL;
}

char *msim_expand_name_in(const char *out_dir, const char *option, const char *name, long pid)
{
    char *expanded = msim_expand_name(option, name, pid);
    if (!expanded || !out_dir || *expanded == '/')
        return expanded;
    char *folder = msim_expand_name(option ? "--out-dir" : NULL, out_dir, pid);
    char *whole = NULL;
    if (folder)
        whole = msim_printed("%s/%s", folder, expanded);
    MSIM_FREE(folder, expanded);
    return whole;
}

/* --- Files ------------------------------------------------------------------------------------ */

void msim_create_folder(const char *folder)
{
    char *path = msim_copy(folder);
    int failed = 0;
    for (size_t i = 1; path[i - 1]; i++) {
        char next = path[i];
        if (next != '/' && next != '\0')
            continue;
        path[i] = '\0';
        failed = mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : errno;
        path[i] = next;
    }
    free(path);
    if (failed)
        msim_bad_input("cannot create the folder '%s': %s", folder, strerror(failed));
}

static bool same_place(const char *one, const char *other)
{
    struct stat first, second;
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* Returns the folder of a file, allocated; *base is its name there. */
static char *split(const char *name, const char **base)
{
    const char *slash = strrchr(name, '/');
    *base = slash ? slash + 1 : name;
    return slash ? strndup(name, (size_t)(slash - name) + 1) : msim_copy(".");
}

bool msim_same_file(const char *one, const char *other)
{
    struct stat now;
    const char *base, *other_base;
    if (stat(one, &now) == 0 && !S_ISREG(now.st_mode))
        return false;
    char *folder = split(one, &base), *other_folder = split(other, &other_base);
    bool same = same_place(one, other) || !strcmp(one, other) ||
                (!strcmp(base, other_base) && same_place(folder, other_folder));
    MSIM_FREE(folder, other_folder);
    return same;
}

char *msim_name_beside(const char *name, const char *own, const char *other)
{
    const char *slash = strrchr(name, '/'), *found = NULL;
    for (const char *at = slash ? slash : name; (at = strstr(at, own)) != NULL; at++)
        found = at;
    if (!found)
        return NULL;
    char *beside = msim_printed("%.*s%s%s", (int)(found - name), name, other, found + strlen(own));
    return beside;
}
