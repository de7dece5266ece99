/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the tree of contexts:
 *
 *     # memsim tree: 1
 *     #F NUMBER ob=(1) fl=(1) fn=(1)
 *     #N KIND PARENT FUNCTION LINE CALLS COUNT ...
 *     #P ..., #Q ...       regions of the run (readregions.c)
 *     #E CONTEXTS
 */
#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "reading.h"

static const char kinds[] = "tscjif";

bool msim_calls_begin_tree(struct msim_calls_reader *reader, const char *version)
{
    struct msim_call_profile *calls = reader->calls;
    uint64_t number;
    if (!msim_line_reader_number(&reader->lines, "# memsim tree", version, &number))
        return false;
    if (number != 1)
        return MSIM_WRONG(
            reader, "# memsim tree: version %" PRIu64 " is not known; this memsim reads version 1",
            number);
    if (calls->context)
        return MSIM_WRONG(reader, "expected one tree, found another");
    if (!calls->counts.events)
        return MSIM_WRONG(reader, "expected 'events:' before the tree");
    reader->tree_sum = msim_zeroed(calls->counts.events, sizeof(int64_t));
    reader->in_tree = true;
    msim_regions_start(&calls->counts.regions, calls->counts.events);
    msim_calls_add_context(calls, (struct msim_profile_context){.kind = MSIM_CONTEXT_THREAD},
                           reader->tree_sum, 0);
    return true;
}

/* Cuts the line before `key` and moves *at past it; NULL: it is not there. */
static char *cut_at(char **at, const char *key)
{
    char *here = strstr(*at, key), *part = *at;
    if (!here)
        return NULL;
    *here = 0;
    *at = here + strlen(key);
    return part;
}

static bool read_function(struct msim_calls_reader *reader, char *at)
{
    struct msim_call_profile *calls = reader->calls;
    uint32_t object, file, name;
    char *number = cut_at(&at, " ob=");
    char *object_text = number ? cut_at(&at, " fl=") : NULL;
    char *file_text = object_text ? cut_at(&at, " fn=") : NULL;
    uint64_t value;
    if (!file_text)
        return MSIM_WRONG(reader, "expected '#F NUMBER ob=... fl=... fn=...'");
    if (!msim_line_reader_number(&reader->lines, "#F", number, &value))
        return false;
    if (value != reader->tree_functions + 1 || value >= MSIM_NOTHING)
        return MSIM_WRONG(reader, "#F: expected function %zu, found %" PRIu64,
                          reader->tree_functions + 1, value);
    if (!msim_calls_read_name(reader, "ob", &reader->objects, &calls->object, object_text,
                              &object) ||
        !msim_calls_read_name(reader, "fl", &reader->files, &calls->file, file_text, &file) ||
        !msim_calls_read_name(reader, "fn", &reader->names, &calls->name, at, &name))
        return false;
    MSIM_PUSH(reader->tree_function, reader->tree_functions,
              msim_calls_function_of(calls, object, file, name));
    return true;
}

static bool read_parent(struct msim_calls_reader *reader, char kind, const char **at,
                        uint64_t *parent)
{
    bool root = kind == MSIM_CONTEXT_THREAD || kind == MSIM_CONTEXT_SIGNAL;
    if (!msim_calls_read_field(reader, "parent", at, UINT64_MAX, parent))
        return false;
    if (root && *parent)
        return MSIM_WRONG(reader, "parent: expected 0 for a context of kind '%c', found %" PRIu64,
                          kind, *parent);
    if (!root && (!*parent || *parent >= reader->calls->contexts))
        return MSIM_WRONG(reader, "parent: expected an earlier context, 1 to %zu, found %" PRIu64,
                          reader->calls->contexts - 1, *parent);
    return true;
}

