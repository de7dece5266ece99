/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The row of branches in the table of observers: how many there are of each kind, and how many were
 * mispredicted, in columns of lines, parts and contexts.
 *
 * A branch is what Cachegrind says is one (stream.h), and belongs to the line of its instruction.
 * Each core has predictors of its own, which see all that it runs, also what is not counted.
 */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/branches/branches.h"
#include "engine/caches/sim.h"
#include "list.h"
#include "stream/event.h"

/* Those that were mispredicted follow each kind. */
enum column { CONDITIONAL, CONDITIONAL_WRONG, INDIRECT, INDIRECT_WRONG, TAKEN, COLUMNS };

struct options {
    bool on, tage;
};

struct branchsim {
    struct msim_sim *sim;
    unsigned column;
    struct msim_table ends; /* struct msim_branch_end, by segment */
    struct msim_branch_list list;
    struct msim_simple_branches *simple; /* by core; NULL: */
    struct msim_branches **tage;
};

static const char *set_predictor(void *options, const struct msim_option *option, const char *value)
{
    struct options *own = options;
    (void)option;
    own->tage = msim_same_text(value, "tage");
    return own->tage || msim_same_text(value, "cachegrind") ? NULL : "expected cachegrind or tage";
}

static const struct msim_option rows[] = {
    {"--branch-sim", "no|yes", "count branches, and those that are mispredicted [no]",
     msim_set_flag, offsetof(struct options, on), true},
    {"--branch-predictor", "cachegrind|tage", "by which predictors [cachegrind]", set_predictor, 0,
     true},
};

static const struct options usual = {.on = false};

static const struct msim_observed columns[COLUMNS] = {
    [CONDITIONAL] = {.words = {"Bc", "conditional branch", "es"}, .plain = true},
    [CONDITIONAL_WRONG] = {.words = {"Bcm", "conditional misprediction", "s"}, .plain = true},
    [INDIRECT] = {.words = {"Bi", "indirect branch", "es"}, .plain = true},
    [TAKEN] = {.words = {"Bt", "taken conditional branch", "es"}},
    [INDIRECT_WRONG] = {.words = {"Bim", "indirect misprediction", "s"}, .plain = true},
};

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->branches = true;
}

/* --- Counting ------------------------------------------------------------------------------- */

static struct msim_branch_end *end_of(const struct branchsim *of, uint32_t segment)
{
    return MSIM_TABLE_AT(&of->ends, segment, struct msim_branch_end);
}

static void extend(void *self)
{
    struct branchsim *of = self;
    const struct msim_dict *dict = of->sim->dict;
    for (uint32_t number; (number = of->ends.used) < dict->segments.used;) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, number);
        struct msim_branch_end *end = msim_table_add(&of->ends);
        end->address = msim_instr_address(segment, segment->instrs_used - 1u);
        end->branch = segment->branch;
        end->word = segment->words;
        end->number = msim_branch_list_number(&of->list, segment, end->address);
    }
}

static enum column column_of(const struct msim_branch_end *end)
{
    return end->branch == MSIM_BRANCH_INDIRECT ? INDIRECT : CONDITIONAL;
}

/* By the predictors that cycles use, too. */
static bool foresees(void *self, const struct msim_branch_end *end, const uint64_t *record)
{
    const struct branchsim *of = self;
    struct msim_branches *tage = of->tage[of->sim->cores.on];
    struct msim_goes goes;
    if (end->branch == MSIM_BRANCH_INDIRECT)
        return msim_branches_indirect(tage, end->address, record[end->word], &goes);
    return msim_branches_conditional(tage, end->address, end->branch == MSIM_BRANCH_TAKEN);
}

/* In the context and the part that count. */
static void count(void *self, uint32_t segment, bool wrong)
{
    const struct branchsim *of = self;
    const struct msim_branch_end *end = end_of(of, segment);
    struct msim_listed_branch *branch = msim_branch_at(&of->list, end->number);
    unsigned column = of->column + column_of(end);
    msim_sim_observe(of->sim, column, branch->site, 1);
    if (wrong)
        msim_sim_observe(of->sim, column + 1, branch->site, 1);
    if (end->branch == MSIM_BRANCH_TAKEN)
        msim_sim_observe(of->sim, of->column + TAKEN, branch->site, 1);
    if (!of->sim->parts.off)
        msim_branch_add(branch, end->branch, 1, wrong);
}

static void add_to_row(struct msim_row *row, unsigned column, uint64_t times)
{
    row->count[msim_observed_kind(column)][msim_observed_count(column)] += times;
}

/* What was added up belongs to no context, and no part. */
static void settle(void *self)
{
    const struct branchsim *of = self;
    for (uint32_t i = 0; i < of->ends.used; i++) {
        struct msim_branch_end *end = end_of(of, i);
        unsigned column = of->column + column_of(end);
        if (!end->times)
            continue;
        struct msim_listed_branch *branch = msim_branch_at(&of->list, end->number);
        struct msim_row *row = msim_profile_row(of->sim->profile, branch->site);
        add_to_row(row, column, end->times);
        add_to_row(row, column + 1, end->wrong);
        add_to_row(row, of->column + TAKEN, end->branch == MSIM_BRANCH_TAKEN ? end->times : 0);
        msim_branch_add(branch, end->branch, end->times, end->wrong);
        end->times = end->wrong = 0;
    }
}

