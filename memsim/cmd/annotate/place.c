/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of code, shortened to the room there is; see rows.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/listing/source.h"
#include "cmd/names/labels.h"
#include "engine/report/objectname.h"
#include "rows.h"

/* Columns from which on names begin with the file. */
enum { FILE_FIRST = 40 };
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

static void print_label(struct msim_labels *labels, size_t room, FILE *to)
{
    msim_labels_fit(labels, room ? room : SIZE_MAX);
    fputs(msim_labels_text(labels, 0), to);
    msim_labels_free(labels);
}

void msim_name_print(const char *name, size_t room, FILE *to)
{
    struct msim_labels labels = {.count = 0};
    msim_labels_next(&labels, 0);
    msim_labels_put(&labels, MSIM_LABEL_NAME, "%s", name);
    print_label(&labels, room, to);
}

bool msim_place_is_function_first(size_t room)
{
    return room && room < FILE_FIRST;
}

/* The function's name of that length, and the one that it was inlined into. */
static void put_function(struct msim_labels *labels, const struct msim_row_name *name,
                         size_t length)
{
    msim_labels_put(labels, MSIM_LABEL_NAME, "%.*s", (int)length, name->function);
    if (!name->into)
        return;
    msim_labels_put(labels, MSIM_LABEL_REMARK, ", inlined into ");
    msim_labels_put(labels, MSIM_LABEL_OTHER, "%s", name->into);
}

/* "function (file)": in little room, the function says more. */
static void put_function_first(struct msim_labels *labels, const struct msim_row_name *name,
                               size_t length, const char *path)
{
    const char *file = msim_base_name(path);
    if (!name->line && length == 3 && !strncmp(name->function, "???", 3)) {
        msim_labels_put(labels, MSIM_LABEL_NAME, "%s", file);
        msim_labels_put(labels, MSIM_LABEL_REMARK, ", no symbols");
        return;
    }
    put_function(labels, name, length);
    if (name->line)
        msim_labels_put(labels, MSIM_LABEL_PLACE, " (%s:%" PRIu32 ")", file, name->line);
    else
        msim_labels_put(labels, MSIM_LABEL_FILE, " (%s)", file);
}

/* "file:function" or "file:line (function)"; of the file, as many folders as there is room for. */
static void put_file_first(struct msim_labels *labels, const struct msim_row_name *name,
                           size_t length, const char *path)
{
    msim_labels_put(labels, MSIM_LABEL_PATH, "%s", path);
    if (name->line)
        msim_labels_put(labels, MSIM_LABEL_PLACE, ":%" PRIu32, name->line);
    if (!name->function)
        return;
    msim_labels_put(labels, MSIM_LABEL_PLACE, name->line ? " (" : ":");
    put_function(labels, name, length);
    msim_labels_put(labels, MSIM_LABEL_PLACE,
                    name->line                           ? ")"
                    : strcmp(path, "???") != 0           ? ""
                    : strcmp(name->function, "???") != 0 ? ""
                                                         : " (no symbols)");
}

/* Where code is: its file or, if that is unknown, its object. */
void msim_place_label(struct msim_labels *labels, const struct msim_row_name *name, size_t room)
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
    msim_labels_next(labels, 0);
    if (name->function && msim_place_is_function_first(room))
        put_function_first(labels, name, length, path);
    else
        put_file_first(labels, name, length, path);
    free(copy);
}

void msim_place_print(const struct msim_row_name *name, size_t room, FILE *to)
{
    struct msim_labels labels = {.count = 0};
    msim_place_label(&labels, name, room);
    print_label(&labels, room, to);
}
