/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The study of study.h. */
#include "study.h"

#include "engine/outer/ahead.h"
#include "turns.h"

/* --- Making ------------------------------------------------------------------------------- */

static bool simulates(const struct msim_machine *machine)
{
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (machine->level[level].units)
            return true;
    return false;
}

static void unite(struct msim_needs *all, const struct msim_needs *own)
{
    all->stream |= own->stream;
    all->misses |= own->misses;
    all->layout |= own->layout;
    all->objects |= own->objects;
    all->allocations |= own->allocations;
    all->stacks |= own->stacks;
    all->mapped |= own->mapped;
    all->mappings |= own->mappings;
    all->flow |= own->flow;
    all->pointers |= own->pointers;
    all->threads |= own->threads;
    all->tasks |= own->tasks;
    all->instructions |= own->instructions;
    all->operations |= own->operations;
    all->branches |= own->branches;
    all->kernel |= own->kernel;
    all->milliseconds |= own->milliseconds;
    all->microseconds |= own->microseconds;
    all->calls = own->calls > all->calls ? own->calls : all->calls;
    all->allocators = own->allocators ? own->allocators : all->allocators;
    all->whole = own->whole ? own->whole : all->whole;
    all->awaits = own->awaits ? own->awaits : all->awaits;
    all->named = own->named.name ? own->named : all->named;
}

/* The needs of all that are made.  The program's own allocators concern all that see its blocks,
 * also if the observer whose option names them is not made. */
static struct msim_needs all_needs(const struct msim_options *options)
{
    bool waits = options->collect == MSIM_COLLECT_NO; /* which is the simulator's work */
    struct msim_needs all = {.stream = waits, .misses = waits};
    for (unsigned i = 0; i < msim_observers_used; i++) {
        struct msim_needs needs = msim_options_needs(options, msim_observers[i]);
        if (msim_options_ask_for(options, msim_observers[i]))
            unite(&all, &needs);
        else if (needs.allocators)
            all.allocators = needs.allocators;
    }
    return all;
}

static void add_files(struct msim_study *study, const struct msim_options *options,
                      const struct msim_observer *observer, void *self)
{
    for (unsigned i = 0; i < observer->files_used && study->files < MSIM_FILES_MAX; i++) {
        const struct msim_result_file *file = &observer->files[i];
        const char *name = msim_options_file(options, observer, file);
        bool last = i + 1 == observer->files_used && observer->further;
        if (!name)
            continue;
        study->file[study->files++] = (struct msim_study_file){
            file->option, name, file->viewer, file->write, self, last ? observer : NULL};
    }
}

static void add_observer(struct msim_study *study, const struct msim_options *options,
                         const struct msim_observer *observer, void *self)
{
    struct msim_needs needs = msim_options_needs(options, observer);
    unite(&study->needs, &needs);
    add_files(study, options, observer, self);
    study->observing[study->observers++] =
        (struct msim_observing){.observer = observer,
                                .self = self,
                                .follows_threads = needs.flow || needs.threads || needs.tasks};
    if (study->sim)
        msim_attach(study->sim, study->mem, &study->observing[study->observers - 1],
                    &study->segments);
}

/* False: the options of one of them cannot be followed. */
static bool make_observers(struct msim_study *study, const struct msim_options *options,
                           uint64_t memory, struct msim_refusal *refusal)
{
    struct msim_setting setting = {.mem = study->mem,
                                   .dict = study->dict,
                                   .machine = &study->machine,
                                   .profile = &study->profile,
                                   .sim = study->sim,
                                   .has_stream = options->has_stream,
                                   .memory = memory,
                                   .limit = options->memory_limit,
                                   .inlined = study->needs.inlined,
                                   .objects = study->needs.objects};
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const struct msim_observer *observer = msim_observers[i];
        if (!msim_options_ask_for(options, observer))
            continue;
        void *self = observer->make(&setting, msim_options_of(options, observer), refusal);
        if (refusal->reason)
            return false;
        if (self)
            add_observer(study, options, observer, self);
        setting.observed += msim_columns_of(observer, &study->machine);
    }
    return true;
}

