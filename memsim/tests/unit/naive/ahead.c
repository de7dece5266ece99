/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of ahead.h. */
#include "ahead.h"

#include "cores.h"
#include "lines.h"
#include "past.h"
#include "why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ISSUED, REDUNDANT, USED, UNUSED, LEFT, PAGE = 4096 };

struct shown {
    uint64_t instr, first, last;
    uint32_t site;
    enum msim_kind kind;
    bool missed, found;
    bool prefetch;     /* it comes ahead */
    bool from_core;    /* another core supplies it */
    bool writes, next; /* where lines are followed: an exclusive level after this one missed, too */
};

static void set_up(struct naive_prefetcher *with, const char *name)
{
    const char *colon = strchr(name, ':');
    snprintf(with->name, sizeof with->name, "%.*s", (int)strcspn(name, ":"), name);
    with->ahead = colon                           ? strtoull(colon + 1, NULL, 10)
                  : !strcmp(with->name, "next")   ? 1
                  : !strcmp(with->name, "stride") ? 4
                                                  : 20;
}

static struct naive_ahead_level *new_level(const struct msim_machine *machine, int at)
{
    struct naive_ahead_level *level = calloc(1, sizeof *level);
    if (!level)
        abort();
    level->with = calloc(MSIM_PREFETCHERS_MAX, sizeof *level->with);
    while (level->used < MSIM_PREFETCHERS_MAX && machine->prefetch[at][level->used].text[0]) {
        set_up(&level->with[level->used], machine->prefetch[at][level->used].text);
        level->used++;
    }
    return level;
}

struct naive_ahead *naive_ahead_new(const struct msim_machine *machine)
{
    if (!msim_brings_ahead(machine))
        return NULL;
    struct naive_ahead *ahead = calloc(1, sizeof *ahead);
    ahead->hints = machine->hints;
    ahead->cores = 1;
    for (int at = 0; at < 3; at++)
        ahead->level[0][at] = new_level(machine, at);
    return ahead;
}

void naive_ahead_share(struct naive *naive, const struct msim_machine *machine)
{
    struct naive_ahead *ahead = naive->ahead;
    const struct naive_cores *cores = naive->cores;
    ahead->cores = cores->machine.used;
    for (unsigned core = 1; core < ahead->cores; core++)
        for (int at = 0; at < 3; at++) {
            bool shared = cores->level[core][MSIM_D1 + at].blocks ==
                          cores->level[core - 1][MSIM_D1 + at].blocks;
            ahead->level[core][at] = shared ? ahead->level[core - 1][at] : new_level(machine, at);
        }
}

/* True: no core before it has the same one. */
static bool is_first(const struct naive_ahead *ahead, unsigned core, int at)
{
    return !core || ahead->level[core][at] != ahead->level[core - 1][at];
}

void naive_ahead_free(struct naive_ahead *ahead)
{
    for (unsigned core = ahead ? ahead->cores : 0; core-- > 0;)
        for (int at = 0; at < 3; at++) {
            if (!is_first(ahead, core, at))
                continue;
            free(ahead->level[core][at]->with);
            free(ahead->level[core][at]);
        }
    free(ahead);
}

/* --- What was prefetched -------------------------------------------------------------------- */

static void count(struct naive *naive, int level, uint32_t site, int fate, bool hint)
{
    if (hint)
        naive->ahead->hinted[site][fate][level]++;
    else
        naive->ahead->count[site][fate][level]++;
}

static struct naive_level *cache(struct naive *naive, int level)
{
    return &naive->level[MSIM_D1 + level];
}

static struct naive_ahead_level *of_level(struct naive *naive, int level)
{
    return naive->ahead->level[naive->ahead->on][level];
}

/* True: it was in the list, from which it goes. */
static bool take(struct naive *naive, int at, uint64_t block, uint32_t user)
{
    struct naive_ahead_level *level = of_level(naive, at);
    for (unsigned i = 0; i < level->lines; i++)
        if (level->line[i].block == block) {
            bool wrong = naive->ahead->fault == NAIVE_AHEAD_ANY_SITE;
            count(naive, at, wrong ? user : level->line[i].site, USED, level->line[i].hint);
            level->line[i] = level->line[--level->lines];
            return true;
        }
    return false;
}

