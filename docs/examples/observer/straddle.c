/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An observer of accesses that straddle two lines of 64 bytes, which it counts in a column of its own; see HACKING.md. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/caches/sim.h"

struct options {
    bool on;
};

struct straddle {
    struct msim_sim *sim;
    unsigned column;
};

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    (void)options, (void)refusal;
    struct straddle *straddle = msim_get(setting->mem, sizeof *straddle, 8);
    *straddle = (struct straddle){setting->sim, setting->observed};
    return straddle;
}

static void segment(void *self, const uint64_t *record)
{
    const struct straddle *straddle = self;
    const struct msim_segment *segment =
        msim_dict_segment_at(straddle->sim->dict, msim_header_segment(*record));
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint64_t first = record[access->word] + (uint64_t)(int64_t)access->offset;
        bool happened = !access->maybe || record[access->word] != MSIM_NO_ADDRESS;
        if (happened && first / 64 != (first + access->size - 1) / 64)
            msim_sim_observe(straddle->sim, straddle->column, segment->instrs[access->instr].site,
                             1);
    }
}

static const struct msim_option rows[] = {
    {"--straddle", "no|yes", "count accesses that straddle two lines [no]", msim_set_flag,
     offsetof(struct options, on), true},
};

static const struct options usual = {.on = false};

static const struct msim_observed columns[] = {
    {.words = {"Sd", "straddling access", "es"}, .label = "Straddles:"},
};

const struct msim_observer msim_straddle_observer = {
    .name = "straddle",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .observed = columns,
    .observed_used = 1,
    .on = offsetof(struct options, on),
    .make = make,
    .segment = segment,
};
