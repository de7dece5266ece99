/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of cycles in the table of observers: its option, its columns, and how a core gets what
 * the simulator saw. */
#include <stddef.h>

#include "chain.h"
#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/caches/sim.h"
#include "engine/report/unknown.h"
#include "one.h"
#include "samples.h"

enum { HUGE_SHIFT = 21 };
_Static_assert(1 << HUGE_SHIFT == MSIM_HUGE_PAGE, "");

struct options {
    bool on, sampled;
};

struct cycles {
    struct msim_sim *sim;
    unsigned column; /* the first one */
    uint32_t other;  /* what an operation takes that is not understood */
    bool has_l2, has_l3;
    struct msim_one_core *cores, *at; /* all, and the one that runs */
    struct msim_samples samples;
    struct msim_load_chain chain;
    struct msim_table plans; /* struct msim_planned, by the segment's number */
    bool runs;               /* the pipeline ran the record before this one */
    uint32_t seen;           /* what missed in the record that runs */
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

/* A part of the cycles; in some, loads may wait. */
#define PART(name, what, its_label, letter, loads)                                                 \
    {                                                                                              \
        .words = {name, "cycle", what}, .label = its_label, .part = letter, .of_loads = loads      \
    }

static const struct msim_observed columns[MSIM_CAUSES] = {
    [MSIM_BUSY] = PART("CyBusy", "s busy", "Busy:", '.', false),
    [MSIM_DEPENDENCY] = PART("CyDep", "s of dependencies", "Dependency:", 'd', false),
    [MSIM_FRONT] = PART("CyFront", "s of the front end", "Front end:", 'f', false),
    [MSIM_MISPREDICT] = PART("CyBranch", "s of mispredictions", "Branches:", 'x', false),
    [MSIM_WAIT_L2] = PART("CyL2", "s of L2", "L2:", '2', true),
    [MSIM_WAIT_L3] = PART("CyL3", "s of L3", "L3:", '3', true),
    [MSIM_WAIT_MEMORY] = PART("CyMem", "s of memory", "Memory:", 'M', true),
    [MSIM_WAIT_WALK] = PART("CyWalk", "s of page walks", "Page walks:", 'W', true),
    [MSIM_WAIT_BANDWIDTH] = PART("CyBand", "s of bandwidth", "Bandwidth:", 'B', true),
    [MSIM_WAIT_STORE] = PART("CyStore", "s of stores", "Stores:", 'S', true),
    [MSIM_WAIT_CORE] = {.words = {"CyCore", "cycle", "s of other cores"},
                        .label = "Other cores:",
                        .part = 'C',
                        .of_loads = true,
                        .of_cores = true},
};

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->stream = needs->misses = needs->operations = needs->threads = true;
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

/* The context that counts is that of the instruction that retires.  So what an instruction of
 * another function held up, such as a call, is charged to the first one here. */
static void charge(void *self, uint32_t site, enum msim_cause reason, uint64_t cycles)
{
    struct cycles *to = self;
    uint32_t here = to->at->pipeline.account.retires;
    if (site != here && !same_function(to->sim->dict, site, here))
        site = here;
    msim_samples_add(&to->samples, cycles);
    cycles *= msim_samples_weight(&to->samples);
    if (!cycles)
        return;
    msim_sim_observe(to->sim, to->column + reason, site, cycles);
    charge_hint(to, reason, cycles);
    if (to->sim->parts.off)
        return; /* not collected: what follows knows nothing of parts */
    if (to->at->pipeline.account.by && reason >= MSIM_WAIT_L2)
        add_to_chain(to, site, cycles);
    if (to->sim->queue.attribution.waited)
        attribute(to, site, reason, cycles);
}

/* --- What the simulator saw ----------------------------------------------------------------- */

static bool holds(const struct msim_array *array, uint64_t address)
{
    return msim_array_find(array, address >> array->shift) != MSIM_NO_SLOT;
}

static enum msim_cause where(void *self, uint64_t line)
{
    const struct cycles *cycles = self;
    struct msim_sim *sim = cycles->sim;
    uint64_t address = line << MSIM_LINE_SHIFT;
    if (sim->data->has_cache && holds(&sim->data->cache, address))
        return MSIM_DEPENDENCY;
    address = msim_pageframes_find(&sim->outer.frames, address);
    if (cycles->has_l2 && holds(sim->outer.at.l2, address))
        return MSIM_WAIT_L2;
    if (cycles->has_l3 && holds(sim->outer.at.l3, address))
        return MSIM_WAIT_L3;
    return MSIM_WAIT_MEMORY;
}

static uint64_t physical(void *self, uint64_t line)
{
    struct msim_sim *sim = ((const struct cycles *)self)->sim;
    return msim_pageframes_find(&sim->outer.frames, line << MSIM_LINE_SHIFT) >> MSIM_LINE_SHIFT;
}

/* The reference walked; if it lies in two pages, for the first one. */
static struct msim_page_entry walk(struct cycles *cycles, const struct msim_ref *ref)
{
    struct msim_sim *sim = cycles->sim;
    const struct msim_port *port = ref->kind == MSIM_FETCH ? sim->instr : sim->data;
    unsigned shift = port->small.tlb.shift;
    uint64_t address = ref->first;
    if (sim->outer.huge.huge && msim_huge_has(&sim->outer.huge, address))
        shift = HUGE_SHIFT;
    return msim_page_tables_read(&cycles->at->tables, address >> shift, shift);
}

static struct msim_served served_by(struct cycles *cycles, const struct msim_ref *ref,
                                    unsigned outcome)
{
    struct msim_served served = {
        .line = (ref->missed & MSIM_MISS_CACHE) != 0,
        .translation = (ref->missed & MSIM_MISS_TLB) != 0,
        .from = MSIM_WAIT_MEMORY,
    };
    served.walk = served.translation && (outcome & MSIM_OUTCOME_T2 ||
                                         !cycles->sim->outer.has_l2tlb[ref->kind != MSIM_FETCH]);
    if (served.walk)
        served.entry = walk(cycles, ref);
    if (ref->missed & MSIM_REF_FROM_CORE)
        served.from = MSIM_WAIT_CORE;
    else if (cycles->has_l2 && !(outcome & MSIM_OUTCOME_L2))
        served.from = MSIM_WAIT_L2;
    else if (cycles->has_l3 && !(outcome & MSIM_OUTCOME_L3))
        served.from = MSIM_WAIT_L3;
    if (served.line)
        msim_page_tables_fill(&cycles->at->tables, served.from, ref->kind != MSIM_FETCH);
    return served;
}

/* Prefetchers see what misses before a stretch. */
static void learn(struct cycles *cycles, const struct msim_ref *refs, uint32_t used)
{
    for (uint32_t i = 0; i < used; i++)
        if (refs[i].kind != MSIM_FETCH && refs[i].missed & MSIM_MISS_CACHE)
            msim_prefetchers_learn(&cycles->at->memory.prefetchers,
                                   refs[i].first >> MSIM_LINE_SHIFT);
}

static void empty(struct cycles *cycles)
{
    for (uint32_t i = 0; i < cycles->sim->cores.used; i++)
        msim_page_tables_empty(&cycles->cores[i].tables);
}

static void served(void *self, const struct msim_ref *refs, const uint8_t *outcomes, uint32_t used)
{
    struct cycles *cycles = self;
    if (!cycles->runs && cycles->samples.phase >= MSIM_PHASE_LINES)
        learn(cycles, refs, used);
    for (uint32_t i = 0; i < used; i++) {
        if (refs[i].missed & MSIM_REF_MARKS) {
            if (msim_ref_empties(refs[i].missed, refs[i].kind))
                empty(cycles);
            if (refs[i].missed & MSIM_REF_FLUSH && refs[i].kind == MSIM_FLUSH_COUNTS &&
                !refs[i].site)
                msim_chain_clear(&cycles->chain);
            continue;
        }
        struct msim_served by = served_by(cycles, &refs[i], outcomes[i]);
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
        msim_pipeline_train(&cycles->at->pipeline, plan);
    if (!begins)
        msim_pipeline_run(&cycles->at->pipeline, plan, record, cycles->missed, cycles->seen);
    if (!begins)
        bring(cycles);
    cycles->runs = true;
    if (cycles->at->memory.hinted)
        msim_hinted_done(cycles->at->memory.hinted);
    cycles->seen = cycles->coming = cycles->at->memory.past.used = 0;
}

static inline const struct msim_planned *plan_of(struct cycles *cycles, uint32_t number)
{
    while (cycles->plans.used <= number)
        msim_table_add(&cycles->plans);
    struct msim_planned *plan = MSIM_TABLE_AT(&cycles->plans, number, struct msim_planned);
    if (!plan->segment)
        msim_pipeline_plan(&cycles->at->pipeline, plan,
                           msim_dict_segment_at(cycles->sim->dict, number));
    return plan;
}

static void completed(void *self, const uint64_t *record)
{
    struct cycles *cycles = self;
    uint32_t number = msim_header_segment(*record);
    uint64_t period = cycles->samples.period;
    enum msim_sample_phase phase = msim_samples_phase(&cycles->samples, cycles->sim->instructions);
    if (cycles->samples.period != period) /* what was between them was not seen */
        msim_pipeline_break(&cycles->at->pipeline);
    if (phase >= MSIM_PHASE_WARM)
        run(cycles, plan_of(cycles, number), record);
    else if (phase != MSIM_PHASE_NOTHING)
        msim_pipeline_train(&cycles->at->pipeline, plan_of(cycles, number));
    if (phase == MSIM_PHASE_LINES)
        msim_pipeline_learn(&cycles->at->pipeline, plan_of(cycles, number), record);
    cycles->runs &= phase >= MSIM_PHASE_WARM;
    if (msim_one_core_is_over(cycles->at))
        cycles->sim->cores.over = true;
}

static void event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct cycles *cycles = self;
    (void)instructions;
    if (msim_event_of(*record) == MSIM_EVENT_THREAD)
        msim_one_core_thread(cycles->at, record[1]);
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
    msim_unknown_put(cycles->sim->profile, cycles->plans.mem, cycles->other, lines);
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
    setting->profile->keeps_times = true;
    cycles->has_l2 = setting->machine->level[MSIM_L2].units != 0;
    cycles->has_l3 = setting->machine->level[MSIM_L3].units != 0;
    msim_samples_init(&cycles->samples, own->sampled);
    msim_table_init(&cycles->plans, setting->mem, sizeof(struct msim_planned), MSIM_SEGMENTS_MAX);
    struct msim_probe probe = {where, setting->machine->physical ? physical : NULL, cycles};
    cycles->cores = cycles->at = msim_cores_make(setting->mem, setting->machine, &probe,
                                                 &(struct msim_charges){charge, cycles});
    msim_chain_init(&cycles->chain, setting->mem);
    cycles->sim->outer.coming = (struct msim_prefetches_coming){comes, uses, cycles};
    if (cycles->at->memory.hinted) {
        cycles->sim->outer.buffers.takes = takes;
        cycles->sim->outer.buffers.self = cycles;
        cycles->at->memory.past.in_buffers = true;
        cycles->at->memory.hinted->used = used;
        cycles->at->memory.hinted->self = cycles;
    }
    msim_sim_add_lines(cycles->sim, &(struct msim_more_lines){put_chain, cycles});
    return cycles;
}

const struct msim_observer msim_core_observer = {
    .name = "core",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .observed = columns,
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
    .segments_from = segments_from,
    .clear = clear,
    .summary = summary,
    .stats = stats,
    .recorded_with = "--cycles=yes",
};
