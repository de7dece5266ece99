/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of cycles in the table of observers: its option, its columns, and how a core gets what
 * the simulator saw. */
#include <stddef.h>

#include "chain.h"
#include "columns.h"
#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/caches/sim.h"
#include "engine/report/unknown.h"
#include "far.h"
#include "learning.h"
#include "levels/levels.h"
#include "one.h"
#include "plans.h"
#include "samples.h"

struct options {
    bool on, sampled;
};

struct cycles {
    struct msim_sim *sim;
    unsigned column; /* the first one */
    uint32_t other;  /* what an operation takes that is not understood */
    struct msim_levels levels;
    struct msim_one_core *cores, *at; /* all, and the one that runs */
    struct msim_samples samples;
    struct msim_far_code far;
    struct msim_learning learning;
    struct msim_load_chain chain;
    struct msim_plans plans;
    bool runs;     /* the pipeline ran the record before this one */
    uint32_t seen; /* what missed in the record that runs */
    struct msim_seen missed[MSIM_SEEN_MAX];
    struct msim_prefetch_cause hint[MSIM_HINTED_USES]; /* of what it uses, by number */
    uint32_t coming;                                   /* lines that it had prefetched */
    struct {
        uint64_t line;
        enum msim_cause from;
        bool first;
    } comes[MSIM_SEEN_MAX];
    uint64_t written; /* the line that was last written to memory, + 1; 0: none */
};

static const char *set_cycles(void *options, const struct msim_option *option, const char *value)
{
    struct options *own = options;
    (void)option;
    own->sampled = msim_same_text(value, "sampled");
    own->on = own->sampled || msim_same_text(value, "yes");
    return own->on || msim_same_text(value, "no") ? NULL : "expected yes, sampled or no";
}

static const struct msim_option rows[] = {
    {"--cycles", "no|yes|sampled", "simulate a core: cycles, and what they are spent on [no]",
     set_cycles, 0, true},
};

static const struct options usual = {.on = false};

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->stream = needs->misses = needs->operations = needs->threads = true;
    needs->mappings = needs->kernel = true;
}

static bool same_function(const struct msim_dict *dict, uint32_t a, uint32_t b)
{
    const struct msim_site *x = msim_dict_site_at(dict, a), *y = msim_dict_site_at(dict, b);
    return x->function == y->function && x->object == y->object;
}

/* Says where the address came from of the load that is waited for. */
static void add_to_chain(struct cycles *to, uint32_t site, uint64_t cycles)
{
    static const struct msim_origin at_once;
    const struct msim_wait *by = to->at->pipeline.account.by;
    const struct msim_origin load = {by->load, site};
    bool waited = msim_origin_time(by->sources) > by->entered;
    uint64_t from = by->sources % MSIM_ORIGINS;
    msim_chain_add(&to->chain, &load, waited ? &to->at->pipeline.origins.of[from] : &at_once,
                   cycles);
}

/* What a load waits for belongs to what it loads. */
static void attribute(const struct cycles *of, uint32_t site, enum msim_cause reason,
                      uint64_t cycles)
{
    const struct msim_attribution *to = &of->sim->queue.attribution;
    const struct msim_wait *by = reason >= MSIM_WAIT_L2 ? of->at->pipeline.account.by : NULL;
    struct msim_waited load;
    if (by)
        load = (struct msim_waited){by->address, site, by->size};
    to->waited(to->self, of->column + reason, by ? &load : NULL, cycles);
}

/* What is waited for may be a line that the program asked for, too late. */
static void charge_hint(const struct cycles *of, enum msim_cause reason, uint64_t cycles)
{
    const struct msim_hint_times *to = &of->sim->hint_times;
    const struct msim_wait *by = of->at->pipeline.account.by;
    if (to->held && by && by->hinted && reason >= MSIM_WAIT_L2 && reason != MSIM_WAIT_WALK)
        to->held(to->self, &of->hint[by->hinted - 1], cycles);
}

/* What is not collected belongs to no object. */
static void count(const struct cycles *to, uint32_t site, enum msim_cause reason, uint64_t cycles)
{
    msim_sim_observe(to->sim, to->column + reason, site, cycles);
    if (!to->sim->parts.off && to->sim->queue.attribution.waited)
        attribute(to, site, reason, cycles);
}

/* Code from beyond L2 held the front. True: what that takes is counted when it comes (far.h). */
static bool charge_far(struct cycles *to, uint64_t cycles)
{
    to->far.charged += msim_samples_weight(&to->samples) ? cycles : 0;
    return !msim_samples_whole(&to->samples);
}

/* The context that counts is that of the instruction that retires.  So what an instruction of
 * another function held up, such as a call, is charged to the first one here. */
