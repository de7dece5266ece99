/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The times, bits and hash of companion.h. */
#include "companion.h"

#include "stream/bits.h"
#include "stream/hash.h"

enum { BITS = 64, TIMES_PER_LINE = 8, TIMES_LEAST = 4096, ENTRIES_LEAST = 64 };
enum { LINES_FEW = 1 << 26 }; /* with more, times are fewer: they have 31 bits */

/* A block that the array does not hold.  Its time is out of date if it is before `oldest`; then it
 * is dropped when room is needed. */
struct entry {
    uint64_t tag; /* block + 1 */
    uint32_t time;
};

struct msim_companion {
    struct msim_array *array; /* NULL, or too wide: all blocks are in the hash */
    uint32_t wide_now;        /* the time of an array that is too wide */
    uint64_t *live;           /* by time */
    uint32_t now, oldest, held, lines, times;
    uint32_t *before;    /* by word of `live`: the bits that are set in the words before it */
    struct entry *entry; /* a hash with open addressing, at most half full */
    uint8_t *mark;       /* by entry; 0: it is unused */
    struct entry *spare; /* as many entries; NULL: none */
    uint8_t *spare_mark; /* all 0 */
    uint64_t entries_mask, entries_used;
    const struct msim_mem *mem;
};

static void get_entries(struct msim_companion *companion, uint64_t count)
{
    companion->entry = msim_get(companion->mem, count * sizeof *companion->entry, 64);
    companion->mark = msim_get(companion->mem, count * sizeof *companion->mark, 64);
    companion->entries_mask = count - 1;
}

struct msim_companion *msim_companion_new(const struct msim_mem *mem, struct msim_array *array,
                                          uint32_t lines, uint32_t times)
{
    struct msim_companion *companion = msim_get(mem, sizeof *companion, 64);
    uint32_t usual = lines < LINES_FEW ? lines * TIMES_PER_LINE : 0;
    uint32_t least = 2 * lines + (array ? array->ways : 0) + 2;
    if (!times)
        times = usual > TIMES_LEAST ? usual : TIMES_LEAST;
    if (times < least)
        times = least;
    uint32_t words = times / BITS + 1;
    *companion = (struct msim_companion){
        .array = array, .oldest = 1, .lines = lines, .times = words * BITS, .mem = mem};
    companion->live = msim_get(mem, words * sizeof *companion->live, 64);
    companion->before = msim_get(mem, words * sizeof *companion->before, 64);
    get_entries(companion, ENTRIES_LEAST);
    return companion;
}

void msim_companion_empty(struct msim_companion *companion)
{
    for (uint32_t word = 0; word < companion->times / BITS; word++)
        companion->live[word] = 0;
    for (uint64_t i = 0; i <= companion->entries_mask; i++)
        companion->mark[i] = 0;
    companion->entries_used = companion->wide_now = companion->now = companion->held = 0;
    companion->oldest = 1;
}

/* --- Bits --------------------------------------------------------------------------------- */

static inline void set_bit(struct msim_companion *companion, uint32_t time)
{
    companion->live[time / BITS] |= UINT64_C(1) << time % BITS;
}

static inline void clear_bit(struct msim_companion *companion, uint32_t time)
{
    companion->live[time / BITS] &= ~(UINT64_C(1) << time % BITS);
}

/* Moves `oldest`, whose bit was cleared, to the next bit that is set; that of `now` is. */
static void advance(struct msim_companion *companion)
{
    uint32_t word = companion->oldest / BITS;
    while (!companion->live[word])
        word++;
    companion->oldest = word * BITS + (uint32_t)__builtin_ctzll(companion->live[word]);
}

/* A block used last at time `old` is used now; true if it was not held. */
static inline bool use(struct msim_companion *companion, uint32_t old)
{
    set_bit(companion, companion->now);
    if (__builtin_expect(old >= companion->oldest, 1)) {
        clear_bit(companion, old);
    } else if (companion->held < companion->lines) {
        companion->held++;
        return true;
    } else {
        clear_bit(companion, companion->oldest);
        advance(companion);
        return true;
    }
    if (old == companion->oldest)
        advance(companion);
    return false;
}

