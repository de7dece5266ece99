/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of page-ins in the table of observers: their options, and what a study calls. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/caches/sim.h"
#include "pagein.h"
#include "pagepass.h"

struct observer {
    struct msim_pagein pagein; /* first, because the observer's state begins with one */
    const struct msim_mem *mem;
    const struct msim_profile *profile;
    struct msim_pagepass *pass; /* NULL: the simulator finds the first touches */
    bool follows; /* the simulator passes records on as it runs them; else the pass is ahead */
};

/* --- Options ------------------------------------------------------------------------------ */

static const char *set_pagein(void *options, const struct msim_option *option, const char *value)
{
    struct msim_pagein_options *pagein = options;
    pagein->asked = msim_same_text(value, "yes");
    return msim_set_flag(options, option, value);
}

static const char *set_pagein_time(void *options, const struct msim_option *option,
                                   const char *value)
{
    struct msim_pagein_options *pagein = options;
    (void)option;
    if (!msim_same_text(value, "i") && !msim_same_text(value, "us"))
        return "expected i (instructions) or us (microseconds)";
    pagein->microseconds = msim_same_text(value, "us");
    return NULL;
}

static const char *set_page_size(void *options, const struct msim_option *option, const char *value)
{
    struct msim_pagein_options *pagein = options;
    static const char *const names[] = {"4K", "16K", "64K", "2M"};
    static const unsigned shifts[] = {12, 14, 16, 21};
    (void)option;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (msim_same_text(value, names[i])) {
            pagein->page_shift = shifts[i];
            return NULL;
        }
    return "expected 4K, 16K, 64K or 2M";
}

/* As in the kernel, a power of two, at least a page. */
static const char *set_fault_around(void *options, const struct msim_option *option,
                                    const char *value)
{
    struct msim_pagein_options *pagein = options;
    static const char allowed[] = "expected a power of two from 4K to 2M";
    uint32_t number, unit = 1;
    (void)option;
    if (!msim_read_whole(&value, &number))
        return allowed;
    if (*value == 'K' || *value == 'M')
        unit = *value++ == 'K' ? 1 << 10 : 1 << 20;
    uint64_t bytes = (uint64_t)number * unit;
    if (*value || bytes < 4096 || bytes > 2 << 20 || bytes & (bytes - 1))
        return allowed;
    pagein->fault_around = bytes;
    return NULL;
}

#define FIELD(f) offsetof(struct msim_pagein_options, f)

static const struct msim_option rows[] = {
    {"--pagein", "no|yes", "list the first touch of each page [yes]", set_pagein, FIELD(on), true},
    {"--pagein-out-file", "<file>", "first touches of pages [memsim.pagein.%p]", msim_set_file,
     FIELD(file), false},
    {"--pagein-detail", "no|yes", "also list accesses, backing and functions [yes]", msim_set_flag,
     FIELD(detail), true},
    {"--pagein-time", "i|us", "time is instructions or microseconds [i]", set_pagein_time, 0, true},
    {"--page-size", "4K|16K|64K|2M", "size of the pages listed [4K]", set_page_size, 0, true},
    {"--fault-around", "<size>", "how much of a file the kernel maps at a time [64K]",
     set_fault_around, 0, true},
};

const struct msim_pagein_options msim_pagein_usual = {.on = true,
                                                      .detail = true,
                                                      .page_shift = 12,
                                                      .fault_around = 65536,
                                                      .file = "memsim.pagein.%p"};

/* --- Making ------------------------------------------------------------------------------- */

static void needs(const void *options, struct msim_needs *needs)
{
    const struct msim_pagein_options *pagein = options;
    needs->stream = needs->mappings = needs->kernel = true;
    needs->microseconds = pagein->microseconds;
}

/* The pass is a chunk ahead of the simulator, but where several cores run side by side: it sees
 * their records in the order in which they run. */
static bool make_pass(struct observer *observer, const struct msim_setting *setting)
{
    observer->pass = msim_get(setting->mem, sizeof *observer->pass, 64);
    msim_pagepass_init(observer->pass, setting->mem, setting->dict, &observer->pagein);
    observer->follows = setting->sim && setting->sim->cores.used > 1;
    return !observer->follows;
}

