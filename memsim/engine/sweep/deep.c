/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists, markers and hash of deep.h. */
#include "deep.h"

#include "stream/hash.h"

#include <stdbool.h>

/* Elements are identified by their index; 0 means no element. */
struct element {
    uint64_t tag;
    uint32_t set, group;
    uint32_t before, after; /* in the set's list */
    uint32_t same;          /* next with this hash */
    uint32_t unused;
};

struct list {
    uint32_t first, last, count;
};

struct msim_deep {
    struct element *element;
    uint32_t elements; /* in use */
    uint32_t *head;    /* of the hash's chains */
    uint64_t heads_mask;
    struct list *list; /* by set */
    uint32_t *marker;  /* by set and limit */
    const uint32_t *limit;
    uint32_t limits;
    uint64_t sets;
};

static uint64_t heads_for(uint64_t elements)
{
    uint64_t heads = 16;
    while (heads < elements)
        heads *= 2;
    return heads;
}

uint64_t msim_deep_bytes(uint64_t sets, uint64_t last_limit, uint32_t limits)
{
    uint64_t elements = sets * last_limit + 1;
    return elements * sizeof(struct element) + heads_for(elements) * sizeof(uint32_t) +
           sets * (sizeof(struct list) + limits * sizeof(uint32_t));
}

struct msim_deep *msim_deep_new(const struct msim_mem *mem, uint64_t sets, const uint32_t *limit,
                                uint32_t limits)
{
    struct msim_deep *deep = msim_get(mem, sizeof *deep, 8);
    uint64_t elements = sets * limit[limits - 1] + 1, heads = heads_for(elements);
    deep->element = msim_get(mem, elements * sizeof *deep->element, 64);
    deep->elements = 1;
    deep->head = msim_get(mem, heads * sizeof *deep->head, 64);
    deep->heads_mask = heads - 1;
    deep->list = msim_get(mem, sets * sizeof *deep->list, 8);
    deep->marker = msim_get(mem, sets * limits * sizeof *deep->marker, 8);
    deep->limit = limit;
    deep->limits = limits;
    deep->sets = sets;
    return deep;
}

void msim_deep_empty(struct msim_deep *deep)
{
    deep->elements = 1;
    for (uint64_t head = 0; head <= deep->heads_mask; head++)
        deep->head[head] = 0;
    for (uint64_t set = 0; set < deep->sets; set++)
        deep->list[set] = (struct list){0, 0, 0};
    for (uint64_t marker = 0; marker < deep->sets * deep->limits; marker++)
        deep->marker[marker] = 0;
}

/* --- The hash ----------------------------------------------------------------------------- */

static uint32_t *chain_of(const struct msim_deep *deep, uint64_t set, uint64_t tag)
{
    return &deep->head[msim_mix(tag + (set << 40 | set >> 24)) & deep->heads_mask];
}

/* The link that holds the element's number in its chain; it holds 0 if there is no such element. */
static uint32_t *find(const struct msim_deep *deep, uint64_t set, uint64_t tag)
{
    uint32_t *at = chain_of(deep, set, tag);
    while (*at && (deep->element[*at].tag != tag || deep->element[*at].set != set))
        at = &deep->element[*at].same;
    return at;
}

static void hash_out(struct msim_deep *deep, uint32_t *at)
{
    *at = deep->element[*at].same;
}

static void hash_in(struct msim_deep *deep, uint32_t number)
{
    struct element *element = &deep->element[number];
    uint32_t *chain = chain_of(deep, element->set, element->tag);
    element->same = *chain;
    *chain = number;
}

/* --- The lists ---------------------------------------------------------------------------- */

static void unlink(struct msim_deep *deep, struct list *list, uint32_t number)
{
    const struct element *element = &deep->element[number];
    *(element->before ? &deep->element[element->before].after : &list->first) = element->after;
    *(element->after ? &deep->element[element->after].before : &list->last) = element->before;
    list->count--;
}

static void link_first(struct msim_deep *deep, struct list *list, uint32_t number)
{
    struct element *element = &deep->element[number];
    element->before = 0;
    element->after = list->first;
    *(list->first ? &deep->element[list->first].before : &list->last) = number;
    list->first = number;
    list->count++;
}

/* After an element was put on top: moves the markers above group `to` by one towards it. */
static void move_markers(struct msim_deep *deep, uint32_t *marker, uint32_t to)
{
    for (uint32_t i = 0; i < to && marker[i]; i++) {
        struct element *last = &deep->element[marker[i]];
        last->group = i + 1;
        marker[i] = last->before;
    }
}

/* Moves a found element to the top, for reuse; returns its old group. */
static uint32_t reuse(struct msim_deep *deep, struct list *list, uint32_t *marker, uint32_t number)
{
    uint32_t group = deep->element[number].group, before = deep->element[number].before;
    unlink(deep, list, number);
    link_first(deep, list, number);
    move_markers(deep, marker, group);
    if (marker[group] == number)
        marker[group] = before ? before : number;
    return group;
}

/* An element for the top of a set that did not have the wanted tag. */
static uint32_t add_element(struct msim_deep *deep, struct list *list, uint32_t *marker)
{
    uint32_t number, limits = deep->limits;
    bool full = list->count == deep->limit[limits - 1];
    if (full) {
        number = list->last;
        hash_out(deep, find(deep, deep->element[number].set, deep->element[number].tag));
        reuse(deep, list, marker, number);
        return number;
    }
    number = deep->elements++;
    link_first(deep, list, number);
    move_markers(deep, marker, limits);
    for (uint32_t i = 0; i < limits; i++)
        if (list->count == deep->limit[i])
            marker[i] = list->last;
    return number;
}

uint32_t msim_deep_touch(struct msim_deep *deep, uint64_t set, uint64_t tag, uint64_t top)
{
    struct list *list = &deep->list[set];
    uint32_t *marker = deep->marker + set * deep->limits, group = deep->limits;
    uint32_t *at = find(deep, set, tag), number = *at;
    if (number) {
        hash_out(deep, at);
        group = reuse(deep, list, marker, number);
    } else {
        number = add_element(deep, list, marker);
    }
    deep->element[number].tag = top;
    deep->element[number].set = (uint32_t)set;
    deep->element[number].group = 0;
    hash_in(deep, number);
    return group;
}
