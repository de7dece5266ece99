/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Source files; see source.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/files/lines.h"
#include "source.h"

enum { TAB = 8 };

static void cut_into_lines(struct msim_source *source, size_t size)
{
    char *end = source->bytes + size;
    for (char *at = source->bytes; at < end;) {
        char *next = memchr(at, '\n', (size_t)(end - at));
        MSIM_PUSH(source->line, source->lines, at);
        if (next)
            *next = 0;
        at = next ? next + 1 : end;
    }
}

/* Reads `path`; returns NULL, or why it cannot be shown. */
static const char *try_path(struct msim_source *source, const char *path)
{
    struct stat is;
    size_t size;
    if (stat(path, &is) != 0)
        return strerror(errno);
    if (S_ISDIR(is.st_mode))
        return "Is a directory";
    if (!S_ISREG(is.st_mode))
        return "not a regular file";
    source->bytes = msim_read_all(path, &size);
    if (!source->bytes)
        return strerror(errno);
    if (memchr(source->bytes, 0, size)) {
        free(source->bytes);
        source->bytes = NULL;
        return "binary, it has a byte 0";
    }
    source->changed = is.st_mtim;
    cut_into_lines(source, size);
    return NULL;
}

/* Keeps the reason unless it is only that there is no such file. */
static bool tried(struct msim_source *source, const char *path)
{
    const char *why = try_path(source, path);
    bool first = !source->why || !strcmp(source->why, strerror(ENOENT));
    if (!why) {
        source->path = msim_copy(path);
        source->why = NULL;
        return true;
    }
    if (first)
        source->why = why;
    return false;
}

static bool tried_in(struct msim_source *source, const char *folder, const char *name)
{
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = msim_zeroed(room, 1);
    bool found = false;
    while (name && !found) {
        name += strspn(name, "/");
        snprintf(path, room, "%s/%s", folder, name);
        found = *name && tried(source, path);
        name = strchr(name, '/');
    }
    free(path);
    return found;
}

bool msim_source_read(struct msim_source *source, const struct msim_view *view, const char *name)
{
    *source = (struct msim_source){0};
    if (tried(source, name))
        return true;
    for (size_t i = 0; i < view->includes; i++)
        if (tried_in(source, view->include[i], name))
            return true;
    return false;
}

void msim_source_free(struct msim_source *source)
{
    MSIM_FREE(source->path, source->bytes, source->line);
    *source = (struct msim_source){0};
}

bool msim_source_is_newer(const struct msim_source *source, const char *file)
{
    struct stat is;
    if (stat(file, &is) != 0 || !S_ISREG(is.st_mode))
        return false;
    return source->changed.tv_sec > is.st_mtim.tv_sec ||
           (source->changed.tv_sec == is.st_mtim.tv_sec &&
            source->changed.tv_nsec > is.st_mtim.tv_nsec);
}

uint32_t msim_source_named(const struct msim_counts *counts, const char *name)
{
    uint32_t found = MSIM_NOTHING;
    size_t length = strlen(name);
    for (uint32_t i = 0; i < counts->files; i++) {
        const char *file = counts->file[i].name;
        size_t whole = strlen(file);
        if (!strcmp(file, name))
            return i;
        if (found == MSIM_NOTHING && length && whole > length &&
            !strcmp(file + whole - length, name) && file[whole - length - 1] == '/')
            found = i;
    }
    return found;
}

void msim_source_print(const char *line, size_t most, FILE *to)
{
    char one[8], text[8];
    size_t column = 0;
    for (const char *at = line; *at && (!most || column < most);) {
        const char *begin = at;
        uint32_t point = msim_utf8_next(&at);
        if (point == '\t') {
            do
                fputc(' ', to);
            while (++column % TAB && (!most || column < most));
            continue;
        }
        if (point == '\r' && !*at)
            break;
        memcpy(one, begin, (size_t)(at - begin));
        one[at - begin] = 0;
        msim_utf8_clean(text, sizeof text, one, 1);
        fputs(text, to);
        column++;
    }
}
