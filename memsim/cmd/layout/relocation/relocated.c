/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The life of blocks: relocated.h. */
#include "relocated.h"

#include <stdlib.h>

#include "cmd/base/grow.h"
#include "engine/base/numbers.h"

/* --- Plans -------------------------------------------------------------------------------- */

struct key {
    const struct msim_relocation_rule *rule;
    uint64_t element;
};

static bool same(const void *context, uint32_t number)
{
    const struct key *key = context;
    return key->rule->plan[number]->element == key->element;
}

/* The plan for elements of that size; NULL: they lack the rule's fields. */
static const struct msim_plan *plan_of(struct msim_relocation_rule *of, uint64_t element)
{
    struct key key = {of, element};
    uint32_t hash = (uint32_t)(element * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    uint32_t number = msim_index_find(&of->index, hash, same, &key);
    if (number == MSIM_NOTHING) {
        struct msim_relocation_plan *plan = msim_zeroed(1, sizeof *plan);
        const char *name;
        plan->element = element;
        plan->fits = msim_plan_make(&plan->plan, of->rule, of->type, element, &name);
        of->plan = msim_room(of->plan, of->plans, sizeof(struct msim_relocation_plan *));
        number = (uint32_t)of->plans++;
        of->plan[number] = plan;
        msim_index_add(&of->index, hash, number);
    }
    return of->plan[number]->fits ? &of->plan[number]->plan : NULL;
}

static void choose_plan(struct msim_relocation *relocation, struct msim_relocated *block)
{
    struct msim_relocation_rule *of = &relocation->rule[block->rule];
    uint64_t element = of->type ? of->type->bytes : of->rule->element;
    uint64_t after = of->rule->after;
    block->plan = NULL;
    block->elements = 0;
    if (!element)
        element = block->bytes;
    if (!element || element > MSIM_LAYOUT_ELEMENT || block->bytes < after + element)
        return;
    block->plan = plan_of(of, element);
    if (block->plan)
        block->elements = (block->bytes - after) / element;
}

/* --- Places ------------------------------------------------------------------------------- */

uint64_t msim_relocated_first_part(const struct msim_relocated *block,
                                   const struct msim_layout_rule *rule)
{
    const struct msim_plan *plan = block->plan;
    uint64_t rest = block->bytes - block->elements * plan->element;
    (void)rule;
    return rest + block->elements * plan->part[0].bytes;
}

/* What a part of the block needs. */
struct need {
    uint64_t bytes, align;
    uint64_t skipped; /* bytes before it, so that it begins as far into a line as it did */
};

/* A variable keeps its offset in a line, if no rule gives it another; one on the stack grows
 * downwards. */
static uint64_t skipped(const struct msim_relocation *relocation,
                        const struct msim_relocated *block, const struct msim_layout_rule *rule)
{
    uint64_t start = block->address;
    if ((!rule->variables && !rule->is_local) || rule->together || rule->apart || rule->align)
        return 0;
    if (rule->is_local)
        start += block->bytes - msim_relocated_first_part(block, rule);
    return start % relocation->line / block->plan->part[0].align * block->plan->part[0].align;
}

static struct need need_of(const struct msim_relocation *relocation,
                           const struct msim_relocated *block, unsigned part)
{
    const struct msim_layout_rule *rule = relocation->rule[block->rule].rule;
    struct need need = {block->elements * block->plan->part[part].bytes,
                        block->plan->part[part].align, 0};
    if (rule->align > need.align)
        need.align = rule->align;
    bool is_lined = rule->apart || ((rule->variables || rule->is_local) && !rule->together);
    if (is_lined && relocation->line > need.align)
        need.align = relocation->line;
    if (!part) {
        need.skipped = skipped(relocation, block, rule);
        need.bytes = need.skipped + msim_relocated_first_part(block, rule);
    }
    if (rule->apart)
        need.bytes = msim_round_up(need.bytes, need.align);
    return need;
}

/* True: it stays where it is, because it takes no more of the allocator's memory than before. */
static bool stays(const struct msim_relocated *block, const struct msim_layout_rule *rule)
{
    if (block->plan->parts > 1 || rule->pool || rule->align || rule->apart || rule->together)
        return false;
    uint64_t bytes = msim_relocated_first_part(block, rule);
    return block->heap ? msim_space_chunk(bytes) == msim_space_chunk(block->bytes)
                       : bytes == block->bytes;
}

/* Elements in parts are in pools, but arrays in parts are arrays, each from malloc. */
static bool will_be_pooled(const struct msim_relocated *block, const struct msim_layout_rule *rule)
{
    return block->plan && ((block->plan->parts > 1 && block->elements == 1) || rule->pool ||
                           rule->variables || rule->is_local);
}

static unsigned region_of(const struct msim_relocation *relocation,
                          const struct msim_relocated *block, unsigned part)
{
    return block->pooled ? relocation->rule[block->rule].region + part : MSIM_SPACE_MALLOC;
}

/* Returns the places of the first `parts` parts. */
static void leave(struct msim_relocation *relocation, struct msim_relocated *block, unsigned parts)
{
    for (unsigned i = 0; i < parts; i++) {
        struct need need = need_of(relocation, block, i);
        uint64_t at = i ? block->more[i - 1] : block->at;
        msim_space_put(&relocation->space, region_of(relocation, block, i), need.bytes, need.align,
                       at - need.skipped);
    }
    free(block->more);
    block->more = NULL;
    block->placed = false;
}

/* Gives the block its places.  Where there is no room, it stays. */
static void settle(struct msim_relocation *relocation, struct msim_relocated *block)
{
    const struct msim_layout_rule *rule = relocation->rule[block->rule].rule;
    if (relocation->identity || block->placed || !block->plan)
        return;
    block->at = msim_gaps_at(&relocation->gaps, block->address);
    block->placed = true;
    block->in_place = stays(block, rule);
    if (block->in_place)
        return;
    unsigned parts = block->plan->parts;
    block->pooled = will_be_pooled(block, rule);
    if (parts > 1)
        block->more = msim_zeroed(parts - 1, sizeof *block->more);
    for (unsigned i = 0; i < parts; i++) {
        struct need need = need_of(relocation, block, i);
        uint64_t at = msim_space_get(&relocation->space, region_of(relocation, block, i),
                                     need.bytes, need.align);
        if (!at) {
            leave(relocation, block, i);
            block->plan = NULL;
            block->pooled = false;
            return;
        }
        *(i ? &block->more[i - 1] : &block->at) = at + need.skipped;
    }
}

static bool is_elsewhere(const struct msim_relocated *block)
{
    return block->placed && !block->in_place;
}

/* --- The set of blocks --------------------------------------------------------------------- */

static void forget(struct msim_relocation *relocation, uint32_t number)
{
    struct msim_relocated *block = &relocation->block[number];
    struct msim_span span;
    msim_spans_remove(&relocation->spans, &relocation->set, block->address, &span);
    if (is_elsewhere(block))
        leave(relocation, block, block->plan->parts);
    block->state = MSIM_RELOCATED_UNUSED;
    block->spare = relocation->spare;
    relocation->spare = number + 1;
    relocation->last = 0;
}

static bool overlap(const struct msim_relocation *relocation, uint64_t address, uint64_t bytes,
                    struct msim_span *found)
{
    struct msim_span range = {address, bytes ? bytes : 1, 0};
    return msim_spans_overlap(&relocation->spans, relocation->set, &range, found);
}

bool msim_relocated_is_live(const struct msim_relocation *relocation, uint64_t address,
                            uint64_t bytes)
{
    struct msim_span found;
    uint64_t end = address + bytes;
    for (uint64_t at = address; at < end && overlap(relocation, at, end - at, &found);
         at = found.address + found.bytes) {
        enum msim_relocated_state state = relocation->block[found.owner].state;
        if (state == MSIM_RELOCATED_LIVE || state == MSIM_RELOCATED_EARLY)
            return true;
    }
    return false;
}

void msim_relocated_forget(struct msim_relocation *relocation, uint64_t address, uint64_t bytes,
                           bool all)
{
    struct msim_span found;
    uint64_t end = address + (bytes ? bytes : 1);
    for (uint64_t at = address; at < end && overlap(relocation, at, end - at, &found);
         at = found.address + found.bytes)
        if (all || relocation->block[found.owner].state == MSIM_RELOCATED_FREE)
            forget(relocation, found.owner);
}

static uint32_t unused(struct msim_relocation *relocation)
{
    uint32_t number = relocation->spare;
    if (number) {
        relocation->spare = relocation->block[number - 1].spare;
        return number - 1;
    }
    relocation->block = msim_room(relocation->block, relocation->blocks, sizeof *relocation->block);
    return (uint32_t)relocation->blocks++;
}

static struct msim_relocated *add(struct msim_relocation *relocation,
                                  const struct msim_relocated_new *is)
{
    uint32_t number = unused(relocation);
    struct msim_relocated *block = &relocation->block[number];
    *block = (struct msim_relocated){
        .address = is->address, .bytes = is->bytes, .rule = is->rule, .heap = is->heap};
    choose_plan(relocation, block);
    struct msim_span span = {is->address, msim_relocated_extent(block), number};
    msim_spans_add(&relocation->spans, &relocation->set, &span);
    uint64_t low = is->address - MSIM_SPACE_HEADER;
    uint64_t high = is->address + msim_space_chunk(is->bytes);
    relocation->lowest =
        !relocation->highest || low < relocation->lowest ? low : relocation->lowest;
    relocation->highest = high > relocation->highest ? high : relocation->highest;
    return block;
}

/* The block that begins there and is the same. */
static struct msim_relocated *known(struct msim_relocation *relocation,
                                    const struct msim_relocated_new *is)
{
    struct msim_span found;
    if (!msim_spans_find(&relocation->spans, relocation->set, is->address, &found))
        return NULL;
    struct msim_relocated *block = &relocation->block[found.owner];
    return block->bytes == is->bytes && block->rule == is->rule && block->heap == is->heap &&
                   block->state != MSIM_RELOCATED_LIVE
               ? block
               : NULL;
}

void msim_relocated_begin(struct msim_relocation *relocation, const struct msim_relocated_new *is,
                          enum msim_relocated_state state)
{
    struct msim_relocated *block = known(relocation, is);
    if (!block) {
        msim_relocated_forget(relocation, is->address,
                              is->bytes > MSIM_RELOCATED_LINKS ? is->bytes
                              : is->heap                       ? MSIM_RELOCATED_LINKS
                                                               : is->bytes,
                              true);
        block = add(relocation, is);
    } else if (state == MSIM_RELOCATED_AHEAD) {
        return; /* free, and about to be used again: its header is known */
    }
    block->state = state;
    const struct msim_layout_rule *rule = relocation->rule[is->rule].rule;
    if (state != MSIM_RELOCATED_AHEAD || !will_be_pooled(block, rule))
        settle(relocation, block);
    else
        block->pooled = !relocation->identity;
}

void msim_relocated_end(struct msim_relocation *relocation, uint64_t address)
{
    struct msim_span found;
    if (!msim_spans_find(&relocation->spans, relocation->set, address, &found))
        return;
    struct msim_relocated *block = &relocation->block[found.owner];
    if (!block->heap) {
        forget(relocation, found.owner);
        return;
    }
    block->state = MSIM_RELOCATED_FREE;
    if (block->pooled && block->placed)
        leave(relocation, block, block->plan->parts);
}

bool msim_relocated_is_pooled(const struct msim_relocation *relocation, uint64_t address)
{
    struct msim_span found;
    return msim_spans_find(&relocation->spans, relocation->set, address, &found) &&
           relocation->block[found.owner].pooled;
}

void msim_relocated_count(struct msim_relocation *relocation, const struct msim_relocated_new *is)
{
    struct msim_relocation_rule *of = &relocation->rule[is->rule];
    struct msim_relocation_counts *counts = &of->counts;
    struct msim_span found;
    if (!msim_spans_find(&relocation->spans, relocation->set, is->address, &found))
        return;
    const struct msim_relocated *block = &relocation->block[found.owner];
    counts->least = !counts->blocks || is->bytes < counts->least ? is->bytes : counts->least;
    counts->most = is->bytes > counts->most ? is->bytes : counts->most;
    counts->blocks++;
    counts->bytes += is->bytes;
    counts->unfit += !block->plan;
    counts->moved += is_elsewhere(block);
    if (!block->plan)
        return;
    counts->parts = block->plan->parts;
    for (unsigned i = 0; i < block->plan->parts && i < 4; i++)
        counts->part_bytes[i] = block->plan->part[i].bytes;
}
