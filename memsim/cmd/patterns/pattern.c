/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Translating patterns; see substitute.h. */
#include "substitute.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"

enum { GROWTH = 14 }; /* one "\W" becomes as many characters as "[^[:alnum:]_]" */

static const struct {
    char letter;
    const char *outside, *inside; /* of brackets; NULL: not possible */
} classes[] = {
    {'d', "[0-9]", "0-9"}, {'w', "[[:alnum:]_]", "[:alnum:]_"}, {'s', "[[:space:]]", "[:space:]"},
    {'D', "[^0-9]", NULL}, {'W', "[^[:alnum:]_]", NULL},        {'S', "[^[:space:]]", NULL},
};

struct translation {
    struct msim_name_pattern *made;
    const char *at;
    char *to;
    size_t opened; /* groups in POSIX's counting */
};

static void put(struct translation *of, const char *text)
{
    size_t length = strlen(text);
    memcpy(of->to, text, length);
    of->to += length;
}

static void refuse(struct translation *of, const char *what, size_t length, const char *instead)
{
    snprintf(of->made->wrong, sizeof of->made->wrong, "'%.*s' is not supported: %s", (int)length,
             what, instead);
}

/* Translates the class at "\d"; false: it is not a class. */
static bool put_class(struct translation *of, bool inside)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (of->at[1] != classes[i].letter)
            continue;
        if (!inside || classes[i].inside)
            put(of, inside ? classes[i].inside : classes[i].outside);
        else
            refuse(of, of->at, 2, "in brackets, only \\d \\w \\s are");
        of->at += 2;
        return true;
    }
    return false;
}

static void put_escape(struct translation *of)
{
    char next = of->at[1];
    if (put_class(of, false))
        return;
    if (next >= '1' && next <= '9') {
        unsigned group = (unsigned)(next - '0');
        unsigned number = group <= of->made->groups ? of->made->group[group - 1] : group;
        if (number > 9)
            refuse(of, of->at, 2, "the pattern has too many parentheses before it");
        *of->to++ = '\\';
        *of->to++ = (char)('0' + number % 10);
    } else if (isalnum((unsigned char)next) && next != 'b' && next != 'B') {
        refuse(of, of->at, 2, "escaped letters are \\d \\w \\s \\D \\W \\S \\b \\B");
    } else {
        *of->to++ = '\\';
        if (next)
            *of->to++ = next;
    }
    of->at += next ? 2 : 1;
}

static void put_group(struct translation *of)
{
    bool counts = of->at[1] != '?';
    if (!counts && of->at[2] != ':') {
        refuse(of, of->at, strlen(of->at) < 3 ? strlen(of->at) : 3, "groups are (...) and (?:...)");
        return;
    }
    if (++of->opened >= MSIM_PATTERN_GROUPS) {
        refuse(of, of->at, 1, "expected fewer than 64 groups");
        return;
    }
    if (counts)
        of->made->group[of->made->groups++] = (unsigned char)of->opened;
    *of->to++ = '(';
    of->at += counts ? 1 : 3;
}

/* Copies a bracket expression; "[:alpha:]" and the like are in it as they are. */
static void put_brackets(struct translation *of)
{
    const char *first;
    *of->to++ = *of->at++;
    if (*of->at == '^')
        *of->to++ = *of->at++;
    for (first = of->at; *of->at && (*of->at != ']' || of->at == first);) {
        if (*of->at == '\\' && put_class(of, true))
            continue;
        const char *end = NULL;
        if (*of->at == '[' && of->at[1] && strchr(":.=", of->at[1])) {
            char last[] = {of->at[1], ']', 0};
            end = strstr(of->at + 2, last);
        }
        for (const char *stop = end ? end + 2 : of->at + 1; of->at < stop;)
            *of->to++ = *of->at++;
    }
    if (*of->at)
        *of->to++ = *of->at++;
}

static void put_repetition(struct translation *of)
{
    if (of->at[1] == '?' || of->at[1] == '+')
        refuse(of, of->at, 2, "repetitions are greedy; exclude what must not match, as in [^/]*");
    *of->to++ = *of->at++;
}

void msim_pattern_make(struct msim_name_pattern *made, const char *pattern)
{
    *made = (struct msim_name_pattern){.posix = msim_zeroed(GROWTH * strlen(pattern) + 1, 1)};
    struct translation of = {.made = made, .at = pattern, .to = made->posix};
    while (*of.at && !*made->wrong) {
        if (*of.at == '\\')
            put_escape(&of);
        else if (*of.at == '[')
            put_brackets(&of);
        else if (*of.at == '(')
            put_group(&of);
        else if (strchr("*+?}", *of.at))
            put_repetition(&of);
        else
            *of.to++ = *of.at++;
    }
    *of.to = 0;
}