static void charge(void *self, uint32_t site, enum msim_cause reason, uint64_t cycles)
{
    struct cycles *to = self;
    uint32_t here = to->at->pipeline.account.retires;
    if (site != here && !same_function(to->sim->dict, site, here))
        site = here;
    if (to->at->pipeline.account.far && charge_far(to, cycles))
        return;
    msim_samples_add(&to->samples, cycles);
    cycles *= msim_samples_weight(&to->samples);
    if (!cycles)
        return;
    count(to, site, reason, cycles);
    charge_hint(to, reason, cycles);
    if (!to->sim->parts.off && to->at->pipeline.account.by && reason >= MSIM_WAIT_L2)
        add_to_chain(to, site, cycles);
}

/* --- What the simulator saw ----------------------------------------------------------------- */

/* Code comes, which belongs to the context of the moment, as it is passed on at once. */
static void code_comes(struct cycles *cycles, uint32_t site, const struct msim_served *by)
{
    if (!msim_served_far(by))
        return;
    uint64_t held = msim_memory_fetch(&cycles->at->memory, by);
    if (cycles->runs && msim_samples_weight(&cycles->samples))
        cycles->far.held += held;
    uint64_t counts =
        msim_samples_whole(&cycles->samples) ? 0 : msim_far_counts(&cycles->far, held);
    msim_samples_know(&cycles->samples, counts);
    if (counts)
        count(cycles, site, MSIM_FRONT, counts);
}

static void empty(struct cycles *cycles)
{
    for (uint32_t i = 0; i < cycles->sim->cores.used; i++)
        msim_page_tables_empty(&cycles->cores[i].tables);
}

static void served(void *self, const struct msim_ref *refs, const uint8_t *outcomes, uint32_t used)
{
    struct cycles *cycles = self;
    for (uint32_t i = 0; i < used; i++) {
        if (refs[i].missed & MSIM_REF_MARKS) {
            if (msim_ref_empties(refs[i].missed, refs[i].kind))
                empty(cycles);
            if (refs[i].missed & MSIM_REF_FLUSH && refs[i].kind == MSIM_FLUSH_COUNTS &&
                !refs[i].site)
                msim_chain_clear(&cycles->chain);
            continue;
        }
        if (refs[i].kind != MSIM_FETCH && refs[i].missed & MSIM_MISS_CACHE)
            msim_learning_miss(&cycles->learning, refs[i].first >> MSIM_LINE_SHIFT);
        struct msim_served by =
            msim_levels_served(&cycles->levels, &cycles->at->tables, &refs[i], outcomes[i]);
        if (refs[i].kind == MSIM_FETCH)
            code_comes(cycles, refs[i].site, &by);
        if (cycles->runs && cycles->seen < MSIM_SEEN_MAX)
            cycles->missed[cycles->seen++] =
                (struct msim_seen){refs[i].first, (enum msim_kind)refs[i].kind, by};
    }
}

/* Prefetchers of the caches bring a line, or the program asks for it; what comes into L3 takes no
 * time. */
static void comes(void *self, const struct msim_coming *line)
{
    struct cycles *cycles = self;
    uint64_t number = line->first >> MSIM_LINE_SHIFT;
    enum msim_cause from = line->from == MSIM_L2   ? MSIM_WAIT_L2
                           : line->from == MSIM_L3 ? MSIM_WAIT_L3
                                                   : MSIM_WAIT_MEMORY;
    if (line->asker == MSIM_BY_PROGRAM) {
        msim_hinted_comes(cycles->at->memory.hinted, number, line->slot, from);
        return;
    }
    if (line->into == MSIM_L3 || !cycles->runs || cycles->coming == MSIM_SEEN_MAX)
        return;
    cycles->comes[cycles->coming].line = number;
    cycles->comes[cycles->coming].first = line->into == MSIM_D1;
    cycles->comes[cycles->coming].from = from;
    cycles->coming++;
}

/* What the program asked for is used by the record that runs, which is looked at for that. */
static void uses(void *self, uint64_t slot, const struct msim_prefetch_cause *cause)
{
    struct cycles *cycles = self;
    if (!cycles->runs || cycles->seen == MSIM_SEEN_MAX)
        return;
    uint32_t use = msim_hinted_uses(cycles->at->memory.hinted, slot);
    if (use == MSIM_HINTED_USES)
        return;
    cycles->hint[use] = *cause;
    cycles->missed[cycles->seen++] = (struct msim_seen){.kind = MSIM_FETCH}; /* of nothing */
}

/* A store past the caches takes a buffer for its line. */
static void takes(void *self, uint64_t line)
{
    struct cycles *cycles = self;
    if (cycles->runs)
        msim_past_takes(&cycles->at->memory.past, line);
}

/* The core has come to that use. */
static void used(void *self, uint32_t use, const struct msim_hint_timing *timing)
{
    const struct cycles *cycles = self;
    const struct msim_hint_times *to = &cycles->sim->hint_times;
    if (to->used)
        to->used(to->self, &cycles->hint[use], timing);
}