static void sweep_level(struct naive *naive, unsigned core, int at)
{
    struct naive_ahead_level *level = naive->ahead->level[core][at];
    const struct naive_level *cache_of =
        naive->cores ? &naive->cores->level[core][MSIM_D1 + at] : &naive->level[MSIM_D1 + at];
    for (unsigned i = 0; i < level->lines; i++)
        if (!naive_has(naive, cache_of, level->line[i].block) &&
            naive->ahead->fault != NAIVE_AHEAD_UNUSED_LATE) {
            count(naive, at, level->line[i].site, UNUSED, level->line[i].hint);
            level->line[i--] = level->line[--level->lines];
        }
}

void naive_ahead_lost(struct naive *naive)
{
    for (unsigned core = 0; core < naive->ahead->cores; core++)
        for (int at = 0; at < 3; at++)
            sweep_level(naive, core, at);
}

/* After a line of that level was used: where lines are followed, or other cores lose some, they may
 * leave other levels, too. */
static void sweep(struct naive *naive, enum msim_level of)
{
    struct naive_ahead *ahead = naive->ahead;
    if (naive->lines || ahead->taken)
        naive_ahead_lost(naive);
    else if (of >= MSIM_D1)
        sweep_level(naive, ahead->on, of - MSIM_D1);
    ahead->taken = false;
}

static void end_level(struct naive *naive, struct naive_ahead_level *level, int at)
{
    for (unsigned i = 0; i < level->lines; i++)
        count(naive, at, level->line[i].site, LEFT, level->line[i].hint);
    level->lines = 0;
}

void naive_ahead_end(struct naive *naive)
{
    for (unsigned core = 0; core < naive->ahead->cores; core++)
        for (int at = 0; at < 3; at++)
            end_level(naive, naive->ahead->level[core][at], at);
}

/* --- Prefetchers ---------------------------------------------------------------------------- */

static bool one_page(uint64_t a, uint64_t b, uint64_t line)
{
    return line >= PAGE ? a == b : a * line / PAGE == b * line / PAGE;
}

static unsigned next_lines(const struct naive_prefetcher *with, const struct shown *shown,
                           uint64_t line, uint64_t *out)
{
    uint64_t block = shown->first / line;
    unsigned used = 0;
    if (shown->kind == MSIM_FETCH || (!shown->missed && !shown->found))
        return 0;
    for (uint64_t i = 1; i <= with->ahead; i++)
        if (one_page(block, block + i, line))
            out[used++] = block + i;
    return used;
}

static bool is_small(int64_t step, uint64_t line)
{
    return llabs(step) < 2 * (int64_t)line;
}

static unsigned strides(struct naive_prefetcher *with, const struct shown *shown, uint64_t line,
                        uint64_t *out)
{
    struct naive_place *place = &with->place[(shown->instr ^ shown->instr / 256) % NAIVE_PLACES];
    unsigned used = 0;
    if (shown->kind != MSIM_READ)
        return 0;
    if (place->instr != shown->instr) {
        *place = (struct naive_place){.instr = shown->instr, .last = shown->first};
        return 0;
    }
    int64_t step = (int64_t)(shown->first - place->last), on = 0;
    if (step == place->step && !(llabs(step) < (int64_t)line))
        on = step;
    else if (step && place->step && (step > 0) == (place->step > 0) && is_small(step, line) &&
             is_small(place->step, line))
        on = step > 0 ? (int64_t)line : -(int64_t)line;
    place->last = shown->first;
    place->step = step;
    if (!on || !place->alike)
        place->done = shown->first / line;
    place->alike = on;
    for (uint64_t i = 1; on && llabs(on) < 2048 && i <= with->ahead; i++) {
        uint64_t block = (shown->first + (uint64_t)on * i) / line;
        if (!one_page(block, shown->first / line, line))
            break;
        if (on > 0 ? block > place->done : block < place->done)
            out[used++] = place->done = block;
    }
    return used;
}

