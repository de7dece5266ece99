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
#include "engine/branches/simple.h"
#include "engine/caches/sim.h"

enum column { CONDITIONAL, CONDITIONAL_WRONG, INDIRECT, INDIRECT_WRONG, COLUMNS };

struct options {
    bool on;
};

/* What is needed of a segment. */
struct ending {
    uint64_t address; /* of the branch */
    uint32_t site;
    uint8_t branch; /* enum msim_branch */
    uint8_t words;
};

struct branchsim {
    struct msim_sim *sim;
    unsigned column;
    struct msim_table endings;           /* struct ending, by segment */
    struct msim_simple_branches *simple; /* by core */
};

static const struct msim_option rows[] = {
    {"--branch-sim", "no|yes", "count branches, and simulate predictors as Cachegrind has [no]",
     msim_set_flag, offsetof(struct options, on), true},
};

static const struct options usual = {.on = false};

static const struct msim_observed columns[COLUMNS] = {
    [CONDITIONAL] = {.words = {"Bc", "conditional branch", "es"}, .plain = true},
    [CONDITIONAL_WRONG] = {.words = {"Bcm", "mispredicted conditional branch", "es"},
                           .plain = true},
    [INDIRECT] = {.words = {"Bi", "indirect branch", "es"}, .plain = true},
    [INDIRECT_WRONG] = {.words = {"Bim", "mispredicted indirect branch", "es"}, .plain = true},
};

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->branches = true;
}

/* --- Counting ------------------------------------------------------------------------------- */

static void extend(void *self)
{
    struct branchsim *of = self;
    const struct msim_dict *dict = of->sim->dict;
    for (uint32_t number; (number = of->endings.used) < dict->segments.used;) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, number);
        struct ending *ending = msim_table_add(&of->endings);
        unsigned last = segment->instrs_used - 1u;
        *ending = (struct ending){segment->address, segment->instrs[last].site, segment->branch,
                                  segment->words};
        for (unsigned i = 0; i < last; i++)
            ending->address += segment->instrs[i].length;
    }
}

static inline void count(struct branchsim *of, enum column column, uint32_t site)
{
    msim_sim_observe(of->sim, of->column + column, site, 1);
}

static void segment(void *self, const uint64_t *record)
{
    struct branchsim *of = self;
    const struct ending *ending =
        MSIM_TABLE_AT(&of->endings, msim_header_segment(*record), struct ending);
    if (!ending->branch)
        return;
    struct msim_simple_branches *simple = &of->simple[of->sim->cores.on];
    bool indirect = ending->branch == MSIM_BRANCH_INDIRECT;
    bool right = indirect ? msim_simple_indirect(simple, ending->address, record[ending->words])
                          : msim_simple_conditional(simple, ending->address,
                                                    ending->branch == MSIM_BRANCH_TAKEN);
    count(of, indirect ? INDIRECT : CONDITIONAL, ending->site);
    if (!right)
        count(of, indirect ? INDIRECT_WRONG : CONDITIONAL_WRONG, ending->site);
}

/* --- What is said --------------------------------------------------------------------------- */

static uint64_t total_of(const struct branchsim *of, const struct msim_row *total,
                         enum column column)
{
    unsigned number = of->column + column;
    return total->count[msim_observed_kind(number)][msim_observed_count(number)];
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

/* --- The row -------------------------------------------------------------------------------- */

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    (void)options, (void)refusal;
    struct branchsim *of = msim_get(setting->mem, sizeof *of, 8);
    size_t cores = msim_machine_cores(setting->machine);
    of->sim = setting->sim;
    of->column = setting->observed;
    msim_table_init(&of->endings, setting->mem, sizeof(struct ending), MSIM_SEGMENTS_MAX);
    of->simple = msim_get(setting->mem, cores * sizeof *of->simple, 64);
    return of;
}

const struct msim_observer msim_branchsim_observer = {
    .name = "branchsim",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .observed = columns,
    .observed_used = COLUMNS,
    .on = offsetof(struct options, on),
    .needs = needs,
    .make = make,
    .extend = extend,
    .segment = segment,
    .summary = summary,
    .recorded_with = "--branch-sim=yes",
};
