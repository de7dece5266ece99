/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The type of a heap object's elements, by a vote of the instructions that used it.
 *
 * An instruction that has its operand's type (cmd/types) says: a structure of that type begins so
 * many bytes before what I use.  Each such type is tried, at each place in the block where its
 * voters say that it begins, against all cells of the object.  What agrees counts for it and what
 * does not against it, by misses.  The best one wins, if more is for it than against it.  Blocks
 * that are only read as bytes have no known type: anything may be read so.
 */
#include "typed.h"

#include "cmd/base/grow.h"
#include "cmd/types/types.h"
#include "engine/base/numbers.h"

/* Types that are tried, of those with most votes, and places of each. */
enum { MOST_TYPES = 48, MOST_PLACES = 8 };

/* What one instruction says; type NULL: nothing. */
struct voter {
    const struct msim_objects_use *use;
    struct msim_operand_type operand;
    uint64_t misses;
};

struct place {
    uint64_t modulo, start; /* the first element begins at `start`, as far as it was seen */
    uint64_t misses;
};

struct candidate {
    const struct msim_type *type;
    uint64_t misses;
    struct place place[MOST_PLACES];
    unsigned places;
};

struct vote {
    const struct msim_object_set *objects;
    const struct msim_data_object *object;
    struct voter *voter;
    size_t voters;
    struct candidate *candidate;
    size_t candidates;
};

/* --- voters
 * --------------------------------------------------------------------------------------- */

static void add_voter(struct vote *vote, struct msim_types *types,
                      const struct msim_objects_use *use)
{
    const struct msim_object_set *objects = vote->objects;
    const struct msim_objects_site *site = &objects->site[use->site];
    uint32_t file = msim_objects_file_of(objects, site);
    struct voter *voter = &vote->voter[vote->voters++];
    *voter = (struct voter){.use = use};
    for (size_t i = use->cell; i < use->cell + use->cells; i++)
        voter->misses += msim_objects_cell(objects, i)[0];
    if (!use->site || !file || use->access == MSIM_FETCH)
        return;
    if (!msim_types_operand(types, objects->file[file], site->offset, use->access == MSIM_WRITE,
                            &voter->operand))
        voter->operand.type = NULL;
}

/* --- candidates
 * ----------------------------------------------------------------------------------- */

static int by_misses(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;
    return a->misses > b->misses ? -1 : a->misses < b->misses;
}

static struct candidate *candidate_of(struct vote *vote, const struct msim_type *type)
{
    for (size_t i = 0; i < vote->candidates; i++)
        if (vote->candidate[i].type == type)
            return &vote->candidate[i];
    struct candidate *made = MSIM_NEXT(vote->candidate, vote->candidates);
    *made = (struct candidate){.type = type};
    return made;
}

/* The lowest offset of a cell that is not below the first of its use. */
static int64_t lowest(const struct msim_objects_use *use, int64_t offset)
{
    int64_t stride = (int64_t)use->stride;
    if (!stride)
        return offset;
    int64_t rest = (offset - use->first) % stride;
    return use->first + (rest < 0 ? rest + stride : rest);
}

/* A place where an element begins, by a cell of a voter for its type. */
static void add_place(struct candidate *candidate, int64_t begin, uint64_t misses)
{
    int64_t bytes = (int64_t)candidate->type->bytes;
    int64_t rest = begin % bytes;
    uint64_t modulo = (uint64_t)(rest < 0 ? rest + bytes : rest);
    uint64_t start = begin < 0 ? modulo : (uint64_t)begin;
    for (unsigned i = 0; i < candidate->places; i++)
        if (candidate->place[i].modulo == modulo) {
            struct place *place = &candidate->place[i];
            place->start = start < place->start ? start : place->start;
            place->misses += misses;
            return;
        }
    if (candidate->places < MOST_PLACES)
        candidate->place[candidate->places++] = (struct place){modulo, start, misses};
}

static void take_places(struct vote *vote, const struct voter *voter)
{
    const struct msim_type *type = voter->operand.type->plain;
    struct candidate *candidate = candidate_of(vote, type);
    const struct msim_objects_use *use = voter->use;
    candidate->misses += voter->misses;
    /* Only what is known modulo the size says where elements begin. */
    if ((voter->operand.stride && voter->operand.stride % type->bytes) ||
        (use->stride && use->stride % type->bytes))
        return;
    for (size_t i = use->cell; i < use->cell + use->cells; i++)
        add_place(candidate,
                  lowest(use, vote->objects->cell_offset[i]) - voter->operand.displacement,
                  msim_objects_cell(vote->objects, i)[0]);
}

/* Bytes that a block must have for the type: less than the whole if it ends in an array, which
 * programs allocate as long as they need it. */
static uint64_t least_bytes(const struct msim_type *type)
{
    const struct msim_type *plain = type->plain;
    uint64_t bytes = plain->bytes, before = 0;
    enum { DEEPEST = 16 };
    for (unsigned depth = 0; depth < DEEPEST && plain->members; depth++) {
        const struct msim_type_member *last = &plain->member[plain->members - 1];
        before += last->offset;
        plain = last->type->plain;
        if (plain->kind == MSIM_TYPE_ARRAY)
            return before;
    }
    return bytes;
}

static bool is_candidate(const struct vote *vote, const struct msim_operand_type *operand)
{
    const struct msim_type *type = operand->type ? operand->type->plain : NULL;
    return type && type->bytes && least_bytes(type) <= vote->object->high &&
           type->bytes <= INT32_MAX && type->kind != MSIM_TYPE_OTHER;
}