/* --- The hash ----------------------------------------------------------------------------- */

/* A tag's value in `mark`: some bits of its hash, and one that is always set. */
static inline uint8_t mark_of(uint64_t hash)
{
    return (uint8_t)(hash >> (BITS - 8) | 1);
}

/* The block's entry; NULL: no entry, or an outdated one.  Nearly all marks on the way differ from
 * the block's, so a failing search reads no entry. */
static inline struct entry *find(const struct msim_companion *companion, uint64_t block)
{
    uint64_t tag = block + 1, hash = msim_mix(tag), at = hash & companion->entries_mask;
    for (uint8_t mark; (mark = companion->mark[at]); at = (at + 1) & companion->entries_mask)
        if (mark == mark_of(hash)) {
            struct entry *entry = &companion->entry[at];
            if (entry->tag == tag && entry->time >= companion->oldest)
                return entry;
        }
    return NULL;
}

/* Adds a block that has no entry, or one that is out of date. */
static inline void put(struct msim_companion *companion, uint64_t tag, uint32_t time)
{
    uint64_t hash = msim_mix(tag), at = hash & companion->entries_mask;
    while (companion->mark[at])
        at = (at + 1) & companion->entries_mask;
    companion->mark[at] = mark_of(hash);
    companion->entry[at] = (struct entry){tag, time};
    companion->entries_used++;
}

/* Drops outdated entries, and makes room if the hash is still more than a quarter full. */
static __attribute__((noinline)) void rebuild(struct msim_companion *companion)
{
    struct entry *from = companion->entry;
    uint8_t *mark = companion->mark;
    uint64_t count = companion->entries_mask + 1, current = 0;
    for (uint64_t i = 0; i < count; i++)
        current += mark[i] && from[i].time >= companion->oldest;
    bool grows = current > count / 4;
    if (grows || !companion->spare)
        get_entries(companion, grows ? 2 * count : count);
    else
        companion->entry = companion->spare, companion->mark = companion->spare_mark;
    companion->entries_used = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (mark[i] && from[i].time >= companion->oldest)
            put(companion, from[i].tag, from[i].time);
        mark[i] = 0;
    }
    companion->spare = grows ? NULL : from;
    companion->spare_mark = mark;
}

static inline void add(struct msim_companion *companion, uint64_t block, uint32_t time)
{
    if (companion->entries_used > companion->entries_mask / 2)
        rebuild(companion);
    put(companion, block + 1, time);
}

/* --- Replacing times ---------------------------------------------------------------------- */

/* The new time of one that is not before `oldest`: `first` is the new `oldest`. */
static uint32_t renumbered(const struct msim_companion *companion, uint32_t time, uint32_t first)
{
    uint64_t to = companion->live[time / BITS] << (BITS - 1 - time % BITS);
    return first + companion->before[time / BITS] + msim_count_bits(to) - 1;
}

/* Times before `oldest` only matter within their set. */
static uint32_t rank_in_set(const uint32_t *stamp, uint32_t ways, uint32_t of)
{
    uint32_t rank = 1;
    for (uint32_t way = 0; way < ways; way++)
        rank += stamp[way] && stamp[way] < of;
    return rank;
}

static void renumber_set(const struct msim_companion *companion, uint32_t *stamp, uint32_t ways,
                         uint32_t first)
{
    uint32_t new[MSIM_SCAN_WAYS];
    for (uint32_t way = 0; way < ways; way++)
        if (stamp[way] >= companion->oldest)
            new[way] = renumbered(companion, stamp[way], first);
        else
            new[way] = stamp[way] ? rank_in_set(stamp, ways, stamp[way]) : 0;
    for (uint32_t way = 0; way < ways; way++)
        stamp[way] = new[way];
}

static void renumber_entries(struct msim_companion *companion, uint32_t first)
{
    for (uint64_t i = 0; i <= companion->entries_mask; i++) {
        struct entry *entry = &companion->entry[i];
        if (!companion->mark[i])
            continue;
        entry->time =
            entry->time >= companion->oldest ? renumbered(companion, entry->time, first) : 0;
    }
}

