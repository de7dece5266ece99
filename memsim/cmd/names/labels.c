/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of rows, shortened together; see labels.h. */
#include "labels.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "shorten.h"

#define ELLIPSIS "\xe2\x80\xa6"

/* LEAST: columns of a name, before a place loses some; FILE_LEAST: fewer of a file say nothing;
 * CONTEXT: columns shown before a difference; WINDOW_LEAST: of these and of what differs;
 * INDENT_REST: of a deep row, its name has this much room at least. */
enum { LEAST = 12, FILE_LEAST = 8, CONTEXT = 8, WINDOW_LEAST = 5, INDENT_REST = 24 };

static void append(char **to, const char *text)
{
    char *all = msim_printed("%s%s", *to, text);
    free(*to);
    *to = all;
}

void msim_labels_next(struct msim_labels *labels, size_t indent)
{
    struct msim_label *label = MSIM_NEXT(labels->label, labels->count);
    *label = (struct msim_label){.full = msim_copy(""), .key = msim_copy(""), .indent = indent};
}

void msim_labels_put(struct msim_labels *labels, enum msim_label_kind kind, const char *format, ...)
{
    struct msim_label *label = &labels->label[labels->count - 1];
    struct msim_label_part *part = &label->part[label->parts];
    va_list values;
    va_start(values, format);
    char *text = msim_printed_list(format, values);
    va_end(values);
    if (*text && label->parts < MSIM_LABEL_PARTS) {
        *part = (struct msim_label_part){kind, strlen(label->full), strlen(text)};
        append(&label->full, text);
        if (kind != MSIM_LABEL_REMARK)
            append(&label->key, text);
        label->parts++;
    }
    free(text);
}

char *msim_labels_caller(char *callers, const char *name, bool is_limited)
{
    bool more = false;
    char *shorter = msim_shorten_stage(name, is_limited ? 2 : 0, &more);
    append(&callers, " < ");
    append(&callers, shorter);
    free(shorter);
    return callers;
}

/* --- One label -------------------------------------------------------------------------------- */

/* Its parts, at a stage of shortening, and the columns that each may take. */
struct pieces {
    char *text[MSIM_LABEL_PARTS];
    size_t width[MSIM_LABEL_PARTS], all;
};

static bool is_name(enum msim_label_kind kind)
{
    return kind == MSIM_LABEL_NAME || kind == MSIM_LABEL_MEMBER || kind == MSIM_LABEL_OTHER;
}

static char *clean_copy(const char *text)
{
    size_t room = 4 * strlen(text) + 8;
    char *to = msim_zeroed(room, 1);
    msim_utf8_clean(to, room, text, SIZE_MAX);
    return to;
}

static void free_pieces(const struct msim_label *label, struct pieces *pieces)
{
    for (size_t i = 0; i < label->parts; i++)
        free(pieces->text[i]);
}

/* Takes columns from the parts of a kind, which keep `least` each. */
static void take(const struct msim_label *label, struct pieces *pieces, size_t most,
                 enum msim_label_kind kind, size_t least)
{
    for (size_t i = label->parts; i-- > 0 && pieces->all > most;) {
        size_t over = pieces->all - most, width = pieces->width[i];
        if (label->part[i].kind != kind || width <= least)
            continue;
        bool whole = !least && (kind == MSIM_LABEL_REMARK || kind == MSIM_LABEL_FILE);
        size_t less = whole || width - least < over ? width - least : over;
        pieces->width[i] -= less;
        pieces->all -= less;
    }
}

static void take_step(const struct msim_label *label, struct pieces *pieces, size_t most,
                      enum msim_label_kind kind, size_t least)
{
    take(label, pieces, most, kind, least);
    for (size_t i = 1; i < label->parts; i++)
        if (label->part[i].kind == MSIM_LABEL_OTHER && !pieces->width[i - 1]) {
            pieces->all -= pieces->width[i];
            pieces->width[i] = 0;
        }
}

/* Leaves out the first folders of paths, as many as must be. */
static void take_folders(const struct msim_label *label, struct pieces *pieces, size_t most)
{
    static const char dots[] = "...";
    for (size_t i = 0; i < label->parts; i++) {
        char *text = pieces->text[i], *at = text, *next;
        if (label->part[i].kind != MSIM_LABEL_PATH)
            continue;
        size_t others = pieces->all - pieces->width[i], left = most > others ? most - others : 0;
        while (msim_utf8_length(at) + (at != text) * strlen(dots) > left &&
               (next = strchr(at + 1, '/')) != NULL && next[1])
            at = next;
        if (at == text)
            continue;
        bool fits = msim_utf8_length(at) + strlen(dots) <= left;
        pieces->text[i] = msim_printed("%s%s", fits ? dots : "", at + !fits);
        free(text);
        pieces->width[i] = msim_utf8_length(pieces->text[i]);
        pieces->all = others + pieces->width[i];
    }
}

