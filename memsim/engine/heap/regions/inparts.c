/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The regions of inparts.h. */
#include "inparts.h"

/* KEPT: spans of a region that are left after it had SPANS. */
enum { SPANS = 64, KEPT = 32, SPANS_MAX = 1 << 27 };

#define STILL_OPEN UINT64_MAX

void msim_heap_parts_init(struct msim_heap_parts *parts, const struct msim_mem *mem,
                          const struct msim_part_tree *tree)
{
    parts->tree = tree;
    msim_table_init(&parts->part, mem, sizeof(struct msim_heap_part), MSIM_PARTS_MAX);
    msim_table_init(&parts->open, mem, sizeof(uint32_t), MSIM_PARTS_MAX);
    msim_table_init(&parts->span, mem, sizeof(struct msim_heap_span), SPANS_MAX);
    msim_table_add(&parts->span);
}

static struct msim_heap_part *part_at(struct msim_heap_parts *parts, uint32_t number)
{
    while (parts->part.used <= number)
        msim_table_add(&parts->part);
    return MSIM_TABLE_AT(&parts->part, number, struct msim_heap_part);
}

static uint32_t outer_of(const struct msim_heap_parts *parts, uint32_t number)
{
    return msim_run_part_at(parts->tree, number)->outer;
}

static uint64_t total(const struct msim_heap_at *at)
{
    return at->heap + at->extra + at->stacks;
}

/* --- Spans -------------------------------------------------------------------------------- */

static struct msim_heap_span *span_at(const struct msim_heap_parts *parts, uint32_t number)
{
    return MSIM_TABLE_AT(&parts->span, number, struct msim_heap_span);
}

static uint64_t gap_after(const struct msim_heap_parts *parts, uint32_t number)
{
    const struct msim_heap_span *span = span_at(parts, number);
    return span_at(parts, span->next)->from - span->to;
}

/* Joins the two spans with the shortest gap between them, and frees one. */
static void join_closest(struct msim_heap_parts *parts, struct msim_heap_part *part)
{
    uint32_t number = part->first_span;
    for (uint32_t i = number; span_at(parts, i)->next; i = span_at(parts, i)->next)
        if (gap_after(parts, i) < gap_after(parts, number))
            number = i;
    struct msim_heap_span *closest = span_at(parts, number);
    uint32_t joined = closest->next;
    struct msim_heap_span *other = span_at(parts, joined);
    closest->to = other->to;
    closest->next = other->next;
    if (part->last_span == joined)
        part->last_span = number;
    other->next = parts->unused_span;
    parts->unused_span = joined;
    part->spans--;
}

static uint32_t new_span(struct msim_heap_parts *parts)
{
    uint32_t number = parts->unused_span;
    if (number) {
        parts->unused_span = span_at(parts, number)->next;
        return number;
    }
    return msim_table_add(&parts->span) ? parts->span.used - 1 : 0;
}

static void begin_span(struct msim_heap_parts *parts, struct msim_heap_part *part, uint64_t time)
{
    if (part->last_span && span_at(parts, part->last_span)->to == time) {
        span_at(parts, part->last_span)->to = STILL_OPEN;
        return;
    }
    bool full = part->spans == SPANS;
    while (full && part->spans > KEPT)
        join_closest(parts, part);
    uint32_t number = new_span(parts);
    if (!number)
        return;
    *span_at(parts, number) = (struct msim_heap_span){time, STILL_OPEN, 0};
    if (part->last_span)
        span_at(parts, part->last_span)->next = number;
    else
        part->first_span = number;
    part->last_span = number;
    part->spans++;
}

static void end_span(struct msim_heap_parts *parts, const struct msim_heap_part *part,
                     uint64_t time)
{
    if (part->last_span)
        span_at(parts, part->last_span)->to = time;
}

/* --- Moves -------------------------------------------------------------------------------- */

static void list(struct msim_heap_parts *parts, struct msim_heap_part *part, uint32_t number)
{
    uint32_t *listed = msim_table_add(&parts->open);
    part->listed = parts->open.used - 1;
    *listed = number;
}

