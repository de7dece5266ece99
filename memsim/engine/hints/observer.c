/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The row of software prefetches in the table of observers: with its option, what the program asks
 * for ahead comes into D1, or L2, where its instruction is run, and counts in the columns of its line
 * what became of it (outer/prefetched.h).  What it stores past the caches goes past them, and counts
 * in what pieces it is sent (combining/buffers.h).
 *
 * Without it, prefetches do nothing, and these stores are as others, as for Cachegrind: so other counts
 * change.
 */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/caches/sim.h"

/* Columns: fates of each of the levels, then times, then stores past the caches. */
enum { LEVELS = 2, TIMES = LEVELS * MSIM_FATES };
enum time { TIMED, LATE, LATE_CYCLES, HELD, LEAD, TAKES, ROUNDS, TIME_COLUMNS };
enum { PAST = TIMES + TIME_COLUMNS, COLUMNS = PAST + MSIM_PAST_COUNTS };

struct options {
    bool on;
};

struct hints {
    const struct msim_sim *sim;
    bool timed;     /* a core says when lines come; */
    unsigned times; /* the first of its columns */
};

static const struct msim_option rows[] = {
    {"--hints", "no|yes",
     "prefetches and stores of the program are followed that go into the caches, or past them [no]",
     msim_set_flag, offsetof(struct options, on), true},
};

static const struct options usual = {.on = false};

/* A core is simulated, as its parts of the cycles say. */
static bool has_core(const struct msim_machine *machine)
{
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX && machine->observed[i]; i++)
        if (machine->observed[i]->part)
            return msim_has_d1(machine);
    return false;
}

/* Lines that were sent are compared with what a last level would have kept. */
static bool has_outer(const struct msim_machine *machine)
{
    return msim_has_l2(machine) || msim_has_l3(machine);
}

/* Of each level, in the order of fates. */
static const struct msim_observed columns[COLUMNS] = {
    {.words = {"D1SwIssued", "software prefetch", "es for D1"}, .exists = msim_has_d1},
    {.words = {"D1SwRedundant", "software prefetch", "es of what D1 had"}, .exists = msim_has_d1},
    {.words = {"D1SwUsed", "software-prefetched line", "s used in D1"}, .exists = msim_has_d1},
    {.words = {"D1SwUnused", "software-prefetched line", "s evicted from D1 unused"},
     .exists = msim_has_d1},
    {.words = {"D1SwLeft", "software-prefetched line", "s left in D1 at the end"},
     .exists = msim_has_d1},
    {.words = {"L2SwIssued", "software prefetch", "es for L2"}, .exists = msim_has_l2},
    {.words = {"L2SwRedundant", "software prefetch", "es of what L2 had"}, .exists = msim_has_l2},
    {.words = {"L2SwUsed", "software-prefetched line", "s used in L2"}, .exists = msim_has_l2},
    {.words = {"L2SwUnused", "software-prefetched line", "s evicted from L2 unused"},
     .exists = msim_has_l2},
    {.words = {"L2SwLeft", "software-prefetched line", "s left in L2 at the end"},
     .exists = msim_has_l2},
    [TIMES + TIMED] = {.words = {"SwTimed", "software-prefetched line", "s whose times are known"},
                       .exists = has_core},
    [TIMES + LATE] = {.words = {"SwLate", "late software prefetch", "es"}, .exists = has_core},
    [TIMES + LATE_CYCLES] = {.words = {"SwLateCy", "cycle", "s that software prefetches were late"},
                             .exists = has_core},
    [TIMES + HELD] = {.words = {"SwHeldCy", "cycle", "s that late software prefetches cost"},
                      .exists = has_core},
    [TIMES + LEAD] = {.words = {"SwLeadCy", "cycle", "s from software prefetches to uses"},
                      .exists = has_core},
    [TIMES + TAKES] = {.words = {"SwTakesCy", "cycle", "s that software prefetches took"},
                       .exists = has_core},
    [TIMES + ROUNDS] = {.words = {"SwRounds", "round", "s from software prefetches to uses"},
                        .exists = has_core},
    [PAST + MSIM_PAST_ISSUED] = {.words = {"NtIssued", "non-temporal store", "s"},
                                 .exists = msim_has_d1},
    [PAST + MSIM_PAST_LINES] = {.words = {"NtLines", "line", "s of non-temporal stores"},
                                .exists = msim_has_d1},
    [PAST +
        MSIM_PAST_WHOLE] = {.words = {"NtWhole", "line", "s sent whole"}, .exists = msim_has_d1},
    [PAST +
        MSIM_PAST_PART] = {.words = {"NtPart", "line", "s sent in part"}, .exists = msim_has_d1},
    [PAST + MSIM_PAST_LEFT] = {.words = {"NtLeft", "line", "s in buffers at the end"},
                               .exists = msim_has_d1},
    [PAST + MSIM_PAST_HAD] = {.words = {"NtHad", "non-temporal store", "s to lines of caches"},
                              .exists = msim_has_d1},
    [PAST + MSIM_PAST_BACK] = {.words = {"NtBack", "line", "s sent that came back"},
                               .exists = has_outer},
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
    if (!msim_has_d1(machine))
        return "what the program prefetches comes into D1, which is not simulated: give "
               "--hints=no, or --D1=SIZE,WAYS,LINE";
    if (machine->layout)
        return "--layout-sim compares with caches into which nothing comes ahead: give --hints=no, "
               "or --layout-sim=no";
    if (machine->passes_writes)
        return "writes that bring in nothing are not told from what the program prefetches: give "
               "--hints=no, or --write without no-allocate";
    if (machine->inclusion[MSIM_L2] == MSIM_EXCLUSIVE)
        return "an exclusive L2 gets what leaves D1, and nothing that the program prefetches: give "
               "--hints=no, or --inclusion without L2:exclusive";
    return NULL;
}

