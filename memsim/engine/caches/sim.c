/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loop of sim.h, which runs what the front knows, and its variants. */
#include "sim.h"

#include <stddef.h>

#include "engine/outer/ahead.h"
#include "slow.h"

/* What a variant of the loop does: constants for the compiler if the variant has code of its
 * own. */
enum variant {
    USUAL = 1,         /* granules of data are lines of 64 bytes; one core */
    AMONG = 2,         /* one core among several: so are they, or nothing is in a front */
    DIVIDED = 4,       /* counts are divided among contexts, */
    INLINED = 8,       /* and among inlined calls */
    BOUNDARIES = 16,   /* boundaries may be due (parts.h); else none is before the end */
    ONE_BOUNDARY = 32, /* ends after a boundary */
    LISTED = 64,       /* lists which segments ran, for many boundaries */
    SHOWN = 128,       /* the attribution of misses, or the observer of segments, sees records */
    BRANCHES = 256,    /* branches are foreseen */
    FOLLOWED = 512     /* lines are followed (followed.c) */
};

/* What the loop keeps in registers; around slow calls `now` is in the simulator. */
struct loop_state {
    uint32_t *instr_stamp, *data_stamp;
    uint32_t now;
    uint64_t last_code;    /* the last granule fetched; the most recently used one may be skipped */
    uint64_t instructions; /* begun, less `base`: with parts, it is 0 when a boundary is due; */
    uint64_t base;         /* else `base` is 0 */
    uint64_t accesses;     /* of the context that counts, as in contexts.h, */
    uint16_t function;     /* and the function whose segments belong to it; */
    const uint64_t *ended; /* the segment that ran last in it, NULL: not known */
};

static inline struct loop_state loop_state_of(const struct msim_sim *sim)
{
    return (struct loop_state){sim->instr->stamp,
                               sim->data->stamp,
                               sim->now,
                               MSIM_NO_GRANULE,
                               sim->instructions,
                               0,
                               0,
                               MSIM_FUNCTION_ASK,
                               NULL};
}

static inline uint64_t begun(const struct loop_state *state)
{
    return state->instructions + state->base;
}

/* Makes the state that of a divided run, or follows a change of its limit. */
static inline void count_down(const struct msim_sim *sim, struct loop_state *state)
{
    uint64_t limit = sim->parts.limit > INT64_MAX ? INT64_MAX : sim->parts.limit;
    state->instructions = begun(state) - limit;
    state->base = limit;
}

/* Fetches the granules after the first one. */
static inline bool fetch_more(const struct msim_sim *sim, struct loop_state *state,
                              const struct msim_hot *hot)
{
    uint64_t granule = hot->code, last = granule + hot->more;
    state->last_code = last;
    while (granule++ < last)
        if (!msim_port_hit(sim->instr, state->instr_stamp, ++state->now, granule, granule))
            return false;
    return true;
}

/* True: the front knows the code. */
static inline __attribute__((always_inline)) bool
fetch(const struct msim_sim *sim, struct loop_state *state, const struct msim_hot *hot)
{
    uint64_t granule = hot->code;
    if (granule != state->last_code) {
        state->last_code = granule;
        if (!msim_port_hit(sim->instr, state->instr_stamp, ++state->now, granule, granule))
            return false;
    }
    return !hot->more || fetch_more(sim, state, hot);
}

static inline __attribute__((always_inline)) void
access_run(struct msim_sim *sim, struct loop_state *state, unsigned shift,
           const struct msim_run *run, const uint64_t *record, unsigned variant)
{
    uint64_t first = record[run->word] + (uint64_t)(int64_t)run->offset;
    uint64_t granule = first >> shift, last = (first + run->span) >> shift;
    state->now++;
    bool hit;
    if (variant & AMONG)
        hit = msim_cores_hit(sim->data, state->data_stamp, state->now, granule, last, first, run);
    else if (variant & FOLLOWED)
        hit =
            msim_followed_hit(sim->data, state->data_stamp, state->now, granule, last, run->writes);
    else
        hit = msim_port_hit(sim->data, state->data_stamp, state->now, granule, last);
    if (__builtin_expect(!hit, 0))
        state->now = msim_slow_run(sim, run, record, state->now, begun(state));
}

