/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The levels of ahead.h. */
#include "ahead.h"

#include "lines.h"
#include "traffic.h"

/* What reaches a level. */
struct arrival {
    uint64_t first, last;
    uint32_t site;
    enum msim_kind kind;
    bool prefetch;
    bool from_core; /* which another one supplies */
    bool hint;      /* of the program, into this level, */
    bool found;     /* a line that was prefetched, for the first time */
};

static struct msim_prefetch_cause cause_of(const struct msim_outer_levels *outer, uint32_t site,
                                           enum msim_asker asker)
{
    return (struct msim_prefetch_cause){outer->off ? MSIM_NO_CAUSE : site + 1,
                                        outer->context_number, outer->part, asker};
}

/* A block came into the slot in place of another one, of which all else is as before. */
static void replace(struct msim_outer_levels *outer, enum msim_level level, uint64_t slot,
                    uint64_t evicted)
{
    if (level == MSIM_L2)
        msim_ghosts_fill(&outer->plain.ghosts, slot, evicted);
    msim_outer_comes(outer, level);
    msim_prefetched_go(&msim_outer_into(outer, level)->prefetched, slot);
}

/* A block is referenced that the level lacks, or has early. */
static void miss_plain(struct msim_outer_levels *outer, enum msim_level level, uint64_t at)
{
    if (level == MSIM_L2)
        outer->plain.missed |= msim_ghosts_miss(&outer->plain.ghosts, at);
}

/* The slot of a block that is brought in; what was prefetched there goes. */
static uint64_t fill(struct msim_outer_levels *outer, enum msim_level level, uint64_t block)
{
    struct msim_array *array = msim_outer_array(outer, level);
    uint64_t evicted, slot = (uint64_t)msim_array_fill(array, block, &evicted);
    replace(outer, level, slot, evicted);
    return slot;
}

/* References a block of a usual array; true: it missed. */
static bool reach_usual(struct msim_outer_levels *outer, enum msim_level level, uint64_t at,
                        bool *found)
{
    struct msim_array *array = msim_outer_array(outer, level);
    struct msim_prefetched *prefetched = &msim_outer_into(outer, level)->prefetched;
    bool missed;
    uint64_t evicted, slot = msim_array_seek(array, at, &missed, &evicted);
    if (missed || msim_prefetched_has(prefetched, slot))
        miss_plain(outer, level, at);
    if (missed)
        replace(outer, level, slot, evicted);
    else
        *found |= msim_prefetched_use(prefetched, slot);
    array->stamp[slot] = ++outer->now;
    return missed;
}

/* The same of any. */
static bool reach_block(struct msim_outer_levels *outer, enum msim_level level, uint64_t at,
                        struct arrival *arrival)
{
    struct msim_array *array = msim_outer_array(outer, level);
    int64_t slot = msim_array_find(array, at);
    bool missed = slot == MSIM_NO_SLOT;
    if (array->reasons)
        msim_reasons_reach(array->reasons, at, arrival->prefetch, missed);
    if (missed || msim_prefetched_has(&msim_outer_into(outer, level)->prefetched, (uint64_t)slot))
        miss_plain(outer, level, at);
    if (missed) {
        slot = (int64_t)fill(outer, level, at);
    } else {
        arrival->found |=
            msim_prefetched_use(&msim_outer_into(outer, level)->prefetched, (uint64_t)slot);
        if (array->state)
            msim_array_hit(array, (uint64_t)slot);
    }
    array->stamp[slot] = ++outer->now;
    return missed;
}

/* True: it missed. */
static bool reach(struct msim_outer_levels *outer, enum msim_level level, struct arrival *arrival)
{
    struct msim_array *array = msim_outer_array(outer, level);
    bool missed = false;
    for (uint64_t block = arrival->first >> array->shift; block <= arrival->last >> array->shift;
         block++) {
        uint64_t at = msim_pageframes_touch(&outer->frames, block << array->shift) >> array->shift;
        bool usual = msim_array_plain(array) && at < UINT32_MAX && !array->reasons;
        missed |= __builtin_expect(usual, 1) ? reach_usual(outer, level, at, &arrival->found)
                                             : reach_block(outer, level, at, arrival);
    }
    return missed;
}

