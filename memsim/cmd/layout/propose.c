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

/* The rule as users write it (layout.h), from malloc.  A type that its place has need not be said
 * again where fields are named. */
static char *text_of(const struct msim_layout_rule *rule)
{
    static const char *const kinds[] = {"", " order ", " split ", " soa "};
    char *text = NULL;
    size_t bytes;
    FILE *to = msim_open_text(&text, &bytes);
    fprintf(to, "%s:", rule->where);
    if (rule->element)
        fprintf(to, " %" PRIu64 " bytes:", rule->element);
    else if (rule->type && !(rule->fields && rule->blocks && !strcmp(rule->blocks, rule->type)))
        fprintf(to, " %s:", rule->type);
    fputs(kinds[rule->kind], to);
    for (size_t i = 0; i < rule->fields; i++) {
        fputs(i ? "," : "", to);
        msim_layout_put_field(&rule->field[i], to);
    }
    if (rule->pad)
        fprintf(to, " pad %" PRIu64, rule->pad);
    if (rule->align)
        fprintf(to, " align %" PRIu64, rule->align);
    fputs(rule->pool ? " pool" : "", to);
    fputs(rule->together ? " together" : "", to);
    fclose(to);
    return text;
}

/* Adds the changes of data that is called `where`, which is from malloc; `type`: its rule's. */
static void add(struct msim_proposals *to, size_t object, char *where,
                const struct msim_layout_rule *changes, const struct msim_plan_type *type)
{
    struct msim_proposal *made = MSIM_NEXT(to->proposal, to->proposals);
    struct msim_layout_rule *rule = msim_zeroed(1, sizeof *rule);
    *rule = *changes;
    rule->where = where;
    *made = (struct msim_proposal){{.rule = rule, .rules = 1}, object, type, NULL};
    if (!msim_layout_read_where(&made->layout, rule))
        msim_bad_input("a proposal is not a layout: %s: %s", where, made->layout.error);
    rule->text = text_of(rule);
}

/* The same for one object; of an array, for its elements. */
static void add_for(struct msim_proposals *to, const struct msim_watched_all *all, size_t number,
                    struct msim_layout_rule changes)
{
    const struct msim_watched *object = &all->object[number];
    char *where =
        msim_printed("%s%s", object->is_variable ? "static " : "", msim_watched_name(all, object));
    if (object->fields && (changes.fields || changes.pad))
        changes.type = msim_copy(object->type->name);
    changes.element = object->is_array && !changes.type ? object->element : 0;
    add(to, number, where, &changes, changes.type ? object->fields : NULL);
}

/* The same with the first `count` fields of the order. */
static void add_fields(struct msim_proposals *to, const struct msim_watched_all *all, size_t number,
                       struct msim_layout_rule changes, const struct msim_found_field *field,
                       const uint32_t *order, size_t count)
{
    changes.field = msim_zeroed(count, sizeof *changes.field);
    changes.fields = count;
    changes.parts = changes.kind != MSIM_LAYOUT_SOA;
    for (size_t i = 0; i < count; i++) {
        const struct msim_found_field *one = &field[order[i]];
        changes.field[i] = (struct msim_layout_field){one->name ? msim_copy(one->name) : NULL,
                                                      one->from, one->to, 0};
    }
    add_for(to, all, number, changes);
}

/* --- Proposals ---------------------------------------------------------------------------- */

/* True: nothing else is before the last of these fields, which are in the order of their bytes. */
static bool are_in_front(const struct msim_watched *object, const struct msim_found_field *field,
                         const uint32_t *order, size_t hot)
{
    uint64_t end = field[order[hot - 1]].to, bytes = 0;
    size_t before = 0;
    for (size_t i = 0; i < hot; i++)
        bytes += field[order[i]].to - field[order[i]].from;
    for (size_t i = 0; object->fields && i < object->fields->fields; i++)
        before += object->fields->field[i].from < end;
    return object->fields ? before == hot : end == bytes;
}

/* True: all of the element is in fields that are used. */
static bool are_all_used(const struct msim_watched *object, const struct msim_found_field *field,
                         size_t fields)
{
    uint64_t covered = 0;
    for (size_t i = 0; i < fields; i++)
        covered += field[i].to - field[i].from;
    return object->fields ? fields == object->fields->fields : covered == object->element;
}

/* The first `hot` fields of the order against the others. */
static void propose_hot(struct msim_proposals *to, const struct msim_watched_all *all,
                        size_t number, const struct msim_found_field *field, uint32_t *order,
                        size_t hot, uint64_t line)
{
    const struct msim_watched *object = &all->object[number];
    struct msim_layout_rule ordered = {.kind = MSIM_LAYOUT_ORDER}, changes = ordered;
    qsort(order, hot, sizeof *order, msim_by_number);
    bool in_front = are_in_front(object, field, order, hot);
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
        if (last ? are_all_used(object, field, fields)
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
        add(to, first, text, &(struct msim_layout_rule){.together = true}, NULL);
    else
        free(text);
}