static struct naive_stream *stream_of(struct naive_prefetcher *with, uint64_t block, uint64_t line,
                                      bool crosses)
{
    struct naive_stream *oldest = with->stream;
    for (int i = 0; i < NAIVE_STREAMS; i++) {
        struct naive_stream *stream = &with->stream[i];
        bool near = block - stream->line < 16 || stream->line - block < 16;
        if (stream->used && near && (crosses || one_page(block, stream->line, line)))
            return stream;
        if (stream->used < oldest->used)
            oldest = stream;
    }
    *oldest = (struct naive_stream){.line = block};
    return oldest;
}

static unsigned streams(struct naive_prefetcher *with, const struct shown *shown, uint64_t line,
                        uint64_t *out)
{
    bool crosses = !strcmp(with->name, "crossing");
    uint64_t block = shown->first / line;
    struct naive_stream *stream = stream_of(with, block, line, crosses);
    int64_t way = (int64_t)(block - stream->line);
    unsigned used = 0;
    stream->used = ++with->now;
    if (!way)
        return 0;
    way = way > 0 ? 1 : -1;
    if (stream->steps * way <= 0)
        stream->steps = 0, stream->done = 0;
    stream->steps += way;
    stream->line = block;
    for (int64_t i = 1; llabs(stream->steps) > 1 && i <= (int64_t)with->ahead; i++) {
        uint64_t to = block + (uint64_t)(way * i);
        bool asked = stream->done && (way > 0 ? to <= stream->done : to >= stream->done);
        bool below = way < 0 && (uint64_t)i > block;
        if (i > llabs(stream->steps) || below || (!crosses && !one_page(to, block, line)))
            break;
        if (!asked)
            out[used++] = to;
    }
    if (used)
        stream->done = out[used - 1];
    return used;
}

static unsigned answer(struct naive_prefetcher *with, const struct shown *shown, uint64_t line,
                       uint64_t *out)
{
    if (!strcmp(with->name, "next"))
        return next_lines(with, shown, line, out);
    if (!strcmp(with->name, "stride"))
        return strides(with, shown, line, out);
    if (strcmp(with->name, "adjacent"))
        return streams(with, shown, line, out);
    out[0] = (shown->first / line) ^ 1;
    return shown->missed && one_page(out[0], shown->first / line, line);
}

/* --- Levels --------------------------------------------------------------------------------- */

static bool touch(struct naive *naive, enum msim_level level, uint64_t block, struct shown *shown)
{
    uint64_t *counts = naive->row[shown->site].count[shown->kind];
    if (naive->lines)
        naive_lines_begin(naive, counts, shown->from_core);
    if (naive->why)
        naive->why->prefetch = shown->prefetch;
    bool missed = naive->lines
                      ? naive_lines_touch(naive, counts, level, block, shown->writes, &shown->next)
                      : naive_touch(naive, &naive->level[level], block);
    if (missed && naive->past && !naive->lines)
        naive_past_comes(naive->past, level);
    if (naive->why)
        naive->why->prefetch = false;
    sweep(naive, level);
    return missed;
}

static void reach(struct naive *naive, int at, struct shown *shown)
{
    struct naive_level *level = cache(naive, at);
    shown->missed = shown->found = shown->next = false;
    for (uint64_t block = shown->first / level->line; block <= shown->last / level->line; block++) {
        shown->found |= take(naive, at, block, shown->site);
        shown->missed |= touch(naive, MSIM_D1 + at, block, shown);
    }
}

/* True: the level after this one is asked for what this one missed. */
static bool goes_on(const struct naive *naive, int at, const struct shown *shown)
{
    return shown->missed && !(at < 2 && naive_lines_are_exclusive(naive, MSIM_D1 + at + 1));
}

static void follow(struct naive *naive, int at, const struct shown *shown);

