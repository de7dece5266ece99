/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An observer of accesses that straddle two lines of 64 bytes, by source line; see HACKING.md. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/report/sitecounts.h"

struct options {
    bool on;
    const char *file;
};

static bool is_on(const void *options)
{
    return ((const struct options *)options)->on;
}

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->stream = true;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    (void)options, (void)refusal;
    struct msim_site_counts *counts = msim_get(setting->mem, sizeof *counts, 8);
    msim_site_counts_init(counts, setting->mem, setting->dict, "Straddles");
    return counts;
}

static void extend(void *self)
{
    msim_site_counts_extend(self);
}

static void run(void *self, const uint64_t *words, const uint64_t *end)
{
    const struct msim_site_counts *counts = self;
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (msim_header_is_event(*words))
            continue;
        const struct msim_segment *segment =
            msim_dict_segment_at(counts->dict, msim_header_segment(*words));
        for (unsigned i = 0; i < segment->accesses_used; i++) {
            const struct msim_access *access = &segment->accesses[i];
            uint64_t first = words[access->word] + (uint64_t)(int64_t)access->offset;
            bool happened = !access->maybe || words[access->word] != MSIM_NO_ADDRESS;
            if (happened && first / 64 != (first + access->size - 1) / 64)
                ++*msim_site_count(counts, segment->instrs[access->instr].site);
        }
    }
}

static void clear(void *self)
{
    msim_site_counts_clear(self);
}

static void write(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    msim_site_counts_file(self, about, sink);
}

static const struct msim_option rows[] = {
    {"--straddle", "no|yes", "count accesses that straddle two lines [no]", msim_set_flag,
     offsetof(struct options, on), true},
    {"--straddle-out-file", "<file>", "where to [memsim.straddle.%p]", msim_set_file,
     offsetof(struct options, file), false},
};

static const struct options usual = {.file = "memsim.straddle.%p"};

static const struct msim_result_file files[] = {
    {"--straddle-out-file", offsetof(struct options, file), "memsim annotate", write},
};

const struct msim_observer msim_straddle_observer = {
    .name = "straddle",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = 1,
    .is_on = is_on,
    .needs = needs,
    .make = make,
    .extend = extend,
    .run = run,
    .clear = clear,
};
