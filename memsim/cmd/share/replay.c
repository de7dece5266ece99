/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays a trace with separated lines (separated.h), and counts the misses by coherence that are
 * left. */
#include "cmd/trace/crew.h"
#include "cmd/trace/simulate.h"
#include "engine/caches/mapper.h"
#include "separated.h"

struct counting {
    struct msim_separated *separated;
    const struct msim_separated_trace *trace;
    uint64_t *misses; /* in memory that processes share */
};

/* The run's misses are counted unit by unit, as those of the file are, in a row after those of the
 * mapper. */
struct run {
    struct msim_profile *profile;
    uint32_t row;
};

static void count_miss(void *self, const struct msim_sharing *sharing)
{
    const struct run *run = self;
    if (sharing->miss != MSIM_SHARING_NONE)
        msim_profile_row(run->profile, run->row)->count[sharing->kind][MSIM_TRUE_SHARED]++;
}

static uint64_t misses_of(const struct msim_row *row)
{
    uint64_t misses = 0;
    for (int kind = MSIM_READ; kind <= MSIM_WRITE; kind++)
        misses += row->count[kind][MSIM_TRUE_SHARED] + row->count[kind][MSIM_FALSE_SHARED];
    return misses;
}

static void replay(void *self, unsigned task, volatile uint64_t *part)
{
    static const struct msim_observer *const none[] = {NULL};
    struct counting *counting = self;
    const struct msim_separated_trace *trace = counting->trace;
    struct msim_options options;
    struct msim_player *player = msim_player_open(trace->name, trace->partial);
    struct msim_study *study =
        msim_simulated(player, &options, none, trace->operands, (char **)trace->operand);
    struct msim_mapper mapper = msim_separated_mapper(counting->separated);
    struct run run = {&study->profile, mapper.rows++};
    struct msim_sharing_observer observer = {.shared = count_miss, .self = &run};
    (void)task;
    msim_sim_attach_mapper(study->sim, &mapper);
    msim_sim_attach_sharing(study->sim, &observer);
    msim_player_run(player, study, NULL, part);
    for (uint32_t i = 0; i < mapper.rows; i++)
        counting->misses[i] = misses_of(msim_profile_row(&study->profile, i));
}

const uint64_t *msim_separated_count(struct msim_separated *separated,
                                     const struct msim_separated_trace *trace)
{
    struct counting counting = {separated, trace,
                                msim_shared((separated->lines + 2) * sizeof *counting.misses)};
    struct msim_crew crew = {.tasks = 1,
                             .jobs = 1,
                             .what = "counting the gain",
                             .whole = msim_trace_bytes(trace->name),
                             .run = replay,
                             .self = &counting,
                             .again = true};
    msim_crew_run(&crew);
    return counting.misses;
}