/* Passes an event of the stream to the observers. */
static void take_event(void *self, const uint64_t *record, uint64_t instructions)
{
    const struct msim_study *study = self;
    bool all = msim_event_of(*record) != MSIM_EVENT_THREAD;
    for (unsigned i = 0; i < study->observers; i++) {
        const struct msim_observing *one = &study->observing[i];
        if ((all || one->follows_threads) && one->observer->event)
            one->observer->event(one->self, record, instructions);
    }
}

static void make_order(struct msim_study *study)
{
    if (msim_machine_cores(&study->machine) == 1)
        return;
    study->order = msim_turns_make(study->mem, study->sim, &study->machine.cores);
    study->needs.tasks = study->needs.flow = true;
}

/* Call when all observers are attached.  False: one of them cannot leave out what is not
 * collected. */
static bool start_off(struct msim_study *study, const struct msim_options *options,
                      struct msim_refusal *refusal)
{
    const char *awaits = study->needs.awaits, *whole = study->needs.whole;
    bool never = options->collect == MSIM_COLLECT_NO,
         warm = options->at_start == MSIM_AT_START_WARM;
    if (whole && (warm || never || awaits)) {
        *refusal = warm    ? (struct msim_refusal){"--at-start", "warm", whole}
                   : never ? (struct msim_refusal){"--collect-atstart", "no", whole}
                           : (struct msim_refusal){awaits, NULL, whole};
        return false;
    }
    if (never || (awaits && options->collect == MSIM_COLLECT_AUTO))
        msim_parts_start_off(&study->sim->parts);
    return true;
}

bool msim_study_init(struct msim_study *study, const struct msim_mem *mem, struct msim_dict *dict,
                     const struct msim_options *options, const struct msim_machine *machine,
                     uint64_t memory, struct msim_refusal *refusal)
{
    study->mem = mem;
    study->dict = dict;
    struct msim_needs needs = all_needs(options);
    study->machine = *machine;
    if (!needs.layout)
        study->machine.layout = MSIM_LAYOUT_NO;
    study->needs.inlined = msim_options_inlined(options);
    study->needs.objects = needs.objects;
    study->needs.allocators = needs.allocators;
    *refusal = (struct msim_refusal){NULL, NULL, NULL};
    if (!msim_attach_columns(&study->machine, options, refusal))
        return false;
    msim_profile_init(&study->profile, mem, dict);
    if (simulates(machine) || needs.misses) {
        study->sim = msim_get(mem, sizeof *study->sim, 64);
        msim_sim_init(study->sim, mem, dict, &study->profile, &study->machine);
        study->sim->events = (struct msim_events){take_event, study};
        study->needs.stream = true;
        study->needs.mappings = machine->huge == MSIM_HUGE_HEAP;
    } else {
        msim_table_init(&study->counter, mem, sizeof(struct msim_counter), MSIM_SEGMENTS_MAX);
    }
    if (!make_observers(study, options, memory, refusal))
        return false;
    if (study->sim)
        make_order(study);
    return start_off(study, options, refusal);
}

void *msim_study_observer(const struct msim_study *study, const struct msim_observer *observer)
{
    for (unsigned i = 0; i < study->observers; i++)
        if (study->observing[i].observer == observer)
            return study->observing[i].self;
    return NULL;
}

/* --- Extending ---------------------------------------------------------------------------- */

static bool is_conditional(const struct msim_segment *segment)
{
    for (unsigned i = 0; i < segment->accesses_used; i++)
        if (segment->accesses[i].maybe)
            return true;
    return false;
}

static void extend_counters(struct msim_study *study)
{
    uint32_t number;
    while ((number = study->counter.used) < study->dict->segments.used) {
        struct msim_counter *counter = msim_table_add(&study->counter);
        const struct msim_segment *segment = msim_dict_segment_at(study->dict, number);
        counter->conditional = is_conditional(segment);
        counter->instrs = (uint32_t)segment->instrs_used - segment->continued;
    }
}

/* True: it is in the second stage, which runs in another process. */
static bool runs_elsewhere(const struct msim_study *study, const struct msim_observing *one)
{
    return study->second_stage && one->observer->misses;
}