static void follow(struct msim_outer_levels *outer, enum msim_level level,
                   const struct arrival *arrival, bool missed);

static struct msim_ref ref_of(const struct arrival *by, uint64_t first, uint64_t last)
{
    return (struct msim_ref){.first = first,
                             .site = by->site,
                             .size = (uint16_t)(last - first + 1),
                             .kind = (uint8_t)by->kind,
                             .missed = by->from_core ? MSIM_REF_FROM_CORE : 0};
}

/* Shows what reached a level, and perhaps L3 after it, to their prefetchers. */
static void show(struct msim_outer_levels *outer, enum msim_level level, struct arrival *arrival,
                 unsigned missed)
{
    if (level == MSIM_L2 && missed && msim_traffic_reaches_l3(outer))
        show(outer, MSIM_L3, arrival, missed & MSIM_OUTCOME_L3);
    arrival->found = msim_outer_into(outer, level)->found;
    follow(outer, level, arrival, missed);
}

/* Where a line was that missed so. */
static enum msim_level place_of(const struct msim_outer_levels *outer, enum msim_level level,
                                unsigned missed)
{
    if (!missed)
        return level;
    return outer->at.l3 && !(missed & MSIM_OUTCOME_L3) ? MSIM_L3 : MSIM_LEVELS;
}

/* The same as ask() where lines are followed. */
static enum msim_level ask_followed(struct msim_outer_levels *outer, enum msim_level level,
                                    struct arrival *arrival)
{
    const struct msim_ref ref = ref_of(arrival, arrival->first, arrival->last);
    if (!msim_outer_array(outer, level)) {
        msim_traffic_read(outer, &ref);
        return MSIM_LEVELS;
    }
    unsigned missed = msim_traffic_reach(outer, level, &ref, true);
    show(outer, level, arrival, missed);
    return place_of(outer, level, missed);
}

/* What a prefetcher or D1 asks for goes through the level after it; returns where it was, memory being
 * MSIM_LEVELS. */
static enum msim_level ask(struct msim_outer_levels *outer, enum msim_level level, uint64_t first,
                           uint64_t last, const struct arrival *by)
{
    struct arrival arrival = {.first = first,
                              .last = last,
                              .site = by->site,
                              .kind = by->kind,
                              .from_core = by->from_core,
                              .prefetch = true};
    enum msim_level found = level;
    if (outer->lines.on)
        return ask_followed(outer, level, &arrival);
    if (level > MSIM_L3 || !msim_outer_array(outer, level))
        return MSIM_LEVELS;
    bool missed = reach(outer, level, &arrival);
    if (missed)
        found = ask(outer, level + 1, first, last, by);
    follow(outer, level, &arrival, missed);
    return found;
}

/* The line is on its way into the level. */
static void say(const struct msim_outer_levels *outer, const struct msim_coming *line)
{
    if (outer->coming.comes)
        outer->coming.comes(outer->coming.self, line);
}

/* The slot of a block that the level lacks and gets, and *missed as msim_traffic_bring() says. */
static uint64_t place(struct msim_outer_levels *outer, enum msim_level level, uint64_t at,
                      const struct msim_ref *ref, unsigned *missed)
{
    struct msim_array *array = msim_outer_array(outer, level);
    if (outer->lines.on) {
        *missed = msim_traffic_bring(outer, level, ref, ref->first >> array->shift);
        return (uint64_t)msim_array_find(array, at);
    }
    uint64_t slot = fill(outer, level, at);
    array->stamp[slot] = ++outer->now;
    return slot;
}

/* Brings in a block that the level lacks. */
static void bring_missing(struct msim_outer_levels *outer, enum msim_level level, uint64_t at,
                          const struct msim_line_span *bytes, const struct arrival *by)
{
    enum msim_asker asker = by->hint ? MSIM_BY_PROGRAM : MSIM_BY_PREFETCHER;
    struct msim_array *array = msim_outer_array(outer, level);
    struct msim_prefetch_cause cause = cause_of(outer, by->site, asker);
    const struct msim_ref ref = ref_of(by, bytes->first, bytes->last);
    unsigned missed = 0;
    if (array->reasons)
        msim_reasons_prefetch(array->reasons, at);
    msim_ahead_meet(outer, bytes->first, bytes->last);
    msim_prefetched_place(&msim_outer_into(outer, level)->prefetched, &cause,
                          place(outer, level, at, &ref, &missed));
    bool is_there = outer->lines.on && !(level == MSIM_L2 && msim_traffic_reaches_l3(outer));
    enum msim_level from = is_there ? place_of(outer, level, missed)
                                    : ask(outer, level + 1, bytes->first, bytes->last, by);
    say(outer, &(struct msim_coming){bytes->first, level, from, asker, MSIM_NO_SLOT});
}

