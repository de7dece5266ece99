/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The proposals of advise.h.  Fields are hot that are referenced at least twice as often as the
 * next; there may be two such steps.  Whether a proposal is any good is not judged here: it is
 * replayed.
 */
#include "advise.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/layout/rules/layout.h"

enum { WORD = 8, STEP = 2, STEPS = 2, LISTED = 24, TOGETHER = 8, SMALL_BLOCKS = 512, MANY = 16 };

/* --- Fields ------------------------------------------------------------------------------- */

/* The end of a field that is copied or cleared by references of more than a word, which may be to
 * several: where something else begins. */
static uint64_t wide_end(const struct msim_watched *object, uint64_t from, uint64_t to)
{
    uint64_t end = from + object->wide[from];
    while (to < end && to < object->element && !object->references[to] && !object->joined[to])
        to++;
    return to;
}

/* True: the field belongs to the one before it, because both were only copied or cleared, as
 * often. */
static bool goes_on(const struct msim_watched *object, const struct msim_found_field *last,
                    uint64_t from, uint64_t references)
{
    return object->wide[from] && object->wide[last->from] && last->to == from &&
           last->references == references;
}

struct msim_found_field *msim_found_fields(const struct msim_watched *object, size_t *fields)
{
    struct msim_found_field *field = NULL;
    *fields = 0;
    for (uint64_t from = 0, to; from < object->element; from = to) {
        uint64_t references = object->references[from];
        to = from + 1;
        while (to < object->element && object->joined[to])
            references += object->references[to++];
        if (!references)
            continue;
        to = wide_end(object, from, to);
        struct msim_found_field *last = *fields ? &field[*fields - 1] : NULL;
        if (last && goes_on(object, last, from, references)) {
            last->to = to;
            continue;
        }
        bool bytes = to - from == 1 && last && last->to == from && from % WORD; /* one by one */
        if (bytes && last->to - last->from < WORD) {
            last->to = to;
            last->references = references > last->references ? references : last->references;
            continue;
        }
        MSIM_PUSH(field, *fields, (struct msim_found_field){from, to, references});
    }
    return field;
}

static bool more_references(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_found_field *field = context;
    return field[a].references > field[b].references;
}

/* --- Rules -------------------------------------------------------------------------------- */

/* True: the name can be written in a rule. */
static bool can_name(const struct msim_watched_all *all, const struct msim_watched *object)
{
    const char *name = msim_watched_name(all, object);
    return !strpbrk(name, ";#\n") && !strstr(name, ": ") && strcmp(name, "???") != 0 &&
           !(object->is_variable && strchr(name, ','));
}

/* The rule as users write it (layout.h), from malloc. */
static char *text_of(const struct msim_layout_rule *rule)
{
    static const char *const kinds[] = {"", " order ", " split ", " soa "};
    char *text = NULL;
    size_t bytes;
    FILE *to = msim_open_text(&text, &bytes);
    fprintf(to, "%s:", rule->where);
    if (rule->element)
        fprintf(to, " %" PRIu64 " bytes:", rule->element);
    fputs(kinds[rule->kind], to);
    for (size_t i = 0; i < rule->fields; i++)
        fprintf(to, "%s%" PRIu64 "-%" PRIu64, i ? "," : "", rule->field[i].from, rule->field[i].to);
    if (rule->pad)
        fprintf(to, " pad %" PRIu64, rule->pad);
    if (rule->align)
        fprintf(to, " align %" PRIu64, rule->align);
    fputs(rule->pool ? " pool" : "", to);
    fputs(rule->together ? " together" : "", to);
    fclose(to);
    return text;
}

/* Adds the changes of data that is called `where`, which is from malloc. */
static void add(struct msim_proposals *to, size_t object, char *where,
                const struct msim_layout_rule *changes)
{
    struct msim_proposal *made = MSIM_NEXT(to->proposal, to->proposals);
    struct msim_layout_rule *rule = msim_zeroed(1, sizeof *rule);
    *rule = *changes;
    rule->where = where;
    rule->text = text_of(rule);
    *made = (struct msim_proposal){{.rule = rule, .rules = 1}, object};
    if (!msim_layout_read_where(&made->layout, rule))
        msim_bad_input("a proposal is not a layout: %s: %s", rule->text, made->layout.error);
}

/* The same for one object; of an array, for its elements. */
static void add_for(struct msim_proposals *to, const struct msim_watched_all *all, size_t number,
                    struct msim_layout_rule changes)
{
    const struct msim_watched *object = &all->object[number];
    char *where =
        msim_printed("%s%s", object->is_variable ? "static " : "", msim_watched_name(all, object));
    changes.element = object->is_array ? object->element : 0;
    add(to, number, where, &changes);
}

