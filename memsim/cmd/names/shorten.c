/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shortens names; see shorten.h. */
#include "shorten.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "standard.h"

/* FILE_LEAST: with less room, a place is shown without its file. */
enum { ROOM = 1024, FILE_LEAST = 8 };

#define ELLIPSIS "\xe2\x80\xa6"

struct copy {
    char text[ROOM];
    size_t used;
};

static void add(struct copy *copy, const char *text, size_t bytes)
{
    if (bytes > ROOM - 1 - copy->used)
        bytes = ROOM - 1 - copy->used;
    memcpy(copy->text + copy->used, text, bytes);
    copy->used += bytes;
    copy->text[copy->used] = 0;
}

/* How many bytes at `at` are to be kept as they are, although they have brackets: operator<<,
 * operator(), (anonymous namespace), and the whole of (below main). */
static size_t whole_at(const char *name, const char *at)
{
    /* Longer ones come first: operator>><char> is operator>>. */
    static const char *const operators[] = {
        "<<=", ">>=", "<=>", "->*", "<<", ">>", "<=", ">=", "->", "()", "<", ">", NULL};
    static const char word[] = "operator", anonymous[] = "(anonymous namespace)";
    size_t length = sizeof word - 1;
    if (!strncmp(at, anonymous, sizeof anonymous - 1))
        return sizeof anonymous - 1;
    if (at == name && *at == '(' && at[strcspn(at, ")")])
        return strcspn(at, ")") + 1;
    if (strncmp(at, word, length) != 0)
        return 0;
    for (const char *const *symbols = operators; *symbols; symbols++)
        if (!strncmp(at + length, *symbols, strlen(*symbols)))
            return length + strlen(*symbols);
    return 0;
}

/* Replaces what is between brackets, inside of `level` others, by an ellipsis. */
static void collapse(struct copy *to, const char *name, char open, char close, size_t level)
{
    const char *start = name;
    size_t depth = 0, whole;
    *to = (struct copy){.used = 0};
    for (; *name && to->used < ROOM - 1; name++) {
        if (depth <= level && (whole = whole_at(start, name)) != 0) {
            add(to, name, whole);
            name += whole - 1;
            continue;
        }
        depth -= *name == close && depth;
        if (depth <= level)
            add(to, name, 1);
        depth += *name == open;
        if (*name == open && depth == level + 1 && name[1] != close)
            add(to, ELLIPSIS, strlen(ELLIPSIS));
    }
}

/* The name without its outermost namespace, after the first :: outside of brackets; NULL: it is in
 * none. */
static const char *without_outer(const char *name)
{
    size_t depth = 0;
    for (; *name; name++) {
        depth += *name == '(' || *name == '<';
        depth -= (*name == ')' || *name == '>') && depth;
        if (!depth && name[0] == ':' && name[1] == ':')
            return name + 2;
    }
    return NULL;
}

/* Sets *to to the name without that many namespaces. */
static const char *strip(struct copy *to, const char *bare, size_t namespaces)
{
    const char *part = bare, *next = NULL;
    while (namespaces-- && (next = without_outer(part)) != NULL)
        part = next;
    *to = (struct copy){.used = 0};
    if (part != bare)
        add(to, ELLIPSIS, strlen(ELLIPSIS));
    add(to, part, strlen(part));
    return without_outer(part);
}

/* What each stage has less: what goes without saying in the standard library, arguments, what is in
 * brackets inside of others, in any, and namespaces.  Returns whether a later one may be shorter. */
enum { STANDARD = 1, ARGUMENTS, INNER, BRACKETS };
static bool at_stage(struct copy *to, const char *name, size_t stage)
{
    struct copy plain, bare;
    char *standard = msim_standard_name(name);
    collapse(&plain, standard, '(', ')', 0);
    *to = plain;
    if (stage == STANDARD) {
        *to = (struct copy){.used = 0};
        add(to, standard, strlen(standard));
    }
    free(standard);
    if (stage <= ARGUMENTS)
        return true;
    collapse(&bare, plain.text, '<', '>', stage == INNER);
    *to = bare;
    return stage == INNER || strip(to, bare.text, stage - BRACKETS) != NULL;
}

char *msim_shorten_stage(const char *name, size_t stage, bool *more)
{
    struct copy copy;
    if (!stage) {
        *more |= name[strcspn(name, "(<:")] != 0;
        return msim_copy(name);
    }
    *more |= at_stage(&copy, name, stage);
    return msim_copy(copy.text);
}

static bool fits(const char *text, size_t most)
{
    return msim_utf8_length(text) <= most;
}

void msim_shorten_function(char *to, size_t room, const char *name, size_t most)
{
    struct copy copy;
    const char *text = name;
    bool more = true;
    for (size_t stage = 1; more && !fits(text, most); stage++) {
        more = at_stage(&copy, name, stage);
        text = copy.text;
    }
    msim_utf8_clean(to, room, text, most);
}

void msim_shorten_file(char *to, size_t room, const char *name, size_t most)
{
    const char *slash = strrchr(name, '/'), *base = slash && slash[1] ? slash + 1 : name;
    const char *version = strstr(base, ".so.");
    struct copy file = {.used = 0};
    bool numbers = version && version[strspn(version + 4, "0123456789.") + 4] == 0;
    add(&file, base, numbers && !fits(base, most) ? (size_t)(version - base) + 3 : strlen(base));
    msim_utf8_clean(to, room, file.text, most);
}

/* --- Places ------------------------------------------------------------------------------- */

/* The second half of "main (prog.c:12)" or "main (in /usr/bin/prog)"; "": none. */
const char *msim_shorten_location(const char *place)
{
    const char *found = NULL, *end = place;
    for (; *end; end++)
        if (end[0] == ' ' && end[1] == '(')
            found = end;
    return found && end[-1] == ')' ? found : end;
}

static void add_location(char *to, size_t room, const char *location, size_t most)
{
    char file[ROOM];
    struct copy inner = {.used = 0};
    bool object = !strncmp(location, " (in ", 5);
    size_t start = object ? 5 : 2, used = strlen(to);
    add(&inner, location + start, strlen(location + start) - 1);
    if (object)
        msim_shorten_file(file, sizeof file, inner.text, most);
    else
        msim_utf8_clean(file, sizeof file, inner.text, most);
    snprintf(to + used, room - used, " (%s)", file);
}

void msim_shorten_place(char *to, size_t room, const char *place, size_t most)
{
    static const char unknown[] = ": ???";
    const char *location = msim_shorten_location(place);
    struct copy function = {.used = 0};
    add(&function, place, (size_t)(location - place));
    size_t tail = sizeof unknown - 1;
    if (function.used > tail && !strcmp(function.text + function.used - tail, unknown))
        function.text[function.used - tail] = 0; /* only the address is known */
    msim_shorten_function(to, room, function.text, most);
    size_t used = msim_utf8_length(to) + 3; /* with a blank and parentheses */
    if (*location && used + FILE_LEAST <= most && strlen(to) + 4 * (most - used) + 8 < room)
        add_location(to, room, location, most - used);
}
