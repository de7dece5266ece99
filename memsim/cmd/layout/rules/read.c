/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads rules: where, the element, and the changes, which changes.c reads. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "layout.h"

static const char example[] = "'make_node@list.c:12: order 8-16,0-8'";

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r");
}

/* A copy of the text between them, without blanks around it. */
static char *trimmed(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    char *text = msim_zeroed((size_t)(to - from) + 1, 1);
    memcpy(text, from, (size_t)(to - from));
    return text;
}

/* --- Where -------------------------------------------------------------------------------- */

static bool is_number(const char *from, const char *to)
{
    if (from == to)
        return false;
    for (; from < to; from++)
        if (!isdigit((unsigned char)*from))
            return false;
    return true;
}

/* "FILE:LINE", or a file. */
static bool read_file(struct msim_layout_rules *layout, struct msim_layout_frame *frame,
                      const char *from, const char *to)
{
    const char *colon = to;
    while (colon > from && *colon != ':')
        colon--;
    if (colon > from && is_number(colon + 1, to)) {
        char *line = trimmed(colon + 1, to);
        frame->line = strlen(line) < 10 ? strtoull(line, NULL, 10) : 0;
        free(line);
        if (!frame->line)
            return msim_layout_fail(layout, "%.*s: expected a line from 1 to 999999999",
                                    (int)(to - from), from);
        to = colon;
    }
    frame->file = trimmed(from, to);
    return *frame->file || msim_layout_fail(layout, "expected the name of a file after '@'");
}

/* The " (FILE:LINE)" in the text, as tables have it after a function; NULL: none.  *end: what
 * follows. */
static const char *printed_place(const char *from, const char *to, const char **end)
{
    for (const char *at = from; at + 1 < to; at++) {
        const char *close =
            at[0] == ' ' && at[1] == '(' ? memchr(at, ')', (size_t)(to - at)) : NULL;
        const char *digits = close;
        while (digits && digits > at && isdigit((unsigned char)digits[-1]))
            digits--;
        if (!close || digits == close || digits[-1] != ':' ||
            memchr(at + 1, ' ', (size_t)(close - at - 1)))
            continue;
        *end = close + 1;
        return at;
    }
    return NULL;
}

/* What tables have after a place: the type or the sizes of blocks. */
static bool read_kind(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                      const char *from, const char *to)
{
    unsigned long long least = 0, most = 0;
    char *text = trimmed(from, to);
    int used = 0, all = (int)strlen(text);
    bool good = true;
    if (sscanf(text, ", %15llu-%15llu bytes%n", &least, &most, &used) == 2 && used == all) {
        rule->least = least;
        rule->most = most;
    } else if (sscanf(text, ", %15llu bytes%n", &least, &used) == 1 && used == all) {
        rule->least = rule->most = least;
    } else if (*text && *text != ',') {
        rule->blocks = msim_copy(text);
    } else if (*text) {
        good =
            msim_layout_fail(layout, "'%s': expected a type, or sizes as in ', 24-48 bytes'", text);
    }
    free(text);
    return good;
}

/* "FUNCTION (FILE:LINE)"; what follows belongs to the innermost frame. */
static bool read_printed(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                         struct msim_layout_frame *frame, const char *from, const char *to)
{
    const char *end, *at = printed_place(from, to, &end);
    frame->function = trimmed(from, at);
    return read_file(layout, frame, at + 2, end - 1) && read_kind(layout, rule, end, to);
}

/* The last '@' begins a file. */
static bool read_frame(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                       const char *from, const char *to)
{
    struct msim_layout_frame *frame = MSIM_NEXT(rule->frame, rule->frames);
    *frame = (struct msim_layout_frame){NULL, NULL, 0};
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    const char *at = to, *end;
    if (printed_place(from, to, &end))
        return read_printed(layout, rule, frame, from, to);
    while (at > from && *at != '@')
        at--;
    if (*at == '@') {
        if (at > from)
            frame->function = trimmed(from, at);
        return read_file(layout, frame, at + 1, to);
    }
    const char *colon = to;
    while (colon > from && *colon != ':')
        colon--;
    if (colon > from && colon[-1] != ':' && is_number(colon + 1, to))
        return read_file(layout, frame, from, to);
    frame->function = trimmed(from, to);
    return *frame->function ||
           msim_layout_fail(layout, "expected a function or FILE:LINE, as in %s", example);
}

