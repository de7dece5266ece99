/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts by part of the run against a model that runs one record at a time and keeps the counts of
 * each path of regions apart: random programs, whose threads begin and end regions, switch
 * collection, dump and forget, on random machines; half of them also divided by thread.  Every
 * count of every site in every part must be equal, and how often each began, whether the simulator
 * gets whole chunks or single records.  A faulty model must be found to differ.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/caches/partcounts.h"
#include "stream/event.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/simulated.h"

enum { PROGRAMS = 60, CHUNK_WORDS = 3000, NAMES = 4, THREADS = 4, PARTS = 1000 };
enum { DEPTH = NAMES + 1 /* regions, and the thread */ };

enum fault {
    RIGHT,
    ENDS_AT_ONCE,    /* a region ends, however often it began inside itself */
    ENDS_THE_OUTER,  /* what ends last is what goes */
    ONE_THREAD,      /* regions belong to all threads */
    COLLECTS_ALWAYS, /* collection is never switched */
    FORGETS_NOTHING,
    ONE_STRETCH, /* a dump changes nothing */
    COUNTS_NESTED,
    JOINS_THREADS, /* threads are not divided */
    FAULTS
};

/* --- The model ------------------------------------------------------------------------------ */

struct model_part {
    uint32_t stretch, names, name[DEPTH];
    uint64_t times;
    struct msim_row row[UNIT_SITES_MAX];
};

struct model_thread {
    uint32_t names, name[DEPTH];
    unsigned nested[DEPTH];
    bool off;
};

struct model {
    enum fault fault;
    bool by_thread;
    struct model_part *part[PARTS];
    uint32_t parts, stretch, running;
    struct model_thread thread[THREADS];
};

static struct model_part *model_part(struct model *model, uint32_t stretch, const uint32_t *name,
                                     uint32_t names)
{
    for (uint32_t i = 0; i < model->parts; i++) {
        struct model_part *part = model->part[i];
        if (part->stretch == stretch && part->names == names &&
            !memcmp(part->name, name, names * sizeof *name))
            return part;
    }
    ck_assert_uint_lt(model->parts, PARTS);
    struct model_part *part = calloc(1, sizeof *part);
    ck_assert_ptr_nonnull(part);
    part->stretch = stretch;
    part->names = names;
    memcpy(part->name, name, names * sizeof *name);
    return model->part[model->parts++] = part;
}

static struct model_part *counting(struct model *model)
{
    const struct model_thread *thread = &model->thread[model->running];
    return model_part(model, model->stretch, thread->name, thread->names);
}

static void model_begin(struct model *model, struct model_thread *thread, uint32_t name)
{
    for (uint32_t i = 0; i < thread->names; i++)
        if (thread->name[i] == name) {
            thread->nested[i]++;
            if (model->fault == COUNTS_NESTED)
                counting(model)->times++;
            return;
        }
    thread->nested[thread->names] = 0;
    thread->name[thread->names++] = name;
    counting(model)->times++;
}

static void model_end(struct model *model, struct model_thread *thread, uint32_t name)
{
    uint32_t i = 0;
    while (i < thread->names && thread->name[i] != name)
        i++;
    if (i == thread->names)
        return;
    if (thread->nested[i] && model->fault != ENDS_AT_ONCE) {
        thread->nested[i]--;
        return;
    }
    if (model->fault == ENDS_THE_OUTER)
        i = thread->names - 1;
    thread->names--;
    for (; i < thread->names; i++) {
        thread->name[i] = thread->name[i + 1];
        thread->nested[i] = thread->nested[i + 1];
    }
}

static void model_zero(struct model *model)
{
    for (uint32_t i = 0; i < model->parts && model->fault != FORGETS_NOTHING; i++)
        if (model->part[i]->stretch == model->stretch) {
            memset(model->part[i]->row, 0, sizeof model->part[i]->row);
            model->part[i]->times = 0;
        }
}

/* Thread 0 is what runs before the first. */
static void model_run(struct model *model, uint32_t number)
{
    struct model_thread *thread = &model->thread[number];
    model->running = number;
    if (!model->by_thread || model->fault == JOINS_THREADS || !number || thread->names)
        return;
    thread->name[thread->names++] = MSIM_PART_THREAD | number;
    counting(model)->times++;
}

static void model_event(struct model *model, const uint64_t *record)
{
    struct model_thread *thread = &model->thread[model->running];
    uint32_t text = msim_event_upper(record[1]);
    if (msim_event_of(*record) == MSIM_EVENT_THREAD && model->fault != ONE_THREAD)
        model_run(model, (uint32_t)record[1]);
    if (msim_event_of(*record) != MSIM_EVENT_PART)
        return;
    switch (msim_part_call_of(record)) {
    case MSIM_PART_BEGIN:
        model_begin(model, thread, text);
        break;
    case MSIM_PART_END:
        model_end(model, thread, text);
        break;
    case MSIM_PART_TOGGLE:
        thread->off ^= model->fault != COLLECTS_ALWAYS;
        break;
    case MSIM_PART_ZERO:
        model_zero(model);
        break;
    case MSIM_PART_DUMP:
        model->stretch += model->fault != ONE_STRETCH;
        break;
    default:
        break;
    }
}