/* Several cores agree on who has the bytes that come into the level of the one that runs; false:
 * they do not come.  Sets `from_core`. */
static bool agree(const struct msim_outer_levels *outer, enum msim_level level,
                  const struct msim_line_span *bytes, struct arrival *by)
{
    const struct msim_outer_sharing *sharing = &outer->sharing;
    if (level != MSIM_L2 || !outer->private_l2)
        return !sharing->changed(sharing->self, bytes->first, bytes->last);
    const struct msim_ref ref = ref_of(by, bytes->first, bytes->last);
    by->from_core = sharing->reads(sharing->self, &ref);
    return true;
}

/* Brings in a block that a prefetcher of the level asks for, or the program; false: it is there, or a
 * core has changed it. */
static bool bring(struct msim_outer_levels *outer, enum msim_level level, uint64_t block,
                  const struct arrival *by)
{
    const struct msim_array *array = msim_outer_array(outer, level);
    const struct msim_line_span bytes = msim_line_block_span(array, block, false);
    uint64_t at = msim_pageframes_touch(&outer->frames, bytes.first) >> array->shift;
    if (msim_array_find(array, at) != MSIM_NO_SLOT)
        return false;
    struct arrival among;
    if (outer->sharing.self) {
        among = *by;
        among.from_core = false;
        if (!agree(outer, level, &bytes, &among))
            return false;
        by = &among;
    }
    bring_missing(outer, level, at, &bytes, by);
    return true;
}

static void count_redundant(struct msim_outer_levels *outer, enum msim_level level, uint32_t site,
                            enum msim_asker asker, uint64_t times)
{
    struct msim_prefetch_cause cause = cause_of(outer, site, asker);
    msim_prefetched_redundant(&msim_outer_into(outer, level)->prefetched, &cause, times);
}

static void follow(struct msim_outer_levels *outer, enum msim_level level,
                   const struct arrival *arrival, bool missed)
{
    const struct msim_prefetching *with = msim_outer_into(outer, level);
    unsigned shift = msim_outer_array(outer, level)->shift;
    uint64_t block[MSIM_PREFETCHES], redundant = 0;
    const struct msim_demand demand = {.address = arrival->first,
                                       .block = arrival->first >> shift,
                                       .site = arrival->site,
                                       .kind = arrival->kind,
                                       .missed = missed,
                                       .first = arrival->found,
                                       .prefetch = arrival->prefetch};
    for (unsigned i = 0; i < with->used; i++) {
        unsigned used = with->choice[i].prefetcher->see(with->self[i], &demand, block);
        for (unsigned k = 0; k < used; k++)
            redundant += !bring(outer, level, block[k], arrival);
    }
    if (redundant)
        count_redundant(outer, level, arrival->site, MSIM_BY_PREFETCHER, redundant);
}

static struct arrival arrival_of(const struct msim_ref *ref)
{
    return (struct arrival){.first = ref->first,
                            .last = ref->first + ref->size - 1,
                            .site = ref->site,
                            .kind = (enum msim_kind)ref->kind};
}

bool msim_ahead_touch(struct msim_outer_levels *outer, enum msim_level level,
                      const struct msim_ref *ref)
{
    struct arrival arrival = arrival_of(ref);
    bool missed = reach(outer, level, &arrival);
    msim_outer_into(outer, level)->found = arrival.found;
    return missed;
}

void msim_ahead_follow(struct msim_outer_levels *outer, enum msim_level level,
                       const struct msim_ref *ref, bool missed)
{
    struct arrival arrival = arrival_of(ref);
    arrival.found = msim_outer_into(outer, level)->found;
    follow(outer, level, &arrival, missed);
}