/* They come when the last operation of the record starts. */
static void bring(struct cycles *cycles)
{
    for (uint32_t i = 0; i < cycles->coming; i++)
        msim_memory_comes(&cycles->at->memory, cycles->at->pipeline.started, cycles->comes[i].line,
                          cycles->comes[i].first, cycles->comes[i].from);
}

/* A dirty line goes to memory, on the way that lines come from there, when what ran before it has
 * retired.  Writes to one line that follow each other go together. */
static void wrote(void *self, uint64_t first)
{
    struct cycles *cycles = self;
    uint64_t line = first >> MSIM_LINE_SHIFT;
    if (cycles->runs && cycles->written != line + 1)
        msim_ways_send(&cycles->at->memory.ways, MSIM_WAIT_MEMORY,
                       msim_pipeline_cycles(&cycles->at->pipeline), line);
    cycles->written = line + 1;
}

/* Runs a record whose references were made, and whose misses are known after this. */
static void run(struct cycles *cycles, const struct msim_planned *plan, const uint64_t *record)
{
    bool begins = !cycles->runs; /* what is queued belongs to records before it, too */
    msim_misses_drain(&cycles->sim->queue);
    if (begins && cycles->at->memory.hinted)
        msim_hinted_begin(cycles->at->memory.hinted);
    if (begins && msim_pipeline_follows(&cycles->at->pipeline))
        msim_learn_branches(&cycles->at->pipeline, plan);
    if (!begins)
        msim_pipeline_run(&cycles->at->pipeline, plan, record, cycles->missed, cycles->seen);
    if (!begins)
        bring(cycles);
    cycles->runs = true;
    if (cycles->at->memory.hinted)
        msim_hinted_done(cycles->at->memory.hinted);
    cycles->seen = cycles->coming = cycles->at->memory.past.used = 0;
}

/* Learns from a record that does not run, or before it does. */
static void learn(struct cycles *cycles, const uint64_t *record)
{
    const struct msim_planned *plan = msim_plans_of(&cycles->plans, *record);
    msim_learn_branches(&cycles->at->pipeline, plan);
    if (cycles->learning.on)
        msim_learn_accesses(&cycles->at->pipeline, plan, record);
}

/* A piece in which prefetchers learn is over, or the first one begins. */
static void end_piece(struct cycles *cycles, bool goes_on)
{
    msim_misses_drain(&cycles->sim->queue);
    msim_learn_misses(&cycles->learning, &cycles->at->pipeline, goes_on);
}

static void completed(void *self, const uint64_t *record)
{
    struct cycles *cycles = self;
    struct msim_samples *samples = &cycles->samples;
    uint64_t period = samples->period, from = samples->from;
    enum msim_sample_phase phase = msim_samples_phase(samples, cycles->sim->instructions);
    if (samples->period != period) /* what was between them was not seen */
        msim_pipeline_break(&cycles->at->pipeline);
    if (phase == MSIM_PHASE_BRANCHES || phase == MSIM_PHASE_LINES)
        learn(cycles, record);
    if (phase >= MSIM_PHASE_WARM ? cycles->learning.on : samples->from != from)
        end_piece(cycles, phase == MSIM_PHASE_LINES);
    if (phase >= MSIM_PHASE_WARM)
        run(cycles, msim_plans_of(&cycles->plans, *record), record);
    cycles->runs &= phase >= MSIM_PHASE_WARM;
    if (msim_one_core_is_over(cycles->at))
        cycles->sim->cores.over = true;
}

static void switch_thread(struct cycles *cycles, const uint64_t *event)
{
    if (msim_event_of(*event) == MSIM_EVENT_THREAD)
        msim_one_core_thread(cycles->at, event[1]);
}

/* Where the core only learns, records need not be looked at one by one. */
static void skipped(void *self, const uint64_t *words, const uint64_t *end, uint64_t instructions)
{
    struct cycles *cycles = self;
    uint64_t from = cycles->samples.learns;
    if (cycles->sim->instructions < from)
        return;
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (!msim_header_is_event(*words)) {
            instructions += msim_plans_of(&cycles->plans, *words)->begun;
            if (instructions >= from)
                learn(cycles, words);
        } else if (instructions >= from) {
            switch_thread(cycles, words);
        }
    }
}

static void event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct cycles *cycles = self;
    bool later = cycles->sim->segments.skips && instructions >= cycles->samples.learns;
    if (msim_kernel_lines_reads(&cycles->levels.kernel, record)) {
        msim_misses_drain(&cycles->sim->queue); /* what was missed before it */
        msim_kernel_lines_event(&cycles->levels.kernel, &cycles->at->tables, record);
    }
    if (!later)
        switch_thread(cycles, record);
}