/* The same with the first `count` fields of the order. */
static void add_fields(struct msim_proposals *to, const struct msim_watched_all *all, size_t number,
                       struct msim_layout_rule changes, const struct msim_found_field *field,
                       const uint32_t *order, size_t count)
{
    changes.field = msim_zeroed(count, sizeof *changes.field);
    changes.fields = count;
    changes.parts = changes.kind != MSIM_LAYOUT_SOA;
    for (size_t i = 0; i < count; i++)
        changes.field[i] =
            (struct msim_layout_field){.from = field[order[i]].from, .to = field[order[i]].to};
    add_for(to, all, number, changes);
}

/* --- Proposals ---------------------------------------------------------------------------- */

/* The first `hot` fields of the order against the others. */
static void propose_hot(struct msim_proposals *to, const struct msim_watched_all *all,
                        size_t number, const struct msim_found_field *field, uint32_t *order,
                        size_t hot, uint64_t line)
{
    const struct msim_watched *object = &all->object[number];
    struct msim_layout_rule ordered = {.kind = MSIM_LAYOUT_ORDER}, changes = ordered;
    uint64_t bytes = 0;
    qsort(order, hot, sizeof *order, msim_by_number);
    for (size_t i = 0; i < hot; i++)
        bytes += field[order[i]].to - field[order[i]].from;
    bool in_front = !field[order[0]].from && field[order[hot - 1]].to == bytes;
    bool pool = !object->is_array && !object->is_variable && object->blocks >= MANY;
    if (!in_front)
        add_fields(to, all, number, ordered, field, order, hot);
    changes.align = line;
    if (!object->is_array && object->element > line)
        add_fields(to, all, number, changes, field, order, hot);
    changes = ordered;
    changes.pool = true;
    if (pool && !in_front)
        add_fields(to, all, number, changes, field, order, hot);
    changes = (struct msim_layout_rule){.kind = MSIM_LAYOUT_SPLIT};
    if (object->is_array || object->blocks >= MANY)
        add_fields(to, all, number, changes, field, order, hot);
}

static void propose_fields(struct msim_proposals *to, const struct msim_watched_all *all,
                           size_t number, uint64_t line)
{
    const struct msim_watched *object = &all->object[number];
    size_t fields;
    struct msim_found_field *field = msim_found_fields(object, &fields);
    uint32_t *order = msim_order((uint32_t)fields, more_references, field);
    for (size_t i = 1, steps = 0; i <= fields && i <= LISTED && steps < STEPS; i++) {
        bool last = i == fields; /* what is never used is the coldest */
        uint64_t covered = 0;
        for (size_t k = 0; k < fields; k++)
            covered += field[k].to - field[k].from;
        if (last ? covered == object->element
                 : field[order[i]].references > field[order[i - 1]].references / STEP)
            continue;
        propose_hot(to, all, number, field, order, i, line);
        steps++;
    }
    if (object->is_array && fields > 1 && fields <= LISTED) {
        struct msim_layout_rule changes = {.kind = MSIM_LAYOUT_SOA};
        for (size_t i = 0; i < fields; i++)
            order[i] = (uint32_t)i;
        add_fields(to, all, number, changes, field, order, fields);
    }
    MSIM_FREE(order, field);
}

void msim_propose(struct msim_proposals *to, const struct msim_watched_all *all, size_t number,
                  uint64_t line)
{
    const struct msim_watched *object = &all->object[number];
    if (!can_name(all, object))
        return;
    if (object->element > WORD)
        propose_fields(to, all, number, line);
    bool many = object->blocks >= MANY && !object->is_variable;
    if (many && object->bytes / object->blocks <= SMALL_BLOCKS)
        add_for(to, all, number, (struct msim_layout_rule){.pool = true});
    if (many && object->least > line / 2)
        add_for(to, all, number, (struct msim_layout_rule){.align = line});
    if (object->is_array && object->element > line / 2 && object->element % line)
        add_for(to, all, number, (struct msim_layout_rule){.pad = line, .align = line});
}

void msim_propose_together(struct msim_proposals *to, const struct msim_watched_all *all,
                           const uint32_t *order, size_t objects, uint64_t line)
{
    char *text = msim_copy("static ");
    size_t used = 0, first = 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < objects && used < TOGETHER; i++) {
        const struct msim_watched *object = &all->object[order[i]];
        char *longer;
        if (!object->is_variable || !can_name(all, object) || bytes + object->most > line ||
            object->blocks != 1)
            continue;
        longer = msim_printed("%s%s%s", text, used ? "," : "", msim_watched_name(all, object));
        free(text);
        text = longer;
        first = used++ ? first : order[i];
        bytes += object->most;
    }
    if (used > 1)
        add(to, first, text, &(struct msim_layout_rule){.together = true});
    else
        free(text);
}