void msim_ahead_show(struct msim_outer_levels *outer, const struct msim_ref *ref, unsigned missed)
{
    struct arrival arrival = arrival_of(ref);
    show(outer, MSIM_L2, &arrival, missed);
}

/* The program asks for a line in L2, which shows its prefetchers what it does not have as if D1 had
 * asked for it. */
static void take_hint(struct msim_outer_levels *outer, uint64_t first, uint32_t site)
{
    struct arrival arrival = {.first = first, .last = first, .site = site, .kind = MSIM_READ};
    arrival.hint = true;
    bool missed = bring(outer, MSIM_L2, first >> outer->at.l2->shift, &arrival);
    arrival.hint = false;
    arrival.prefetch = true;
    if (missed)
        follow(outer, MSIM_L2, &arrival, true);
    else
        count_redundant(outer, MSIM_L2, site, MSIM_BY_PROGRAM, 1);
}

/* D1 brings in a line. */
static void take_line(struct msim_outer_levels *outer, const struct msim_ref *report)
{
    struct arrival by = {
        .site = report->site, .kind = MSIM_READ, .from_core = report->kind == MSIM_AHEAD_SUPPLIED};
    uint64_t last = report->first + report->size - 1;
    msim_ahead_meet(outer, report->first, last);
    enum msim_level from = ask(outer, MSIM_L2, report->first, last, &by);
    say(outer,
        &(struct msim_coming){report->first, MSIM_D1, from, outer->placed_by, outer->placed_in});
}

/* A line of D1 is used, or goes. */
static void end_line(struct msim_outer_levels *outer, uint64_t slot, enum msim_fate fate)
{
    struct msim_prefetched *first = &msim_outer_into(outer, MSIM_D1)->prefetched;
    struct msim_prefetch_cause cause = first->line[slot];
    if (fate == MSIM_USED && cause.asker == MSIM_BY_PROGRAM && outer->coming.used)
        outer->coming.used(outer->coming.self, slot, &cause);
    msim_prefetched_end(first, slot, fate);
}

/* D1 has a line in the slot that it asks for. */
static void note_placed(struct msim_outer_levels *outer, const struct msim_ref *report,
                        enum msim_asker asker)
{
    struct msim_prefetch_cause cause = cause_of(outer, report->site, asker);
    msim_prefetched_place(&msim_outer_into(outer, MSIM_D1)->prefetched, &cause, report->first);
    outer->placed_by = asker;
    outer->placed_in = (int64_t)report->first;
}

/* --- Stores that pass by the caches ------------------------------------------------------------- */

/* The block leaves the level; `at`: where physical memory has it.  False: it is not there. */
static bool lose_block(struct msim_outer_levels *outer, enum msim_level level, uint64_t at)
{
    struct msim_array *array = msim_outer_array(outer, level);
    struct msim_prefetched *prefetched = &msim_outer_into(outer, level)->prefetched;
    int64_t slot = msim_array_find(array, at);
    if (slot == MSIM_NO_SLOT)
        return false;
    msim_prefetched_go(prefetched, (uint64_t)slot);
    return msim_reasons_take(array, at, MSIM_LINE_PAST);
}

/* The lines of these bytes leave the level.  True: one was there. */
static bool lose(struct msim_outer_levels *outer, enum msim_level level,
                 const struct msim_ref *store, uint64_t first, uint64_t last)
{
    const struct msim_array *array = msim_outer_array(outer, level);
    bool any = false;
    if (!array)
        return false;
    for (uint64_t block = first >> array->shift; block <= last >> array->shift; block++) {
        uint64_t at = msim_pageframes_touch(&outer->frames, block << array->shift) >> array->shift;
        if (!outer->lines.on) {
            any |= lose_block(outer, level, at);
        } else if (msim_traffic_lose(outer, level, store, block)) {
            any = true;
            if (array->reasons)
                msim_reasons_taken(array->reasons, at, MSIM_LINE_PAST);
        }
    }
    return any;
}