/* A forked child counts from 0; what is open in its thread has begun once. */
static void model_clear(struct model *model)
{
    const struct model_thread *thread = &model->thread[model->running];
    for (uint32_t i = 0; i < model->parts; i++) {
        memset(model->part[i]->row, 0, sizeof model->part[i]->row);
        model->part[i]->times = 0;
    }
    for (uint32_t names = 1; names <= thread->names; names++)
        model_part(model, model->stretch, thread->name, names)->times = 1;
    for (uint32_t i = 0; i < THREADS; i++)
        if (i != model->running) /* it is not in the child */
            model->thread[i].names = 0;
}

/* --- Both ----------------------------------------------------------------------------------- */

struct run {
    struct simulated on;
    struct naive *naive;
    struct model model;
    uint32_t name[NAMES], last; /* strings; `last`: the segment run last */
};

static void start(struct run *run, enum fault fault, uint64_t seed)
{
    static const char *const names[] = {"load", "parse", "solve", "print"};
    *run = (struct run){.model = {.fault = fault, .by_thread = seed % 2}};
    simulated_start(&run->on, seed);
    run->on.machine = random_machine(&run->on.random);
    for (unsigned i = 0; i < NAMES; i++)
        run->name[i] = msim_dict_string(&run->on.program.dict, names[i]);
    simulated_make(&run->on);
    if (run->model.by_thread)
        msim_open_divide(&run->on.sim->parts.open);
    run->naive = naive_new(&run->on.program.dict, &run->on.machine);
}

static void end(struct run *run)
{
    for (uint32_t i = 0; i < run->model.parts; i++)
        free(run->model.part[i]);
    naive_free(run->naive);
    simulated_end(&run->on);
}

static size_t put_event(struct run *run, uint64_t *words)
{
    static const enum msim_part_call calls[] = {MSIM_PART_BEGIN, MSIM_PART_BEGIN, MSIM_PART_BEGIN,
                                                MSIM_PART_BEGIN, MSIM_PART_END,   MSIM_PART_END,
                                                MSIM_PART_END,   MSIM_PART_MARK,  MSIM_PART_TOGGLE};
    enum msim_part_call call = calls[unit_below(&run->on.random, sizeof calls / sizeof *calls)];
    if (unit_one_in(&run->on.random, 4)) {
        words[0] = msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS);
        words[1] = unit_below(&run->on.random, THREADS);
        return 2;
    }
    if (unit_one_in(&run->on.random, 30))
        call = unit_one_in(&run->on.random, 2) ? MSIM_PART_DUMP : MSIM_PART_ZERO;
    words[0] = msim_event_header(MSIM_EVENT_PART, MSIM_PART_WORDS);
    words[1] = (uint64_t)run->name[unit_below(&run->on.random, NAMES)] << 32 | call;
    return 2;
}

/* A piece of the program, and an event before it, if it does not go on with an instruction. */
static size_t put_piece(struct run *run, uint64_t *words)
{
    size_t room = MSIM_WORDS_MAX + 1 + unit_below(&run->on.random, 100), before = 2;
    size_t used = program_run(&run->on.program, words + before, room);
    if (program_goes_on(&run->on.program.dict, words[before])) {
        memmove(words, words + before, used * sizeof *words);
        return used;
    }
    put_event(run, words);
    return before + used;
}

static void model_record(struct run *run, const uint64_t *record, const uint64_t *next)
{
    const struct msim_dict *dict = &run->on.program.dict;
    naive_run(run->naive, record, next);
    if (msim_header_is_event(*record)) {
        model_event(&run->model, record);
        return;
    }
    const struct msim_segment *segment = msim_dict_segment_at(dict, msim_header_segment(*record));
    struct model_part *part = counting(&run->model);
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        uint32_t site = segment->instrs[i].site;
        if (!run->model.thread[run->model.running].off)
            msim_row_add(&part->row[site], &run->naive->row[site]);
        run->naive->row[site] = (struct msim_row){0};
    }
}

static void run_chunk(struct run *run)
{
    static uint64_t words[2 * CHUNK_WORDS];
    size_t used = 0;
    bool singly = unit_one_in(&run->on.random, 3);
    while (used < CHUNK_WORDS)
        used += put_piece(run, words + used);
    for (size_t at = 0, next; at < used; at = next) {
        next = at + 1 + msim_header_words(words[at]);
        model_record(run, words + at, words + next);
        if (singly)
            msim_sim_run(run->on.sim, words + at, words + next);
    }
    if (!singly)
        msim_sim_run(run->on.sim, words, words + used);
}

