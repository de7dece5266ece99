/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random programs on random cores: they retire when the naive model says, and what their cycles are
 * spent on is the same. A model that differs in anything is found. */
#include "engine/core/pipeline.h"

#include <stdio.h>
#include <string.h>

#include "model.h"
#include "randomcode.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"

enum { PROGRAMS = 400, SEGMENTS = 120, FAULT_PROGRAMS = 4000 };

static uint64_t charged[MODEL_SITES][MSIM_CAUSES];

static void charge(void *self, uint32_t site, enum msim_cause reason, uint64_t cycles)
{
    (void)self;
    charged[site][reason] += cycles;
}

/* Few ports and slow ways, and all else that many can be under way. */
static void make_narrow(struct unit_random *random, struct msim_core *core)
{
    const struct msim_core usual = *core;
    *core = msim_core_usual;
    core->width = core->retire = 16;
    core->integer_queue = core->vector_queue = 500;
    for (unsigned i = MSIM_CORE_simple_ports; i <= MSIM_CORE_access_ports; i++)
        *msim_core_at(core, i) = 1 + (uint32_t)unit_below(random, 2);
    core->l2_rate = 10 + (uint32_t)unit_below(random, 30);
    core->l2_bank = 30 + (uint32_t)unit_below(random, 30);
    core->l3_rate = 10 + (uint32_t)unit_below(random, 30);
    core->stride = usual.stride;
    core->stream = usual.stream;
}

/* Usual values, each of them often another one, which is mostly small. */
static void random_core(struct unit_random *random, struct msim_machine *machine)
{
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        const struct msim_core_value *value = &msim_core_values[i];
        uint64_t most = value->most < 2 * value->usual + 2 ? value->most : 2 * value->usual + 2;
        uint64_t drawn = value->least + unit_below(random, most - value->least + 1);
        if (unit_one_in(random, 4))
            drawn = value->least + unit_below(random, 3);
        if (unit_one_in(random, 8))
            drawn = value->least + unit_below(random, 100);
        if (unit_one_in(random, 3) || drawn > value->most)
            drawn = value->usual;
        *msim_core_at(&machine->core, i) = (uint32_t)drawn;
    }
    machine->core.in_order = unit_one_in(random, 5);
    if (unit_one_in(random, 3))
        make_narrow(random, &machine->core);
    for (unsigned i = 0; i < MSIM_LATENCIES; i++)
        machine->latency[i] = 1 + (uint32_t)unit_below(random, 30u << i % 4);
    if (!unit_one_in(random, 4))
        machine_level(machine, MSIM_D1, unit_one_in(random, 2) ? "32768,8,64" : "1024,2,64");
}

/* What is wrong in the model. */
struct fault {
    int value;      /* of the core: one more; -1: none */
    bool source;    /* the first source of one operation is another one */
    bool latencies; /* each level takes a cycle more */
    bool entries;   /* no walk finds its entry in the first level */
    bool pages;     /* rows are those of virtual pages */
    bool comes;     /* what is prefetched comes a tick later */
    bool buffers;   /* no store past the caches takes a buffer */
    bool keeps;     /* L1 keeps what was written */
    bool wrong;     /* loads on the wrong way start a cycle later */
    bool differs;   /* what the wrong way and the right one wrote is unknown */
    struct model_faults model;
};

static const struct fault none = {.value = -1};

static void spoil_entries(struct code *code)
{
    for (uint32_t i = 0; i < code->missed_used; i++)
        if (code->missed[i].served.entry.from == MSIM_DEPENDENCY)
            code->missed[i].served.entry.from = MSIM_WAIT_L2;
}

/* What the record's hints bring, each line once. */
static void bring(struct msim_hinted *hinted, const struct code *code)
{
    uint64_t came[CODE_OPS];
    unsigned used = 0;
    for (unsigned i = 0; i < code->ops.ops; i++) {
        const struct msim_operation *op = &code->op[i];
        uint64_t line = code->record[op->access] >> MSIM_LINE_SHIFT;
        enum msim_cause from = random_code_where(NULL, line);
        bool first = op->class == MSIM_OP_HINT, again = false;
        if (!msim_op_hints(op->class) || from == MSIM_DEPENDENCY ||
            (from == MSIM_WAIT_L2 && !first))
            continue;
        for (unsigned k = 0; k < used; k++)
            again |= came[k] == line;
        if (!again)
            msim_hinted_comes(hinted, line, first ? (int64_t)(line % 64) : -1, from);
        came[used++] = line;
    }
}

