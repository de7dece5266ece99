/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and applies expressions like sed's; see substitute.h. */
#include <ctype.h>
#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "substitute.h"

struct msim_substitution {
    regex_t pattern;
    unsigned char group[MSIM_PATTERN_GROUPS]; /* what \1, \2, ... are in `pattern` */
    char *text;
    bool everywhere;
    struct msim_substitution *next;
};

/* A string that grows. */
struct built {
    char *text;
    size_t used, room;
};

static void append(struct built *built, const char *from, size_t length)
{
    if (built->used + length + 1 > built->room) {
        built->room = 2 * (built->used + length + 1);
        built->text = realloc(built->text, built->room);
        if (!built->text)
            msim_bad_input("no memory left");
    }
    memcpy(built->text + built->used, from, length);
    built->used += length;
    built->text[built->used] = 0;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Returns the end of the bracket expression at `at`, or NULL if it has none. */
static const char *bracket_end(const char *at)
{
    at += at[1] == '^' ? 2 : 1;
    for (bool first = true; *at; first = false) {
        if (*at == ']' && !first)
            return at + 1;
        const char *class_end = NULL;
        if (*at == '[' && at[1] && strchr(":.=", at[1])) {
            char end[] = {at[1], ']', 0};
            class_end = strstr(at + 2, end);
        }
        at = class_end ? class_end + 2 : at + 1;
    }
    return NULL;
}

/* Returns the part up to the next delimiter, and moves *at past that.  An escaped delimiter loses
 * its escape; all other escapes stay.  In the brackets of a pattern, a delimiter is an ordinary
 * character.  NULL: there is no delimiter. */
static char *read_part(const char **at, char delimiter, bool is_pattern)
{
    char *part = msim_zeroed(strlen(*at) + 1, 1), *to = part;
    for (const char *from = *at; *from; from++) {
        const char *end = is_pattern && *from == '[' ? bracket_end(from) : NULL;
        if (*from == delimiter) {
            *to = 0;
            *at = from + 1;
            return part;
        }
        if (*from == '\\' && from[1] == delimiter)
            from++;
        else if (*from == '\\' && from[1])
            *to++ = *from++;
        while (end && from + 1 < end)
            *to++ = *from++;
        *to++ = *from;
    }
    free(part);
    return NULL;
}

/* Each \N in the text must be a part of the pattern. */
static bool has_parts(const char *text, size_t parts)
{
    for (; *text; text++)
        if (*text == '\\' && *++text >= '1' && *text <= '9' && (size_t)(*text - '0') > parts)
            return false;
    return true;
}

static void compile(struct msim_substitution *rule, const char *option, const char *text,
                    const char *pattern, int flags)
{
    char why[120];
    struct msim_name_pattern made;
    msim_pattern_make(&made, pattern);
    if (*made.wrong)
        msim_bad_usage("%s=%s: %s", option, text, made.wrong);
    int wrong = regcomp(&rule->pattern, made.posix, flags);
    free(made.posix);
    memcpy(rule->group, made.group, sizeof rule->group);
    if (wrong) {
        regerror(wrong, &rule->pattern, why, sizeof why);
        msim_bad_usage("%s=%s: %s", option, text, why);
    }
    if (!has_parts(rule->text, made.groups))
        msim_bad_usage("%s=%s: the pattern has only %zu parts in parentheses", option, text,
                       made.groups);
}

static const char *read_rule(struct msim_substitution *rule, const char *option, const char *text,
                             const char *at)
{
    int flags = REG_EXTENDED;
    char delimiter = at[0] == 's' ? at[1] : 0;
    if (!delimiter || delimiter == '\\' || isalnum((unsigned char)delimiter))
        msim_bad_usage("%s=%s: expected s/PATTERN/TEXT/", option, text);
    at += 2;
    char *pattern = read_part(&at, delimiter, true);
    rule->text = pattern ? read_part(&at, delimiter, false) : NULL;
    if (!rule->text)
        msim_bad_usage("%s=%s: expected s%cPATTERN%cTEXT%c", option, text, delimiter, delimiter,
                       delimiter);
    for (; *at && *at != ';'; at++) {
        if (*at != 'g' && *at != 'i')
            msim_bad_usage("%s=%s: expected the flags g and i, found '%s'", option, text, at);
        rule->everywhere |= *at == 'g';
        flags |= *at == 'i' ? REG_ICASE : 0;
    }
    compile(rule, option, text, pattern, flags);
    free(pattern);
    return *at ? at + 1 : at;
}

struct msim_substitution *msim_substitution_make(const char *option, const char *text)
{
    struct msim_substitution *first = NULL, **last = &first;
    /* A newline in a name would split its line. */
    if (strpbrk(text, "\n\r"))
        msim_bad_usage("%s: expected one line", option);
    for (const char *at = text; *at || !first; last = &(*last)->next) {
        *last = msim_zeroed(1, sizeof **last);
        at = read_rule(*last, option, text, at);
    }
    return first;
}

void msim_substitution_free(struct msim_substitution *rules)
{
    while (rules) {
        struct msim_substitution *next = rules->next;
        regfree(&rules->pattern);
        MSIM_FREE(rules->text, rules);
        rules = next;
    }
}

/* --- applying --------------------------------------------------------------------------------- */

static void append_text(struct built *built, const struct msim_substitution *rule, const char *name,
                        const regmatch_t *part)
{
    for (const char *text = rule->text; *text; text++) {
        int number = *text == '&' ? 0 : -1;
        if (*text == '\\' && text[1]) {
            text++;
            number = *text == '0' ? 0 : *text > '0' && *text <= '9' ? rule->group[*text - '1'] : -1;
        }
        if (number < 0)
            append(built, text, 1);
        else if (part[number].rm_so >= 0)
            append(built, name + part[number].rm_so,
                   (size_t)(part[number].rm_eo - part[number].rm_so));
    }
}

/* Applies one rule; NULL: no match.  As in sed, an empty match right after another match does not
 * count. */
static char *apply(const struct msim_substitution *rule, const char *name)
{
    regmatch_t part[MSIM_PATTERN_GROUPS];
    struct built built = {0};
    bool again = false, was_match = false;
    while (regexec(&rule->pattern, name, MSIM_PATTERN_GROUPS, part, again ? REG_NOTBOL : 0) == 0) {
        size_t end = (size_t)part[0].rm_eo;
        bool empty = part[0].rm_so == part[0].rm_eo, ended = !name[end];
        append(&built, name, (size_t)part[0].rm_so);
        if (!(empty && was_match && end == 0))
            append_text(&built, rule, name, part);
        if (empty && !ended)
            append(&built, name + end++, 1);
        was_match = !empty;
        name += end;
        again = true;
        if (!rule->everywhere || ended)
            break;
    }
    if (again)
        append(&built, name, strlen(name));
    return built.text;
}

char *msim_substitute(const void *rules, const char *name)
{
    char *now = NULL;
    for (const struct msim_substitution *rule = rules; rule; rule = rule->next) {
        char *next = apply(rule, now ? now : name);
        if (!next)
            continue;
        free(now);
        now = next;
    }
    return now;
}
