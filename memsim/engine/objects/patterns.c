/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The groups of patterns.h. */
#include "patterns.h"

#include "engine/base/numbers.h"
#include "stream/hash.h"

enum {
    GROUPS_MAX = 1 << 26,
    CHUNK_SHIFT = 12,  /* of the first chunks; */
    CHUNKS_MAX = 1024, /* after this many, chunks become twice as large */
    STRIDE_BITS = 32   /* of the longest stride that offsets are folded by */
};

/* --- Finding ------------------------------------------------------------------------------ */

static uint32_t hash(const void *element)
{
    const struct msim_pattern_group *group = element;
    return (uint32_t)msim_mix(msim_mix(group->chunk) ^ group->object);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_pattern_group *a = element, *b = wanted;
    return a->object == b->object && a->chunk == b->chunk;
}

static const struct msim_lookup_kind kind = {hash, same,
                                             offsetof(struct msim_pattern_group, same_hash), 0};

void msim_patterns_init(struct msim_patterns *patterns, const struct msim_mem *mem, uint64_t line)
{
    patterns->mem = mem;
    patterns->line = line;
    msim_table_init(&patterns->groups, mem, sizeof(struct msim_pattern_group), GROUPS_MAX);
    msim_lookup_init(&patterns->lookup, mem, &kind);
}

static void count_chunk(struct msim_patterns *patterns)
{
    if (++patterns->chunks < CHUNKS_MAX)
        return;
    patterns->chunks = 0;
    patterns->doubled += patterns->doubled < 48;
}

/* NULL: there is no room. */
static struct msim_pattern_group *group_of(struct msim_patterns *patterns,
                                           const struct msim_line_place *place)
{
    struct msim_pattern_group wanted = {.object = place->object};
    uint32_t used = patterns->groups.used;
    unsigned shift = CHUNK_SHIFT + patterns->doubled;
    /* Numbers of chunks of different sizes are different. */
    if (place->divided)
        wanted.chunk = ((uint64_t)place->offset >> shift << 6 | shift) + 1;
    uint32_t number = msim_lookup_number(&patterns->lookup, &patterns->groups, &wanted);
    if (number == UINT32_MAX)
        return NULL;
    if (place->divided && patterns->groups.used > used)
        count_chunk(patterns);
    struct msim_pattern_group *group =
        MSIM_TABLE_AT(&patterns->groups, number, struct msim_pattern_group);
    bool is_first = !group->lines && !group->used && !group->other_times;
    group->first = is_first || place->offset < group->first ? place->offset : group->first;
    group->last = is_first || place->offset > group->last ? place->offset : group->last;
    return group;
}

/* --- Patterns ----------------------------------------------------------------------------- */

static void give_back(struct msim_patterns *patterns, struct msim_pattern_group *group)
{
    if (!group->room)
        return;
    *(void **)(void *)group->pattern = patterns->spare[group->room];
    patterns->spare[group->room] = group->pattern;
}

static void grow(struct msim_patterns *patterns, struct msim_pattern_group *group)
{
    unsigned room = group->room + 1u;
    struct msim_pattern *pattern = patterns->spare[room];
    if (pattern)
        patterns->spare[room] = *(void **)(void *)pattern;
    else
        pattern = msim_get(patterns->mem, sizeof *pattern << (room - 1), 8);
    for (unsigned i = 0; i < group->used; i++)
        pattern[i] = group->pattern[i];
    give_back(patterns, group);
    group->pattern = pattern;
    group->room = (uint8_t)room;
}

static int64_t folded(const struct msim_pattern_group *group, int64_t offset)
{
    if (!group->modulus)
        return offset;
    int64_t rest = offset % (int64_t)group->modulus;
    return rest < 0 ? rest + (int64_t)group->modulus : rest;
}

/* Where the index of a full group has the pattern, or would have it. */
static uint8_t *in_index(const struct msim_pattern_group *group, int64_t offset, uint64_t mask)
{
    unsigned at = (unsigned)(msim_mix(msim_mix((uint64_t)offset) ^ mask) >> 56);
    for (; group->index[at]; at = (at + 1) % MSIM_PATTERN_INDEX) {
        const struct msim_pattern *its = &group->pattern[group->index[at] - 1];
        if (its->offset == offset && its->mask == mask)
            break;
    }
    return &group->index[at];
}

