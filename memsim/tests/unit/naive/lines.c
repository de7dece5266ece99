/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of lines.h. */
#include "lines.h"

#include "cores.h"
#include "past.h"

#include <stdlib.h>
#include <string.h>

/* --- Sets --------------------------------------------------------------------------------- */

struct set {
    uint64_t *line;
    size_t used, room;
};

/* What a cache has. */
struct cache {
    struct set has, dirty;
};

struct naive_lines {
    bool back, through, passes;
    enum msim_inclusion inclusion[MSIM_LEVELS];
    struct cache *cache[NAIVE_CORES][MSIM_LEVELS]; /* shared ones are the same */
    unsigned cores, on;
    uint64_t *count; /* of the reference, */
    bool from_core;  /* which another core supplies */
};

static bool is_in(const struct set *set, uint64_t line)
{
    for (size_t i = 0; i < set->used; i++)
        if (set->line[i] == line)
            return true;
    return false;
}

static void put(struct set *set, uint64_t line)
{
    if (is_in(set, line))
        return;
    if (set->used == set->room) {
        set->room = 2 * set->room + 16;
        set->line = realloc(set->line, set->room * sizeof *set->line);
        if (!set->line)
            abort();
    }
    set->line[set->used++] = line;
}

/* True: it was there. */
static bool drop(struct set *set, uint64_t line)
{
    for (size_t i = 0; i < set->used; i++)
        if (set->line[i] == line) {
            set->line[i] = set->line[--set->used];
            return true;
        }
    return false;
}

/* --- Levels ------------------------------------------------------------------------------- */

static struct set *has_of(const struct naive *naive, enum msim_level level)
{
    return &naive->lines->cache[naive->lines->on][level]->has;
}

static struct set *dirty_of(const struct naive *naive, enum msim_level level)
{
    return &naive->lines->cache[naive->lines->on][level]->dirty;
}

static bool there_is(const struct naive *naive, enum msim_level level)
{
    return naive->level[level].sets;
}

/* A line that was in a level. */
struct left {
    bool any, dirty;
    uint64_t first, size;
};

static bool has(const struct naive *naive, enum msim_level level, uint64_t line)
{
    return is_in(has_of(naive, level), line);
}

/* Uses a line, which is brought in if it is not there.  Returns what it replaced. */
static struct left use(struct naive *naive, enum msim_level level, uint64_t line)
{
    struct set *lines = has_of(naive, level);
    struct left left = {false};
    bool missed = naive_touch(naive, &naive->level[level], line);
    if (missed && naive->past)
        naive_past_comes(naive->past, level);
    for (size_t i = 0; missed && i < lines->used && !left.any; i++)
        if (!naive_has(naive, &naive->level[level], lines->line[i])) {
            uint64_t size = naive->level[level].line;
            left = (struct left){true, false, lines->line[i] * size, size};
            left.dirty = drop(dirty_of(naive, level), lines->line[i]);
            drop(lines, lines->line[i]);
        }
    put(lines, line);
    return left;
}

/* The line goes.  True: it was dirty. */
static bool lose(struct naive *naive, enum msim_level level, uint64_t line)
{
    if (!drop(has_of(naive, level), line))
        return false;
    naive_remove(naive, &naive->level[level], line);
    return drop(dirty_of(naive, level), line);
}

static bool lose_all(struct naive *naive, enum msim_level level, const struct left *left)
{
    bool dirty = false;
    uint64_t size = naive->level[level].line;
    for (uint64_t i = 0; size && i < left->size; i += size)
        dirty |= lose(naive, level, (left->first + i) / size);
    return dirty && naive->fault != NAIVE_DROPS_INNER;
}

static enum msim_inclusion of(const struct naive *naive, enum msim_level level)
{
    return there_is(naive, level) ? naive->lines->inclusion[level] : MSIM_NEITHER;
}

/* --- Out ---------------------------------------------------------------------------------- */

static void to_memory(struct naive *naive, uint64_t bytes)
{
    if (naive->lines->back || naive->lines->through)
        naive->lines->count[MSIM_MEMORY_WRITTEN] += bytes;
}

