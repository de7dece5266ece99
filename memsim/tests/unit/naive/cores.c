/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of cores.h. */
#include "cores.h"

#include "ahead.h"
#include "lines.h"
#include "past.h"

#include <stdlib.h>
#include <string.h>

/* --- Making --------------------------------------------------------------------------------- */

static uint32_t sharing_of(const struct msim_cores *cores, int level)
{
    if (level == MSIM_L2)
        return cores->l2_sharing;
    if (level == MSIM_L3)
        return cores->l3_sharing;
    return level >= MSIM_L2TLB ? cores->l2tlb_sharing : 1;
}

static struct naive_level copy_level(const struct naive_level *level)
{
    struct naive_level copy = *level;
    size_t bytes = level->sets * level->ways * sizeof *copy.blocks;
    if (!level->sets)
        return copy;
    copy.blocks = malloc(bytes);
    if (!copy.blocks)
        abort();
    memset(copy.blocks, 0xff, bytes);
    naive_follow(&copy, level->replaces);
    return copy;
}

void naive_cores_start(struct naive *naive, const struct msim_machine *machine)
{
    struct naive_cores *cores = calloc(1, sizeof *cores);
    if (!cores)
        abort();
    cores->machine = machine->cores;
    for (unsigned core = 0; core < machine->cores.used; core++)
        for (int level = 0; level < MSIM_LEVELS; level++) {
            uint32_t sharing = sharing_of(&machine->cores, level);
            bool first = core == 0 || !(sharing == 0 || core % sharing);
            if (core == 0)
                cores->level[core][level] = naive->level[level];
            else if (first)
                cores->level[core][level] = copy_level(&naive->level[level]);
            else
                cores->level[core][level] = cores->level[core - 1][level];
        }
    cores->private_l2 = machine->cores.l2_sharing == 1 && machine->level[MSIM_L2].units;
    naive->private_l2 = cores->private_l2;
    cores->unit = machine->level[MSIM_D1].line;
    if (cores->private_l2 && machine->level[MSIM_L2].line > cores->unit)
        cores->unit = machine->level[MSIM_L2].line;
    cores->grain = cores->unit > NAIVE_BITS ? cores->unit / NAIVE_BITS : 1;
    naive->cores = cores;
    if (naive->ahead)
        naive_ahead_share(naive, machine);
    if (naive->lines)
        naive_lines_share(naive);
}

void naive_cores_end(struct naive *naive)
{
    struct naive_cores *cores = naive->cores;
    for (unsigned core = 1; core < cores->machine.used; core++)
        for (int level = 0; level < MSIM_LEVELS; level++)
            if (cores->level[core][level].blocks != cores->level[core - 1][level].blocks)
                naive_free_level(&cores->level[core][level]);
    for (int level = 0; level < MSIM_LEVELS; level++)
        naive->level[level] = cores->level[0][level];
    for (unsigned i = 0; i < NAIVE_CHAINS; i++)
        for (struct naive_unit *unit = cores->units[i], *next; unit; unit = next) {
            next = unit->next;
            free(unit);
        }
    free(cores);
    naive->cores = NULL;
}

void naive_run_on(struct naive *naive, unsigned core)
{
    naive->cores->on = core;
    if (naive->ahead)
        naive->ahead->on = core;
    if (naive->lines)
        naive_lines_run_on(naive, core);
    if (naive->past)
        naive->past->on = core;
    for (int level = 0; level < MSIM_LEVELS; level++)
        naive->level[level] = naive->cores->level[core][level];
}

/* --- Who has what --------------------------------------------------------------------------- */

/* True: a part of the unit is in the level. */
static bool level_has(const struct naive *naive, const struct naive_level *level, uint64_t number)
{
    uint64_t unit = naive->cores->unit, at = number * unit;
    for (uint64_t byte = 0; level->sets && byte < unit; byte += level->line)
        if (naive_has(naive, level, (at + byte) / level->line))
            return true;
    return false;
}

