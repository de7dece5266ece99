/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The row of software prefetches in the table of observers: with its option, what the program asks
 * for ahead comes into D1, or L2, where its instruction is run, and counts in the columns of its line
 * what became of it (outer/prefetched.h).
 *
 * Without it, these instructions do nothing, as for Cachegrind: so other counts change.
 */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/caches/sim.h"

enum { LEVELS = 2, COLUMNS = LEVELS * MSIM_FATES };

struct options {
    bool on;
};

static const struct msim_option rows[] = {
    {"--hints", "no|yes", "what the program prefetches comes, and is followed [no]", msim_set_flag,
     offsetof(struct options, on), true},
};

static const struct options usual = {.on = false};

static bool has_d1(const struct msim_machine *machine)
{
    return machine->level[MSIM_D1].units;
}

static bool has_l2(const struct msim_machine *machine)
{
    return machine->level[MSIM_L2].units;
}

/* Of each level, in the order of fates. */
static const struct msim_observed columns[COLUMNS] = {
    {.words = {"D1SwIssued", "software prefetch", "es for D1"}, .exists = has_d1},
    {.words = {"D1SwRedundant", "software prefetch", "es of what D1 had"}, .exists = has_d1},
    {.words = {"D1SwUsed", "software-prefetched line", "s used in D1"}, .exists = has_d1},
    {.words = {"D1SwUnused", "software-prefetched line", "s evicted from D1 unused"},
     .exists = has_d1},
    {.words = {"D1SwLeft", "software-prefetched line", "s left in D1 at the end"},
     .exists = has_d1},
    {.words = {"L2SwIssued", "software prefetch", "es for L2"}, .exists = has_l2},
    {.words = {"L2SwRedundant", "software prefetch", "es of what L2 had"}, .exists = has_l2},
    {.words = {"L2SwUsed", "software-prefetched line", "s used in L2"}, .exists = has_l2},
    {.words = {"L2SwUnused", "software-prefetched line", "s evicted from L2 unused"},
     .exists = has_l2},
    {.words = {"L2SwLeft", "software-prefetched line", "s left in L2 at the end"},
     .exists = has_l2},
};

static void describe(const void *options, struct msim_machine *machine)
{
    (void)options;
    machine->hints = true;
}

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->stream = needs->misses = needs->operations = true;
}

/* Why this machine cannot have it; NULL: it can. */
static const char *refused(const struct msim_machine *machine)
{
    if (!has_d1(machine))
        return "what the program prefetches comes into D1, which is not simulated: give --hints=no, "
               "or --D1=SIZE,WAYS,LINE";
    if (msim_machine_cores(machine) > 1)
        return "software prefetches are followed on one core: give --hints=no, or --cores=1";
    if (machine->layout)
        return "--layout-sim compares with caches into which nothing comes ahead: give --hints=no, "
               "or --layout-sim=no";
    if (machine->why)
        return "what the program prefetches into D1 is not told from what is used there, for "
               "--why=yes: give --hints=no, or --why=no";
    return NULL;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    struct msim_prefetching *into = setting->sim->outer.into;
    const char *reason = refused(setting->machine);
    (void)options;
    if (reason) {
        *refusal = (struct msim_refusal){"--hints", "yes", reason};
        return NULL;
    }
    into[msim_prefetch_place(MSIM_D1)].prefetched.hints = setting->observed;
    into[msim_prefetch_place(MSIM_L2)].prefetched.hints = setting->observed + MSIM_FATES;
    return into;
}

/* What segments compute is where their prefetches are. */
static const struct msim_trace_need records[] = {
    {offsetof(struct msim_needs, operations), "--hints=yes"},
};

const struct msim_observer msim_hints_observer = {
    .name = "hints",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .observed = columns,
    .observed_used = COLUMNS,
    .on = offsetof(struct options, on),
    .describe = describe,
    .needs = needs,
    .make = make,
    .records = records,
    .records_used = sizeof records / sizeof *records,
};
