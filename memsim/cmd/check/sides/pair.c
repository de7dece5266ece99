/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Matching units; see pair.h. */
#include "pair.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"

enum step { SAME_PATH, SAME_FILE, SAME_CLONE, SAME_FUNCTION, STEPS };

/* Beyond this, the candidates of a name are matched in their order. */
enum { CANDIDATES_MAX = 200 };

struct unit {
    const char *function, *path, *object; /* object: without folders; "": unknown */
    size_t stem;                          /* the length of the function's name without endings */
    uint32_t part;
    enum step step; /* the one that they are sorted for */
};

struct units {
    struct unit *unit;
    size_t units;
};

struct pairing {
    struct units side[2]; /* those that are not matched yet */
    struct msim_side_pair *pair;
    size_t pairs;
};

/* Endings that compilers add; after one, numbers and further ones may follow. */
static size_t stem_of(const char *function)
{
    static const char *const endings[] = {".constprop.", ".isra.", ".part.",
                                          ".llvm.",      ".cold",  ".lto_priv."};
    size_t length = strlen(function);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const char *found = strstr(function, endings[i]);
        if (found && found != function && (size_t)(found - function) < length)
            length = (size_t)(found - function);
    }
    return length;
}

static struct units list_units(const struct msim_counts *counts)
{
    struct units list = {msim_zeroed(counts->parts, sizeof *list.unit), counts->parts};
    for (uint32_t i = 0; i < counts->parts; i++) {
        const struct msim_counts_part *part = &counts->part[i];
        const struct msim_counts_function *function = &counts->function[part->function];
        bool known = part->object != MSIM_NOTHING;
        list.unit[i] =
            (struct unit){.function = function->name,
                          .path = counts->file[function->file].name,
                          .object = known ? msim_base_name(counts->object.name[part->object]) : "",
                          .stem = stem_of(function->name),
                          .part = i,
                          .step = STEPS};
    }
    return list;
}

/* --- the program under two names -------------------------------------------------------------- */

static bool has_object(const struct units *list, const char *object)
{
    for (size_t i = 0; i < list->units; i++)
        if (!strcmp(list->unit[i].object, object))
            return true;
    return false;
}

/* The only object that the other side lacks; NULL: none, or several. */
static const char *only_object(const struct units *list, const struct units *other)
{
    const char *only = NULL, *last = NULL;
    for (size_t i = 0; i < list->units; i++) {
        const char *object = list->unit[i].object;
        if (!*object || (last && !strcmp(last, object)) || (only && !strcmp(only, object)))
            continue;
        last = object;
        if (has_object(other, object))
            continue;
        if (only)
            return NULL;
        only = object;
    }
    return only;
}

static void join_programs(struct units *base, struct units *fresh)
{
    const char *old = only_object(base, fresh), *new = only_object(fresh, base);
    for (size_t i = 0; old && new &&i < base->units; i++)
        if (!strcmp(base->unit[i].object, old))
            base->unit[i].object = new;
}

/* --- steps ------------------------------------------------------------------------------------ */

