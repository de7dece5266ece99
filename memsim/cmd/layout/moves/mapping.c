/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps references, piece by piece: moves.h. */

#include "moved.h"
#include "moves.h"

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

static enum where find(struct msim_moves *moves, uint64_t address, uint32_t *number)
{
    struct msim_span found;
    const struct msim_moved *last = moves->last ? &moves->block[moves->last - 1] : NULL;
    if (last && address - last->address < last->bytes && last->state != MSIM_MOVED_AHEAD) {
        *number = moves->last - 1;
        return DATA;
    }
    bool before = msim_spans_before(&moves->spans, moves->set, address + 1, &found);
    uint64_t offset = address - found.address;
    *number = before ? found.owner : 0;
    const struct msim_moved *block = before ? &moves->block[found.owner] : NULL;
    if (before && offset < found.bytes && block->state != MSIM_MOVED_AHEAD) {
        moves->last = found.owner + 1;
        return DATA;
    }
    struct msim_span next;
    if (msim_spans_from(&moves->spans, moves->set, address + 1, &next) &&
        next.address - address <= MSIM_SPACE_HEADER && moves->block[next.owner].heap) {
        *number = next.owner;
        return HEADER;
    }
    bool slack = before && block->heap && block->state != MSIM_MOVED_AHEAD &&
                 offset < msim_space_chunk(block->bytes) - MSIM_SPACE_HEADER;
    return slack ? SLACK : ELSEWHERE;
}

/* --- Data --------------------------------------------------------------------------------- */

static uint32_t row_of(const struct msim_moves *moves, const struct msim_moved *block,
                       uint64_t offset)
{
    const struct msim_moves_rule *of = &moves->rule[block->rule];
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
static void follow(struct msim_moves *moves, const struct msim_moved *block, uint64_t element,
                   struct pieces *to)
{
    const struct msim_plan *plan = block->plan;
    const struct msim_moves_rule *of = &moves->rule[block->rule];
    uint32_t number = (uint32_t)(block - moves->block) + 1;
    if (moves->pointer_block == number && moves->pointer_element == element)
        return;
    moves->pointer_block = number;
    moves->pointer_element = element;
    enum msim_kind kind = to->kind;
    to->kind = MSIM_READ;
    add(to, block->at + of->rule->after + element * plan->part[0].bytes + plan->pointer, POINTER,
        of->row + (uint32_t)of->names);
    to->kind = kind;
}

/* Bytes of an element, up to the end of their piece; returns how many. */
static uint64_t map_element(struct msim_moves *moves, const struct msim_moved *block,
                            uint64_t offset, uint64_t size, struct pieces *to)
{
    const struct msim_plan *plan = block->plan;
    const struct msim_moves_rule *of = &moves->rule[block->rule];
    uint64_t element = offset / plan->element, within = offset % plan->element;
    const struct msim_plan_piece *piece = msim_plan_piece_at(plan, within);
    uint64_t run = piece->to - within < size ? piece->to - within : size;
    if (piece->part == MSIM_PLAN_NOWHERE)
        return run;
    if (plan->has_pointer && piece->part)
        follow(moves, block, element, to);
    uint64_t at = piece->part ? block->more[piece->part - 1] : block->at + of->rule->after;
    add(to, at + element * plan->part[piece->part].bytes + piece->at + within - piece->from, run,
        of->row + piece->field);
    return run;
}

static void map_data(struct msim_moves *moves, const struct msim_moved *block, uint64_t first,
                     uint64_t size, struct pieces *to)
{
    const struct msim_plan *plan = block->plan;
    const struct msim_moves_rule *of = &moves->rule[block->rule];
    uint64_t after = of->rule->after, end = after + block->elements * plan->element;
    uint32_t rest = of->row + (uint32_t)of->names;
    uint64_t behind = block->at + after + block->elements * plan->part[0].bytes;
    for (uint64_t offset = first - block->address, run; size; offset += run, size -= run) {
        if (offset < after) {
            run = after - offset < size ? after - offset : size;
            add(to, block->at + offset, run, rest);
        } else if (offset < end) {
            run = map_element(moves, block, offset - after, size, to);
        } else if (offset < block->bytes) {
            run = block->bytes - offset < size ? block->bytes - offset : size;
            add(to, behind + offset - end, run, rest);
        } else {
            run = size;
            add(to, msim_gaps_at(&moves->gaps, block->address + offset), run, MSIM_MOVES_OTHER);
        }
    }
}

/* --- The mapper --------------------------------------------------------------------------- */

/* The allocator's own words are near the block, wherever it is; a pool has none. */
static void map_own(const struct msim_moves *moves, const struct msim_moved *block, uint64_t first,
                    uint64_t size, struct pieces *to)
{
    bool moved = !moves->identity && block->placed;
    if (block->pooled)
        return;
    uint64_t at = moved ? block->at + (first - block->address) : msim_gaps_at(&moves->gaps, first);
    add(to, at, size, MSIM_MOVES_ALLOCATOR);
}

unsigned msim_moves_map(void *self, const struct msim_segment *segment,
                        const struct msim_access *access, uint64_t first, uint32_t size,
                        struct msim_piece *piece)
{
    struct msim_moves *moves = self;
    struct pieces to = {piece, 0, msim_access_kind(access)};
    enum where where = ELSEWHERE;
    uint32_t number = 0;
    if (moves->frames.on)
        msim_frames_see(moves, segment, access, first);
    bool allocator = msim_is_allocator(&moves->allocator, moves->sites->dict,
                                       segment->instrs[access->instr].site);
    if (allocator && moves->unneeded)
        return 0;
    if (first - moves->lowest < moves->highest - moves->lowest)
        where = find(moves, first, &number);
    if (where == ELSEWHERE) {
        add(&to, msim_gaps_at(&moves->gaps, first), size, MSIM_MOVES_OTHER);
        return to.used;
    }
    const struct msim_moved *block = &moves->block[number];
    if (where == DATA && block->state != MSIM_MOVED_FREE && !allocator &&
        first - block->address < block->bytes) {
        if (block->placed && !moves->identity)
            map_data(moves, block, first, size, &to);
        else
            add(&to, msim_gaps_at(&moves->gaps, first), size,
                row_of(moves, block, first - block->address));
    } else if (where == SLACK && !block->pooled) {
        add(&to, msim_gaps_at(&moves->gaps, first), size, MSIM_MOVES_ALLOCATOR);
    } else {
        map_own(moves, block, first, size, &to);
    }
    return to.used;
}