static void make_index(struct msim_patterns *patterns, struct msim_pattern_group *group)
{
    if (!group->index)
        group->index = msim_get(patterns->mem, MSIM_PATTERN_INDEX, 8);
    for (unsigned i = 0; i < MSIM_PATTERN_INDEX; i++)
        group->index[i] = 0;
    for (unsigned i = 0; i < group->used; i++)
        *in_index(group, group->pattern[i].offset, group->pattern[i].mask) = (uint8_t)(i + 1);
    group->indexed = true;
}

/* Adds to a pattern of a full group; false: it has no such pattern. */
static bool add_to_full(struct msim_patterns *patterns, struct msim_pattern_group *group,
                        int64_t offset, uint64_t mask, uint64_t times)
{
    if (!group->indexed)
        make_index(patterns, group);
    uint8_t number = *in_index(group, offset, mask);
    if (number)
        group->pattern[number - 1].times += times;
    return number;
}

/* Adds to the pattern; false: there is no room for another one. */
static bool add(struct msim_patterns *patterns, struct msim_pattern_group *group, int64_t offset,
                uint64_t mask, uint64_t times)
{
    if (group->used == MSIM_PATTERNS)
        return add_to_full(patterns, group, offset, mask, times);
    for (unsigned i = 0; i < group->used; i++) {
        struct msim_pattern *its = &group->pattern[i];
        if (its->offset != offset || its->mask != mask)
            continue;
        its->times += times;
        if (i) { /* frequent ones move to the front */
            struct msim_pattern before = its[-1];
            its[-1] = *its;
            *its = before;
        }
        return true;
    }
    if (!group->room || group->used == 1u << (group->room - 1))
        grow(patterns, group);
    group->pattern[group->used++] = (struct msim_pattern){offset, mask, times};
    return true;
}

/* Makes offsets those modulo the stride and a line. */
static void fold(struct msim_patterns *patterns, struct msim_pattern_group *group, uint64_t stride)
{
    unsigned used = group->used;
    group->modulus = stride / msim_gcd(stride, patterns->line) * patterns->line;
    group->used = 0;
    group->indexed = false;
    for (unsigned i = 0; i < used; i++) { /* what is written was read */
        struct msim_pattern its = group->pattern[i];
        add(patterns, group, folded(group, its.offset), its.mask, its.times);
    }
}

void msim_patterns_add(struct msim_patterns *patterns, const struct msim_line_place *place,
                       uint64_t mask, uint64_t bytes, uint64_t stride)
{
    struct msim_pattern_group *group = group_of(patterns, place);
    if (!group || add(patterns, group, folded(group, place->offset), mask, 1))
        return;
    bool can_fold = !group->modulus && stride && stride >> STRIDE_BITS == 0;
    if (bytes < patterns->line && can_fold) {
        fold(patterns, group, stride);
        if (add(patterns, group, folded(group, place->offset), mask, 1))
            return;
    }
    group->other_times++;
    group->other_bytes += bytes;
}

void msim_patterns_line(struct msim_patterns *patterns, const struct msim_line_place *place,
                        uint64_t bytes, bool fetched)
{
    struct msim_pattern_group *group = group_of(patterns, place);
    if (!group)
        return;
    group->lines++;
    group->fetches += fetched;
    group->bytes += bytes;
}

void msim_patterns_renew(struct msim_patterns *patterns)
{
    for (uint32_t i = 0; i < patterns->groups.used; i++) {
        struct msim_pattern_group *group =
            MSIM_TABLE_AT(&patterns->groups, i, struct msim_pattern_group);
        give_back(patterns, group);
        *group = (struct msim_pattern_group){.object = group->object,
                                             .chunk = group->chunk,
                                             .same_hash = group->same_hash,
                                             .index = group->index};
    }
    patterns->chunks = 0;
    patterns->doubled = 0;
}