/* --- trying
 * --------------------------------------------------------------------------------------- */

struct score {
    int64_t misses;  /* for it less those against it */
    uint64_t beyond; /* of voters for it, in elements after the first */
};

/* In another element than the first, for all of which the block has room. */
static bool is_beyond(const struct msim_data_object *object, uint64_t start, uint64_t bytes,
                      int64_t offset)
{
    int64_t end = (int64_t)(start + (object->high - start) / bytes * bytes);
    return offset >= (int64_t)(start + bytes) && offset < end;
}

static void try_cell(const struct vote *vote, const struct candidate *candidate, uint64_t start,
                     const struct voter *voter, size_t cell, struct score *score)
{
    uint64_t bytes = candidate->type->bytes, stride = voter->use->stride;
    int64_t offset = vote->objects->cell_offset[cell];
    int64_t misses = (int64_t)msim_objects_cell(vote->objects, cell)[0];
    if (!voter->operand.type || (!stride && offset < (int64_t)start))
        return;
    /* Where strides differ, all that is known is a place modulo what they have in common. */
    uint64_t within = stride ? msim_gcd(stride, bytes) : bytes;
    int64_t rest = (offset - (int64_t)start) % (int64_t)within;
    uint64_t place = (uint64_t)(rest < 0 ? rest + (int64_t)within : rest);
    enum msim_agreement agrees = MSIM_AGREE_NO;
    for (uint64_t at = place; at < bytes && agrees == MSIM_AGREE_NO; at += within)
        agrees = msim_type_agrees(candidate->type, at, &voter->operand);
    if (agrees == MSIM_AGREE_SILENT)
        return;
    score->misses += agrees == MSIM_AGREE_YES ? misses : -misses;
    if (agrees == MSIM_AGREE_YES &&
        is_beyond(vote->object, start, bytes, stride ? voter->use->last : offset))
        score->beyond += (uint64_t)misses;
}

static struct score try(const struct vote *vote, const struct candidate *candidate, uint64_t start)
{
    struct score score = {0, 0};
    for (size_t i = 0; i < vote->voters; i++) {
        const struct voter *voter = &vote->voter[i];
        for (size_t cell = voter->use->cell; cell < voter->use->cell + voter->use->cells; cell++)
            try_cell(vote, candidate, start, voter, cell, &score);
    }
    return score;
}

/* One element, or as many as there is room for: that is known where several were used, or where
 * they fill the block. */
static bool fills(const struct vote *vote, uint64_t bytes, uint64_t start, uint64_t beyond)
{
    const struct msim_data_object *object = vote->object;
    if (object->high - start < bytes)
        return false;
    return beyond || (object->low == object->high && (object->high - start) % bytes == 0);
}

/* Anything may be read as bytes, by a checksum or a hash for example, but is seldom written so.
 * Code without types writes bytes for those that have them: memcpy, or the system's read. */
static bool is_written_as_bytes(const struct vote *vote)
{
    for (size_t i = 0; i < vote->voters; i++) {
        const struct voter *voter = &vote->voter[i];
        if (voter->use->access == MSIM_WRITE &&
            (!voter->operand.type || msim_type_is_byte(voter->operand.type->plain)))
            return true;
    }
    return false;
}

static bool choose(const struct vote *vote, struct msim_objects_element *element)
{
    struct score best = {0, 0};
    uint64_t best_bytes = 0;
    bool may_be_bytes = is_written_as_bytes(vote);
    size_t tried = vote->candidates < MOST_TYPES ? vote->candidates : MOST_TYPES;
    for (size_t i = 0; i < tried; i++) {
        const struct candidate *candidate = &vote->candidate[i];
        uint64_t bytes = candidate->type->bytes;
        if (msim_type_is_byte(candidate->type) && !may_be_bytes)
            continue;
        for (unsigned j = 0; j < candidate->places; j++) {
            uint64_t start = candidate->place[j].start;
            if (start > vote->object->high ||
                vote->object->high - start < least_bytes(candidate->type))
                continue;
            struct score score = try(vote, candidate, start);
            if (score.misses < best.misses || score.misses <= 0 ||
                (score.misses == best.misses && bytes <= best_bytes))
                continue;
            best = score;
            best_bytes = bytes;
            *element = (struct msim_objects_element){
                .type = candidate->type, .bytes = bytes, .start = start};
            element->is_single = !fills(vote, bytes, start, score.beyond);
        }
    }
    return best_bytes;
}

bool msim_objects_vote(const struct msim_object_set *objects, struct msim_types *types,
                       uint32_t object, struct msim_objects_element *element)
{
    const struct msim_data_object *of = &objects->object[object];
    struct vote vote = {.objects = objects, .object = of};
    if (of->kind != MSIM_OBJECT_HEAP)
        return false;
    vote.voter = msim_zeroed(of->uses, sizeof *vote.voter);
    for (size_t i = 0; i < of->uses; i++)
        add_voter(&vote, types, &objects->use[objects->use_of[of->use + i]]);
    for (size_t i = 0; i < vote.voters; i++)
        if (is_candidate(&vote, &vote.voter[i].operand))
            take_places(&vote, &vote.voter[i]);
    msim_sort(vote.candidate, vote.candidates, sizeof *vote.candidate, by_misses);
    bool found = choose(&vote, element);
    MSIM_FREE(vote.candidate, vote.voter);
    return found;
}