static void from_memory(struct naive *naive, uint64_t bytes)
{
    if (naive->lines->from_core)
        return;
    if (naive->lines->back || naive->lines->through)
        naive->lines->count[MSIM_MEMORY_READ] += bytes;
}

/* Dirty bytes arrive at a level, one by one. */
static void arrive(struct naive *naive, enum msim_level level, uint64_t at)
{
    while (level <= MSIM_L3) {
        uint64_t size = naive->level[level].line;
        if (size && has(naive, level, at / size)) {
            put(dirty_of(naive, level), at / size);
            if (naive->fault == NAIVE_WRITTEN_IS_USED)
                use(naive, level, at / size);
            return;
        }
        level++;
    }
    to_memory(naive, 1);
}

static void arrive_all(struct naive *naive, enum msim_level level, uint64_t first, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++)
        arrive(naive, level, first + i);
}

static enum msim_level after(enum msim_level level)
{
    return level == MSIM_I1 || level == MSIM_D1 ? MSIM_L2 : level + 1;
}

/* The core that runs loses what is inside. */
static void lose_own(struct naive *naive, enum msim_level from, struct left *left)
{
    left->dirty |= lose_all(naive, MSIM_I1, left);
    left->dirty |= lose_all(naive, MSIM_D1, left);
    if (from == MSIM_L3)
        left->dirty |= lose_all(naive, MSIM_L2, left);
}

/* What is inside an inclusive level leaves with what left that. */
static void lose_inside(struct naive *naive, enum msim_level from, struct left *left)
{
    const struct naive_lines *lines = naive->lines;
    unsigned on = lines->on;
    if (of(naive, from) != MSIM_INCLUSIVE || naive->fault == NAIVE_KEEPS_INNER)
        return;
    const struct cache *cache = lines->cache[on][from];
    for (unsigned core = 0; core < lines->cores; core++) {
        if (lines->cache[core][from] != cache)
            continue;
        if (naive->cores)
            naive_run_on(naive, core);
        if (core == on || !naive->cores || naive->cores->fault != NAIVE_CORES_KEEPS_OTHERS)
            lose_own(naive, from, left);
    }
    if (naive->cores)
        naive_run_on(naive, on);
}

static void put_out(struct naive *naive, enum msim_level from, struct left left);

/* An exclusive level gets it. */
static void put_into(struct naive *naive, enum msim_level level, struct left left)
{
    uint64_t line = left.first / left.size;
    struct left other = {false};
    if (!has(naive, level, line))
        other = use(naive, level, line);
    if (left.dirty)
        put(dirty_of(naive, level), line);
    put_out(naive, level, other);
}

static void put_out(struct naive *naive, enum msim_level from, struct left left)
{
    enum msim_level next = after(from);
    if (!left.any)
        return;
    lose_inside(naive, from, &left);
    if (naive->fault == NAIVE_FORGETS_DIRTY && from == MSIM_D1)
        left.dirty = false;
    if (next <= MSIM_L3 && of(naive, next) == MSIM_EXCLUSIVE)
        put_into(naive, next, left);
    else if (left.dirty)
        arrive_all(naive, next, left.first, left.size);
}

bool naive_lines_give_up(struct naive *naive, uint64_t *count, uint64_t first, uint64_t last)
{
    bool any = false;
    naive->lines->count = count;
    for (enum msim_level level = MSIM_I1; level <= MSIM_L3; level++) {
        uint64_t size = naive->level[level].line;
        if (!there_is(naive, level))
            continue;
        for (uint64_t line = first / size; line <= last / size; line++) {
            naive_touch_page(naive, &naive->level[level], line);
            if (!has(naive, level, line))
                continue;
            any = true;
            struct left left = {true, lose(naive, level, line), line * size, size};
            lose_inside(naive, level, &left);
            if (left.dirty && naive->past->fault != NAIVE_PAST_LOSES_DIRTY)
                arrive_all(naive, after(level), left.first, left.size);
        }
    }
    return any;
}

void naive_lines_stored(struct naive *naive, uint64_t *count)
{
    naive->lines->count = count;
    to_memory(naive, 1);
}

/* --- In ----------------------------------------------------------------------------------- */