/* The record's stores past the caches take buffers for some of their lines, for each once. */
static void take(struct unit_random *random, struct msim_past_stores *past,
                 struct model_list *taken, const struct code *code)
{
    past->used = 0;
    taken->used = 0;
    for (unsigned i = 0; i < code->ops.ops; i++) {
        const struct msim_operation *op = &code->op[i];
        uint64_t line = code->record[op->access] >> MSIM_LINE_SHIFT;
        if (op->class != MSIM_OP_STORE_PAST || unit_one_in(random, 3))
            continue;
        line += unit_one_in(random, 4);
        msim_past_takes(past, line);
        model_list_add(taken, line);
    }
}

/* What is in the caches before it is referenced, by the program's number. */
enum { AHEAD_NOTHING, AHEAD_HINTED, AHEAD_PREFETCHED, AHEADS };

/* A pipeline, the model of it, and what both run. */
struct both {
    struct unit_random random;
    struct msim_machine machine;
    struct random_code program;
    struct msim_pipeline pipeline;
    struct msim_memory behind;
    struct model model;
};

static void start_model(struct both *both, const struct fault *fault)
{
    struct msim_machine other = both->machine;
    struct msim_probe probe = {random_code_where, random_code_physical, NULL};
    if (fault->value >= 0)
        ++*msim_core_at(&other.core, (unsigned)fault->value);
    for (unsigned i = 0; i < MSIM_LATENCIES && fault->latencies; i++)
        other.latency[i]++;
    if (fault->pages)
        probe.physical = NULL;
    model_start(&both->model, &other, &probe,
                msim_branches_make(&memory.mem, other.core.target_bits));
    both->model.wrong.late = fault->wrong;
    both->model.memory.keeps = fault->keeps;
    both->model.wrong.differs = fault->differs;
    both->model.faults = fault->model;
}

static void start(struct both *both, uint64_t seed, const struct fault *fault)
{
    struct msim_probe probe = {random_code_where, random_code_physical, NULL};
    memset(both, 0, sizeof *both);
    memset(charged, 0, sizeof charged);
    both->random.state = seed;
    random_core(&both->random, &both->machine);
    if (seed % AHEADS == AHEAD_PREFETCHED) /* whose prefetchers these are does not matter here */
        both->machine.prefetch[0][0].text[0] = 'n';
    random_code_start(&both->program, seed + 1);
    msim_memory_init(&both->behind, &memory.mem, &both->machine, &probe);
    msim_pipeline_init(&both->pipeline, &memory.mem, &both->machine.core, &both->behind,
                       msim_branches_make(&memory.mem, both->machine.core.target_bits),
                       &(struct msim_charges){charge, NULL});
    start_model(both, fault);
    struct model_memory *behind = &both->model.memory;
    behind->in_caches = seed % AHEADS == AHEAD_PREFETCHED;
    if (behind->in_caches)
        behind->core.stride = behind->core.stream = 0;
    behind->hinted = both->behind.past.in_buffers = seed % AHEADS == AHEAD_HINTED;
    if (behind->hinted)
        both->behind.hinted = msim_hinted_new(&memory.mem, 64);
}

/* Lines come into the caches before they are referenced, near those of the record. */
static void prefetch(struct both *both, const struct code *code, bool late)
{
    uint64_t started = both->pipeline.started, other = both->model.last_started + late;
    for (unsigned used = code->ops.ops ? unit_below(&both->random, 4) : 0; used; used--) {
        const struct msim_operation *op = &code->op[unit_below(&both->random, code->ops.ops)];
        uint64_t line =
            (code->record[op->access] >> MSIM_LINE_SHIFT) + unit_below(&both->random, 3);
        enum msim_cause from = random_code_where(NULL, line);
        bool first = unit_one_in(&both->random, 2);
        if (from == MSIM_DEPENDENCY || (from == MSIM_WAIT_L2 && !first))
            continue;
        msim_memory_comes(&both->behind, started, line, first, from);
        model_memory_comes(&both->model.memory, other, line, first, from);
    }
}