static bool knows_times(const struct msim_companion *companion)
{
    return companion->array && !companion->array->assoc;
}

static void count_before(const struct msim_companion *companion)
{
    uint32_t before = 0;
    for (uint32_t word = 0; word < companion->times / BITS; word++) {
        companion->before[word] = before;
        before += msim_count_bits(companion->live[word]);
    }
}

static __attribute__((noinline)) void renumber(struct msim_companion *companion)
{
    struct msim_array *array = knows_times(companion) ? companion->array : NULL;
    uint32_t first = array ? array->ways + 1 : 1;
    count_before(companion);
    for (uint64_t set = 0; array && set < array->sets; set++)
        renumber_set(companion, array->stamp + set * array->stride, array->ways, first);
    renumber_entries(companion, first);
    for (uint32_t word = 0; word < companion->times / BITS; word++)
        companion->live[word] = 0;
    for (uint32_t i = 0; i < companion->held; i++)
        set_bit(companion, first + i);
    companion->oldest = first;
    companion->now = first + companion->held - 1;
}

/* --- References --------------------------------------------------------------------------- */

static inline uint32_t next_time(struct msim_companion *companion)
{
    if (__builtin_expect(companion->now + 1 == companion->times, 0))
        renumber(companion);
    return ++companion->now;
}

/* The array held `evicted`, last used at `old`, and holds `block` now; true if that missed here. */
static inline bool replace(struct msim_companion *companion, uint64_t block, uint64_t evicted,
                           uint32_t old)
{
    struct entry *entry = find(companion, block);
    uint32_t time = 0;
    if (entry) {
        time = entry->time;
        entry->time = 0;
    }
    if (old >= companion->oldest)
        add(companion, evicted, old);
    return use(companion, time);
}

bool msim_companion_touch_alone(struct msim_companion *companion, uint64_t block)
{
    uint32_t now = next_time(companion), old = 0;
    struct entry *entry = find(companion, block);
    if (entry) {
        old = entry->time;
        entry->time = now;
    } else {
        add(companion, block, now);
    }
    return use(companion, old);
}

static __attribute__((noinline)) bool touch_wide(struct msim_companion *companion, uint64_t block,
                                                 bool *missed)
{
    if (companion->wide_now > MSIM_TIME_LIMIT)
        companion->wide_now = msim_array_renumber(companion->array);
    *missed |= msim_companion_touch_alone(companion, block);
    return msim_array_touch(companion->array, block, ++companion->wide_now);
}

/* Returns the slot of `block` in the array; *is_new: it was put there, in place of *evicted. */
static inline uint64_t slot_of(struct msim_array *array, uint64_t block, bool *is_new,
                               uint64_t *evicted)
{
    if (__builtin_expect(msim_array_plain(array) && block < UINT32_MAX, 1))
        return msim_array_seek(array, block, is_new, evicted);
    int64_t slot = msim_array_find(array, block);
    *is_new = slot == MSIM_NO_SLOT;
    if (*is_new)
        slot = msim_array_fill(array, block, evicted);
    return (uint64_t)slot;
}

bool msim_companion_touch(struct msim_companion *companion, uint64_t block, bool *missed)
{
    struct msim_array *array = companion->array;
    uint64_t evicted = MSIM_NO_BLOCK;
    bool is_new;
    if (__builtin_expect(array->assoc != NULL, 0))
        return touch_wide(companion, block, missed);
    uint32_t now = next_time(companion);
    uint64_t slot = slot_of(array, block, &is_new, &evicted);
    uint32_t old = array->stamp[slot];
    array->stamp[slot] = now;
    *missed |= is_new ? replace(companion, block, evicted, old) : use(companion, old);
    return is_new;
}

bool msim_full_touch(const struct msim_full_level *level, uint64_t first, uint64_t last)
{
    bool missed = false;
    for (uint64_t block = first >> level->shift; block <= last >> level->shift; block++)
        missed |= msim_companion_touch_alone(level->companion, block);
    return missed;
}