/* What fits without folders and tails, if it can; returns whether a later stage is shorter. */
static bool make_pieces(const struct msim_label *label, size_t stage, size_t most,
                        struct pieces *pieces)
{
    bool more = false;
    *pieces = (struct pieces){.all = 0};
    for (size_t i = 0; i < label->parts; i++) {
        const struct msim_label_part *part = &label->part[i];
        char *raw = msim_copy_part(label->full + part->start, part->length);
        if (is_name(part->kind)) {
            char *name = msim_shorten_stage(raw, stage, &more);
            free(raw);
            raw = name;
        }
        pieces->text[i] = clean_copy(raw);
        free(raw);
        pieces->width[i] = msim_utf8_length(pieces->text[i]);
        pieces->all += pieces->width[i];
    }
    take_folders(label, pieces, most);
    take(label, pieces, most, MSIM_LABEL_TAIL, 0);
    return more;
}

/* The end of a text, of `most` columns with an ellipsis before it. */
static const char *end_of(const char *text, size_t most)
{
    for (size_t length = msim_utf8_length(text); length + 1 > most && *text; length--)
        msim_utf8_next(&text);
    return text;
}

static bool ends_cut(const char *text)
{
    size_t length = strlen(text);
    return length >= 3 && !strcmp(text + length - 3, ELLIPSIS);
}

static char *join(const struct msim_label *label, const struct pieces *pieces)
{
    char *all = msim_printed("%s", "");
    for (size_t i = 0; i < label->parts; i++) {
        const char *text = pieces->text[i];
        size_t most = pieces->width[i], room = 4 * most + 8;
        char *part = msim_zeroed(room, 1);
        bool cut = most < msim_utf8_length(text);
        if (cut && most && label->part[i].kind >= MSIM_LABEL_PLACE)
            snprintf(part, room, "%s%s", ends_cut(all) ? "" : ELLIPSIS, end_of(text, most));
        else if (most)
            msim_utf8_clean(part, room, text, most);
        char *more = msim_printed("%s%s", all, part);
        MSIM_FREE(all, part);
        all = more;
    }
    return all;
}

static char *fit(const struct msim_label *label, size_t most)
{
    static const struct {
        enum msim_label_kind kind;
        size_t least;
    } steps[] = {{MSIM_LABEL_OTHER, LEAST}, {MSIM_LABEL_REMARK, 0},   {MSIM_LABEL_FILE, FILE_LEAST},
                 {MSIM_LABEL_FILE, 0},      {MSIM_LABEL_NAME, LEAST}, {MSIM_LABEL_MEMBER, LEAST},
                 {MSIM_LABEL_PLACE, LEAST}, {MSIM_LABEL_PATH, LEAST}, {MSIM_LABEL_NAME, 1},
                 {MSIM_LABEL_MEMBER, 1},    {MSIM_LABEL_PLACE, 0},    {MSIM_LABEL_MEMBER, 0},
                 {MSIM_LABEL_PATH, 0}};
    struct pieces pieces;
    bool more = make_pieces(label, 0, most, &pieces);
    for (size_t stage = 1; more && pieces.all > most; stage++) {
        free_pieces(label, &pieces);
        more = make_pieces(label, stage, most, &pieces);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        take_step(label, &pieces, most, steps[i].kind, steps[i].least);
    char *text = join(label, &pieces);
    free_pieces(label, &pieces);
    return text;
}

/* --- Equal ones ------------------------------------------------------------------------------- */

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_labels *labels = context;
    const struct msim_label *one = &labels->label[a], *two = &labels->label[b];
    int order = strcmp(one->fitted, two->fitted);
    return order ? order < 0 : strcmp(one->key, two->key) < 0;
}

/* How many of the labels from order[start] on look the same; *differ: not all are the same. */
static size_t group_at(const struct msim_labels *labels, const uint32_t *order, size_t start,
                       bool *differ)
{
    const struct msim_label *first = &labels->label[order[start]];
    size_t end = start + 1;
    *differ = false;
    for (; end < labels->count; end++) {
        const struct msim_label *next = &labels->label[order[end]];
        if (strcmp(first->fitted, next->fitted) != 0)
            break;
        *differ |= strcmp(first->key, next->key) != 0;
    }
    return end - start;
}