static void store_past(struct msim_outer_levels *outer, const struct msim_ref *report)
{
    struct msim_prefetch_cause cause = cause_of(outer, report->site, MSIM_BY_PROGRAM);
    struct msim_ref store = *report;
    uint64_t first = store.first >> MSIM_BUFFER_SHIFT << MSIM_BUFFER_SHIFT;
    uint64_t last = (store.first + store.size - 1) | ((1 << MSIM_BUFFER_SHIFT) - 1);
    bool had = store.kind == MSIM_STORE_PAST_HAD;
    store.kind = MSIM_WRITE;
    store.missed = 0;
    had |= lose(outer, MSIM_L2, &store, first, last);
    had |= lose(outer, MSIM_L3, &store, first, last);
    msim_plain_lose(&outer->plain, first, last);
    msim_traffic_stored(outer, &store,
                        msim_buffers_store(&outer->buffers, &cause, store.first, store.size, had));
}

/* --- Reports ---------------------------------------------------------------------------------- */

void msim_ahead_report(struct msim_outer_levels *outer, const struct msim_ref *report)
{
    switch (report->kind) {
    case MSIM_AHEAD_REDUNDANT:
        count_redundant(outer, MSIM_D1, report->site, MSIM_BY_PREFETCHER, 1);
        break;
    case MSIM_AHEAD_PLACED:
        note_placed(outer, report, MSIM_BY_PREFETCHER);
        break;
    case MSIM_HINT_REDUNDANT:
        count_redundant(outer, MSIM_D1, report->site, MSIM_BY_PROGRAM, 1);
        break;
    case MSIM_HINT_PLACED:
        note_placed(outer, report, MSIM_BY_PROGRAM);
        break;
    case MSIM_HINT_L2_REDUNDANT:
        count_redundant(outer, MSIM_L2, report->site, MSIM_BY_PROGRAM, 1);
        break;
    case MSIM_HINT_L2:
        take_hint(outer, report->first, report->site);
        break;
    case MSIM_AHEAD_ASKED:
    case MSIM_AHEAD_SUPPLIED:
        take_line(outer, report);
        break;
    case MSIM_STORE_PAST:
    case MSIM_STORE_PAST_HAD:
        store_past(outer, report);
        break;
    case MSIM_STORE_FENCE:
        msim_buffers_fence(&outer->buffers);
        break;
    case MSIM_AHEAD_PLAIN:
        msim_plain_touch(&outer->plain, report->first, report->size, true, !outer->off);
        break;
    default:
        end_line(outer, report->first, report->kind == MSIM_AHEAD_USED ? MSIM_USED : MSIM_UNUSED);
    }
}

/* --- All levels ----------------------------------------------------------------------------- */

void msim_ahead_leave(struct msim_outer_levels *outer, bool counted)
{
    if (outer->left == counted)
        return;
    outer->left = counted;
    for (struct msim_prefetching *into = outer->every; into; into = into->next)
        msim_prefetched_leave(&into->prefetched, counted);
    msim_buffers_leave(&outer->buffers, counted);
}

void msim_ahead_empty(struct msim_outer_levels *outer)
{
    for (struct msim_prefetching *into = outer->every; into; into = into->next) {
        msim_prefetched_empty(&into->prefetched);
        msim_prefetching_empty(into); /* those of D1 are elsewhere */
    }
    msim_buffers_empty(&outer->buffers);
    msim_plain_empty(&outer->plain);
}

void msim_ahead_forget(struct msim_outer_levels *outer, uint32_t part)
{
    struct msim_row rows = msim_profile_total(outer->profile);
    for (struct msim_prefetching *into = outer->every; into; into = into->next)
        msim_prefetched_forget(&into->prefetched, part);
    for (unsigned i = 0; i < MSIM_PREFETCH_LEVELS; i++)
        msim_prefetch_sums_forget(&outer->sums[i], &rows);
    if (outer->buffers.on)
        msim_buffers_forget(&outer->buffers, part, &rows);
    msim_plain_forget(&outer->plain, !part);
}

enum msim_level msim_ahead_wrong(const struct msim_outer_levels *outer)
{
    struct msim_row rows = msim_profile_total(outer->profile);
    for (unsigned i = 0; i < MSIM_PREFETCH_LEVELS; i++)
        if (msim_prefetch_sums_wrong(&outer->sums[i], &rows))
            return (enum msim_level)(MSIM_D1 + i);
    return MSIM_LEVELS;
}