static void ask(struct naive *naive, int at, struct shown shown)
{
    if (at > 2 || !cache(naive, at)->sets)
        return;
    shown.prefetch = true;
    reach(naive, at, &shown);
    if (goes_on(naive, at, &shown))
        ask(naive, at + 1, shown);
    if (naive->ahead->fault != NAIVE_AHEAD_BLIND)
        follow(naive, at, &shown);
}

/* What several cores know of it; false: it does not come. */
static bool agree(struct naive *naive, int at, struct shown *asked)
{
    asked->from_core = false;
    if (!naive->cores)
        return true;
    if (naive->lines)
        naive_lines_begin(naive, naive->row[asked->site].count[asked->kind], false);
    if (at == 0) {
        if (naive->ahead->fault != NAIVE_AHEAD_UNREAD)
            asked->from_core = naive_cores_read_line(naive, asked->first);
        return true;
    }
    if (at != 1 || !naive->private_l2)
        return naive->ahead->fault == NAIVE_AHEAD_CHANGED ||
               !naive_cores_changed(naive, asked->first, asked->last);
    if (naive->ahead->fault != NAIVE_AHEAD_UNREAD)
        asked->from_core = naive_cores_read(naive, asked->first, asked->last);
    return true;
}

/* True: the level did not have the block, which comes for the site that `shown` says. */
static bool bring(struct naive *naive, int at, uint64_t block, const struct shown *shown, bool hint)
{
    struct naive_ahead_level *level = of_level(naive, at);
    uint64_t line = cache(naive, at)->line;
    struct shown asked = *shown;
    asked.writes = false;
    asked.prefetch = true;
    asked.first = block * line;
    asked.last = asked.first + line - 1;
    if (at == 0)
        asked.kind = MSIM_READ;
    count(naive, at, shown->site, ISSUED, hint);
    if (naive_has(naive, cache(naive, at), block) || !agree(naive, at, &asked)) {
        count(naive, at, shown->site, REDUNDANT, hint);
        return false;
    }
    if (naive->past)
        naive_past_meet(naive->past, asked.first, asked.last, false);
    touch(naive, MSIM_D1 + at, block, &asked);
    level->line[level->lines++] = (struct naive_ahead_line){block, shown->site, hint};
    asked.missed = true;
    if (goes_on(naive, at, &asked))
        ask(naive, at + 1, asked);
    return true;
}

static void follow(struct naive *naive, int at, const struct shown *shown)
{
    struct naive_ahead_level *level = of_level(naive, at);
    uint64_t line = cache(naive, at)->line, out[128];
    for (unsigned i = 0; i < level->used; i++) {
        unsigned used = answer(&level->with[i], shown, line, out);
        for (unsigned k = 0; k < used; k++)
            bring(naive, at, out[k], shown, false);
    }
}

void naive_ahead_hint(struct naive *naive, uint32_t site, uint64_t address, bool for_l2)
{
    struct shown shown = {
        .first = address, .last = address, .site = site, .kind = MSIM_READ, .missed = true};
    struct naive_level *d1 = cache(naive, 0), *l2 = cache(naive, 1);
    enum naive_ahead_fault fault = naive->ahead->fault;
    if (!for_l2 || !l2->sets || fault == NAIVE_AHEAD_HINT_D1) {
        bring(naive, 0, address / d1->line, &shown, true);
        return;
    }
    if (fault != NAIVE_AHEAD_HINT_HELD && naive_has(naive, d1, address / d1->line)) {
        count(naive, 1, site, ISSUED, true);
        count(naive, 1, site, REDUNDANT, true);
    } else if (bring(naive, 1, address / l2->line, &shown, true)) {
        follow(naive, 1, &shown);
    }
}