/* A line comes into a level from an exclusive level after it.  True: it was there. */
static bool move_in(struct naive *naive, enum msim_level from, uint64_t line, bool *dirty)
{
    if (!has(naive, from, line))
        return false;
    if (naive->fault == NAIVE_KEEPS_MOVED)
        return true;
    if (naive_cores_others_hold(naive, line)) {
        use(naive, from, line);
        return true;
    }
    *dirty |= lose(naive, from, line);
    if (naive->fault == NAIVE_MOVES_CLEAN)
        *dirty = false;
    return true;
}

/* A line of L2 or L3 is used; *next: an exclusive level after it lacks it, too. */
static bool touch_outer(struct naive *naive, enum msim_level level, uint64_t line, bool *next)
{
    uint64_t size = naive->level[level].line;
    bool dirty = false, is_new = !has(naive, level, line);
    if (is_new && of(naive, level + 1) == MSIM_EXCLUSIVE) {
        if (!move_in(naive, level + 1, line, &dirty)) {
            *next = true;
            from_memory(naive, size);
        }
    } else if (is_new && (level == MSIM_L3 || !there_is(naive, MSIM_L3))) {
        from_memory(naive, size);
    } else if (!is_new && naive->fault == NAIVE_READS_AGAIN) {
        from_memory(naive, size);
    }
    struct left left = use(naive, level, line);
    if (dirty)
        put(dirty_of(naive, level), line);
    put_out(naive, level, left);
    return is_new;
}

/* A reference to the bytes at a level that fills itself; missed: L2, L3. */
static void fill(struct naive *naive, enum msim_level level, uint64_t first, uint64_t last,
                 bool missed[2])
{
    uint64_t size = naive->level[level].line;
    for (uint64_t line = first / size; line <= last / size; line++)
        missed[level == MSIM_L3] |= touch_outer(naive, level, line, &missed[1]);
}

/* A line comes into a first level past L2, or from an L2 that is exclusive. */
static void come(struct naive *naive, enum msim_level to, uint64_t line, bool missed[2])
{
    uint64_t size = naive->level[to].line;
    bool dirty = false;
    if (!there_is(naive, MSIM_L2)) {
        from_memory(naive, size);
        return;
    }
    naive_place(naive->frames, line * size, false, true);
    if (!move_in(naive, MSIM_L2, line, &dirty)) {
        missed[0] = true;
        if (of(naive, MSIM_L3) == MSIM_EXCLUSIVE) {
            bool was_there = move_in(naive, MSIM_L3, line, &dirty);
            missed[1] |= !was_there;
            if (!was_there)
                from_memory(naive, size);
        } else if (there_is(naive, MSIM_L3)) {
            fill(naive, MSIM_L3, line * size, line * size, missed);
        } else {
            from_memory(naive, size);
        }
    }
    if (dirty)
        put(dirty_of(naive, to), line);
}

/* A write that brings in nothing reaches a level, or memory: byte by byte, but a line is used
 * once. */
static void pass(struct naive *naive, enum msim_level level, uint64_t first, uint64_t last,
                 bool missed[2])
{
    uint64_t size = level <= MSIM_L3 ? naive->level[level].line : 0;
    if (!size) {
        to_memory(naive, last - first + 1);
        return;
    }
    for (uint64_t line = first / size; line <= last / size; line++) {
        uint64_t from = line * size > first ? line * size : first;
        uint64_t to = (line + 1) * size - 1 < last ? (line + 1) * size - 1 : last;
        if (level == MSIM_L2)
            naive_place(naive->frames, from, false, true);
        if (has(naive, level, line)) {
            use(naive, level, line);
            put(dirty_of(naive, level), line);
        } else {
            missed[level == MSIM_L3] = true;
            pass(naive, level + 1, from, to, missed);
        }
    }
}

/* --- References --------------------------------------------------------------------------- */

/* A line of a first level is used. */
static bool touch_first(struct naive *naive, enum msim_level level, uint64_t line, bool writes,
                        bool missed[2])
{
    bool skips = !there_is(naive, MSIM_L2) || of(naive, MSIM_L2) == MSIM_EXCLUSIVE;
    bool is_new = !has(naive, level, line);
    struct left left = use(naive, level, line);
    if (is_new && skips)
        come(naive, level, line, missed);
    put_out(naive, level, left);
    if (writes && naive->lines->back)
        put(dirty_of(naive, level), line);
    return is_new;
}