/* Most records have up to three runs.  A jump to the right place is mispredicted less often than
 * the end of a loop.  `variant`: a constant for the compiler. */
static inline __attribute__((always_inline)) void
access_data(struct msim_sim *sim, struct loop_state *state, unsigned shift,
            const struct msim_hot *hot, const uint64_t *record, unsigned variant)
{
    const struct msim_run *run = hot->runs.near;
    unsigned used = hot->runs_used;
    switch (used) {
    default:
        run = msim_hot_runs(hot);
        for (; used > 3; used--, run++)
            access_run(sim, state, shift, run, record, variant);
        /* fall through */
    case 3:
        access_run(sim, state, shift, run++, record, variant);
        /* fall through */
    case 2:
        access_run(sim, state, shift, run++, record, variant);
        /* fall through */
    case 1:
        access_run(sim, state, shift, run, record, variant);
        /* fall through */
    case 0:
        break;
    }
}

/* --- Contexts ----------------------------------------------------------------------------- */

/* Before a segment that may belong to another context than the one that ended (NULL: not known).
 * Returns what is left of `accesses`. */
static inline uint64_t transition(struct msim_sim *sim, const uint64_t *ended,
                                  const uint64_t *begins, uint64_t instructions, uint64_t accesses)
{
    struct msim_contexts *contexts = &sim->contexts;
    if (__builtin_expect(contexts->pages.next && begins, 0)) {
        msim_page_counts_claim(&contexts->pages, begins, contexts->number);
        msim_parts_claim(&sim->parts, begins);
    }
    return contexts->observer.transition(contexts, ended, begins, instructions, accesses);
}

/* True: the record belongs to the context that counts, whichever it is.  There is one from the
 * first segment on, and a return ends it. */
static inline bool runs_anywhere(const struct msim_sim *sim, const struct msim_hot *hot,
                                 uint64_t header, const uint64_t *ended)
{
    if (hot->function != MSIM_FUNCTION_ANY)
        return false;
    if (msim_header_is_event(header))
        return true;
    bool returned = ended && msim_hot_by_header(&sim->hot, *ended)->flags & MSIM_HOT_RETURNS;
    return sim->contexts.number && !returned;
}

/* Before an event, and where the loop ends: `next` is the record that follows.  What waits of that
 * one and of later ones is not claimed, as the loop also ends at boundaries, inside a chunk. */
static __attribute__((noinline)) void stop(struct msim_sim *sim, const uint64_t *ended,
                                           const uint64_t *next, uint64_t instructions,
                                           uint64_t accesses)
{
    if (sim->contexts.pages.next)
        msim_page_counts_claim(&sim->contexts.pages, next, sim->contexts.number);
    msim_parts_claim(&sim->parts, next);
    if (ended)
        sim->parts.event = sim->parts.number;
    accesses = transition(sim, ended, NULL, instructions, accesses);
    msim_contexts_settle(&sim->contexts, instructions, accesses);
}

/* --- The loop ------------------------------------------------------------------------------ */

static void show_record(const struct msim_sim *sim, const uint64_t *record)
{
    const struct msim_attribution *attribution = &sim->queue.attribution;
    if (sim->segments.segment)
        sim->segments.segment(sim->segments.self, record);
    if (!attribution->record)
        return;
    if (sim->parts.off)
        attribution->passed(attribution->self, record);
    else
        attribution->record(attribution->self, record);
}

/* Follows contexts: another one may begin with this record. */
static inline __attribute__((always_inline)) void follow_contexts(struct msim_sim *sim,
                                                                  struct loop_state *state,
                                                                  const struct msim_hot *hot,
                                                                  const uint64_t *record)
{
    const uint64_t *ends = record;
    if (hot->function != state->function) {
        if (runs_anywhere(sim, hot, *record, state->ended))
            ends = state->ended;
        else
            state->accesses = transition(sim, state->ended, record, begun(state), state->accesses);
    }
    state->ended = ends;
    state->function = msim_hot_awaited(hot);
    state->accesses += hot->reads | (uint64_t)hot->writes << 32;
}

