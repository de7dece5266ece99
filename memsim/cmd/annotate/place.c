/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of code, shortened to the room there is; see rows.h. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/listing/source.h"
#include "engine/report/objectname.h"
#include "rows.h"

/* Columns from which on names begin with the file; the least for a file after a function. */
enum { FILE_FIRST = 40, LEAST_FILE = 8 };
static const char dots[] = "...";

/* The part of a path that takes at most `room` columns after the dots; all of it if it fits, and
 * the name of the file in any case. */
static const char *shorter(const char *path, size_t room)
{
    const char *at = path;
    if (strlen(path) <= room)
        return path;
    while (strlen(at) + strlen(dots) > room) {
        const char *next = strchr(at + 1, '/');
        if (!next || !next[1])
            break;
        at = next;
    }
    return at;
}

/* Prints a text, whose end is left out if it takes more than `room` columns. */
static void print_cut(const char *text, size_t room, FILE *to)
{
    bool cut = room && strlen(text) > room;
    msim_source_print(text, !cut ? 0 : room > strlen(dots) ? room - strlen(dots) : 1, to);
    if (cut)
        fputs(dots, to);
}

static void print_path(const char *path, size_t room, FILE *to)
{
    const char *part = room ? shorter(path, room) : path;
    if (part != path && strlen(part) + strlen(dots) > room)
        part++; /* no room for the dots and the slash */
    else if (part != path)
        fputs(dots, to);
    print_cut(part, room && part == path ? room : 0, to);
}

void msim_path_print(const char *path, size_t room, const char *ending, FILE *to)
{
    const char *file = msim_base_name(path);
    size_t used = strlen(ending);
    if (room && strlen(file) + used > room) {
        print_cut(file, room, to);
        return;
    }
    print_path(path, room ? room - used : 0, to);
    fputs(ending, to);
}

/* Prints "function (file)": in little room, the function says more.  `function` is `length`
 * bytes. */
static void print_function_first(const char *function, size_t length, const char *path,
                                 uint32_t line, size_t room, FILE *to)
{
    const char *file = msim_base_name(path);
    char *text = line ? msim_printed("%.*s (%s:%u)", (int)length, function, file, line)
                 : length == 3 && !strncmp(function, "???", 3)
                     ? msim_printed("%s, no symbols", file)
                     : msim_printed("%.*s (%s)", (int)length, function, file);
    /* A few letters of the file say nothing. */
    if (strlen(text) > room && length + LEAST_FILE > room)
        text[length] = 0;
    print_cut(text, room, to);
    free(text);
}

/* Prints "file:function" or "file:line (function)"; of the file, as many folders as there is room
 * for. */
static void print_file_first(const char *function, size_t length, const char *path, uint32_t line,
                             size_t room, FILE *to)
{
    size_t size = length + 60;
    char *text = msim_zeroed(size, 1);
    if (line && function)
        snprintf(text, size, ":%u (%.*s)", line, (int)length, function);
    else if (line)
        snprintf(text, size, ":%u", line);
    else if (function)
        snprintf(text, size, ":%.*s%s", (int)length, function,
                 !strcmp(path, "???") && !strcmp(function, "???") ? " (no symbols)" : "");
    const char *file = msim_base_name(path);
    size_t used = strlen(text), least = strlen(file);
    size_t left = !room ? 0 : used + least <= room ? room - used : least;
    print_path(path, left, to);
    print_cut(text, !room ? 0 : room > least + 4 ? room - least : 4, to);
    free(text);
}

void msim_name_print(const char *name, size_t room, FILE *to)
{
    print_cut(name, room, to);
}

bool msim_place_is_function_first(size_t room)
{
    return room && room < FILE_FIRST;
}

/* Where code is: its file or, if that is unknown, its object. */
void msim_place_print(const struct msim_row_name *name, size_t room, FILE *to)
{
    size_t length = name->function ? strlen(name->function) : 0, in_name = 0;
    const char *in = name->function ? msim_object_of(name->function, &in_name) : NULL;
    bool unknown = name->file && !strcmp(name->file, "???");
    const char *path = name->file && !unknown ? name->file : name->object;
    char *copy = NULL;
    if (unknown && !path && in) {
        path = copy = msim_copy_part(in, in_name);
        length = (size_t)(in - name->function) - 2;
    }
    path = path ? path : "???";
    if (name->function && msim_place_is_function_first(room))
        print_function_first(name->function, length, path, name->line, room, to);
    else
        print_file_first(name->function, length, path, name->line, room, to);
    free(copy);
}