/* --- Several cores -------------------------------------------------------------------------- */

static void begin(void *self, uint64_t now, uint64_t most)
{
    struct cycles *cycles = self;
    cycles->at = &cycles->cores[cycles->sim->cores.on];
    msim_one_core_begin(cycles->at, now, most);
}

static uint64_t took(const void *self)
{
    return msim_one_core_took(((const struct cycles *)self)->at);
}

/* A write waits for other cores, although it misses nothing. */
static void copies(void *self, uint64_t first)
{
    struct cycles *cycles = self;
    if (cycles->runs && cycles->seen < MSIM_SEEN_MAX)
        cycles->missed[cycles->seen++] =
            (struct msim_seen){first, MSIM_WRITE, {.copies = true, .from = MSIM_WAIT_CORE}};
}

static void timer(void *self, struct msim_timer *timer)
{
    *timer = (struct msim_timer){begin, took, copies, self};
}

/* --- What is said --------------------------------------------------------------------------- */

static const uint64_t *segments_from(const void *self)
{
    return &((const struct cycles *)self)->samples.from;
}

static void describe(const void *options, struct msim_machine *machine)
{
    bool sampled = ((const struct options *)options)->sampled;
    machine->whole = sampled ? MSIM_SAMPLES_WHOLE : 0;
    machine->counted = sampled ? MSIM_SAMPLES_COUNTED : 0;
    machine->period = sampled ? MSIM_SAMPLES_PERIOD : 0;
    machine->longest_period = sampled ? MSIM_SAMPLES_LONGEST : 0;
}

static void summary(const void *self, const struct msim_lines *lines)
{
    msim_samples_put(&((const struct cycles *)self)->samples, lines);
}

static void stats(const void *self, const struct msim_lines *lines)
{
    const struct cycles *cycles = self;
    msim_unknown_put(cycles->sim->profile, cycles->plans.table.mem, cycles->other, lines);
}

static void put_chain(const void *self, struct msim_text *text)
{
    const struct cycles *cycles = self;
    msim_chain_put(&cycles->chain, cycles->sim->dict, text);
}

static void clear(void *self)
{
    msim_chain_clear(&((struct cycles *)self)->chain);
}

/* --- The row -------------------------------------------------------------------------------- */

static void follow_hints(struct cycles *cycles, struct msim_memory *memory)
{
    if (!memory->hinted)
        return;
    memory->past.in_buffers = true;
    memory->hinted->used = used;
    memory->hinted->self = cycles;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    const struct options *own = options;
    if (own->sampled && msim_machine_cores(setting->machine) > 1) {
        *refusal = (struct msim_refusal){
            "--cycles", "sampled",
            "cycles of several cores decide how these take turns, so all are looked at: "
            "give --cycles=yes, or leave out --cores"};
        return NULL;
    }
    struct cycles *cycles = msim_get(setting->mem, sizeof *cycles, 64);
    cycles->sim = setting->sim;
    cycles->column = setting->observed;
    cycles->other = setting->machine->core.other;
    cycles->sim->passes_code = own->sampled;
    setting->profile->keeps_times = true;
    msim_samples_init(&cycles->samples, own->sampled);
    msim_levels_init(&cycles->levels, setting->mem, setting->sim, setting->machine);
    struct msim_probe probe = msim_levels_probe(&cycles->levels, setting->machine);
    cycles->cores = cycles->at = msim_cores_make(setting->mem, setting->machine, &probe,
                                                 &(struct msim_charges){charge, cycles});
    cycles->samples.both = msim_branches_both(cycles->at->pipeline.branches);
    msim_plans_init(&cycles->plans, setting->mem, setting->sim->dict, &cycles->at->pipeline);
    msim_chain_init(&cycles->chain, setting->mem);
    cycles->sim->outer.coming = (struct msim_prefetches_coming){comes, uses, cycles};
    cycles->sim->outer.buffers.takes = takes;
    cycles->sim->outer.buffers.self = cycles;
    for (uint32_t core = 0; core < msim_machine_cores(setting->machine); core++)
        follow_hints(cycles, &cycles->cores[core].memory);
    msim_sim_add_lines(cycles->sim, &(struct msim_more_lines){put_chain, cycles});
    return cycles;
}

const struct msim_observer msim_core_observer = {
    .name = "core",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .observed = msim_core_columns,
    .observed_used = MSIM_CAUSES,
    .on = offsetof(struct options, on),
    .needs = needs,
    .make = make,
    .event = event,
    .timer = timer,
    .served = served,
    .wrote = wrote,
    .describe = describe,
    .completed = completed,
    .skipped = skipped,
    .segments_from = segments_from,
    .clear = clear,
    .summary = summary,
    .stats = stats,
    .recorded_with = "--cycles=yes",
};
