/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of sharing in the table of observers: its options, and what a study calls. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "processes.h"
#include "share.h"

struct options {
    const char *file;
    bool predicts;
};

static const struct msim_option rows[] = {
    {"--share-out-file", "<file>", "lines that cores take from each other [memsim.share.%p]",
     msim_set_file, offsetof(struct options, file), false},
    {"--share-predict", "no|yes",
     "also lines that they would take if these were longer or elsewhere [no]", msim_set_flag,
     offsetof(struct options, predicts), true},
};

static const struct options usual = {.file = "memsim.share.%p"};

static bool is_on(const void *options)
{
    return ((const struct options *)options)->file != NULL;
}

/* What cannot be predicted without cores is refused. */
static bool of_cores(const void *options)
{
    return !((const struct options *)options)->predicts;
}

/* A stack as long as the heap's observer has it names the same places. */
enum { CALLS = 30 };

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->stream = needs->misses = needs->mappings = true;
    needs->allocations = needs->instructions = needs->pointers = needs->tasks = true;
    needs->calls = CALLS;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    bool predicts = ((const struct options *)options)->predicts;
    if (setting->machine->cores.used <= 1) {
        if (predicts)
            *refusal = (struct msim_refusal){"--share-predict", "yes",
                                             "a single core shares no lines: give --cores=N"};
        return NULL;
    }
    struct msim_share *share = msim_get(setting->mem, sizeof *share, 64);
    msim_share_init(share, setting, predicts);
    return share;
}

static bool takes(const void *self, enum msim_input input)
{
    return input != MSIM_INPUT_NEAR || ((const struct msim_share *)self)->near;
}

static void summary(const void *self, const struct msim_lines *lines)
{
    struct msim_line line;
    if (!((const struct msim_share *)self)->processes)
        return;
    msim_line_init(&line, lines);
    msim_line_end(&line);
    msim_put(&line.text, MSIM_SHARE_PROCESSES);
    msim_line_wrap(&line, 2);
}

static const struct msim_result_file files[] = {
    {"--share-out-file", offsetof(struct options, file), "memsim share", msim_share_write,
     "where false sharing is"},
};

const struct msim_observer msim_share_observer = {
    .name = "share",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .turned_on_by = "--cores=N",
    .of_cores = of_cores,
    .is_on = is_on,
    .needs = needs,
    .make = make,
    .takes = takes,
    .event = msim_share_event,
    .shared = msim_share_take,
    .near = msim_share_take_near,
    .clear = msim_share_clear,
    .summary = summary,
    .recorded_with = "--cores=4",
};