static void level_loses(struct naive *naive, unsigned core, enum msim_level of, uint64_t number)
{
    struct naive_level *level = &naive->cores->level[core][of];
    uint64_t unit = naive->cores->unit, at = number * unit;
    for (uint64_t byte = 0; level->sets && byte < unit; byte += level->line) {
        naive_remove(naive, level, (at + byte) / level->line);
        if (naive->lines)
            naive_lines_taken(naive, core, of, (at + byte) / level->line);
    }
}

static bool holds(const struct naive *naive, unsigned core, uint64_t number)
{
    struct naive_level *level = naive->cores->level[core];
    return level_has(naive, &level[MSIM_D1], number) ||
           (naive->cores->private_l2 && level_has(naive, &level[MSIM_L2], number));
}

static struct naive_unit *unit_of(struct naive_cores *cores, uint64_t number)
{
    struct naive_unit **chain = &cores->units[number % NAIVE_CHAINS], *unit = *chain;
    while (unit && unit->number != number)
        unit = unit->next;
    if (unit)
        return unit;
    unit = calloc(1, sizeof *unit);
    if (!unit)
        abort();
    unit->number = number;
    unit->owner = -1;
    unit->next = *chain;
    return *chain = unit;
}

/* --- The protocol --------------------------------------------------------------------------- */

/* True: D1 or L2 of the core has some of it dirty. */
static bool is_dirty(const struct naive *naive, unsigned core, uint64_t number)
{
    uint64_t size = naive->cores->unit, first = number * size;
    return naive->lines &&
           (naive_lines_dirty(naive, core, MSIM_D1, first, size) ||
            (naive->private_l2 && naive_lines_dirty(naive, core, MSIM_L2, first, size)));
}

/* True: so many bytes that were dirty in one piece are not so in the line of D1 that is written. */
static bool is_left(const struct naive *naive, uint64_t bytes)
{
    return naive_lines_write_through(naive) ||
           (naive->lines && bytes > naive->level[MSIM_D1].line &&
            naive->cores->fault != NAIVE_CORES_LOSES_REST);
}

/* Levels that the core which runs does not use lose the unit.  Returns the bytes of the longest dirty
 * line that this takes from them. */
static uint64_t lose_far(struct naive *naive, uint64_t number, bool *had)
{
    struct naive_cores *cores = naive->cores;
    uint64_t dirty = 0, unit = cores->unit;
    for (unsigned other = 0; other < cores->machine.used; other++)
        for (int level = cores->private_l2 ? MSIM_L3 : MSIM_L2; level <= MSIM_L3; level++) {
            struct naive_level *of = &cores->level[other][level];
            if (!of->sets || of->blocks == cores->level[cores->on][level].blocks)
                continue;
            *had |= level_has(naive, of, number);
            if (naive->lines && of->line > dirty &&
                naive_lines_dirty(naive, other, (enum msim_level)level, number * unit, unit))
                dirty = of->line;
            level_loses(naive, other, (enum msim_level)level, number);
        }
    return dirty;
}

/* The line of so many bytes, or if they are fewer the unit, is written on. */
static void write_on(struct naive *naive, uint64_t number, uint64_t bytes)
{
    uint64_t unit = naive->cores->unit;
    if (bytes < unit || naive->cores->fault == NAIVE_CORES_WRITES_UNIT)
        bytes = unit;
    naive_lines_write(naive, number * unit / bytes * bytes, bytes);
}

/* True: a core inside the exclusive L3 of this one has what that lacks. */
static bool is_inside(const struct naive *naive, unsigned core, uint64_t number)
{
    const struct naive_cores *cores = naive->cores;
    const struct naive_level *l3 = &cores->level[core][MSIM_L3];
    bool any = false;
    if (!naive_lines_are_exclusive(naive, MSIM_L3) || level_has(naive, l3, number))
        return false;
    for (unsigned other = 0; other < cores->machine.used; other++)
        any |= other != core && holds(naive, other, number) &&
               (cores->level[other][MSIM_L3].blocks == l3->blocks ||
                cores->fault == NAIVE_CORES_ALL_INSIDE);
    return any && cores->fault != NAIVE_CORES_NONE_INSIDE;
}

