/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps references, piece by piece: relocation.h. */

#include "relocated.h"
#include "relocation.h"

enum { POINTER = 8 };

/* What a reference is to. */
enum where { ELSEWHERE, DATA, HEADER, SLACK };

/* The pieces of one reference. */
struct pieces {
    struct msim_piece *piece;
    unsigned used;
    enum msim_kind kind;
};

/* Adds a piece; one that goes on where the last one ended belongs to it, and so does what there is
 * no more room for. */
static void add(struct pieces *to, uint64_t first, uint64_t size, uint32_t row)
{
    struct msim_piece *last = to->used ? &to->piece[to->used - 1] : NULL;
    if (last && last->kind == to->kind &&
        (last->first + last->size == first || to->used == MSIM_PIECES)) {
        last->size += (uint32_t)size;
        return;
    }
    if (to->used < MSIM_PIECES)
        to->piece[to->used++] =
            (struct msim_piece){first, (uint32_t)size & 0x3fffffff, to->kind & 3, row};
}

/* --- Finding ------------------------------------------------------------------------------ */

static enum where find(struct msim_relocation *relocation, uint64_t address, uint32_t *number)
{
    struct msim_span found;
    const struct msim_relocated *last =
        relocation->last ? &relocation->block[relocation->last - 1] : NULL;
    if (last && address - last->address < last->bytes && last->state != MSIM_RELOCATED_AHEAD) {
        *number = relocation->last - 1;
        return DATA;
    }
    bool before = msim_spans_before(&relocation->spans, relocation->set, address + 1, &found);
    uint64_t offset = address - found.address;
    *number = before ? found.owner : 0;
    const struct msim_relocated *block = before ? &relocation->block[found.owner] : NULL;
    if (before && offset < found.bytes && block->state != MSIM_RELOCATED_AHEAD) {
        relocation->last = found.owner + 1;
        return DATA;
    }
    struct msim_span next;
    if (msim_spans_from(&relocation->spans, relocation->set, address + 1, &next) &&
        next.address - address <= MSIM_SPACE_HEADER && relocation->block[next.owner].heap) {
        *number = next.owner;
        return HEADER;
    }
    bool slack = before && block->heap && block->state != MSIM_RELOCATED_AHEAD &&
                 offset < msim_space_chunk(block->bytes) - MSIM_SPACE_HEADER;
    return slack ? SLACK : ELSEWHERE;
}

/* --- Data --------------------------------------------------------------------------------- */

static uint32_t row_of(const struct msim_relocation *relocation, const struct msim_relocated *block,
                       uint64_t offset)
{
    const struct msim_relocation_rule *of = &relocation->rule[block->rule];
    uint32_t rest = of->row + (uint32_t)of->names;
    if (!block->plan || offset < of->rule->after)
        return rest;
    offset -= of->rule->after;
    if (offset / block->plan->element >= block->elements)
        return rest;
    return of->row + msim_plan_piece_at(block->plan, offset % block->plan->element)->field;
}

/* What reaches another part than the first through a pointer reads that first, unless it is still
 * known. */
static void follow(struct msim_relocation *relocation, const struct msim_relocated *block,
                   uint64_t element, struct pieces *to)
{
    const struct msim_plan *plan = block->plan;
    const struct msim_relocation_rule *of = &relocation->rule[block->rule];
    uint32_t number = (uint32_t)(block - relocation->block) + 1;
    if (relocation->pointer_block == number && relocation->pointer_element == element)
        return;
    relocation->pointer_block = number;
    relocation->pointer_element = element;
    enum msim_kind kind = to->kind;
    to->kind = MSIM_READ;
    add(to, block->at + of->rule->after + element * plan->part[0].bytes + plan->pointer, POINTER,
        of->row + (uint32_t)of->names);
    to->kind = kind;
}