/* What others do about a record before it runs. */
static inline __attribute__((always_inline)) void precede(struct msim_sim *sim,
                                                          struct loop_state *state,
                                                          const struct msim_hot *hot,
                                                          const uint64_t *record, unsigned variant)
{
    if (variant & DIVIDED)
        follow_contexts(sim, state, hot, record);
    if (variant & INLINED && hot->flags & MSIM_HOT_INLINED && !sim->contexts.off)
        msim_inlined_run(sim->contexts.observer.inlined, *record, sim->contexts.number);
    if (variant & SHOWN && !msim_header_is_event(*record))
        show_record(sim, record);
    if (variant & LISTED && !hot->count && !msim_header_is_event(*record))
        msim_parts_ran(&sim->parts, msim_header_segment(*record));
}

/* The record's references were made.  True: those that come next are not to be shown. */
static __attribute__((noinline)) bool complete(struct msim_sim *sim, struct loop_state *state,
                                               const uint64_t *record)
{
    sim->now = state->now;
    sim->instructions = begun(state);
    sim->segments.completed(sim->segments.self, record);
    return msim_sim_words_unshown(sim) > 0;
}

/* Runs a record that is simulated access by access, or an event. */
static inline __attribute__((always_inline)) void
run_slowly(struct msim_sim *sim, struct loop_state *state, const uint64_t *record, unsigned variant)
{
    bool is_event = msim_header_is_event(*record);
    if (variant & DIVIDED && is_event) {
        stop(sim, state->ended, record, begun(state), state->accesses);
        state->accesses = 0;
        state->ended = NULL;
    }
    sim->now = state->now;
    if (is_event)
        msim_slow_event(sim, record, begun(state));
    else
        msim_slow_segment(sim, record, begun(state));
    state->now = sim->now;
    if (variant & BOUNDARIES)
        count_down(sim, state);
    state->last_code = MSIM_NO_GRANULE;
}

/* Runs what the front does not know of a record.  True: its data remains. */
static inline __attribute__((always_inline)) bool
run_unknown(struct msim_sim *sim, struct loop_state *state, const struct msim_hot *hot,
            const uint64_t *record, unsigned variant)
{
    if (hot->code == MSIM_HOT_NOTHING)
        return true;
    if (hot->code == MSIM_HOT_NOWHERE) {
        run_slowly(sim, state, record, variant);
        return false;
    }
    sim->now = state->now;
    bool remains = msim_slow_code(sim, hot, record, begun(state));
    state->now = sim->now;
    state->last_code = sim->instr->counts_hits ? MSIM_NO_GRANULE : hot->code + hot->more;
    return remains;
}

/* What the branch at the end of a record did. */
static inline __attribute__((always_inline)) void
run_branch(struct msim_sim *sim, const uint64_t *record, unsigned variant)
{
    const struct msim_branch_observer *branches = &sim->branches;
    uint32_t segment = msim_header_segment(*record);
    struct msim_branch_end *end = MSIM_TABLE_AT(branches->ends, segment, struct msim_branch_end);
    bool right = branches->simple
                     ? msim_branch_end_simple(end, &branches->simple[sim->cores.on], record)
                     : branches->foresees(branches->self, end, record);
    if (variant & DIVIDED || __builtin_expect(sim->parts.on, 0))
        branches->count(branches->self, segment, !right);
    else
        msim_branch_end_count(end, !right);
}

/* Runs records up to `end`, or to the next one that begins there or after it.  Returns where it
 * ended. */
