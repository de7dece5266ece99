/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the plans of plan.h. */
#include "plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/numbers.h"
#include "engine/base/sort.h"

enum { WORD = 8 };

/* A piece before it has its place. */
struct item {
    uint64_t from, to, align;
    unsigned part, field;
    size_t order; /* the place in its part */
};

struct items {
    struct item *item;
    size_t used;
};

/* --- Names -------------------------------------------------------------------------------- */

/* The fields that have rows of their own: those of the type, or those that are listed. */
static bool names_of_type(const struct msim_plan_type *type)
{
    return type && type->fields;
}

char **msim_plan_names(const struct msim_layout_rule *rule, const struct msim_plan_type *type,
                       size_t *names)
{
    bool typed = names_of_type(type);
    *names = typed ? type->fields : rule->fields;
    char **name = msim_zeroed(*names + 1, sizeof *name);
    for (size_t i = 0; i < *names; i++) {
        char text[64];
        if (!typed)
            snprintf(text, sizeof text, "%" PRIu64 "-%" PRIu64, rule->field[i].from,
                     rule->field[i].to);
        name[i] = msim_copy(typed ? type->field[i].name : text);
    }
    return name;
}

/* --- Alignment ---------------------------------------------------------------------------- */

static uint64_t low_bit(uint64_t number)
{
    return number & -number;
}

/* What the offset and the size allow. */
static uint64_t guessed_align(uint64_t from, uint64_t to)
{
    uint64_t align = from ? low_bit(from) : WORD;
    if (to - from < WORD && low_bit(to - from) < align)
        align = low_bit(to - from);
    return align < WORD ? align : WORD;
}

/* --- Pieces ------------------------------------------------------------------------------- */

static void add(struct items *items, const struct item *item)
{
    MSIM_PUSH(items->item, items->used, *item);
}

static bool is_listed(const struct items *items, uint64_t offset)
{
    for (size_t i = 0; i < items->used; i++)
        if (offset >= items->item[i].from && offset < items->item[i].to)
            return true;
    return false;
}

bool msim_plan_is_in(const char *name, const char *field)
{
    size_t length = strlen(name);
    return !strncmp(name, field, length) &&
           (!field[length] || field[length] == '.' || field[length] == '[');
}

/* Adds the fields of the type that the listed one stands for; false: none. */
static bool add_named(struct items *items, const struct msim_layout_field *listed,
                      const struct msim_plan_type *type, unsigned part)
{
    bool any = false;
    for (size_t i = 0; i < type->fields; i++) {
        const struct msim_plan_field *field = &type->field[i];
        bool wanted = listed->name ? msim_plan_is_in(listed->name, field->name)
                                   : field->from >= listed->from && field->to <= listed->to;
        if (!wanted || is_listed(items, field->from))
            continue;
        struct item item = {field->from, field->to, field->align, part, (unsigned)i, items->used};
        add(items, &item);
        any = true;
    }
    return any;
}

/* Adds a listed field; false: the element lacks it. */
static bool add_listed(struct items *items, const struct msim_layout_rule *rule, size_t number,
                       const struct msim_plan_type *type, uint64_t element, const char **name)
{
    const struct msim_layout_field *listed = &rule->field[number];
    unsigned part = rule->kind == MSIM_LAYOUT_SOA ? (unsigned)number : listed->part;
    if (names_of_type(type)) {
        bool good = add_named(items, listed, type, part);
        if (!good && listed->name)
            *name = listed->name;
        return good;
    }
    if (listed->to > element || is_listed(items, listed->from))
        return false;
    struct item item = {listed->from, listed->to,       guessed_align(listed->from, listed->to),
                        part,         (unsigned)number, items->used};
    add(items, &item);
    return true;
}

/* Which part has what is not listed. */
static unsigned rest_part(const struct msim_layout_rule *rule)
{
    if (rule->kind != MSIM_LAYOUT_SPLIT)
        return 0;
    return rule->parts > 1 ? rule->parts - 1 : 1;
}

static void sort(struct items *items, int (*before)(const void *a, const void *b))
{
    msim_sort(items->item, items->used, sizeof *items->item, before);
}