static void branches(void *self, struct msim_branch_observer *branches)
{
    struct branchsim *of = self;
    *branches = (struct msim_branch_observer){.ends = &of->ends,
                                              .simple = of->simple,
                                              .foresees = foresees,
                                              .count = count,
                                              .settle = settle,
                                              .self = self};
}

/* What was counted since the last dump is forgotten; only if there is none, of single branches, too. */
static void event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct branchsim *of = self;
    const struct msim_part_tree *tree = &of->sim->parts.open.tree;
    (void)instructions;
    if (msim_event_of(*record) == MSIM_EVENT_PART && msim_part_call_of(record) == MSIM_PART_ZERO &&
        (!tree->parts.used || msim_run_part_at(tree, 0)->stretch == tree->stretch))
        msim_branch_list_clear(&of->list);
}

static void clear(void *self)
{
    msim_branch_list_clear(&((struct branchsim *)self)->list);
}

static void put_list(const void *self, struct msim_text *text)
{
    const struct branchsim *of = self;
    msim_branch_list_put(&of->list, of->sim->dict, text);
}

/* --- What is said --------------------------------------------------------------------------- */

static uint64_t total_of(const struct branchsim *of, const struct msim_row *total,
                         enum column column)
{
    return msim_observed_in(total, of->column + column);
}

/* "Branches:     1,234  (1,200 cond + 34 ind)" */
static void put_counts(struct msim_line *line, const char *label, uint64_t conditional,
                       uint64_t indirect)
{
    msim_put(&line->text, label);
    msim_put_grouped(&line->text, conditional + indirect, 1);
    msim_put(&line->text, "  (");
    msim_put_grouped(&line->text, conditional, 1);
    msim_put(&line->text, " cond + ");
    msim_put_grouped(&line->text, indirect, 1);
    msim_put(&line->text, " ind)");
    msim_line_end(line);
}

static void summary(const void *self, const struct msim_lines *lines)
{
    const struct branchsim *of = self;
    struct msim_row total = msim_profile_total(of->sim->profile);
    uint64_t count[COLUMNS];
    struct msim_line line;
    for (enum column i = 0; i < COLUMNS; i++)
        count[i] = total_of(of, &total, i);
    msim_line_init(&line, lines);
    put_counts(&line, "Branches:     ", count[CONDITIONAL], count[INDIRECT]);
    put_counts(&line, "Mispredicts:  ", count[CONDITIONAL_WRONG], count[INDIRECT_WRONG]);
    msim_put(&line.text, "Mispred rate: ");
    msim_put_percent(&line.text, count[CONDITIONAL_WRONG] + count[INDIRECT_WRONG],
                     count[CONDITIONAL] + count[INDIRECT], 1, 1);
    msim_put(&line.text, "  (");
    msim_put_percent(&line.text, count[CONDITIONAL_WRONG], count[CONDITIONAL], 1, 1);
    msim_put(&line.text, " + ");
    msim_put_percent(&line.text, count[INDIRECT_WRONG], count[INDIRECT], 1, 1);
    msim_put(&line.text, ")");
    msim_line_end(&line);
}

static void describe(const void *options, struct msim_machine *machine)
{
    machine->predictor = ((const struct options *)options)->tage ? "tage" : "cachegrind";
}

/* --- The row -------------------------------------------------------------------------------- */

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    (void)refusal;
    struct branchsim *of = msim_get(setting->mem, sizeof *of, 8);
    size_t cores = msim_machine_cores(setting->machine);
    of->sim = setting->sim;
    of->column = setting->observed;
    msim_sim_add_lines(of->sim, &(struct msim_more_lines){put_list, of});
    msim_branch_list_init(&of->list, setting->mem);
    msim_table_init(&of->ends, setting->mem, sizeof(struct msim_branch_end), MSIM_SEGMENTS_MAX);
    if (!((const struct options *)options)->tage) {
        of->simple = msim_get(setting->mem, cores * sizeof *of->simple, 64);
        return of;
    }
    of->tage = msim_get(setting->mem, cores * sizeof *of->tage, 8);
    for (size_t i = 0; i < cores; i++)
        of->tage[i] = msim_branches_make(setting->mem, 0);
    return of;
}

const struct msim_observer msim_branchsim_observer = {
    .name = "branchsim",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .observed = columns,
    .observed_used = COLUMNS,
    .on = offsetof(struct options, on),
    .describe = describe,
    .needs = needs,
    .make = make,
    .extend = extend,
    .branches = branches,
    .settle = settle,
    .event = event,
    .clear = clear,
    .summary = summary,
    .recorded_with = "--branch-sim=yes",
};
