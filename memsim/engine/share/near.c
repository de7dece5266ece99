/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the lines of near.h. */
#include "near.h"

#include "stream/hash.h"

static uint32_t hash_pair(const void *element)
{
    return (uint32_t)msim_mix(((const struct msim_near_pair *)element)->number);
}

static bool same_pair(const void *element, const void *wanted)
{
    const struct msim_near_pair *a = element, *b = wanted;
    return a->number == b->number;
}

static const struct msim_lookup_kind of_pairs = {hash_pair, same_pair,
                                                 offsetof(struct msim_near_pair, same_hash), 1};

void msim_near_init(struct msim_near *near, const struct msim_mem *mem, uint32_t unit,
                    uint32_t cores)
{
    size_t bytes = sizeof(struct msim_near_pair) +
                   (size_t)MSIM_NEAR_LINES * cores * sizeof(struct msim_near_copy);
    near->unit = unit;
    near->cores = cores;
    near->wanted = msim_get(mem, bytes, 8);
    msim_table_init(&near->pairs, mem, bytes, MSIM_NEAR_BYTES / (uint32_t)bytes);
    msim_lookup_init(&near->lookup, mem, &of_pairs);
    msim_table_add(&near->pairs);
    msim_share_units_init(&near->parts, mem, MSIM_NEAR_PARTS, MSIM_NEAR_PARTS);
}

/* --- One line ----------------------------------------------------------------------------- */

static uint64_t bit(uint32_t core)
{
    return UINT64_C(1) << core;
}

/* The kind of a reference of a core that does not have the line. */
static enum msim_sharing_miss come_back(struct msim_near_line *line, struct msim_near_copy *copy,
                                        uint32_t core, uint64_t bits)
{
    bool lost = line->lost & bit(core), shared = (copy->used | bits) & copy->written;
    line->held |= bit(core);
    line->lost &= ~bit(core);
    copy->used = 0;
    line->misses += lost;
    return !lost ? MSIM_SHARING_NONE : shared ? MSIM_SHARING_TRUE : MSIM_SHARING_FALSE;
}

/* All other cores lose the line; returns how many had it. */
static uint32_t take_over(struct msim_near_line *line, struct msim_near_copy *copy, uint32_t core,
                          uint64_t bits)
{
    uint64_t others = line->held & ~bit(core);
    uint32_t lost = 0;
    for (uint64_t left = others; left; left &= left - 1, lost++)
        copy[__builtin_ctzll(left)].written = 0;
    line->held = bit(core);
    line->lost |= others;
    for (uint64_t left = line->lost & ~bit(core); left; left &= left - 1)
        copy[__builtin_ctzll(left)].written |= bits;
    return lost;
}

/* A reference to some of the line's bytes. */
static struct msim_share_counts step(struct msim_near_line *line, struct msim_near_copy *copy,
                                     const struct msim_sharing *sharing, uint64_t bits)
{
    struct msim_share_counts adds = {{0}};
    uint32_t core = sharing->core;
    if (!(line->held & bit(core))) {
        enum msim_sharing_miss miss = come_back(line, &copy[core], core, bits);
        adds.count[MSIM_SHARE_TRUE] = miss == MSIM_SHARING_TRUE;
        adds.count[MSIM_SHARE_FALSE] = miss == MSIM_SHARING_FALSE;
        adds.count[MSIM_SHARE_FROM_CORE] = miss != MSIM_SHARING_NONE;
    }
    if (sharing->writes)
        adds.count[MSIM_SHARE_INVALIDATED] = take_over(line, copy, core, bits);
    copy[core].used |= bits;
    adds.count[MSIM_SHARE_READS] = sharing->kind == MSIM_READ;
    adds.count[MSIM_SHARE_WRITES] = sharing->writes;
    return adds;
}

/* --- The lines of a pair ------------------------------------------------------------------ */

/* The bytes first..last, counted from the line's first. */
struct bytes {
    uint32_t first, last;
};

