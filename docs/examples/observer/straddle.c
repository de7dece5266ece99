/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An observer of accesses that straddle two lines of 64 bytes, by source line; see HACKING.md. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/report/sites.h"

struct options {
    bool on;
    const char *file;
};

struct straddle {
    const struct msim_mem *mem;
    const struct msim_dict *dict;
    struct msim_table counts; /* a uint64_t for each site of the dictionary */
};

/* --- Observing ---------------------------------------------------------------------------- */

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
    struct straddle *straddle = msim_get(setting->mem, sizeof *straddle, 8);
    straddle->mem = setting->mem;
    straddle->dict = setting->dict;
    msim_table_init(&straddle->counts, setting->mem, sizeof(uint64_t), UINT32_MAX);
    return straddle;
}

static void extend(void *self)
{
    struct straddle *straddle = self;
    while (straddle->counts.used < straddle->dict->sites.used)
        msim_table_add(&straddle->counts);
}

static void run(void *self, const uint64_t *words, const uint64_t *end)
{
    const struct straddle *straddle = self;
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (msim_header_is_event(*words))
            continue;
        const struct msim_segment *segment =
            msim_dict_segment_at(straddle->dict, msim_header_segment(*words));
        for (unsigned i = 0; i < segment->accesses_used; i++) {
            const struct msim_access *access = &segment->accesses[i];
            uint64_t first = words[access->word] + (uint64_t)(int64_t)access->offset;
            uint32_t site = segment->instrs[access->instr].site;
            bool happened = !access->maybe || words[access->word] != MSIM_NO_ADDRESS;
            if (happened && first / 64 != (first + access->size - 1) / 64)
                ++*(uint64_t *)msim_table_at(&straddle->counts, site);
        }
    }
}

static void clear(void *self)
{
    struct straddle *straddle = self;
    for (uint32_t site = 0; site < straddle->counts.used; site++)
        *(uint64_t *)msim_table_at(&straddle->counts, site) = 0;
}

/* --- Its file, in Cachegrind's format ------------------------------------------------------- */

static void put_count(struct msim_text *text, uint64_t count)
{
    msim_put(text, " ");
    msim_put_number(text, count);
    msim_put(text, "\n");
}

static void write(void *self, const char *command, const struct msim_sink *sink)
{
    const struct straddle *straddle = self;
    const uint32_t *sites = msim_sites_sorted(straddle->dict, straddle->mem);
    struct msim_text text;
    struct msim_site_lines lines;
    uint64_t total = 0;
    msim_text_init(&text, sink);
    msim_site_lines_init(&lines, &text, straddle->dict);
    msim_put(&text, "cmd: ");
    msim_put_name(&text, command);
    msim_put(&text, "\nevents: Straddles\n");
    for (uint32_t i = 0; i < straddle->counts.used; i++) {
        uint64_t count = *(uint64_t *)msim_table_at(&straddle->counts, sites[i]);
        if (!count)
            continue;
        msim_put_site(&lines, sites[i]);
        put_count(&text, count);
        total += count;
    }
    msim_put(&text, "summary:");
    put_count(&text, total);
    msim_text_flush(&text);
}

/* --- The row ------------------------------------------------------------------------------ */

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
