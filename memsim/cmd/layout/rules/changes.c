/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The changes of layout.h: words, lists of fields, and what excludes what. */
#include "layout.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"

static const char allowed[] =
    "order FIELDS, split FIELDS | FIELDS, soa, pack, pad N, align N or pool; for variables also "
    "apart or together";

enum keyword { ORDER, SPLIT, SOA, PACK, PAD, ALIGN, POOL, APART, TOGETHER, KEYWORDS };

static const char *const keywords[KEYWORDS] = {"order", "split", "soa",   "pack",    "pad",
                                               "align", "pool",  "apart", "together"};

struct reader {
    struct msim_layout_rules *layout;
    struct msim_layout_rule *rule;
    const char *at;
};

bool msim_layout_fail(struct msim_layout_rules *layout, const char *format, ...)
{
    va_list arguments;
    if (layout->error[0])
        return false;
    va_start(arguments, format);
    vsnprintf(layout->error, sizeof layout->error, format, arguments);
    va_end(arguments);
    for (char *c = layout->error; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return false;
}

/* --- Words -------------------------------------------------------------------------------- */

/* The length of the word that comes next, 0 if there is none; moves to it. */
static size_t word(struct reader *reader)
{
    size_t length = 0;
    reader->at += strspn(reader->at, " \t");
    while (reader->at[length] && !strchr(" \t,|", reader->at[length]) &&
           strncmp(reader->at + length, "->", 2) != 0)
        length++;
    return length;
}

/* The keyword that begins there; KEYWORDS: none. */
static enum keyword keyword_of(const char *text, size_t length)
{
    for (int i = 0; i < KEYWORDS; i++)
        if (strlen(keywords[i]) == length && !strncmp(keywords[i], text, length))
            return (enum keyword)i;
    return KEYWORDS;
}

/* The one that comes next. */
static enum keyword keyword(struct reader *reader)
{
    size_t length = word(reader);
    return keyword_of(reader->at, length);
}

static bool take(struct reader *reader, const char *text)
{
    reader->at += strspn(reader->at, " \t");
    size_t length = strlen(text);
    if (strncmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* Digits, of a number that is small enough. */
static bool read_number(struct reader *reader, const char *end, uint64_t most, uint64_t *number)
{
    const char *from = reader->at;
    *number = 0;
    while (reader->at < end && isdigit((unsigned char)*reader->at) && *number <= most)
        *number = *number * 10 + (uint64_t)(*reader->at++ - '0');
    return reader->at > from && *number <= most;
}

/* --- Fields ------------------------------------------------------------------------------- */

/* FROM-END or FROM+BYTES. */
static bool read_range(struct reader *reader, size_t length, struct msim_layout_field *field)
{
    const char *from = reader->at, *end = from + length;
    uint64_t second = 0;
    bool good = read_number(reader, end, MSIM_LAYOUT_ELEMENT, &field->from);
    char sign = reader->at < end ? *reader->at : 0;
    if (good && (sign == '-' || sign == '+')) {
        reader->at++;
        good = read_number(reader, end, MSIM_LAYOUT_ELEMENT, &second) && reader->at == end;
        field->to = sign == '-' ? second : field->from + second;
    } else {
        good = false;
    }
    if (good && field->to > field->from && field->to <= MSIM_LAYOUT_ELEMENT)
        return true;
    return msim_layout_fail(
        reader->layout,
        "'%.*s': expected bytes as FIRST-END or FIRST+BYTES, 8-16 or 8+8, below %d; or the name of "
        "a field",
        (int)length, from, MSIM_LAYOUT_ELEMENT);
}

bool msim_layout_can_write(const char *name)
{
    bool good = *name && !isdigit((unsigned char)*name) && *name != '.' && !strstr(name, "->");
    for (const char *c = name; good && *c; c++)
        good = !strchr(" ,|;:#?", *c) && (unsigned char)*c > ' ' && *c != 0x7f;
    return good;
}

void msim_layout_put_field(const struct msim_layout_field *field, FILE *to)
{
    if (field->name)
        fprintf(to, "%s%s", keyword_of(field->name, strlen(field->name)) == KEYWORDS ? "" : ".",
                field->name);
    else
        fprintf(to, "%" PRIu64 "-%" PRIu64, field->from, field->to);
}

static bool overlaps(const struct msim_layout_rule *rule, const struct msim_layout_field *field)
{
    for (size_t i = 0; i < rule->fields; i++) {
        const struct msim_layout_field *other = &rule->field[i];
        if (field->name && other->name ? !strcmp(field->name, other->name)
                                       : !field->name && !other->name && field->from < other->to &&
                                             other->from < field->to)
            return true;
    }
    return false;
}

static bool read_field(struct reader *reader, unsigned part)
{
    struct msim_layout_rule *rule = reader->rule;
    struct msim_layout_field field = {.part = part};
    size_t length = word(reader);
    const char *from = reader->at;
    if (!length)
        return msim_layout_fail(reader->layout, "expected a field, or bytes such as 8-16%s%.20s",
                                *from ? ", before " : "", from);
    if (rule->fields == MSIM_LAYOUT_FIELDS)
        return msim_layout_fail(reader->layout, "expected at most %d fields", MSIM_LAYOUT_FIELDS);
    if (isdigit((unsigned char)*from) && !read_range(reader, length, &field))
        return false;
    if (!isdigit((unsigned char)*from)) {
        size_t dot = *from == '.' && length > 1; /* of a field with a keyword's name */
        field.name = msim_zeroed(length + 1, 1);
        memcpy(field.name, from + dot, length - dot);
    }
    reader->at = from + length;
    bool twice = overlaps(rule, &field);
    MSIM_PUSH(rule->field, rule->fields, field);
    return !twice || msim_layout_fail(reader->layout, "'%.*s' is listed twice", (int)length, from);
}

/* A list ends where no comma follows, or a keyword after it. */
static bool read_list(struct reader *reader, unsigned part)
{
    do {
        if (!read_field(reader, part))
            return false;
        const char *before = reader->at;
        if (!take(reader, ","))
            return true;
        if (keyword(reader) != KEYWORDS) {
            reader->at = before;
            return true;
        }
    } while (true);
}

/* --- Changes ------------------------------------------------------------------------------ */

static bool set_kind(struct reader *reader, enum msim_layout_kind kind)
{
    if (reader->rule->kind != MSIM_LAYOUT_KEEP)
        return msim_layout_fail(reader->layout,
                                "expected one of order, split and soa, which exclude each other");
    reader->rule->kind = kind;
    return true;
}

static bool read_order(struct reader *reader)
{
    reader->rule->parts = 1;
    return set_kind(reader, MSIM_LAYOUT_ORDER) && read_list(reader, 0);
}

static bool read_split(struct reader *reader)
{
    struct msim_layout_rule *rule = reader->rule;
    if (!set_kind(reader, MSIM_LAYOUT_SPLIT) || !read_list(reader, rule->parts++))
        return false;
    if (take(reader, "->")) {
        rule->pointer = true;
        return !*reader->at || keyword(reader) != KEYWORDS || take(reader, ",")
                   ? true
                   : read_list(reader, rule->parts++);
    }
    while (take(reader, "|")) {
        if (rule->parts == MSIM_LAYOUT_PARTS)
            return msim_layout_fail(reader->layout, "expected at most %d parts", MSIM_LAYOUT_PARTS);
        if (!read_list(reader, rule->parts++))
            return false;
    }
    return true;
}

static bool read_soa(struct reader *reader)
{
    if (!set_kind(reader, MSIM_LAYOUT_SOA))
        return false;
    if (!word(reader) || keyword(reader) != KEYWORDS)
        return true;
    return read_list(reader, 0);
}

static bool read_size(struct reader *reader, enum keyword which, uint64_t *size)
{
    size_t length = word(reader);
    const char *from = reader->at;
    if (read_number(reader, from + length, MSIM_LAYOUT_ALIGN, size) &&
        reader->at == from + length && *size && (which == PAD || !(*size & (*size - 1))))
        return true;
    return msim_layout_fail(reader->layout, "%s %.*s: expected %s from 1 to %d, as in %s 64",
                            keywords[which], (int)length, from,
                            which == PAD ? "a number of bytes" : "a power of two",
                            MSIM_LAYOUT_ALIGN, keywords[which]);
}

static bool read_change(struct reader *reader)
{
    struct msim_layout_rule *rule = reader->rule;
    enum keyword which = keyword(reader);
    size_t length = word(reader);
    if (which == KEYWORDS)
        return msim_layout_fail(reader->layout, "'%.*s': expected %s",
                                length ? (int)length : (int)strlen(reader->at), reader->at,
                                allowed);
    reader->at += length;
    switch (which) {
    case ORDER:
        return read_order(reader);
    case SPLIT:
        return read_split(reader);
    case SOA:
        return read_soa(reader);
    case PAD:
        return read_size(reader, PAD, &rule->pad);
    case ALIGN:
        return read_size(reader, ALIGN, &rule->align);
    case PACK:
        return rule->pack = true;
    case POOL:
        return rule->pool = true;
    case APART:
        return rule->apart = true;
    default:
        return rule->together = true;
    }
}

static bool check(struct msim_layout_rules *layout, const struct msim_layout_rule *rule)
{
    bool has_type = rule->type || (rule->blocks && !rule->element);
    if ((rule->apart || rule->together) && !rule->variables)
        return msim_layout_fail(layout, "expected 'static NAME,...: %s': it is for variables",
                                rule->apart ? "apart" : "together");
    if (rule->apart && rule->together)
        return msim_layout_fail(layout, "expected apart or together, not both");
    if (rule->pool && (rule->variables || rule->is_local))
        return msim_layout_fail(layout, "expected blocks of the heap for pool, not variables");
    if (rule->pack && rule->kind != MSIM_LAYOUT_KEEP)
        return msim_layout_fail(layout,
                                "expected no pack beside order, split and soa, which leave no "
                                "holes either");
    if (rule->pack && !has_type)
        return msim_layout_fail(layout, "pack needs a type, as in 'make_node: struct node: pack'");
    if (rule->kind == MSIM_LAYOUT_SOA && !rule->fields && !has_type)
        return msim_layout_fail(layout, "soa needs a type or fields, as in 'make: struct point: "
                                        "soa' or 'make: 16 bytes: soa 0-8,8-16'");
    for (size_t i = 0; i < rule->fields; i++) {
        if (rule->field[i].name && !has_type)
            return msim_layout_fail(layout,
                                    "'%s' needs a type, as in 'make_node: struct node: order %s'; "
                                    "bytes do not, as in 8-16",
                                    rule->field[i].name, rule->field[i].name);
        if (!rule->field[i].name && rule->element && rule->field[i].to > rule->element)
            return msim_layout_fail(layout,
                                    "%" PRIu64 "-%" PRIu64
                                    ": expected bytes of the element, which has %" PRIu64,
                                    rule->field[i].from, rule->field[i].to, rule->element);
    }
    return true;
}

bool msim_changes_read(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                       const char *text)
{
    struct reader reader = {layout, rule, text};
    do {
        if (!read_change(&reader))
            return false;
        take(&reader, ",");
        reader.at += strspn(reader.at, " \t");
    } while (*reader.at);
    return check(layout, rule);
}