/* The core gets the unit, which it does not hold; true: from another core. */
static bool bring(struct naive *naive, struct naive_unit *unit, unsigned core)
{
    const struct naive_cores *cores = naive->cores;
    bool alone = true;
    for (unsigned other = 0; other < cores->machine.used; other++)
        alone &= other == core || !holds(naive, other, unit->number);
    if (unit->owner == (int)core ||
        (unit->owner >= 0 && !holds(naive, (unsigned)unit->owner, unit->number)))
        unit->owner = -1;
    bool owned = unit->owner >= 0, from_core = owned || is_inside(naive, core, unit->number);
    bool keeps = cores->machine.protocol == MSIM_MOESI && owned &&
                 (unit->modified || (is_dirty(naive, (unsigned)unit->owner, unit->number) &&
                                     cores->fault != NAIVE_CORES_CLEANS_MOVED));
    if (cores->fault == NAIVE_CORES_OWNS)
        keeps = true;
    if (cores->fault == NAIVE_CORES_DISOWNS)
        keeps = false;
    if (owned && !keeps) {
        if (naive->lines)
            naive_lines_share_dirty(naive, (unsigned)unit->owner, unit->number * cores->unit,
                                    cores->unit);
        unit->owner = -1;
    }
    if (alone) {
        unit->owner = (int)core;
        unit->modified = false;
    }
    return from_core;
}

/* What was used of lines that are no longer in D1 is forgotten. */
static void forget_replaced(const struct naive *naive, struct naive_unit *unit, unsigned core)
{
    const struct naive_cores *cores = naive->cores;
    const struct naive_level *d1 = &cores->level[core][MSIM_D1];
    for (unsigned bit = 0; bit < NAIVE_BITS && bit * cores->grain < cores->unit; bit++)
        if (!naive_has(naive, d1, (unit->number * cores->unit + bit * cores->grain) / d1->line))
            unit->touched[core][bit] = false;
}

static void lose(struct naive *naive, struct naive_unit *unit, unsigned core)
{
    struct naive_cores *cores = naive->cores;
    forget_replaced(naive, unit, core);
    level_loses(naive, core, MSIM_D1, unit->number);
    if (cores->private_l2 && cores->fault != NAIVE_CORES_KEEPS_L2)
        level_loses(naive, core, MSIM_L2, unit->number);
    unit->lost[core] = true;
    memcpy(unit->used[core], unit->touched[core], sizeof unit->used[core]);
    if (cores->fault != NAIVE_CORES_OLD_WRITES)
        memset(unit->written[core], 0, sizeof unit->written[core]);
    memset(unit->touched[core], 0, sizeof unit->touched[core]);
}

/* The core, which holds the unit, writes it; returns how many others lose it. */
static unsigned take_over(struct naive *naive, struct naive_unit *unit, unsigned core)
{
    struct naive_cores *cores = naive->cores;
    unsigned lost = 0;
    bool alone = true, had = false;
    for (unsigned other = 0; other < cores->machine.used; other++)
        alone &= other == core || !holds(naive, other, unit->number);
    if (cores->fault == NAIVE_CORES_NO_LOSS ||
        (alone && unit->owner == (int)core && unit->modified))
        return 0;
    for (unsigned other = 0; other < cores->machine.used; other++) {
        if (other == core || !holds(naive, other, unit->number))
            continue;
        if (is_left(naive, cores->unit))
            naive_lines_give(naive, other, unit->number * cores->unit, cores->unit);
        lose(naive, unit, other);
        lost++;
    }
    uint64_t dirty =
        cores->fault == NAIVE_CORES_KEEPS_FAR ? 0 : lose_far(naive, unit->number, &had);
    if (dirty && is_left(naive, dirty > cores->unit ? dirty : cores->unit) &&
        cores->fault != NAIVE_CORES_LOSES_WRITTEN && cores->fault != NAIVE_CORES_LOSES_FAR)
        write_on(naive, unit->number, dirty);
    unit->owner = (int)core;
    unit->modified = true;
    return lost;
}

/* A core's use of the bytes from `first` to `last` of a unit. */
struct use {
    unsigned first, last;
};

static struct use use_of(const struct naive_cores *cores, uint64_t first, uint64_t last)
{
    return (struct use){(unsigned)(first % cores->unit / cores->grain),
                        (unsigned)(last % cores->unit / cores->grain)};
}