static bool read_context(struct msim_calls_reader *reader, const char *at)
{
    struct msim_call_profile *calls = reader->calls;
    int64_t count[MSIM_EVENTS_MAX];
    uint64_t parent, function, line, times;
    size_t given;
    char kind = *at, room[64];
    if (!kind || !strchr(kinds, kind) || at[1] != ' ')
        return MSIM_WRONG(reader, "#N: expected a kind, one of t s c j i f, found %s",
                          msim_calls_found(at, true, room));
    at += 2;
    if (!read_parent(reader, kind, &at, &parent) ||
        !msim_calls_read_field(reader, "function", &at, UINT64_MAX, &function))
        return false;
    if (!function || function > reader->tree_functions)
        return MSIM_WRONG(reader, "function: expected one of those above, 1 to %zu, found %" PRIu64,
                          reader->tree_functions, function);
    if (!msim_calls_read_field(reader, "line", &at, UINT32_MAX, &line) ||
        !msim_calls_read_field(reader, "calls", &at, INT64_MAX, &times) ||
        !msim_calls_read_counts(reader, at, count, &given))
        return false;
    if (calls->contexts >= MSIM_NOTHING - 1)
        return MSIM_WRONG(reader, "expected fewer than 2^32 contexts");
    for (size_t i = 0; i < given; i++)
        if (__builtin_add_overflow(reader->tree_sum[i], count[i], &reader->tree_sum[i]))
            return MSIM_WRONG(reader, "expected a sum of all %s below 2^63",
                              calls->counts.event[i]);
    struct msim_profile_context context = {.parent = (uint32_t)parent,
                                           .function = reader->tree_function[function - 1],
                                           .line = (uint32_t)line,
                                           .kind = (unsigned char)kind,
                                           .calls = times};
    msim_calls_add_context(calls, context, count, given);
    return true;
}

static bool read_end(struct msim_calls_reader *reader, const char *at)
{
    uint64_t contexts;
    if (!msim_line_reader_number(&reader->lines, "#E", at, &contexts))
        return false;
    if (contexts != reader->calls->contexts - 1)
        return MSIM_WRONG(reader, "#E: expected %zu, the number of contexts, found %" PRIu64,
                          reader->calls->contexts - 1, contexts);
    reader->tree_ended = true;
    return true;
}

bool msim_calls_read_tree(struct msim_calls_reader *reader, char *line)
{
    char room[64];
    if (reader->tree_ended)
        return MSIM_WRONG(reader, "expected nothing after the line #E");
    if (reader->region && (!strncmp(line, "#N ", 3) || !strncmp(line, "#F ", 3)))
        return MSIM_WRONG(reader, "expected all functions and contexts before the first '#P'");
    if (!strncmp(line, "#N ", 3))
        return read_context(reader, line + 3);
    if (!strncmp(line, "#F ", 3))
        return read_function(reader, line + 3);
    if (!strncmp(line, "#P ", 3))
        return msim_calls_read_region(reader, line + 3);
    if (!strncmp(line, "#Q ", 3))
        return msim_calls_read_in_region(reader, line + 3);
    if (!strncmp(line, "#E ", 3))
        return read_end(reader, line + 3);
    return MSIM_WRONG(reader, "expected '#N', '#F', '#P', '#Q' or '#E' in the tree, found %s",
                      msim_calls_found(line, false, room));
}

/* The sum of the tree is that of the lines. */
bool msim_calls_end_tree(struct msim_calls_reader *reader)
{
    const struct msim_counts *counts = &reader->calls->counts;
    if (!reader->in_tree)
        return true;
    if (!reader->tree_ended) {
        reader->lines.line++;
        return MSIM_WRONG(reader, "the file is cut short: expected '#E', found its end");
    }
    for (size_t i = 0; i < counts->events; i++)
        if (reader->tree_sum[i] != counts->total[i])
            return MSIM_WRONG(reader,
                              "the contexts sum up to %" PRId64 " %s, but the lines to %" PRId64,
                              reader->tree_sum[i], counts->event[i], counts->total[i]);
    return true;
}