static inline __attribute__((always_inline)) const uint64_t *
run_records(struct msim_sim *sim, const uint64_t *words, const uint64_t *end, unsigned variant)
{
    unsigned shift = variant & (USUAL | AMONG) ? MSIM_USUAL_SHIFT : sim->data->shift;
    struct loop_state state = loop_state_of(sim);
    if (variant & BOUNDARIES)
        count_down(sim, &state);
    while (words < end) {
        const uint64_t *record = words;
        words += 1 + msim_header_words(*record);
        struct msim_hot *hot = msim_hot_by_header(&sim->hot, *record);
        precede(sim, &state, hot, record, variant);
        bool known = fetch(sim, &state, hot);
        hot->count++;
        state.instructions += hot->instrs;
        if (__builtin_expect(known, 1) || run_unknown(sim, &state, hot, record, variant))
            access_data(sim, &state, shift, hot, record, variant);
        if (variant & BRANCHES && hot->flags & MSIM_HOT_BRANCHES)
            run_branch(sim, record, variant);
        if (variant & SHOWN && sim->segments.completed && !msim_header_is_event(*record) &&
            complete(sim, &state, record))
            break;
        if (variant & BOUNDARIES && __builtin_expect((int64_t)state.instructions >= 0, 0)) {
            msim_parts_boundary(&sim->parts, begun(&state));
            count_down(sim, &state);
            if (variant & ONE_BOUNDARY)
                break;
        }
        if (variant & AMONG && __builtin_expect(sim->cores.over, 0))
            break;
    }
    if (variant & DIVIDED)
        stop(sim, state.ended, words, begun(&state), state.accesses);
    sim->now = state.now;
    sim->instructions = begun(&state);
    return words;
}

/* --- Its variants -------------------------------------------------------------------------- */

/* The table has those with code of their own.  Others share what there is for one core, and for
 * several. */
static const uint64_t *run_variant(struct msim_sim *sim, const uint64_t *words, const uint64_t *end,
                                   unsigned variant)
{
#define VARIANT(flags)                                                                             \
    case flags:                                                                                    \
        return run_records(sim, words, end, flags)
    switch (variant) {
        VARIANT(0);
        VARIANT(USUAL);
        VARIANT(DIVIDED);
        VARIANT(DIVIDED | USUAL);
        VARIANT(DIVIDED | INLINED);
        VARIANT(DIVIDED | INLINED | USUAL);
        VARIANT(BOUNDARIES | LISTED);
        VARIANT(BOUNDARIES | LISTED | USUAL);
        VARIANT(BOUNDARIES | LISTED | DIVIDED | USUAL);
        VARIANT(BOUNDARIES | LISTED | DIVIDED | INLINED | USUAL);
        VARIANT(BRANCHES | USUAL);
        VARIANT(BRANCHES | DIVIDED | USUAL);
        VARIANT(BRANCHES | BOUNDARIES | LISTED | USUAL);
        VARIANT(FOLLOWED | USUAL);
        VARIANT(FOLLOWED | DIVIDED | USUAL);
        VARIANT(FOLLOWED | BOUNDARIES | LISTED | USUAL);
        VARIANT(BOUNDARIES | LISTED | SHOWN | USUAL);
        VARIANT(BOUNDARIES | LISTED | SHOWN | DIVIDED | USUAL);
        VARIANT(AMONG);
    default:
        return variant & AMONG ? run_records(sim, words, end, variant | AMONG)
                               : run_records(sim, words, end, variant & ~(unsigned)AMONG);
    }
#undef VARIANT
}

/* `boundaries`: flags that say what is done at boundaries. */
static const uint64_t *run_with(struct msim_sim *sim, const uint64_t *words, const uint64_t *end,
                                unsigned boundaries)
{
    unsigned variant = boundaries;
    if (sim->cores.coherence)
        variant |= AMONG;
    else if (sim->data->shift == MSIM_USUAL_SHIFT)
        variant |= USUAL;
    if (sim->contexts.on)
        variant |= DIVIDED;
    if (sim->contexts.observer.inlined)
        variant |= INLINED;
    if (sim->branches.ends)
        variant |= BRANCHES;
    if (sim->lines.data)
        variant |= FOLLOWED;
    return run_variant(sim, words, end, variant);
}