/* Runs the next record on both; false: they differ. */
static bool run_next(struct both *both, const struct fault *fault)
{
    struct code *code = random_code_next(&both->program);
    struct model_memory *behind = &both->model.memory;
    struct msim_hinted *hinted = both->behind.hinted;
    uint16_t was = code->source[0];
    if (hinted) {
        bring(hinted, code);
        take(&both->random, &both->behind.past, &behind->taken, code);
    }
    code_run(&both->pipeline, code);
    if (hinted)
        msim_hinted_done(hinted);
    behind->came.used = 0;
    if (fault->buffers)
        behind->taken.used = 0;
    if (fault->source)
        code->source[0] = MSIM_REGISTERS - 1;
    if (fault->entries)
        spoil_entries(code);
    model_run(&both->model, &code->segment, code->record, code->missed, code->missed_used);
    code->source[0] = was;
    if (behind->in_caches)
        prefetch(both, code, fault->comes);
    return both->pipeline.retired == both->model.last_retired &&
           !memcmp(charged, both->model.part, sizeof charged);
}

/* Runs a program on both; false: they differ. */
static bool is_same(uint64_t seed, const struct fault *fault)
{
    static struct both both;
    bool same = true;
    start(&both, seed, fault);
    for (int i = 0; i < SEGMENTS && same; i++) {
        same = run_next(&both, fault);
        if (unit_one_in(&both.random, 50)) {
            msim_pipeline_break(&both.pipeline);
            both.model.last = NULL;
        }
    }
    model_end(&both.model);
    unit_memory_end(&memory);
    unit_memory_start(&memory);
    return same;
}

UNIT_TEST(retires_as_the_model_does)
{
    for (int i = 0; i < unit_rounds(PROGRAMS); i++)
        ck_assert_msg(is_same(1000 + (uint64_t)i, &none), "program %d differs", i);
}

static bool is_found(const struct fault *fault)
{
    for (uint64_t i = 0; i < FAULT_PROGRAMS; i++)
        if (!is_same(1000 + i, fault))
            return true;
    return false;
}

/* Each value of a core matters, and so the comparison sees all that depends on one; but where the
 * kernel's lines are is known before anything runs (unit/core/levels/kernellines). */
UNIT_TEST(finds_what_is_one_more)
{
    for (int i = 0; i < MSIM_CORE_VALUES; i++)
        ck_assert_msg(i == MSIM_CORE_kernel_lines || is_found(&(struct fault){.value = i}),
                      "%s is one more, and nobody sees it", msim_core_values[i].name);
}

UNIT_TEST(finds_another_source)
{
    ck_assert(is_found(&(struct fault){.value = -1, .source = true}));
}

UNIT_TEST(finds_longer_latencies)
{
    ck_assert(is_found(&(struct fault){.value = -1, .latencies = true}));
}

UNIT_TEST(finds_other_entries)
{
    ck_assert(is_found(&(struct fault){.value = -1, .entries = true}));
}

UNIT_TEST(finds_other_pages)
{
    ck_assert(is_found(&(struct fault){.value = -1, .pages = true}));
}

UNIT_TEST(finds_what_is_prefetched_later)
{
    ck_assert(is_found(&(struct fault){.value = -1, .comes = true}));
}

UNIT_TEST(finds_buffers_that_are_not_taken)
{
    ck_assert(is_found(&(struct fault){.value = -1, .buffers = true}));
}

UNIT_TEST(finds_lines_that_do_not_go_back)
{
    ck_assert(is_found(&(struct fault){.value = -1, .keeps = true}));
}

UNIT_TEST(finds_later_loads_on_the_wrong_way)
{
    ck_assert(is_found(&(struct fault){.value = -1, .wrong = true}));
}

UNIT_TEST(finds_loads_that_wait_for_other_stores)
{
    ck_assert(is_found(&(struct fault){.value = -1, .model.waits = true}));
}

UNIT_TEST(finds_another_stack_pointer)
{
    ck_assert(is_found(&(struct fault){.value = -1, .model.stack = true}));
}

UNIT_TEST(finds_selections_of_operands)
{
    ck_assert(is_found(&(struct fault){.value = -1, .model.selects = true}));
}

UNIT_TEST(finds_ways_that_never_compute_the_same)
{
    ck_assert(is_found(&(struct fault){.value = -1, .differs = true}));
}