/* The next "->" that is not part of operator->. */
static const char *next_arrow(const char *from)
{
    static const char operator_is[] = "operator";
    size_t length = sizeof operator_is - 1;
    for (const char *at = from; (at = strstr(at, "->")); at += 2)
        if (at < from + length || strncmp(at - length, operator_is, length) != 0)
            return at;
    return NULL;
}

static bool read_frames(struct msim_layout_rules *layout, struct msim_layout_rule *rule)
{
    const char *from = rule->where;
    for (const char *arrow; (arrow = next_arrow(from)); from = arrow + 2)
        if (!read_frame(layout, rule, from, arrow))
            return false;
    if (!read_frame(layout, rule, from, from + strlen(from)))
        return false;
    for (size_t i = 0; i < rule->frames / 2; i++) { /* the innermost first */
        struct msim_layout_frame frame = rule->frame[i];
        rule->frame[i] = rule->frame[rule->frames - 1 - i];
        rule->frame[rule->frames - 1 - i] = frame;
    }
    return true;
}

static bool read_variables(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                           const char *from)
{
    for (;;) {
        const char *to = from + strcspn(from, ",");
        rule->variable = msim_room(rule->variable, rule->variables, sizeof *rule->variable);
        char *name = rule->variable[rule->variables++] = trimmed(from, to);
        if (!*name)
            return msim_layout_fail(layout, "expected the name of a variable after '%s'",
                                    rule->variables > 1 ? "," : "static");
        if (rule->variables > MSIM_LAYOUT_FIELDS)
            return msim_layout_fail(layout, "expected at most %d variables", MSIM_LAYOUT_FIELDS);
        if (!*to)
            return true;
        from = to + 1;
    }
}

/* "FUNCTION -N+BYTES". */
static bool read_local(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                       const char *from)
{
    const char *end = from + strlen(from), *at = end;
    unsigned long long below = 0, bytes = 0;
    int used = 0;
    while (at > from && *at != ' ')
        at--;
    rule->is_local = true;
    if (at == from || sscanf(at, " -%7llu+%7llu%n", &below, &bytes, &used) != 2 || at[used] ||
        !bytes || bytes > below || below > MSIM_LAYOUT_ELEMENT)
        return msim_layout_fail(layout,
                                "'stack %s': expected 'stack FUNCTION -N+BYTES', bytes of its "
                                "frames from N below the CFA on, at most %d",
                                from, MSIM_LAYOUT_ELEMENT);
    rule->below = below;
    rule->local = bytes;
    MSIM_PUSH(rule->frame, rule->frames, (struct msim_layout_frame){trimmed(from, at), NULL, 0});
    return true;
}

/* --- The element -------------------------------------------------------------------------- */

/* "N bytes", "N bytes after N"; false with no error: it is a type. */
static bool read_bytes(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                       const char *text)
{
    unsigned long long bytes, after = 0;
    int used = 0, more = 0;
    if (!isdigit((unsigned char)*text))
        return false;
    if (sscanf(text, "%20llu byte%*[s]%n", &bytes, &used) != 1 || !used ||
        (text[used] &&
         (sscanf(text + used, " after %20llu%n", &after, &more) != 1 || text[used + more])))
        return msim_layout_fail(
            layout, "'%s': expected a type, or '24 bytes', or '24 bytes after 8'", text);
    if (!bytes || bytes > MSIM_LAYOUT_ELEMENT || after > MSIM_LAYOUT_ELEMENT)
        return msim_layout_fail(layout, "'%s': expected from 1 to %d bytes, after at most as many",
                                text, MSIM_LAYOUT_ELEMENT);
    rule->element = bytes;
    rule->after = after;
    return true;
}

/* The ": " that ends the text before it; NULL: none. */
static const char *colon_of(const char *text)
{
    const char *at = text;
    while ((at = strchr(at, ':')) && at[1] != ' ' && at[1] != '\t')
        at++;
    return at;
}