/* The levels from this one on, of what missed the one before. */
static void go_on(struct naive *naive, int at, uint64_t *counts, struct shown shown)
{
    if (at > 2 || !cache(naive, at)->sets)
        return;
    reach(naive, at, &shown);
    bool counts_here = !shown.from_core || (at == 1 && naive->private_l2);
    counts[MSIM_MISS_L1 + at] += shown.missed && counts_here;
    if (goes_on(naive, at, &shown))
        go_on(naive, at + 1, counts, shown);
    else
        counts[MSIM_MISS_L3] += shown.next && !shown.from_core;
    follow(naive, at, &shown);
}

void naive_ahead_refers(struct naive *naive, uint64_t block)
{
    sweep(naive, MSIM_D1);
    naive->ahead->found |= take(naive, 0, block, naive->ahead->site);
}

/* Data in D1; one core among several takes it from others. */
static void reach_first(struct naive *naive, uint64_t *counts, struct shown *shown)
{
    uint32_t size = (uint32_t)(shown->last - shown->first + 1);
    if (!naive->cores) {
        reach(naive, 0, shown);
        return;
    }
    naive->ahead->site = shown->site;
    naive->ahead->found = false;
    shown->missed = naive_cores_data(naive, counts, shown->first, size, shown->writes, false,
                                     &shown->from_core);
    shown->found = naive->ahead->found;
    sweep(naive, MSIM_D1);
}

void naive_ahead_reference(struct naive *naive, uint64_t *counts, uint64_t instr, uint32_t site,
                           enum msim_kind kind, uint64_t first, uint32_t size, bool writes)
{
    struct shown shown = {.instr = instr,
                          .first = first,
                          .last = first + size - 1,
                          .site = site,
                          .kind = kind,
                          .writes = writes};
    if (kind == MSIM_FETCH) {
        struct naive_level *level = &naive->level[MSIM_I1];
        bool missed = false;
        for (uint64_t block = first / (level->sets ? level->line : 1);
             level->sets && block <= shown.last / level->line; block++)
            missed |= touch(naive, MSIM_I1, block, &shown);
        counts[MSIM_MISS_L1] += missed;
        if (missed && naive->past)
            naive_past_meet(naive->past, first, shown.last, true);
        shown.from_core = missed && naive->cores && naive_cores_fetch(naive, first, size);
        if (missed)
            go_on(naive, 1, counts, shown);
        return;
    }
    if (!cache(naive, 0)->sets)
        return;
    reach_first(naive, counts, &shown);
    counts[MSIM_MISS_L1] += shown.missed;
    struct shown d1 = shown;
    if (shown.missed && naive->past)
        naive_past_meet(naive->past, first, shown.last, true);
    if (shown.missed)
        go_on(naive, 1, counts, shown);
    if (d1.missed || d1.found)
        follow(naive, 0, &d1);
    if (naive->lines && writes)
        naive_lines_written(naive, counts, first, size);
}

/* --- Comparisons ---------------------------------------------------------------------------- */

uint64_t naive_ahead_hinted(const struct msim_row *row, int level, int fate)
{
    return level < 2 ? msim_observed_in(row, (unsigned)(level * NAIVE_FATES + fate)) : 0;
}

bool naive_ahead_differs(const struct naive_ahead *ahead, const struct msim_profile *profile,
                         char *text, size_t room)
{
    for (uint32_t site = 0; site < profile->rows.used; site++)
        for (int at = 0; at < 6 * NAIVE_FATES; at++) {
            int fate = at % NAIVE_FATES, level = at / NAIVE_FATES % 3;
            bool hint = at >= 3 * NAIVE_FATES;
            const struct msim_row *row = msim_profile_row(profile, site);
            uint64_t is = hint ? naive_ahead_hinted(row, level, fate)
                               : row->count[level][MSIM_PF_ISSUED + fate];
            uint64_t should = (hint ? ahead->hinted : ahead->count)[site][fate][level];
            if (is == should || (hint && !ahead->hints))
                continue;
            snprintf(text, room, "site %u, level %d, fate %d%s: %llu instead of %llu", site, level,
                     fate, hint ? " of the program" : "", (unsigned long long)is,
                     (unsigned long long)should);
            return true;
        }
    return false;
}
