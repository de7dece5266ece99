/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the heap's events for the layout of relocation.h. */

#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/trace/player.h"
#include "relocated.h"
#include "relocation.h"
#include "stream/event.h"

enum { AHEAD = 4 /* events to look for the next block */ };

/* --- Preparing ---------------------------------------------------------------------------- */

static bool fail(char **wrong, const char *format, const char *text)
{
    *wrong = msim_printed(format, text);
    return false;
}

/* A rule with a type or an element's size can be tried before there are blocks. */
static bool try_rule(const struct msim_relocation_rule *of, char **wrong)
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

static unsigned regions_of(const struct msim_relocation_rule *of)
{
    unsigned fields = (unsigned)(of->type ? of->type->fields : of->rule->fields);
    return of->rule->kind == MSIM_LAYOUT_SOA ? 2 * fields + 2 : of->rule->parts + 2;
}

bool msim_relocation_init(struct msim_relocation *relocation,
                          const struct msim_layout_rules *layout,
                          const struct msim_plan_type *const *type, char **wrong)
{
    uint32_t row = MSIM_RELOCATION_ROWS;
    relocation->rule = msim_zeroed(layout->rules, sizeof *relocation->rule);
    relocation->rules = layout->rules;
    relocation->regions = MSIM_SPACE_POOLS;
    msim_spans_init(&relocation->spans, &msim_hosted_mem);
    for (size_t i = 0; i < layout->rules; i++) {
        struct msim_relocation_rule *of = &relocation->rule[i];
        of->rule = &layout->rule[i];
        relocation->frames.on |= of->rule->is_local;
        of->type = type[i];
        of->name = msim_plan_names(of->rule, of->type, &of->names);
        of->row = row;
        row += (uint32_t)of->names + 1;
        of->region = relocation->regions;
        relocation->regions += regions_of(of);
        if (!try_rule(of, wrong))
            return false;
        if (relocation->regions > MSIM_SPACE_REGIONS)
            return fail(wrong, "%s", "the rules have too many parts in all; about 500 are allowed");
    }
    return true;
}

uint32_t msim_relocation_rows(const struct msim_relocation *relocation)
{
    const struct msim_relocation_rule *last = &relocation->rule[relocation->rules - 1];
    return last->row + (uint32_t)last->names + 1;
}

/* --- Events ------------------------------------------------------------------------------- */

/* What an event says: a block that ends, one that begins; 0: none. */
struct said {
    uint64_t ends;
    struct msim_relocated_new begins;
};

static struct said said_by(struct msim_relocation *relocation, const uint64_t *record)
{
    struct msim_heap_said said = msim_heap_said_by(record);
    uint32_t rule = said.begins
                        ? msim_sites_rule(relocation->sites, msim_heap_stack_of(record), said.bytes)
                        : MSIM_NO_RULE;
    return (struct said){said.ends, {said.begins, said.bytes, rule, said.header}};
}

/* The header of the next block of a rule, which the allocator may write in the call before its
 * own. */
static void look_ahead(struct msim_relocation *relocation)
{
    for (size_t i = relocation->next + 1; i < relocation->events && i < relocation->next + AHEAD;
         i++) {
        struct said said = said_by(relocation, relocation->event[i]);
        const struct msim_relocated_new *is = &said.begins;
        if (!is->address || is->rule == MSIM_NO_RULE || !is->heap)
            continue;
        if (!msim_relocated_is_live(relocation, is->address, is->bytes ? is->bytes : 1))
            msim_relocated_begin(relocation, is, MSIM_RELOCATED_AHEAD);
        return;
    }
}

/* True: the allocator is at work for a block that is in a pool. */
static bool is_unneeded(struct msim_relocation *relocation, const struct said *said)
{
    uint64_t address = said->ends ? said->ends : said->begins.address;
    return address && !relocation->identity && msim_relocated_is_pooled(relocation, address);
}

/* What the next event will say happens between it and the one before. */
static void prepare(struct msim_relocation *relocation)
{
    relocation->unneeded = false;
    if (relocation->next == relocation->events)
        return;
    struct said said = said_by(relocation, relocation->event[relocation->next]);
    const struct msim_relocated_new *is = &said.begins;
    if (is->address && is->rule == MSIM_NO_RULE)
        msim_relocated_forget(relocation, is->address, is->bytes, false);
    else if (is->address &&
             !msim_relocated_is_live(relocation, is->address, is->bytes ? is->bytes : 1))
        msim_relocated_begin(relocation, is, MSIM_RELOCATED_EARLY);
    relocation->unneeded = is_unneeded(relocation, &said);
    look_ahead(relocation);
}

static void take(struct msim_relocation *relocation, const uint64_t *record)
{
    struct said said = said_by(relocation, record);
    const struct msim_relocated_new *is = &said.begins;
    if (said.ends)
        msim_relocated_end(relocation, said.ends);
    if (is->address && is->rule == MSIM_NO_RULE)
        msim_relocated_forget(relocation, is->address, is->bytes, is->heap);
    if (is->address && is->rule != MSIM_NO_RULE) {
        msim_relocated_begin(relocation, is, MSIM_RELOCATED_LIVE);
        msim_relocated_count(relocation, is);
    }
    if (is->address && is->heap && !relocation->identity)
        msim_gaps_block(&relocation->gaps, is->address, is->bytes,
                        msim_relocated_is_pooled(relocation, is->address));
}

static void see_event(void *self, const uint64_t *record)
{
    struct msim_relocation *relocation = self;
    if (relocation->mapped && msim_event_of(*record) == MSIM_EVENT_MAP)
        relocation->mapped(relocation->mapped_self, record);
    if (!msim_ahead_is_heap(record))
        return;
    take(relocation, record);
    if (relocation->next < relocation->events)
        relocation->next++;
    prepare(relocation);
}

static void add_event(struct msim_relocation *relocation, const uint64_t *record)
{
    MSIM_PUSH(relocation->event, relocation->events, record);
}

/* Lists the chunk's events, and the one after it. */
static void see_chunk(void *self, const uint64_t *words, const uint64_t *end)
{
    struct msim_relocation *relocation = self;
    const struct msim_ahead *ahead = relocation->ahead;
    relocation->events = relocation->next = 0;
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (!msim_header_is_event(*words) || !msim_ahead_is_heap(words))
            continue;
        add_event(relocation, words);
    }
    if (relocation->chunk < ahead->chunks && ahead->next[relocation->chunk].word[0])
        add_event(relocation, ahead->next[relocation->chunk].word);
    relocation->chunk++;
    prepare(relocation);
}

/* --- The mapper --------------------------------------------------------------------------- */

void msim_relocation_variable(struct msim_relocation *relocation, size_t rule, uint64_t address,
                              uint64_t bytes)
{
    struct msim_relocated_new is = {address, bytes, (uint32_t)rule, false};
    msim_relocated_begin(relocation, &is, MSIM_RELOCATED_LIVE);
    msim_relocated_count(relocation, &is);
}

struct msim_mapper msim_relocation_mapper(struct msim_relocation *relocation)
{
    return (struct msim_mapper){msim_relocation_map, see_chunk, see_event, relocation,
                                msim_relocation_rows(relocation)};
}