/* True: the core, which lost the unit, shares bytes that others wrote since. */
static bool shares(const struct naive_cores *cores, const struct naive_unit *unit, unsigned core,
                   struct use use)
{
    for (unsigned bit = 0; bit < NAIVE_BITS; bit++) {
        bool now = bit >= use.first && bit <= use.last && cores->fault != NAIVE_CORES_LOST_NOW;
        bool before = unit->used[core][bit] && cores->fault != NAIVE_CORES_LOST_READS;
        if (unit->written[core][bit] && (now || before))
            return true;
    }
    return false;
}

static void note_use(const struct naive_cores *cores, struct naive_unit *unit, struct use use,
                     bool writes)
{
    for (unsigned bit = use.first; bit <= use.last; bit++) {
        unit->touched[cores->on][bit] = true;
        for (unsigned core = 0; writes && core < cores->machine.used; core++)
            if (core != cores->on && (unit->lost[core] || cores->fault == NAIVE_CORES_OLD_WRITES))
                unit->written[core][bit] = true;
    }
}

/* D1 gets a line of which nothing was used. */
static void forget_line(const struct naive_cores *cores, struct naive_unit *unit, uint64_t first,
                        uint64_t bytes)
{
    struct use all = use_of(cores, first, first + bytes - 1);
    for (unsigned bit = all.first; bit <= all.last; bit++)
        unit->touched[cores->on][bit] = false;
}

/* What a reference did. */
struct done {
    uint64_t *count; /* where its bytes count, if lines are followed */
    bool passes;     /* a write that brings in nothing */
    bool true_shared, false_shared, from_core;
    unsigned invalidated;
};

/* A part of a reference that lies in one line of D1; returns whether it missed. */
static bool refer_part(struct naive *naive, uint64_t first, uint64_t last, bool writes,
                       struct done *done)
{
    struct naive_cores *cores = naive->cores;
    unsigned core = cores->on;
    struct naive_level *d1 = &naive->level[MSIM_D1];
    if (done->passes && !naive_has(naive, d1, first / d1->line)) {
        if (cores->fault != NAIVE_CORES_PASSES_BY)
            naive_cores_pass(naive, done->count, first, last, first, (uint32_t)(last - first + 1));
        return true;
    }
    struct naive_unit *unit = unit_of(cores, first / cores->unit);
    struct use use = use_of(cores, first, last);
    bool held = holds(naive, core, unit->number);
    bool next, missed = naive->lines ? naive_lines_touch(naive, done->count, MSIM_D1,
                                                         first / d1->line, writes, &next)
                                     : naive_touch(naive, d1, first / d1->line);
    if (missed)
        forget_line(cores, unit, first / d1->line * d1->line, d1->line);
    if (!held) {
        bool lost = unit->lost[core] || (cores->fault == NAIVE_CORES_REPLACED && unit->had[core]);
        done->from_core |= bring(naive, unit, core);
        if (lost && shares(cores, unit, core, use))
            done->true_shared = true;
        else if (lost)
            done->false_shared = true;
        unit->lost[core] = false;
    }
    unit->had[core] = true;
    if (writes)
        done->invalidated += take_over(naive, unit, core);
    note_use(cores, unit, use, writes);
    return missed;
}

static void add(struct naive_cores *cores, uint64_t *count, const struct done *done)
{
    count[MSIM_TRUE_SHARED] += done->true_shared;
    count[MSIM_FALSE_SHARED] += done->false_shared && !done->true_shared;
    count[MSIM_FROM_CORE] += done->from_core;
    count[MSIM_INVALIDATED] += done->invalidated;
    cores->true_shared += done->true_shared;
    cores->false_shared += done->false_shared && !done->true_shared;
}