/* The first level; true: a line of it missed. */
static bool refer_first(struct naive *naive, enum msim_level level, enum msim_kind kind,
                        uint64_t first, uint64_t last, bool writes, bool missed[2])
{
    bool any = false, passes = naive->lines->passes && kind == MSIM_WRITE;
    uint64_t size = naive->level[level].line;
    for (uint64_t line = first / size; line <= last / size; line++)
        if (passes && !has(naive, level, line))
            any = true;
        else
            any |= touch_first(naive, level, line, writes, missed);
    return any;
}

void naive_lines_begin(struct naive *naive, uint64_t *count, bool from_core)
{
    naive->lines->count = count;
    naive->lines->from_core = from_core;
}

bool naive_lines_touch(struct naive *naive, uint64_t *count, enum msim_level level, uint64_t line,
                       bool writes, bool *next)
{
    bool missed[2] = {false};
    naive->lines->count = count;
    return level <= MSIM_D1 ? touch_first(naive, level, line, writes, missed)
                            : touch_outer(naive, level, line, next);
}

bool naive_lines_are_exclusive(const struct naive *naive, enum msim_level level)
{
    return naive->lines && of(naive, level) == MSIM_EXCLUSIVE;
}

void naive_lines_written(struct naive *naive, uint64_t *count, uint64_t first, uint32_t size)
{
    naive->lines->count = count;
    if (naive->lines->through)
        arrive_all(naive, MSIM_L2, first, size);
}

void naive_lines_reference(struct naive *naive, uint64_t *count, enum msim_kind kind,
                           uint64_t first, uint32_t size, bool writes)
{
    struct naive_lines *lines = naive->lines;
    uint64_t last = first + size - 1;
    bool missed[2] = {false};
    enum msim_level level = kind == MSIM_FETCH ? MSIM_I1 : MSIM_D1;
    bool from_core = false, miss;
    naive_lines_begin(naive, count, false);
    if (naive->cores && kind != MSIM_FETCH)
        miss = naive_cores_data(naive, count, first, size, writes,
                                lines->passes && kind == MSIM_WRITE, &from_core);
    else
        miss =
            there_is(naive, level) && refer_first(naive, level, kind, first, last, writes, missed);
    if (naive->cores && kind == MSIM_FETCH && miss)
        from_core = naive_cores_fetch(naive, first, size);
    lines->from_core = from_core;
    bool passes = lines->passes && kind == MSIM_WRITE;
    bool fills = there_is(naive, MSIM_L2) && of(naive, MSIM_L2) != MSIM_EXCLUSIVE;
    if (miss && passes) {
        pass(naive, MSIM_L2, first, last, missed);
    } else if (miss && fills) {
        fill(naive, MSIM_L2, first, last, missed);
        if (missed[0] && there_is(naive, MSIM_L3) && of(naive, MSIM_L3) != MSIM_EXCLUSIVE)
            fill(naive, MSIM_L3, first, last, missed);
    }
    if (writes && !(passes && miss))
        naive_lines_written(naive, count, first, size);
    count[MSIM_MISS_L1] += miss;
    count[MSIM_MISS_L2] += missed[0] && (!from_core || naive->private_l2);
    count[MSIM_MISS_L3] += missed[1] && !from_core;
}

/* --- Several cores -------------------------------------------------------------------------- */

void naive_lines_share(struct naive *naive)
{
    struct naive_lines *lines = naive->lines;
    const struct naive_cores *cores = naive->cores;
    lines->cores = cores->machine.used;
    for (unsigned core = 1; core < lines->cores; core++)
        for (int level = 0; level < MSIM_LEVELS; level++) {
            bool shared = cores->level[core][level].sets &&
                          cores->level[core][level].blocks == cores->level[core - 1][level].blocks;
            lines->cache[core][level] =
                shared ? lines->cache[core - 1][level] : calloc(1, sizeof(struct cache));
        }
}