void msim_study_extend(struct msim_study *study)
{
    msim_profile_extend(&study->profile);
    for (unsigned i = 0; i < study->observers; i++) {
        const struct msim_observing *one = &study->observing[i];
        if (one->observer->extend && !runs_elsewhere(study, one))
            one->observer->extend(one->self);
    }
    if (study->sim)
        msim_sim_extend(study->sim);
    else
        extend_counters(study);
}

/* --- Counting only ------------------------------------------------------------------------ */

static void count_conditional(struct msim_study *study, const struct msim_segment *segment,
                              const uint64_t *record)
{
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint32_t site = segment->instrs[access->instr].site;
        if (access->maybe && record[access->word] != MSIM_NO_ADDRESS)
            msim_profile_row(&study->profile, site)->count[msim_access_kind(access)][MSIM_REFS]++;
    }
}

static void count_records(struct msim_study *study, const uint64_t *words, const uint64_t *end)
{
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (msim_header_is_event(*words)) {
            msim_study_event(study, words);
            continue;
        }
        uint32_t number = msim_header_segment(*words);
        struct msim_counter *counter = msim_study_counter(study, number);
        counter->times++;
        study->instructions += counter->instrs;
        if (counter->conditional)
            count_conditional(study, msim_dict_segment_at(study->dict, number), words);
    }
}

static void settle_counters(struct msim_study *study)
{
    for (uint32_t number = 0; number < study->counter.used; number++) {
        struct msim_counter *counter = msim_study_counter(study, number);
        if (counter->times)
            msim_profile_add_segment(&study->profile, number, counter->times);
        counter->times = 0;
    }
}

/* --- Running ------------------------------------------------------------------------------ */

/* Adds the time since `from`; returns the time. */
static uint64_t add_time(const struct msim_study *study, uint64_t *time, uint64_t from)
{
    if (!study->now)
        return 0;
    uint64_t now = study->now();
    *time += now - from;
    return now;
}

static bool reads(const struct msim_observing *one)
{
    return one->observer->run && msim_observing_takes(one, MSIM_INPUT_RUN);
}

static void run_sim(const struct msim_study *study, const uint64_t *words, const uint64_t *end)
{
    if (study->order)
        msim_order_run(study->order, words, end);
    else
        msim_sim_run(study->sim, words, end);
}

void msim_study_run(struct msim_study *study, const uint64_t *words, const uint64_t *end)
{
    uint64_t from = study->now ? study->now() : 0;
    for (unsigned i = 0; i < study->observers; i++) {
        struct msim_observing *one = &study->observing[i];
        if (runs_elsewhere(study, one) || !reads(one))
            continue;
        one->observer->run(one->self, words, end);
        from = add_time(study, &one->ran, from);
    }
    if (study->second_stage && study->second_stage->run)
        study->second_stage->run(study->second_stage->self, words, end);
    if (study->sim)
        run_sim(study, words, end);
    else
        count_records(study, words, end);
    add_time(study, &study->simulated, from);
}

/* --- The second stage --------------------------------------------------------------------- */

/* An observer that takes events must be where they are, attribution, counts of prefetches and outer
 * levels that change first ones where references are, and who must know at once what a reference
 * missed where that is found. */
bool msim_study_can_divide(const struct msim_study *study)
{
    if (!study->sim || study->order || !msim_outer_has_work(&study->sim->outer) ||
        study->sim->outer.attributed || study->sim->outer.prefetches || study->sim->lines.at_once)
        return false;
    for (unsigned i = 0; i < study->observers; i++)
        if (study->observing[i].observer->served ||
            (study->observing[i].observer->misses && study->observing[i].observer->event))
            return false;
    return true;
}

bool msim_study_second_stage_reads(const struct msim_study *study)
{
    for (unsigned i = 0; i < study->observers; i++)
        if (study->observing[i].observer->misses && reads(&study->observing[i]))
            return true;
    return false;
}

void msim_study_divide(struct msim_study *study, const struct msim_second_stage *second_stage)
{
    study->second_stage = second_stage;
    msim_sim_send_misses(study->sim, second_stage ? &second_stage->receiver : NULL);
}