bool naive_cores_data(struct naive *naive, uint64_t *count, uint64_t first, uint32_t size,
                      bool writes, bool passes, bool *from_core)
{
    struct done done = {.count = count, .passes = passes};
    uint64_t line = naive->level[MSIM_D1].line, last = first + size - 1;
    bool missed = false;
    if (naive->lines)
        naive_lines_begin(naive, count, false);
    for (uint64_t number = first / line; number <= last / line; number++) {
        uint64_t from = number * line, to = from + line - 1;
        if (naive->ahead)
            naive_ahead_refers(naive, number);
        missed |=
            refer_part(naive, from < first ? first : from, to < last ? to : last, writes, &done);
    }
    add(naive->cores, count, &done);
    *from_core = done.from_core && naive->cores->fault != NAIVE_CORES_SUPPLIED;
    return missed;
}

/* The core that runs reads the unit; true: it comes from another core. */
static bool read_unit(struct naive *naive, uint64_t number)
{
    struct naive_cores *cores = naive->cores;
    struct naive_unit *unit = unit_of(cores, number);
    if (holds(naive, cores->on, number))
        return false;
    bool from_core = bring(naive, unit, cores->on);
    if (cores->fault != NAIVE_CORES_FETCHES)
        unit->lost[cores->on] = false;
    unit->had[cores->on] = true;
    return from_core;
}

bool naive_cores_fetch(struct naive *naive, uint64_t first, uint32_t size)
{
    struct naive_cores *cores = naive->cores;
    bool from_core = false;
    if (!cores->private_l2)
        return false;
    for (uint64_t number = first / cores->unit; number <= (first + size - 1) / cores->unit;
         number++)
        from_core |= read_unit(naive, number);
    return from_core && cores->fault != NAIVE_CORES_SUPPLIED;
}

bool naive_cores_read(struct naive *naive, uint64_t first, uint64_t last)
{
    return naive_cores_fetch(naive, first, (uint32_t)(last - first + 1));
}

bool naive_cores_read_line(struct naive *naive, uint64_t first)
{
    struct naive_cores *cores = naive->cores;
    bool from_core = read_unit(naive, first / cores->unit);
    forget_line(cores, unit_of(cores, first / cores->unit), first, naive->level[MSIM_D1].line);
    return from_core && cores->fault != NAIVE_CORES_SUPPLIED;
}

bool naive_cores_others_hold(const struct naive *naive, uint64_t line)
{
    bool any = false;
    for (unsigned core = 0; naive->cores && core < naive->cores->machine.used; core++)
        any |= core != naive->cores->on && holds(naive, core, line);
    return any && naive->cores->fault != NAIVE_CORES_MOVES_SHARED;
}

bool naive_cores_changed(struct naive *naive, uint64_t first, uint64_t last)
{
    struct naive_cores *cores = naive->cores;
    for (uint64_t number = first / cores->unit; number <= last / cores->unit; number++) {
        const struct naive_unit *unit = unit_of(cores, number);
        if (unit->owner >= 0 && unit->modified && holds(naive, (unsigned)unit->owner, number))
            return true;
    }
    return false;
}

bool naive_cores_pass(struct naive *naive, uint64_t *count, uint64_t first, uint64_t last,
                      uint64_t stored, uint32_t size)
{
    struct naive_cores *cores = naive->cores;
    bool had = false;
    if (naive->lines)
        naive_lines_begin(naive, count, false);
    for (uint64_t number = first / cores->unit; number <= last / cores->unit; number++) {
        struct naive_unit *unit = unit_of(cores, number);
        for (unsigned other = 0; other < cores->machine.used; other++) {
            if (other == cores->on || !holds(naive, other, number))
                continue;
            had = true;
            if (naive->lines)
                naive_lines_give(naive, other, number * cores->unit, cores->unit);
            lose(naive, unit, other);
            count[MSIM_INVALIDATED]++;
        }
        unit->owner = (int)cores->on;
        unit->modified = false;
        uint64_t dirty = lose_far(naive, number, &had);
        if (dirty)
            write_on(naive, number, dirty);
    }
    for (uint64_t at = stored; last >= first && at - stored < size; at++) {
        struct naive_unit *unit = unit_of(cores, at / cores->unit);
        for (unsigned core = 0; core < cores->machine.used; core++)
            if (core != cores->on && unit->lost[core])
                unit->written[core][at % cores->unit / cores->grain] = true;
    }
    return had;
}