void naive_lines_run_on(struct naive *naive, unsigned core)
{
    naive->lines->on = core;
}

void naive_lines_taken(struct naive *naive, unsigned core, enum msim_level level, uint64_t line)
{
    struct cache *cache = naive->lines->cache[core][level];
    drop(&cache->has, line);
    drop(&cache->dirty, line);
}

bool naive_lines_dirty(const struct naive *naive, unsigned core, enum msim_level level,
                       uint64_t first, uint64_t size)
{
    bool any = false;
    uint64_t line = naive->level[level].line;
    for (uint64_t at = first; line && at < first + size; at += line)
        any |= is_in(&naive->lines->cache[core][level]->dirty, at / line);
    return any;
}

bool naive_lines_write_through(const struct naive *naive)
{
    return naive->lines && naive->lines->through;
}

void naive_lines_write(struct naive *naive, uint64_t first, uint64_t size)
{
    arrive_all(naive, MSIM_L2, first, size);
}

/* What a level of a core has of these bytes is clean from now on.  True: some of it was dirty. */
static bool clean_in(struct naive *naive, unsigned core, enum msim_level level, uint64_t first,
                     uint64_t size)
{
    bool dirty = false;
    uint64_t line = naive->level[level].line;
    for (uint64_t at = first; at < first + size; at += line) {
        dirty |= drop(&naive->lines->cache[core][level]->dirty, at / line);
        if (naive->cores->fault == NAIVE_CORES_CLEANS_FIRST)
            break;
    }
    return dirty;
}

/* The same of what the core has to itself. */
static bool clean(struct naive *naive, unsigned core, uint64_t first, uint64_t size)
{
    bool dirty = clean_in(naive, core, MSIM_D1, first, size);
    if (naive->private_l2)
        dirty |= clean_in(naive, core, MSIM_L2, first, size);
    if (dirty && naive->cores->fault == NAIVE_CORES_STAYS_DIRTY)
        put(&naive->lines->cache[core][MSIM_D1]->dirty, first / naive->level[MSIM_D1].line);
    return dirty && naive->cores->fault != NAIVE_CORES_GIVES_CLEAN;
}

void naive_lines_give(struct naive *naive, unsigned core, uint64_t first, uint64_t size)
{
    if (clean(naive, core, first, size))
        naive_lines_write(naive, first, size);
}

void naive_lines_share_dirty(struct naive *naive, unsigned core, uint64_t first, uint64_t size)
{
    const struct naive_lines *lines = naive->lines;
    bool same_l3 = lines->cache[core][MSIM_L3] == lines->cache[lines->on][MSIM_L3];
    if (!clean(naive, core, first, size))
        return;
    if (of(naive, MSIM_L3) == MSIM_EXCLUSIVE && same_l3 &&
        naive->cores->fault != NAIVE_CORES_GIVES_MEMORY)
        put_into(naive, MSIM_L3, (struct left){true, true, first, size});
    else
        naive_lines_write(naive, first, size);
}

/* --- Making ------------------------------------------------------------------------------- */

struct naive_lines *naive_lines_new(const struct msim_machine *machine)
{
    if (!msim_follows_lines(machine))
        return NULL;
    struct naive_lines *lines = calloc(1, sizeof *lines);
    if (!lines)
        abort();
    lines->back = machine->write == MSIM_WRITE_BACK;
    lines->through = machine->write == MSIM_WRITE_THROUGH;
    lines->passes = machine->passes_writes;
    memcpy(lines->inclusion, machine->inclusion, sizeof lines->inclusion);
    lines->cores = 1;
    for (int level = 0; level < MSIM_LEVELS; level++)
        lines->cache[0][level] = calloc(1, sizeof(struct cache));
    return lines;
}

void naive_lines_free(struct naive_lines *lines)
{
    for (unsigned core = lines ? lines->cores : 0; core-- > 0;)
        for (int level = 0; level < MSIM_LEVELS; level++) {
            struct cache *cache = lines->cache[core][level];
            if (core && cache == lines->cache[core - 1][level])
                continue;
            free(cache->has.line);
            free(cache->dirty.line);
            free(cache);
        }
    free(lines);
}