/* True: the changes need a type, whose fields they name. */
static bool has_names(const struct msim_layout_rule *rule)
{
    for (size_t i = 0; i < rule->fields; i++)
        if (rule->field[i].name)
            return true;
    return rule->pack || (rule->kind == MSIM_LAYOUT_SOA && !rule->fields);
}

bool msim_layout_read_where(struct msim_layout_rules *layout, struct msim_layout_rule *rule)
{
    static const char kept[] = "static ", local[] = "stack ";
    if (!strncmp(rule->where, kept, sizeof kept - 1))
        return read_variables(layout, rule, rule->where + sizeof kept - 1);
    if (!strncmp(rule->where, local, sizeof local - 1))
        return read_local(layout, rule, rule->where + sizeof local - 1);
    return read_frames(layout, rule);
}

static bool read_rule(struct msim_layout_rules *layout, struct msim_layout_rule *rule)
{
    const char *colon = colon_of(rule->text);
    if (!colon)
        return msim_layout_fail(layout, "'%s': expected WHERE: CHANGES, as in %s", rule->text,
                                example);
    rule->where = trimmed(rule->text, colon);
    if (!msim_layout_read_where(layout, rule))
        return false;
    const char *next = skip_blanks(colon + 1), *second = colon_of(next);
    if (second) {
        char *element = trimmed(next, second);
        if (!read_bytes(layout, rule, element) && !layout->error[0] && *element) {
            free(rule->type);
            rule->type = msim_copy(element);
        } else if (!*element)
            msim_layout_fail(layout, "expected a type or '24 bytes' between the colons");
        free(element);
        next = skip_blanks(second + 1);
    }
    if (layout->error[0] || !msim_changes_read(layout, rule, next))
        return false;
    if (!rule->type && !rule->element && rule->blocks && has_names(rule))
        rule->type = msim_copy(rule->blocks);
    return true;
}

/* --- The text ----------------------------------------------------------------------------- */

/* The end of the rule that begins there: a comment, a semicolon, a newline. */
static const char *rule_end(const char *from)
{
    const char *at = from;
    while (*at && *at != ';' && *at != '\n' &&
           !(*at == '#' && (at == from || isspace((unsigned char)at[-1]))))
        at++;
    return at;
}

static bool add_rule(struct msim_layout_rules *layout, const char *from, const char *to)
{
    char *text = trimmed(from, to);
    if (!*text) {
        free(text);
        return true;
    }
    struct msim_layout_rule *rule = MSIM_NEXT(layout->rule, layout->rules);
    *rule = (struct msim_layout_rule){.text = text};
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' && *c != '\t')
            return msim_layout_fail(layout, "a control character, which no rule has");
    if (layout->rules > MSIM_LAYOUT_RULES)
        return msim_layout_fail(layout, "expected at most %d rules", MSIM_LAYOUT_RULES);
    return read_rule(layout, rule);
}

bool msim_layout_read(struct msim_layout_rules *layout, const char *text)
{
    *layout = (struct msim_layout_rules){.line = 1};
    for (;;) {
        const char *end = rule_end(text);
        if (!add_rule(layout, text, end))
            return false;
        if (*end == '#')
            end += strcspn(end, "\n");
        if (!*end)
            break;
        layout->line += *end == '\n';
        text = end + 1;
    }
    return layout->rules || msim_layout_fail(layout, "expected a rule, as in %s", example);
}

void msim_layout_free(struct msim_layout_rules *layout)
{
    for (size_t i = 0; i < layout->rules; i++) {
        struct msim_layout_rule *rule = &layout->rule[i];
        for (size_t k = 0; k < rule->frames; k++)
            MSIM_FREE(rule->frame[k].function, rule->frame[k].file);
        for (size_t k = 0; k < rule->variables; k++)
            free(rule->variable[k]);
        for (size_t k = 0; k < rule->fields; k++)
            free(rule->field[k].name);
        MSIM_FREE(rule->frame, rule->variable, rule->field, rule->type, rule->blocks, rule->where,
                  rule->text);
    }
    free(layout->rule);
    *layout = (struct msim_layout_rules){NULL, 0, "", 0};
}
