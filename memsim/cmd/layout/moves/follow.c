/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the heap's events for the layout of moves.h. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/trace/memory.h"
#include "moved.h"
#include "moves.h"
#include "stream/event.h"

enum { AHEAD = 4 /* events to look for the next block */ };

/* --- Preparing ---------------------------------------------------------------------------- */

static bool fail(char **wrong, const char *format, const char *text)
{
    if (asprintf(wrong, format, text) < 0)
        *wrong = msim_copy("out of memory");
    return false;
}

/* A rule with a type or an element's size can be tried before there are blocks. */
static bool try_rule(const struct msim_moves_rule *of, char **wrong)
{
    struct msim_plan plan;
    const char *name;
    uint64_t element = of->type ? of->type->bytes : of->rule->element;
    if (!element)
        return true;
    bool good = msim_plan_make(&plan, of->rule, of->type, element, &name);
    msim_plan_free(&plan);
    if (good)
        return true;
    return name ? fail(wrong, "the type has no field '%s'", name)
                : fail(wrong, "%s", "the element does not have these fields as a whole");
}

static unsigned regions_of(const struct msim_moves_rule *of)
{
    unsigned fields = (unsigned)(of->type ? of->type->fields : of->rule->fields);
    return of->rule->kind == MSIM_LAYOUT_SOA ? 2 * fields + 2 : of->rule->parts + 2;
}

bool msim_moves_init(struct msim_moves *moves, const struct msim_layout_rules *layout,
                     const struct msim_plan_type *const *type, char **wrong)
{
    uint32_t row = MSIM_MOVES_ROWS;
    moves->rule = msim_zeroed(layout->rules, sizeof *moves->rule);
    moves->rules = layout->rules;
    moves->regions = MSIM_SPACE_POOLS;
    msim_spans_init(&moves->spans, &msim_hosted_mem);
    for (size_t i = 0; i < layout->rules; i++) {
        struct msim_moves_rule *of = &moves->rule[i];
        of->rule = &layout->rule[i];
        moves->frames.on |= of->rule->is_local;
        of->type = type[i];
        of->name = msim_plan_names(of->rule, of->type, &of->names);
        of->row = row;
        row += (uint32_t)of->names + 1;
        of->region = moves->regions;
        moves->regions += regions_of(of);
        if (!try_rule(of, wrong))
            return false;
        if (moves->regions > MSIM_SPACE_REGIONS)
            return fail(wrong, "%s", "the rules have too many parts in all; about 500 are allowed");
    }
    return true;
}

uint32_t msim_moves_rows(const struct msim_moves *moves)
{
    const struct msim_moves_rule *last = &moves->rule[moves->rules - 1];
    return last->row + (uint32_t)last->names + 1;
}

/* --- Events ------------------------------------------------------------------------------- */

/* What an event says: a block that ends, one that begins; 0: none. */
struct said {
    uint64_t ends;
    struct msim_moved_new begins;
};

static struct said said_by(struct msim_moves *moves, const uint64_t *record)
{
    struct msim_heap_said said = msim_heap_said_by(record);
    uint32_t rule = said.begins
                        ? msim_sites_rule(moves->sites, msim_heap_stack_of(record), said.bytes)
                        : MSIM_NO_RULE;
    return (struct said){said.ends, {said.begins, said.bytes, rule, said.header}};
}

/* The header of the next block of a rule, which the allocator may write in the call before its
 * own. */
static void look_ahead(struct msim_moves *moves)
{
    for (size_t i = moves->next + 1; i < moves->events && i < moves->next + AHEAD; i++) {
        struct said said = said_by(moves, moves->event[i]);
        const struct msim_moved_new *is = &said.begins;
        if (!is->address || is->rule == MSIM_NO_RULE || !is->heap)
            continue;
        if (!msim_moved_is_live(moves, is->address, is->bytes ? is->bytes : 1))
            msim_moved_begin(moves, is, MSIM_MOVED_AHEAD);
        return;
    }
}

/* True: the allocator is at work for a block that is in a pool. */
static bool is_unneeded(struct msim_moves *moves, const struct said *said)
{
    uint64_t address = said->ends ? said->ends : said->begins.address;
    return address && !moves->identity && msim_moved_is_pooled(moves, address);
}

/* What the next event will say happens between it and the one before. */
static void prepare(struct msim_moves *moves)
{
    moves->unneeded = false;
    if (moves->next == moves->events)
        return;
    struct said said = said_by(moves, moves->event[moves->next]);
    const struct msim_moved_new *is = &said.begins;
    if (is->address && is->rule == MSIM_NO_RULE)
        msim_moved_forget(moves, is->address, is->bytes, false);
    else if (is->address && !msim_moved_is_live(moves, is->address, is->bytes ? is->bytes : 1))
        msim_moved_begin(moves, is, MSIM_MOVED_EARLY);
    moves->unneeded = is_unneeded(moves, &said);
    look_ahead(moves);
}

static void take(struct msim_moves *moves, const uint64_t *record)
{
    struct said said = said_by(moves, record);
    const struct msim_moved_new *is = &said.begins;
    if (said.ends)
        msim_moved_end(moves, said.ends);
    if (is->address && is->rule == MSIM_NO_RULE)
        msim_moved_forget(moves, is->address, is->bytes, is->heap);
    if (is->address && is->rule != MSIM_NO_RULE) {
        msim_moved_begin(moves, is, MSIM_MOVED_LIVE);
        msim_moved_count(moves, is);
    }
    if (is->address && is->heap && !moves->identity)
        msim_gaps_block(&moves->gaps, is->address, is->bytes,
                        msim_moved_is_pooled(moves, is->address));
}

static void see_event(void *self, const uint64_t *record)
{
    struct msim_moves *moves = self;
    if (moves->mapped && msim_event_of(*record) == MSIM_EVENT_MAP)
        moves->mapped(moves->mapped_self, record);
    if (!msim_ahead_is_heap(record))
        return;
    take(moves, record);
    if (moves->next < moves->events)
        moves->next++;
    prepare(moves);
}

static void add_event(struct msim_moves *moves, const uint64_t *record)
{
    moves->event = msim_room(moves->event, moves->events, sizeof *moves->event);
    moves->event[moves->events++] = record;
}

/* Lists the chunk's events, and the one after it. */
static void see_chunk(void *self, const uint64_t *words, const uint64_t *end)
{
    struct msim_moves *moves = self;
    const struct msim_ahead *ahead = moves->ahead;
    moves->events = moves->next = 0;
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (!msim_header_is_event(*words) || !msim_ahead_is_heap(words))
            continue;
        add_event(moves, words);
    }
    if (moves->chunk < ahead->chunks && ahead->next[moves->chunk].word[0])
        add_event(moves, ahead->next[moves->chunk].word);
    moves->chunk++;
    prepare(moves);
}

/* --- The mapper --------------------------------------------------------------------------- */

void msim_moves_variable(struct msim_moves *moves, size_t rule, uint64_t address, uint64_t bytes)
{
    struct msim_moved_new is = {address, bytes, (uint32_t)rule, false};
    msim_moved_begin(moves, &is, MSIM_MOVED_LIVE);
    msim_moved_count(moves, &is);
}

struct msim_mapper msim_moves_mapper(struct msim_moves *moves)
{
    return (struct msim_mapper){msim_moves_map, see_chunk, see_event, moves,
                                msim_moves_rows(moves)};
}