/* --- Times ---------------------------------------------------------------------------------- */

static void add(const struct hints *hints, const struct msim_prefetch_cause *cause, enum time time,
                uint64_t times)
{
    const struct msim_prefetch_counter *to = &hints->sim->outer.counter;
    unsigned column = hints->times + time;
    if (times && cause->site && cause->site != MSIM_NO_CAUSE)
        to->count(to->self, cause, msim_observed_kind(column), msim_observed_count(column), times);
}

static void used(void *self, const struct msim_prefetch_cause *cause,
                 const struct msim_hint_timing *timing)
{
    add(self, cause, TIMED, 1);
    add(self, cause, LATE, timing->late > 0);
    add(self, cause, LATE_CYCLES, timing->late);
    add(self, cause, LEAD, timing->lead);
    add(self, cause, TAKES, timing->takes);
    add(self, cause, ROUNDS, timing->rounds);
}

static void held(void *self, const struct msim_prefetch_cause *cause, uint64_t cycles)
{
    add(self, cause, HELD, cycles);
}

/* --- What is said --------------------------------------------------------------------------- */

static uint64_t total_of(const struct hints *hints, const struct msim_row *total, enum time time)
{
    return msim_observed_in(total, hints->times + time);
}

/* "Late:            12 of 60, by 34.5 cycles on average, which cost 120 cycles" */
static void summary(const void *self, const struct msim_lines *lines)
{
    enum { TENTHS = 10 };
    const struct hints *hints = self;
    struct msim_row total = msim_profile_total(hints->sim->profile);
    uint64_t late = total_of(hints, &total, LATE), timed = total_of(hints, &total, TIMED);
    struct msim_line line;
    if (!hints->timed)
        return;
    msim_line_init(&line, lines);
    msim_put(&line.text, "Late software:   ");
    msim_put_grouped(&line.text, late, 1);
    msim_put(&line.text, " of ");
    msim_put_grouped(&line.text, timed, 1);
    if (late) {
        uint64_t tenths = TENTHS * total_of(hints, &total, LATE_CYCLES) / late;
        msim_put(&line.text, ", by ");
        msim_put_grouped(&line.text, tenths / TENTHS, 1);
        msim_put(&line.text, ".");
        msim_put_number(&line.text, tenths % TENTHS);
        msim_put(&line.text, " cycles on average, which cost ");
        msim_put_grouped(&line.text, total_of(hints, &total, HELD), 1);
        msim_put(&line.text, " cycles");
    }
    msim_line_end(&line);
}

/* --- The row -------------------------------------------------------------------------------- */

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    struct msim_prefetch_sums *sums = setting->sim->outer.sums;
    const char *reason = refused(setting->machine);
    (void)options;
    if (reason) {
        *refusal = (struct msim_refusal){"--hints", "yes", reason};
        return NULL;
    }
    sums[msim_prefetch_place(MSIM_D1)].hints = setting->observed;
    sums[msim_prefetch_place(MSIM_L2)].hints = setting->observed + MSIM_FATES;
    struct hints *hints = msim_get(setting->mem, sizeof *hints, 8);
    hints->sim = setting->sim;
    hints->times = setting->observed + (msim_has_l2(setting->machine) ? TIMES : MSIM_FATES);
    hints->timed = has_core(setting->machine);
    setting->sim->outer.buffers.columns = hints->times + (hints->timed ? TIME_COLUMNS : 0);
    if (hints->timed)
        setting->sim->hint_times = (struct msim_hint_times){used, held, hints};
    return hints;
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
    .summary = summary,
    .records = records,
    .records_used = sizeof records / sizeof *records,
};