static int by_from(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

static int by_place(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int by_align(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->align != y->align)
        return x->align > y->align ? -1 : 1;
    return by_from(a, b);
}

/* The fields of the type that are not listed. */
static void add_other_fields(struct items *items, const struct msim_layout_rule *rule,
                             const struct msim_plan_type *type, unsigned *parts)
{
    for (size_t i = 0; i < type->fields; i++) {
        const struct msim_plan_field *field = &type->field[i];
        if (is_listed(items, field->from))
            continue;
        bool own = rule->kind == MSIM_LAYOUT_SOA;
        struct item item = {field->from,  field->to,
                            field->align, own ? (*parts)++ : rest_part(rule),
                            (unsigned)i,  items->used};
        add(items, &item);
    }
}

/* What is between the listed bytes, piece by piece. */
static void add_gaps(struct items *items, const struct msim_layout_rule *rule, uint64_t element,
                     unsigned names, unsigned *parts)
{
    struct items gaps = {NULL, 0};
    uint64_t from = 0;
    sort(items, by_from);
    for (size_t i = 0; i <= items->used; i++) {
        uint64_t to = i < items->used ? items->item[i].from : element;
        bool own = rule->kind == MSIM_LAYOUT_SOA;
        struct item gap = {from,
                           to,
                           guessed_align(from, to),
                           own ? *parts : rest_part(rule),
                           names,
                           MSIM_LAYOUT_FIELDS + i};
        *parts += own && to > from;
        if (to > from)
            add(&gaps, &gap);
        from = i < items->used ? items->item[i].to : element;
    }
    for (size_t i = 0; i < gaps.used; i++)
        add(items, &gaps.item[i]);
    free(gaps.item);
}

/* --- Places ------------------------------------------------------------------------------- */

static void place(struct msim_plan *plan, struct item *item, struct msim_plan_piece *piece,
                  bool keep)
{
    struct msim_plan_part *part = &plan->part[item->part];
    uint64_t at = keep ? item->from : msim_round_up(part->used, item->align);
    *piece = (struct msim_plan_piece){item->from, item->to, at, item->part, item->field};
    part->used = at + item->to - item->from;
    part->align = item->align > part->align ? item->align : part->align;
    if (item->part >= plan->parts)
        plan->parts = item->part + 1;
}

static void finish_parts(struct msim_plan *plan, const struct msim_layout_rule *rule, bool keep)
{
    for (unsigned i = 0; i < plan->parts; i++) {
        struct msim_plan_part *part = &plan->part[i];
        if (!part->align)
            part->align = 1;
        if (!i && rule->pointer && plan->parts > 1) {
            plan->has_pointer = true;
            plan->pointer = msim_round_up(part->used, WORD);
            part->used = plan->pointer + WORD;
            part->align = WORD;
        }
        part->bytes = keep ? plan->element : msim_round_up(part->used, part->align);
        if (rule->pad)
            part->bytes = msim_round_up(part->bytes, rule->pad);
    }
}

/* Holes between the fields of a type are pieces, too.  They are nowhere, unless all stays. */
static void add_holes(struct msim_plan *plan, size_t used, unsigned names, bool keep)
{
    struct msim_plan_piece hole = {0, 0, 0, keep ? 0 : MSIM_PLAN_NOWHERE, names};
    uint64_t from = 0;
    for (size_t i = 0; i <= used; i++) {
        uint64_t to = i < used ? plan->piece[i].from : plan->element;
        if (to > from) {
            hole.from = from;
            hole.to = to;
            hole.at = from;
            MSIM_PUSH(plan->piece, plan->pieces, hole);
        }
        from = i < used ? plan->piece[i].to : plan->element;
    }
    qsort(plan->piece, plan->pieces, sizeof *plan->piece, msim_by_key);
}

/* Gives the pieces their places, in the order of their list, or as they are. */
static void place_all(struct msim_plan *plan, const struct msim_layout_rule *rule,
                      struct items *items, unsigned names)
{
    bool keep = rule->kind == MSIM_LAYOUT_KEEP && !rule->pack;
    qsort(items->item, items->used, sizeof *items->item,
          keep         ? by_from
          : rule->pack ? by_align
                       : by_place);
    for (size_t i = 0; i < items->used; i++) {
        plan->piece = msim_room(plan->piece, plan->pieces, sizeof *plan->piece);
        place(plan, &items->item[i], &plan->piece[plan->pieces++], keep);
    }
    finish_parts(plan, rule, keep);
    qsort(plan->piece, plan->pieces, sizeof *plan->piece, msim_by_key);
    add_holes(plan, plan->pieces, names, keep);
}

/* Parts that no piece is in do not count. */
static void close_parts(struct items *items)
{
    unsigned parts = 0, last = UINT32_MAX;
    sort(items, by_place);
    for (size_t i = 0; i < items->used; i++) {
        if (items->item[i].part != last)
            parts++;
        last = items->item[i].part;
        items->item[i].part = parts - 1;
    }
}

bool msim_plan_make(struct msim_plan *plan, const struct msim_layout_rule *rule,
                    const struct msim_plan_type *type, uint64_t element, const char **name)
{
    struct items items = {NULL, 0};
    unsigned parts = (unsigned)rule->fields;
    bool typed = names_of_type(type), good = true;
    unsigned names = (unsigned)(typed ? type->fields : rule->fields);
    *plan = (struct msim_plan){.element = element, .names = names};
    *name = NULL;
    for (size_t i = 0; i < rule->fields && good; i++)
        good = add_listed(&items, rule, i, type, element, name);
    if (good && typed)
        add_other_fields(&items, rule, type, &parts);
    else if (good)
        add_gaps(&items, rule, element, names, &parts);
    if (good && parts <= MSIM_LAYOUT_FIELDS + 1) {
        close_parts(&items);
        place_all(plan, rule, &items, names);
    }
    free(items.item);
    return good && plan->pieces;
}

void msim_plan_free(struct msim_plan *plan)
{
    free(plan->piece);
    *plan = (struct msim_plan){0};
}

const struct msim_plan_piece *msim_plan_piece_at(const struct msim_plan *plan, uint64_t offset)
{
    size_t until = msim_keys_up_to(plan->piece, plan->pieces, sizeof *plan->piece,
                                   offsetof(struct msim_plan_piece, from), offset);
    return &plan->piece[until ? until - 1 : 0];
}