void msim_study_second_stage_extend(const struct msim_study *study)
{
    for (unsigned i = 0; i < study->observers; i++) {
        const struct msim_observing *one = &study->observing[i];
        if (one->observer->misses && one->observer->extend)
            one->observer->extend(one->self);
    }
}

void msim_study_second_stage_run(const struct msim_study *study, const uint64_t *words,
                                 const uint64_t *end)
{
    for (unsigned i = 0; i < study->observers; i++) {
        const struct msim_observing *one = &study->observing[i];
        if (one->observer->misses && reads(one))
            one->observer->run(one->self, words, end);
    }
}

/* --- Events, results ---------------------------------------------------------------------- */

void msim_study_event(struct msim_study *study, const uint64_t *record)
{
    take_event(study, record, study->instructions);
}

static void settle(struct msim_study *study, bool goes_on)
{
    if (study->sim)
        msim_sim_settle(study->sim);
    else
        settle_counters(study);
    for (unsigned i = 0; i < study->observers; i++) {
        const struct msim_observing *one = &study->observing[i];
        const struct msim_observer *observer = one->observer;
        if (goes_on && observer->refresh)
            observer->refresh(one->self);
        else if (observer->settle)
            observer->settle(one->self);
    }
}

void msim_study_refresh(struct msim_study *study)
{
    settle(study, true);
}

void msim_study_save_memory(struct msim_study *study)
{
    for (unsigned i = 0; i < study->observers; i++)
        if (study->observing[i].observer->save_memory)
            study->observing[i].observer->save_memory(study->observing[i].self);
}

void msim_study_pause(struct msim_study *study)
{
    if (study->order)
        msim_order_settle(study->order);
    settle(study, true);
}

void msim_study_settle(struct msim_study *study)
{
    if (study->order)
        msim_order_settle(study->order);
    settle(study, false);
}

void msim_study_clear(struct msim_study *study)
{
    msim_study_pause(study);
    msim_profile_clear(&study->profile);
    if (study->sim) {
        msim_parts_clear(&study->sim->parts);
        if (study->sim->outer.prefetches)
            msim_ahead_forget(&study->sim->outer, 0);
    }
    for (unsigned i = 0; i < study->observers; i++) {
        const struct msim_observing *one = &study->observing[i];
        if (one->observer->clear)
            one->observer->clear(one->self);
    }
}

/* --- Results ------------------------------------------------------------------------------ */

const struct msim_study_file *msim_study_file(const struct msim_study *study, const char *option)
{
    for (unsigned i = 0; i < study->files; i++)
        if (msim_same_text(study->file[i].option, option))
            return &study->file[i];
    return NULL;
}

void msim_study_write(const struct msim_study_file *file, const struct msim_about *about,
                      const struct msim_sink *sink)
{
    file->write(file->self, about, sink);
}

uint32_t msim_study_further(const struct msim_study_file *file)
{
    return file->further ? file->further->further(file->self) : 0;
}

bool msim_study_further_name(const struct msim_study_file *file, uint32_t number,
                             char name[static MSIM_FURTHER_ROOM])
{
    struct msim_string string = {.text = name, .room = MSIM_FURTHER_ROOM};
    struct msim_sink sink = msim_string_sink(&string);
    struct msim_text text;
    msim_text_init(&text, &sink);
    bool is = file->further->further_name(file->self, number, &text);
    msim_text_flush(&text);
    return is;
}

void msim_study_write_further(const struct msim_study_file *file, uint32_t number,
                              const struct msim_about *about, const struct msim_sink *sink)
{
    file->further->write_further(file->self, number, about, sink);
}

void msim_study_summary(const struct msim_study *study, const struct msim_lines *lines, bool stats)
{
    for (unsigned i = 0; i < study->observers; i++) {
        const struct msim_observing *one = &study->observing[i];
        if (one->observer->summary)
            one->observer->summary(one->self, lines);
        if (stats && one->observer->stats)
            one->observer->stats(one->self, lines);
    }
}