/* The last one takes its place. */
static void unlist(struct msim_heap_parts *parts, const struct msim_heap_part *part)
{
    parts->open.used--;
    uint32_t last = *MSIM_TABLE_AT(&parts->open, parts->open.used, uint32_t);
    *MSIM_TABLE_AT(&parts->open, part->listed, uint32_t) = last;
    part_at(parts, last)->listed = part->listed;
}

static void begin(struct msim_heap_parts *parts, uint32_t number, const struct msim_heap_at *now)
{
    struct msim_heap_part *part = part_at(parts, number);
    if (part->open++)
        return;
    if (!part->known)
        part->began = part->most = *now;
    else if (total(now) > total(&part->most))
        part->most = *now;
    part->known = true;
    part->opened = now->time;
    list(parts, part, number);
    begin_span(parts, part, now->time);
}

static void end(struct msim_heap_parts *parts, uint32_t number, const struct msim_heap_at *now)
{
    struct msim_heap_part *part = part_at(parts, number);
    if (!part->open || --part->open)
        return;
    part->ended = *now;
    part->live_kept = part->live;
    part->lasted += now->time - part->opened;
    unlist(parts, part);
    end_span(parts, part, now->time);
}

/* The innermost part that both are in. */
static uint32_t common(const struct msim_heap_parts *parts, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = outer_of(parts, a);
        else
            b = outer_of(parts, b);
    return a;
}

/* The rest of a stretch between two dumps is not a region. */
static bool is_region(const struct msim_heap_parts *parts, uint32_t number)
{
    return msim_run_part_at(parts->tree, number)->depth;
}

void msim_heap_parts_change(struct msim_heap_parts *parts, struct msim_open *open,
                            const struct msim_heap_at *now)
{
    for (uint32_t i = 0; i < open->changes.used; i++) {
        const struct msim_region_change *change = msim_table_at(&open->changes, i);
        uint32_t stays = common(parts, change->from, change->to);
        for (uint32_t part = change->to; part != stays; part = outer_of(parts, part))
            if (is_region(parts, part))
                begin(parts, part, now);
        for (uint32_t part = change->from; part != stays; part = outer_of(parts, part))
            if (is_region(parts, part))
                end(parts, part, now);
    }
    open->changes.used = 0;
}

/* --- Blocks and peaks --------------------------------------------------------------------- */

void msim_heap_parts_gain(struct msim_heap_parts *parts, uint32_t part, uint64_t bytes)
{
    for (; part; part = outer_of(parts, part)) {
        struct msim_heap_part *of = part_at(parts, part);
        of->live += bytes;
        of->live_most = of->live > of->live_most ? of->live : of->live_most;
    }
}

void msim_heap_parts_lose(struct msim_heap_parts *parts, uint32_t part, uint64_t bytes)
{
    for (; part; part = outer_of(parts, part))
        part_at(parts, part)->live -= bytes;
}

void msim_heap_parts_compare(struct msim_heap_parts *parts, const struct msim_heap_at *now)
{
    for (uint32_t i = 0; i < parts->open.used; i++) {
        struct msim_heap_part *part = part_at(parts, *MSIM_TABLE_AT(&parts->open, i, uint32_t));
        if (total(now) > total(&part->most))
            part->most = *now;
    }
}

/* --- Results ------------------------------------------------------------------------------ */

struct msim_heap_part msim_heap_parts_end(const struct msim_heap_parts *parts, uint32_t part,
                                          const struct msim_heap_at *now)
{
    if (part >= parts->part.used)
        return (struct msim_heap_part){.known = false};
    struct msim_heap_part is = *MSIM_TABLE_AT(&parts->part, part, struct msim_heap_part);
    if (is.open) {
        is.ended = *now;
        is.live_kept = is.live;
        is.lasted += now->time - is.opened;
    }
    return is;
}

struct msim_heap_span msim_heap_parts_span(const struct msim_heap_parts *parts, uint32_t span,
                                           const struct msim_heap_at *now)
{
    struct msim_heap_span is = *span_at(parts, span);
    if (is.to == STILL_OPEN)
        is.to = now->time;
    return is;
}