static void run_chunks(struct run *run, unsigned chunks)
{
    simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 100));
    for (unsigned i = 0; i < chunks; i++) {
        run_chunk(run);
        if (unit_one_in(&run->on.random, 3))
            simulated_translate(&run->on, 1 + (unsigned)unit_below(&run->on.random, 20));
        if (unit_one_in(&run->on.random, 5))
            msim_sim_settle(run->on.sim);
        if (unit_one_in(&run->on.random, 30)) {
            msim_sim_settle(run->on.sim);
            msim_profile_clear(&run->on.profile);
            msim_parts_clear(&run->on.sim->parts);
            model_clear(&run->model);
        }
    }
    msim_sim_settle(run->on.sim);
}

/* --- Comparing ------------------------------------------------------------------------------ */

static struct model_part *same_path(struct run *run, uint32_t number)
{
    const struct msim_part_tree *tree = &run->on.sim->parts.open.tree;
    const struct msim_run_part *part = msim_run_part_at(tree, number);
    uint32_t name[DEPTH] = {0}, names = part->depth, stretch = part->stretch;
    ck_assert_uint_le(names, DEPTH);
    for (uint32_t i = names; i-- > 0; part = msim_run_part_at(tree, part->outer))
        name[i] = part->name;
    return model_part(&run->model, stretch, name, names);
}

struct sums {
    uint32_t part;
    struct msim_row row[UNIT_SITES_MAX];
};

static void add_sum(void *self, uint32_t part, uint32_t site, enum msim_kind kind,
                    enum msim_count count, uint64_t value)
{
    struct sums *sums = self;
    if (part == sums->part)
        sums->row[site].count[kind][count] += value;
}

/* The oracle has no companions of arrays, whose counts come after the others. */
static bool rows_differ(const struct msim_row *a, const struct msim_row *b)
{
    bool differ = false;
    for (int kind = 0; kind < MSIM_KINDS; kind++)
        differ |= memcmp(a->count[kind], b->count[kind], MSIM_COUNTS * sizeof(uint64_t)) != 0;
    return differ;
}

/* Of the parts but 0; what they count is taken from `rest`. */
static bool part_differs(struct run *run, const struct msim_part_counts *counts, uint32_t number,
                         struct msim_row *rest)
{
    static struct sums sums, all;
    memset(&sums, 0, sizeof sums);
    memset(&all, 0, sizeof all);
    sums.part = all.part = number;
    msim_part_counts_take_of(counts, number, &(struct msim_part_taker){add_sum, &sums});
    msim_part_counts_take(&run->on.sim->parts, &(struct msim_part_taker){add_sum, &all});
    const struct model_part *model = same_path(run, number);
    bool differs = msim_run_part_at(&run->on.sim->parts.open.tree, number)->times != model->times;
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++) {
        differs |= rows_differ(&sums.row[site], &model->row[site]);
        differs |= rows_differ(&sums.row[site], &all.row[site]);
        msim_row_subtract(&rest[site], &sums.row[site]);
    }
    return differs;
}

static bool differs(struct run *run)
{
    static struct msim_row rest[UNIT_SITES_MAX];
    uint32_t parts = run->on.sim->parts.open.tree.parts.used;
    struct msim_part_counts counts;
    bool found = false;
    msim_part_counts_init(&counts, &run->on.sim->parts, &run->on.memory.mem);
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++)
        rest[site] = *msim_profile_row(&run->on.profile, site);
    for (uint32_t number = 1; number < parts; number++)
        found |= part_differs(run, &counts, number, rest);
    const struct model_part *none = model_part(&run->model, 0, run->name, 0);
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++)
        found |= rows_differ(&rest[site], &none->row[site]);
    /* No part of the model is missing: its counts are those of the profile. */
    for (uint32_t site = 0; site < run->on.profile.rows.used; site++) {
        struct msim_row sum = {0};
        for (uint32_t i = 0; i < run->model.parts; i++)
            msim_row_add(&sum, &run->model.part[i]->row[site]);
        found |= rows_differ(&sum, msim_profile_row(&run->on.profile, site));
    }
    return found;
}

UNIT_EACH(random_programs, unit_rounds(PROGRAMS))
{
    static struct run run;
    start(&run, RIGHT, 3000 + (uint64_t)_i);
    run_chunks(&run, 12);
    bool bad = differs(&run);
    uint32_t parts = run.on.sim->parts.open.tree.parts.used;
    end(&run);
    ck_assert_msg(!bad, "program %d", _i);
    ck_assert_uint_gt(parts, 4);
}

UNIT_FROM(finds_faults, ENDS_AT_ONCE, FAULTS)
{
    static struct run run;
    bool found = false;
    for (uint64_t seed = 77; !found && seed < 87; seed++) {
        start(&run, (enum fault)_i, seed);
        run_chunks(&run, 12);
        found = differs(&run);
        end(&run);
    }
    ck_assert_msg(found, "fault %d is not found", _i);
}