/* The number of bytes in which sorted labels begin alike: as many as the first and the last. */
static size_t common(const char *a, const char *b)
{
    size_t length = 0;
    while (a[length] && a[length] == b[length])
        length++;
    return length;
}

/* Adds `text` from byte `from` on in `most` columns, with some of what is before it. */
static void add_window(char **to, const char *text, size_t from, size_t most)
{
    size_t context = most / 4 < CONTEXT ? most / 4 : CONTEXT;
    size_t start = from > context ? from - context : 0, room = 4 * most + 16;
    while (start < from && ((unsigned char)text[start] & 0xc0) == 0x80)
        start++;
    char *part = msim_zeroed(room, 1);
    msim_utf8_clean(part, room, text + start, most);
    append(to, ends_cut(*to) ? "" : ELLIPSIS);
    append(to, part);
    free(part);
}

/* What is shown of a label in `most` columns: how it begins, and what is where it differs from
 * others; in more columns, if there is no room for all that. */
static char *from_differences(const struct msim_label *label, size_t most)
{
    size_t head = strcspn(label->head, "(<") + 1, room = 4 * most + 16;
    head = most < 3 * CONTEXT ? 0 : head < most / 3 ? head : most / 3;
    size_t each = most > head ? (most - head) / label->froms : 0;
    each = each > WINDOW_LEAST ? each : WINDOW_LEAST;
    char *text = msim_zeroed(room, 1);
    if (head)
        msim_utf8_clean(text, room, label->head, head);
    for (size_t i = 0; i < label->froms; i++)
        add_window(&text, label->key, label->from[i], each - 1);
    return text;
}

/* Labels that look the same show more of where they differ. */
static void part_group(struct msim_labels *labels, const uint32_t *order, size_t count, size_t most)
{
    const char *first = labels->label[order[0]].key;
    size_t from = common(first, labels->label[order[count - 1]].key);
    for (size_t i = 0; i < count; i++) {
        struct msim_label *label = &labels->label[order[i]];
        size_t left = most > label->indent ? most - label->indent : 0;
        if (!label->froms)
            label->head = msim_copy(label->fitted);
        char *text = NULL;
        if (label->froms < MSIM_LABEL_PARTS) {
            label->from[label->froms++] = from;
            text = from_differences(label, left);
        }
        free(label->fitted);
        label->fitted = text ? text : clean_copy(label->key);
    }
}

/* Returns whether some looked the same. */
static bool part_equal(struct msim_labels *labels, size_t most)
{
    uint32_t *order = msim_order((uint32_t)labels->count, is_before, labels);
    bool any = false, differ;
    for (size_t i = 0, count; i < labels->count; i += count) {
        count = group_at(labels, order, i, &differ);
        if (differ)
            part_group(labels, order + i, count, most);
        any |= differ;
    }
    free(order);
    return any;
}

/* --- All -------------------------------------------------------------------------------------- */

static size_t indent_of(const struct msim_label *label, size_t most)
{
    size_t limit = most > 2 * INDENT_REST ? most - INDENT_REST : most / 2;
    return label->indent < limit ? label->indent : limit;
}

void msim_labels_fit(struct msim_labels *labels, size_t most)
{
    for (size_t i = 0; i < labels->count; i++) {
        struct msim_label *label = &labels->label[i];
        label->indent = indent_of(label, most);
        MSIM_FREE(label->head, label->fitted);
        label->head = NULL;
        label->froms = 0;
        label->fitted = fit(label, most - label->indent);
    }
    for (unsigned round = 0; round <= MSIM_LABEL_PARTS && part_equal(labels, most);)
        round++;
    for (size_t i = 0; i < labels->count; i++) {
        struct msim_label *label = &labels->label[i];
        char *text = msim_printed("%*s%s", (int)label->indent, "", label->fitted);
        free(label->fitted);
        label->fitted = text;
    }
}

const char *msim_labels_text(const struct msim_labels *labels, size_t number)
{
    return labels->label[number].fitted;
}

void msim_labels_free(struct msim_labels *labels)
{
    for (size_t i = 0; i < labels->count; i++)
        MSIM_FREE(labels->label[i].full, labels->label[i].key, labels->label[i].head,
                  labels->label[i].fitted);
    free(labels->label);
    *labels = (struct msim_labels){.count = 0};
}