/* The simulator's TLBs find the first touches if possible, else a pass over all records does. */
static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    const struct msim_pagein_options *asked = options;
    (void)refusal;
    if (!setting->sim && !setting->has_stream && !asked->asked)
        return NULL;
    struct observer *observer = msim_get(setting->mem, sizeof *observer, 64);
    struct msim_pagein *pagein = &observer->pagein;
    observer->mem = setting->mem;
    observer->profile = setting->profile;
    msim_pagein_init(pagein, setting->mem, setting->dict, asked);
    if (setting->sim) {
        pagein->contexts = &setting->sim->contexts;
        msim_page_counts_init(&pagein->contexts->pages, setting->mem);
    }
    bool shown = setting->sim && msim_sim_finds_pages(setting->sim);
    bool ahead = !shown && make_pass(observer, setting);
    if (setting->sim)
        msim_pagein_parts_init(&pagein->in_parts, setting->mem, &setting->sim->parts, ahead);
    if (shown)
        msim_pagein_watch(pagein, setting->sim);
    return observer;
}

static void pages(void *self, struct msim_page_observer *pages)
{
    struct msim_pagein *pagein = self;
    *pages = (struct msim_page_observer){msim_pagein_touch, pagein, &pagein->faults.pages,
                                         MSIM_PAGE_SEEN | MSIM_PAGE_COPIES, MSIM_PAGE_SEEN};
}

/* --- Observing ---------------------------------------------------------------------------- */

static void extend(void *self)
{
    struct observer *observer = self;
    if (observer->pass)
        msim_pagepass_extend(observer->pass);
}

static bool takes(const void *self, enum msim_input input)
{
    const struct observer *observer = self;
    if (input == MSIM_INPUT_PAGES)
        return !observer->pass;
    return observer->pass && observer->follows == (input == MSIM_INPUT_SEGMENTS);
}

static void run(void *self, const uint64_t *words, const uint64_t *end)
{
    msim_pagepass_run(((struct observer *)self)->pass, words, end);
}

static void segment(void *self, const uint64_t *record)
{
    msim_pagepass_segment(((struct observer *)self)->pass, record);
}

/* A pass that is ahead sees the events, too. */
static void event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct observer *observer = self;
    if (!observer->pass)
        msim_pagein_event(&observer->pagein, record, instructions);
    else if (observer->follows)
        msim_pagepass_event(observer->pass, record);
}

static void clear(void *self)
{
    struct observer *observer = self;
    msim_pagein_clear(&observer->pagein);
    if (observer->pagein.contexts)
        msim_page_counts_clear(&observer->pagein.contexts->pages);
    if (observer->pass)
        msim_pagepass_clear(observer->pass);
}

static void write(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    const struct observer *observer = self;
    msim_pagein_file(&observer->pagein, observer->profile, about, observer->mem, sink);
}

static void summary(const void *self, const struct msim_lines *lines)
{
    msim_pagein_summary(&((const struct observer *)self)->pagein, lines);
}

static void not_recorded(const void *recorded, const void *wanted, struct msim_lacks *lacks)
{
    const struct msim_pagein_options *had = recorded, *pagein = wanted;
    if (pagein->microseconds && !had->microseconds)
        msim_lacks_add(lacks, "--pagein-time=us");
}

static const struct msim_trace_need records[] = {
    {offsetof(struct msim_needs, kernel), "--pagein=yes"},
};

static const struct msim_result_file files[] = {
    {"--pagein-out-file", FIELD(file), "memsim pages", write, "which pages are touched first"},
};

const struct msim_observer msim_pagein_observer = {
    .name = "page-ins",
    .options = {rows, sizeof rows / sizeof *rows, &msim_pagein_usual, sizeof msim_pagein_usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .words = msim_page_words,
    .words_used = MSIM_PAGE_WORDS,
    .on = offsetof(struct msim_pagein_options, on),
    .needs = needs,
    .make = make,
    .extend = extend,
    .takes = takes,
    .run = run,
    .segment = segment,
    .pages = pages,
    .event = event,
    .clear = clear,
    .summary = summary,
    .recorded_with = "--pagein=yes",
    .records = records,
    .records_used = 1,
    .not_recorded = not_recorded,
};
