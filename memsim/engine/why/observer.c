/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The row of reasons in the table of observers: each miss of data in D1, L2 and L3 counts in the
 * column of its reason (arrays/reasons.h), where it is.
 *
 * Invariant: the reasons of a level add up to its misses of data, which is looked at when the run
 * ends.  So a miss counts here exactly if it counts there: also of several cores, where what
 * another core supplies misses no level that they share.
 */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/caches/sim.h"

enum { LEVELS = 3, COLUMNS = LEVELS * MSIM_REASONS };

struct options {
    bool on;
};

struct why {
    struct msim_sim *sim;
    unsigned column[COLUMNS]; /* by level and reason; MSIM_OBSERVED_MAX: this machine has none */
};

static const struct msim_option rows[] = {
    {"--why", "no|yes", "count misses of data by their reasons [no]", msim_set_flag,
     offsetof(struct options, on), true},
};

static const struct options usual = {.on = false};

/* --- Columns -------------------------------------------------------------------------------- */

static bool shares_d1(const struct msim_machine *machine)
{
    return msim_has_d1(machine) && msim_machine_cores(machine) > 1;
}

static bool shares_l2(const struct msim_machine *machine)
{
    return msim_has_l2(machine) && msim_machine_cores(machine) > 1;
}

static bool shares_l3(const struct msim_machine *machine)
{
    return msim_has_l3(machine) && msim_machine_cores(machine) > 1;
}

static bool prefetches_d1(const struct msim_machine *machine)
{
    return msim_has_d1(machine) && (machine->hints || msim_has_prefetchers(machine, MSIM_D1));
}

/* Also what D1 asks for ahead. */
static bool prefetches_l2(const struct msim_machine *machine)
{
    return msim_has_l2(machine) &&
           (prefetches_d1(machine) || msim_has_prefetchers(machine, MSIM_L2));
}

/* What L2's prefetcher brings comes to L3, too. */
static bool prefetches_l3(const struct msim_machine *machine)
{
    return msim_has_l3(machine) &&
           (prefetches_d1(machine) || msim_has_prefetchers(machine, MSIM_L2) ||
            msim_has_prefetchers(machine, MSIM_L3));
}

/* Stores of the program may pass by the caches. */
static bool passes_d1(const struct msim_machine *machine)
{
    return msim_has_d1(machine) && machine->hints;
}

static bool passes_l2(const struct msim_machine *machine)
{
    return msim_has_l2(machine) && machine->hints;
}

static bool passes_l3(const struct msim_machine *machine)
{
    return msim_has_l3(machine) && machine->hints;
}

#define COLUMN(name, noun, if_so)                                                                  \
    {                                                                                              \
        .words = {name, noun, "es"}, .exists = if_so, .of_loads = true                             \
    }

/* By level, and in each in the order of reasons. */
static const struct msim_observed columns[COLUMNS] = {
    COLUMN("D1New", "first-touch D1 miss", msim_has_d1),
    COLUMN("D1Cap", "D1 capacity miss", msim_has_d1),
    COLUMN("D1Conf", "D1 conflict miss", msim_has_d1),
    COLUMN("D1Core", "D1 coherence miss", shares_d1),
    COLUMN("D1Pf", "D1 prefetch miss", prefetches_d1),
    COLUMN("D1Past", "D1 miss of what was stored past it", passes_d1),
    COLUMN("D2New", "first-touch L2 miss", msim_has_l2),
    COLUMN("D2Cap", "L2 capacity miss", msim_has_l2),
    COLUMN("D2Conf", "L2 conflict miss", msim_has_l2),
    COLUMN("D2Core", "L2 coherence miss", shares_l2),
    COLUMN("D2Pf", "L2 prefetch miss", prefetches_l2),
    COLUMN("D2Past", "L2 miss of what was stored past it", passes_l2),
    COLUMN("D3New", "first-touch L3 miss", msim_has_l3),
    COLUMN("D3Cap", "L3 capacity miss", msim_has_l3),
    COLUMN("D3Conf", "L3 conflict miss", msim_has_l3),
    COLUMN("D3Core", "L3 coherence miss", shares_l3),
    COLUMN("D3Pf", "L3 prefetch miss", prefetches_l3),
    COLUMN("D3Past", "L3 miss of what was stored past it", passes_l3),
};

static void describe(const void *options, struct msim_machine *machine)
{
    (void)options;
    machine->why = true;
}

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->stream = needs->misses = true;
}

/* --- Misses --------------------------------------------------------------------------------- */

/* The reference missed this level last, for the reason that is given up here. */
static void count(struct why *why, const struct msim_ref *ref, unsigned level,
                  enum msim_miss_reason reason)
{
    const struct msim_attribution *to = &why->sim->queue.attribution;
    unsigned column = why->column[level * MSIM_REASONS + reason];
    const struct msim_waited load = {ref->first, ref->site, ref->size};
    msim_sim_observe(why->sim, column, ref->site, 1);
    if (to->waited && !why->sim->parts.off)
        to->waited(to->self, column, &load, 1);
}

