/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The study of study.h. */
#include "study.h"

#include "engine/heap/file.h"

static bool simulates(const struct msim_machine *machine)
{
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (machine->level[level].units)
            return true;
    return false;
}

/* Rows of counts are made as functions have misses; so many are reckoned with beforehand. */
enum { FUNCTIONS_USUAL = 4096 };

static const char *too_large(struct msim_study *study, uint64_t needed, uint64_t memory)
{
    struct msim_text text;
    struct msim_string why = {study->why, sizeof study->why, 0};
    struct msim_sink sink = msim_string_sink(&why);
    msim_text_init(&text, &sink);
    msim_put(&text, "this needs ");
    msim_put_grouped(&text, needed >> 20, 0);
    msim_put(&text, " MB of memory, and there are ");
    msim_put_grouped(&text, memory >> 20, 0);
    msim_put(&text, " MB: give a smaller grid");
    msim_text_flush(&text);
    return study->why;
}

static const char *init_sweep(struct msim_study *study, const struct msim_options *options,
                              uint64_t memory)
{
    const char *wrong = msim_grid_read(options->sweep, &study->grid, study->mem);
    if (!wrong)
        wrong = msim_grid_fit(&study->grid, &study->machine);
    for (int level = MSIM_ITLB; level < MSIM_LEVELS && !wrong; level++)
        if (study->machine.huge && msim_grid_has(&study->grid, (enum msim_level)level))
            wrong = "a grid of TLBs has pages of one size: give --huge=none";
    if (wrong)
        return wrong;
    uint64_t needed = msim_sweep_bytes(&study->grid, FUNCTIONS_USUAL);
    if (memory && needed > memory)
        return too_large(study, needed, memory);
    study->sweep_functions = options->sweep_functions;
    study->sweep = msim_sweep_new(study->mem, study->dict, &study->machine, &study->grid);
    return NULL;
}

/* An event, where it stands in the stream. */
static void take_event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct msim_study *study = self;
    if (study->heap)
        msim_heap_event(study->heap, record, instructions);
    if (study->pagein && !study->pagepass)
        msim_pagein_event(study->pagein, record, instructions);
}

static void touch(void *self, const struct msim_page_touch *touch)
{
    msim_pagein_touch(self, touch);
}

/* The simulator's TLBs find the first touches if they can, else a pass over all records. */
static void init_pagein(struct msim_study *study, const struct msim_options *options)
{
    const struct msim_pagein_options *pagein = &options->pagein;
    if (!pagein->on || !(study->sim || options->has_stream || pagein->asked))
        return;
    study->pagein = msim_get(study->mem, sizeof *study->pagein, 64);
    msim_pagein_init(study->pagein, study->mem, study->dict, pagein);
    struct msim_page_observer observer = {touch, study->pagein, &study->pagein->faults.pages};
    if (study->sim && msim_sim_attach_pages(study->sim, &observer)) {
        msim_pagein_attach(study->pagein, study->sim);
        return;
    }
    study->pagepass = msim_get(study->mem, sizeof *study->pagepass, 64);
    msim_pagepass_init(study->pagepass, study->mem, study->dict, study->pagein);
}

static void init_heap(struct msim_study *study, const struct msim_options *options)
{
    if (!options->heap.on)
        return;
    study->heap = msim_get(study->mem, sizeof *study->heap, 64);
    msim_heap_init(study->heap, study->mem, study->dict, &options->heap);
}

const char *msim_study_init(struct msim_study *study, const struct msim_mem *mem,
                            struct msim_dict *dict, const struct msim_options *options,
                            const struct msim_machine *machine, uint64_t memory,
                            const char **option)
{
    study->mem = mem;
    study->dict = dict;
    study->machine = *machine;
    *option = "--sweep";
    const char *wrong = options->sweep ? init_sweep(study, options, memory) : NULL;
    if (wrong)
        return wrong;
    msim_profile_init(&study->profile, mem, dict);
    if (simulates(machine) || study->sweep) {
        study->sim = msim_get(mem, sizeof *study->sim, 64);
        msim_sim_init(study->sim, mem, dict, &study->profile, machine);
        if (study->sweep)
            msim_sim_attach_sweep(study->sim, study->sweep);
    } else {
        msim_table_init(&study->counter, mem, sizeof(struct msim_counter), MSIM_SEGMENTS_MAX);
    }
    init_heap(study, options);
    init_pagein(study, options);
    if (study->sim && (study->heap || study->pagein))
        study->sim->events = (struct msim_events){take_event, study};
    return NULL;
}

bool msim_study_needs_stream(const struct msim_study *study)
{
    return study->sim || study->pagein;
}

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

void msim_study_extend(struct msim_study *study)
{
    msim_profile_extend(&study->profile);
    if (study->pagepass)
        msim_pagepass_extend(study->pagepass);
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

void msim_study_run(struct msim_study *study, const uint64_t *words, const uint64_t *end)
{
    if (study->pagepass)
        msim_pagepass_run(study->pagepass, words, end);
    if (study->sim)
        msim_sim_run(study->sim, words, end);
    else
        count_records(study, words, end);
}

void msim_study_event(struct msim_study *study, const uint64_t *record)
{
    if (study->heap)
        msim_heap_event(study->heap, record, study->instructions);
}

void msim_study_settle(struct msim_study *study)
{
    if (study->sim)
        msim_sim_settle(study->sim);
    else
        settle_counters(study);
}

void msim_study_clear(struct msim_study *study)
{
    msim_study_settle(study);
    msim_profile_clear(&study->profile);
    if (study->sweep)
        msim_sweep_clear(study->sweep);
    if (study->heap)
        msim_heap_clear(study->heap);
    if (study->pagein)
        msim_pagein_clear(study->pagein);
    if (study->pagepass)
        msim_pagepass_clear(study->pagepass);
}

/* --- Files -------------------------------------------------------------------------------- */

const char *msim_file_option(enum msim_file file)
{
    static const char *const option[] = {"--memsim-out-file", "--sweep-out-file", "--heap-out-file",
                                         "--alloc-out-file", "--pagein-out-file"};
    return option[file];
}

const char *msim_file_name(const struct msim_study *study, const struct msim_options *options,
                           enum msim_file file)
{
    const char *const name[] = {options->out_file, study->sweep ? options->sweep_file : NULL,
                                study->heap ? options->heap_file : NULL,
                                study->heap ? options->alloc_file : NULL,
                                study->pagein ? options->pagein_file : NULL};
    return name[file];
}

void msim_file_write(const struct msim_study *study, enum msim_file file, const char *command,
                     const struct msim_sink *sink)
{
    struct msim_report report = {&study->profile, &study->machine, command};
    switch (file) {
    case MSIM_FILE_SWEEP:
        msim_sweep_file(study->sweep, command, study->sweep_functions, study->mem, sink);
        break;
    case MSIM_FILE_HEAP:
        msim_heap_file(study->heap, command, sink);
        break;
    case MSIM_FILE_ALLOC:
        msim_alloc_file(study->heap, command, sink);
        break;
    case MSIM_FILE_PAGEIN:
        msim_pagein_file(study->pagein, &study->profile, command, study->mem, sink);
        break;
    default:
        msim_report_file(&report, study->mem, sink);
    }
}

void msim_study_summary(const struct msim_study *study, const struct msim_lines *lines)
{
    struct msim_report report = {&study->profile, &study->machine, ""};
    msim_report_summary(&report, lines);
    if (study->heap)
        msim_heap_summary(study->heap, lines);
    if (study->pagein)
        msim_pagein_summary(study->pagein, lines);
}