static int order_names(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

/* How units are ordered in a step; 0: they are candidates for each other. */
static int order_in_step(const struct unit *a, const struct unit *b, enum step step)
{
    size_t a_length = step == SAME_CLONE ? a->stem : strlen(a->function);
    size_t b_length = step == SAME_CLONE ? b->stem : strlen(b->function);
    int order = order_names(a->function, a_length, b->function, b_length);
    if (!order)
        order = strcmp(a->object, b->object);
    if (!order && step == SAME_PATH)
        order = strcmp(a->path, b->path);
    else if (!order && step != SAME_FUNCTION)
        order = strcmp(msim_base_name(a->path), msim_base_name(b->path));
    return order;
}

/* Ties are broken by place, so that the result does not depend on how qsort works. */
static int order_of_units(const void *a, const void *b)
{
    const struct unit *left = a, *right = b;
    int order = order_in_step(left, right, left->step);
    return order ? order : (left->part > right->part) - (left->part < right->part);
}

static void sort(struct units *list, enum step step)
{
    for (size_t i = 0; i < list->units; i++)
        list->unit[i].step = step;
    qsort(list->unit, list->units, sizeof *list->unit, order_of_units);
}

/* How many letters two paths have in common at their ends. */
static size_t common_end(const char *a, const char *b)
{
    size_t a_length = strlen(a), b_length = strlen(b), common = 0;
    while (common < a_length && common < b_length &&
           a[a_length - 1 - common] == b[b_length - 1 - common])
        common++;
    return common;
}

static void match(struct pairing *pairing, struct unit *base, struct unit *fresh)
{
    MSIM_PUSH(pairing->pair, pairing->pairs, (struct msim_side_pair){base->part, fresh->part});
    base->part = fresh->part = MSIM_NOTHING;
}

static struct unit *best_for(const struct unit *base, struct unit *fresh, size_t units)
{
    struct unit *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < units; i++) {
        size_t common = common_end(base->path, fresh[i].path);
        if (fresh[i].part == MSIM_NOTHING || (best && common <= most))
            continue;
        best = &fresh[i];
        most = common;
    }
    return best;
}

/* Matches the candidates for each other, `count[0]` and `count[1]` of them. */
static void match_candidates(struct pairing *pairing, struct unit *const *from, const size_t *count,
                             enum step step)
{
    if (step == SAME_FUNCTION && (count[0] != 1 || count[1] != 1))
        return;
    for (size_t i = 0; i < count[0]; i++) {
        struct unit *best = NULL;
        if (count[0] <= CANDIDATES_MAX && count[1] <= CANDIDATES_MAX)
            best = best_for(&from[0][i], from[1], count[1]);
        else if (i < count[1])
            best = &from[1][i];
        if (!best)
            return;
        match(pairing, &from[0][i], best);
    }
}

static size_t equals(const struct units *list, size_t at, enum step step)
{
    size_t end = at + 1;
    while (end < list->units && !order_in_step(&list->unit[at], &list->unit[end], step))
        end++;
    return end - at;
}

static void drop_matched(struct units *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->units; i++)
        if (list->unit[i].part != MSIM_NOTHING)
            list->unit[kept++] = list->unit[i];
    list->units = kept;
}

static void run_step(struct pairing *pairing, enum step step)
{
    struct units *base = &pairing->side[0], *fresh = &pairing->side[1];
    for (int i = 0; i < 2; i++)
        sort(&pairing->side[i], step);
    for (size_t a = 0, b = 0; a < base->units && b < fresh->units;) {
        int order = order_in_step(&base->unit[a], &fresh->unit[b], step);
        size_t count[2] = {order > 0 ? 0 : equals(base, a, step),
                           order < 0 ? 0 : equals(fresh, b, step)};
        struct unit *from[2] = {&base->unit[a], &fresh->unit[b]};
        a += count[0];
        b += count[1];
        if (!order)
            match_candidates(pairing, from, count, step);
    }
    drop_matched(base);
    drop_matched(fresh);
}

struct msim_side_pair *msim_pair_parts(const struct msim_counts *base,
                                       const struct msim_counts *fresh, size_t *pairs)
{
    struct pairing pairing = {.side = {list_units(base), list_units(fresh)}};
    join_programs(&pairing.side[0], &pairing.side[1]);
    for (int step = 0; step < STEPS; step++)
        run_step(&pairing, step);
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < pairing.side[i].units; k++) {
            uint32_t part = pairing.side[i].unit[k].part;
            MSIM_PUSH(pairing.pair, pairing.pairs,
                      i ? (struct msim_side_pair){MSIM_NOTHING, part}
                        : (struct msim_side_pair){part, MSIM_NOTHING});
        }
        free(pairing.side[i].unit);
    }
    *pairs = pairing.pairs;
    return pairing.pair;
}