/* --- Running ------------------------------------------------------------------------------ */

void msim_sim_run_on(struct msim_sim *sim, uint32_t core)
{
    sim->cores.on = core;
    sim->instr = &sim->cores.core[core].instr;
    sim->data = &sim->cores.core[core].data;
    sim->first = &sim->cores.core[core].first;
    msim_outer_run_on(&sim->outer, core);
}

/* Far from the next boundary, the loop need not look for it: the number of instructions that a word
 * begins is limited. */
static const uint64_t *run_in_parts(struct msim_sim *sim, const uint64_t *words,
                                    const uint64_t *end)
{
    enum { FAR = 64 /* words */ };
    while (words < end && !sim->cores.over) {
        if (msim_parts_lists(&sim->parts)) {
            msim_parts_list(&sim->parts);
            words = run_with(sim, words, end, BOUNDARIES | LISTED);
            continue;
        }
        uint64_t limit = sim->parts.limit;
        uint64_t left = limit > sim->instructions ? limit - sim->instructions : 0;
        uint64_t safe = left / sim->hot.most_instrs;
        if (safe < FAR)
            words = run_with(sim, words, end, BOUNDARIES | ONE_BOUNDARY);
        else
            words = run_with(sim, words, safe < (uint64_t)(end - words) ? words + safe : end, 0);
    }
    return words;
}

static const uint64_t *run_unshown(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    struct msim_segment_observer *segments = &sim->segments;
    uint64_t before = sim->instructions;
    segments->skips = segments->skipped != NULL;
    const uint64_t *ran =
        sim->parts.on ? run_in_parts(sim, words, end) : run_with(sim, words, end, 0);
    if (segments->skips)
        segments->skipped(segments->self, words, ran, before);
    segments->skips = false;
    return ran;
}

static const uint64_t *run_shown(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    if (sim->parts.on)
        msim_parts_list(&sim->parts);
    return run_with(sim, words, end, BOUNDARIES | LISTED | SHOWN);
}

const uint64_t *msim_sim_run(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    sim->cores.over = false;
    if (sim->now > sim->now_limit) /* times have 32 bits */
        sim->now = msim_cores_renumber(&sim->cores);
    if (sim->outer.prefetches) /* before an interval ends: what was added for a file is not its */
        msim_ahead_leave(&sim->outer, false);
    if (sim->mapper.chunk)
        sim->mapper.chunk(sim->mapper.self, words, end);
    do {
        uint64_t unshown = msim_sim_words_unshown(sim);
        if (unshown < (uint64_t)(end - words))
            words = unshown ? run_unshown(sim, words, words + unshown) : run_shown(sim, words, end);
        else
            words = run_unshown(sim, words, end);
    } while (words < end && !sim->cores.over);
    msim_parts_claim(&sim->parts, NULL);
    return words;
}

static void add_fetches(void *self, uint32_t site, enum msim_kind kind, uint64_t times)
{
    if (kind == MSIM_FETCH)
        msim_profile_row(self, site)->count[kind][MSIM_REFS] += times;
}

/* With a mapper, data was counted when it was referenced. */
static void settle_segment(struct msim_sim *sim, uint32_t number, uint64_t times)
{
    if (sim->mapper.map)
        msim_segment_refs(msim_dict_segment_at(sim->dict, number), times, add_fetches,
                          sim->profile);
    else
        msim_profile_add_segment(sim->profile, number, times);
}

void msim_sim_settle(struct msim_sim *sim)
{
    if (sim->outer.prefetches) {
        msim_misses_drain(&sim->queue);
        msim_ahead_leave(&sim->outer, true);
    }
    msim_parts_settle(&sim->parts, sim->instructions);
    msim_misses_drain(&sim->queue);
    for (uint32_t number = 0; number < msim_hot_used(&sim->hot); number++) {
        struct msim_hot *hot = msim_hot_of(&sim->hot, number);
        if (hot->count)
            settle_segment(sim, number, hot->count);
        hot->count = 0;
    }
}