/* What the level said since the last reference; `counts`: it counts as a miss. */
static void end(struct why *why, const struct msim_ref *ref, unsigned level,
                const struct msim_array *array, bool counts)
{
    if (!array || !array->reasons)
        return;
    enum msim_miss_reason reason = msim_reasons_end(array->reasons);
    if (counts && ref->kind != MSIM_FETCH)
        count(why, ref, level, reason);
}

/* Misses come one by one, with what precedes them. */
static void served(void *self, const struct msim_ref *refs, const uint8_t *outcomes, uint32_t used)
{
    struct why *why = self;
    const struct msim_outer_core *outer = &why->sim->outer.at;
    for (uint32_t i = 0; i < used; i++) {
        unsigned missed = refs[i].missed;
        if (missed & MSIM_REF_MARKS || !(missed & MSIM_MISS_CACHE))
            continue;
        if (refs[i].kind != MSIM_FETCH)
            end(why, &refs[i], 0, &why->sim->data->cache, true);
        end(why, &refs[i], 1, outer->l2, outcomes[i] & MSIM_OUTCOME_L2);
        end(why, &refs[i], 2, outer->l3, outcomes[i] & MSIM_OUTCOME_L3);
    }
}

/* --- What is said --------------------------------------------------------------------------- */

static uint64_t total_of(const struct why *why, const struct msim_row *total, unsigned column)
{
    unsigned number = why->column[column];
    return number == MSIM_OBSERVED_MAX ? 0 : msim_observed_in(total, number);
}

/* "D1 misses by reason:  12 first touch + 34 capacity + 5 conflict" */
static void put_level(const struct why *why, struct msim_line *line, const struct msim_row *total,
                      unsigned level)
{
    static const char *const labels[LEVELS] = {
        "D1 because:   ", "L2d because:  ", "L3d because:  "};
    static const char *const reasons[MSIM_REASONS] = {" first touch", " capacity", " conflict",
                                                      " coherence",   " prefetch", " stored past"};
    enum msim_count misses = MSIM_MISS_L1 + level;
    uint64_t sum = 0, wanted = total->count[MSIM_READ][misses] + total->count[MSIM_WRITE][misses];
    if (why->column[level * MSIM_REASONS] == MSIM_OBSERVED_MAX)
        return;
    msim_put(&line->text, labels[level]);
    for (unsigned i = 0; i < MSIM_REASONS; i++) {
        unsigned column = level * MSIM_REASONS + i;
        if (why->column[column] == MSIM_OBSERVED_MAX)
            continue;
        uint64_t of = total_of(why, total, column);
        msim_put(&line->text, i ? " + " : "");
        msim_put_grouped(&line->text, of, 1);
        msim_put(&line->text, reasons[i]);
        sum += of;
    }
    msim_line_end(line);
    if (sum == wanted)
        return;
    msim_put(&line->text, "              which are not all misses, a fault of memsim's own: ");
    msim_put_grouped(&line->text, wanted, 1);
    msim_line_end(line);
}

static void summary(const void *self, const struct msim_lines *lines)
{
    const struct why *why = self;
    struct msim_row total = msim_profile_total(why->sim->profile);
    struct msim_line line;
    msim_line_init(&line, lines);
    for (unsigned level = 0; level < LEVELS; level++)
        put_level(why, &line, &total, level);
}

/* --- The row -------------------------------------------------------------------------------- */

/* What reasons are not defined for; NULL: they are. */
static const char *refuse(const struct msim_machine *machine)
{
    if (machine->inclusion[MSIM_L2] || machine->inclusion[MSIM_L3])
        return "lines also come and go where other levels push them out, for which there is no "
               "reason: give --why=no, or --inclusion=none";
    if (machine->passes_writes)
        return "a write that brings in nothing misses again, for which there is no reason: give "
               "--why=no, or --write without no-allocate";
    return NULL;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    const char *wrong = refuse(setting->machine);
    (void)options;
    if (wrong) {
        *refusal = (struct msim_refusal){"--why", "yes", wrong};
        return NULL;
    }
    struct why *why = msim_get(setting->mem, sizeof *why, 8);
    unsigned used = setting->observed;
    why->sim = setting->sim;
    for (unsigned i = 0; i < COLUMNS; i++)
        why->column[i] = columns[i].exists(setting->machine) ? used++ : MSIM_OBSERVED_MAX;
    return why;
}

const struct msim_observer msim_why_observer = {
    .name = "why",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .observed = columns,
    .observed_used = COLUMNS,
    .on = offsetof(struct options, on),
    .describe = describe,
    .needs = needs,
    .make = make,
    .served = served,
    .summary = summary,
};