/* The bytes of a reference at `offset` of the pair that lie in a line.  False: none does. */
static bool bytes_in(const struct msim_near *near, uint64_t pair, unsigned line, uint32_t offset,
                     uint32_t size, struct bytes *in)
{
    uint32_t begin = line * (near->unit / MSIM_NEAR_LINES),
             end = begin + msim_near_bytes(near, line);
    uint32_t last = offset + size - 1;
    if (offset >= end || last < begin || (line == MSIM_NEAR_DOUBLED && pair % 2))
        return false;
    in->first = (offset > begin ? offset : begin) - begin;
    in->last = (last < end ? last : end - 1) - begin;
    return true;
}

static uint64_t bits_of(const struct msim_near *near, unsigned line, struct bytes bytes)
{
    uint32_t grain =
        msim_near_bytes(near, line) > MSIM_GRAINS ? msim_near_bytes(near, line) / MSIM_GRAINS : 1;
    return msim_grain_bits(bytes.first / grain, bytes.last / grain);
}

static void count_pair(struct msim_near *near, struct msim_near_pair *pair,
                       const struct msim_sharing *sharing, const struct msim_share_part_key *key,
                       int64_t at)
{
    uint32_t offset = key->offset + (key->unit == pair->number ? 0 : near->unit);
    struct bytes in;
    for (unsigned i = 0; i < MSIM_NEAR_LINES; i++) {
        if (!bytes_in(near, pair->number, i, offset, key->size, &in))
            continue;
        struct msim_share_counts adds =
            step(&pair->line[i], &pair->copy[i * near->cores], sharing, bits_of(near, i, in));
        if (pair->line[i].misses < MSIM_SHARING_WATCHED_FROM)
            continue;
        struct msim_share_part_key part = *key;
        uint32_t skipped = in.first + i * (near->unit / MSIM_NEAR_LINES) - offset;
        part.unit = pair->number * MSIM_NEAR_LINES + i;
        part.offset = in.first;
        part.size = in.last - in.first + 1;
        msim_share_units_count(&near->parts, &part, at + skipped, &adds);
    }
}

/* --- Pairs -------------------------------------------------------------------------------- */

/* False: there is no room for another pair. */
static bool take_up(struct msim_near *near, uint64_t number)
{
    near->wanted->number = number;
    return msim_lookup_number(&near->lookup, &near->pairs, near->wanted) != UINT32_MAX;
}

static struct msim_near_pair *find(struct msim_near *near, uint64_t number)
{
    near->wanted->number = number;
    uint32_t pair = msim_lookup_find(&near->lookup, &near->pairs, near->wanted);
    return pair == UINT32_MAX ? NULL : msim_table_at(&near->pairs, pair);
}

/* True: cores may use the pair alternately. */
static bool may_be(struct msim_near *near, uint64_t number, uint32_t core, bool second)
{
    struct msim_near_maybe *maybe = &near->maybe[number & (MSIM_NEAR_MAYBE - 1)];
    if (maybe->number != number + 1)
        *maybe = (struct msim_near_maybe){.number = number + 1, .core = core};
    if (maybe->core != core) {
        maybe->changes += maybe->second != second;
        maybe->changes = maybe->since < MSIM_NEAR_PATIENCE ? maybe->changes : 0;
        maybe->since = 0;
        maybe->core = core;
    }
    maybe->second = second;
    maybe->since++;
    if (maybe->changes < MSIM_NEAR_CHANGES)
        return maybe->since < MSIM_NEAR_PATIENCE;
    maybe->number = 0;
    return take_up(near, number);
}

bool msim_near_take(struct msim_near *near, const struct msim_sharing *sharing,
                    const struct msim_share_part_key *key, int64_t at)
{
    bool wanted = false;
    for (uint64_t number = key->unit - 1; number != key->unit + 1; number++) {
        struct msim_near_pair *pair = find(near, number);
        if (pair)
            count_pair(near, pair, sharing, key, at);
        wanted |= pair || may_be(near, number, sharing->core, number != key->unit);
    }
    return wanted;
}

void msim_near_clear(struct msim_near *near)
{
    msim_share_units_clear(&near->parts);
}