/* Bytes of an element, up to the end of their piece; returns how many. */
static uint64_t map_element(struct msim_relocation *relocation, const struct msim_relocated *block,
                            uint64_t offset, uint64_t size, struct pieces *to)
{
    const struct msim_plan *plan = block->plan;
    const struct msim_relocation_rule *of = &relocation->rule[block->rule];
    uint64_t element = offset / plan->element, within = offset % plan->element;
    const struct msim_plan_piece *piece = msim_plan_piece_at(plan, within);
    uint64_t run = piece->to - within < size ? piece->to - within : size;
    if (piece->part == MSIM_PLAN_NOWHERE)
        return run;
    if (plan->has_pointer && piece->part)
        follow(relocation, block, element, to);
    uint64_t at = piece->part ? block->more[piece->part - 1] : block->at + of->rule->after;
    add(to, at + element * plan->part[piece->part].bytes + piece->at + within - piece->from, run,
        of->row + piece->field);
    return run;
}

static void map_data(struct msim_relocation *relocation, const struct msim_relocated *block,
                     uint64_t first, uint64_t size, struct pieces *to)
{
    const struct msim_plan *plan = block->plan;
    const struct msim_relocation_rule *of = &relocation->rule[block->rule];
    uint64_t after = of->rule->after, end = after + block->elements * plan->element;
    uint32_t rest = of->row + (uint32_t)of->names;
    uint64_t behind = block->at + after + block->elements * plan->part[0].bytes;
    for (uint64_t offset = first - block->address, run; size; offset += run, size -= run) {
        if (offset < after) {
            run = after - offset < size ? after - offset : size;
            add(to, block->at + offset, run, rest);
        } else if (offset < end) {
            run = map_element(relocation, block, offset - after, size, to);
        } else if (offset < block->bytes) {
            run = block->bytes - offset < size ? block->bytes - offset : size;
            add(to, behind + offset - end, run, rest);
        } else {
            run = size;
            add(to, msim_gaps_at(&relocation->gaps, block->address + offset), run,
                MSIM_RELOCATION_OTHER);
        }
    }
}

/* --- The mapper --------------------------------------------------------------------------- */

/* The allocator's own words are near the block, wherever it is; a pool has none. */
static void map_own(const struct msim_relocation *relocation, const struct msim_relocated *block,
                    uint64_t first, uint64_t size, struct pieces *to)
{
    bool moved = !relocation->identity && block->placed;
    if (block->pooled)
        return;
    uint64_t at =
        moved ? block->at + (first - block->address) : msim_gaps_at(&relocation->gaps, first);
    add(to, at, size, MSIM_RELOCATION_ALLOCATOR);
}

unsigned msim_relocation_map(void *self, const struct msim_segment *segment,
                             const struct msim_access *access, uint64_t first, uint32_t size,
                             struct msim_piece *piece)
{
    struct msim_relocation *relocation = self;
    struct pieces to = {piece, 0, msim_access_kind(access)};
    enum where where = ELSEWHERE;
    uint32_t number = 0;
    if (relocation->frames.on)
        msim_frames_see(relocation, segment, access, first);
    bool allocator = msim_is_allocator(&relocation->allocator, relocation->sites->dict,
                                       segment->instrs[access->instr].site);
    if (allocator && relocation->unneeded)
        return 0;
    if (first - relocation->lowest < relocation->highest - relocation->lowest)
        where = find(relocation, first, &number);
    if (where == ELSEWHERE) {
        add(&to, msim_gaps_at(&relocation->gaps, first), size, MSIM_RELOCATION_OTHER);
        return to.used;
    }
    const struct msim_relocated *block = &relocation->block[number];
    if (where == DATA && block->state != MSIM_RELOCATED_FREE && !allocator &&
        first - block->address < block->bytes) {
        if (block->placed && !relocation->identity)
            map_data(relocation, block, first, size, &to);
        else
            add(&to, msim_gaps_at(&relocation->gaps, first), size,
                row_of(relocation, block, first - block->address));
    } else if (where == SLACK && !block->pooled) {
        add(&to, msim_gaps_at(&relocation->gaps, first), size, MSIM_RELOCATION_ALLOCATOR);
    } else {
        map_own(relocation, block, first, size, &to);
    }
    return to.used;
}
