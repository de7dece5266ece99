/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of objects in the table of observers: its options, and what a study calls. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "objects.h"

struct options {
    bool on, accesses;
    uint64_t limit;
    const char *file;
};

static const char *set_objects(void *options, const struct msim_option *option, const char *value)
{
    struct options *objects = options;
    (void)option;
    objects->accesses = msim_same_text(value, "accesses");
    objects->on = objects->accesses || msim_same_text(value, "yes");
    return objects->on || msim_same_text(value, "no") ? NULL : "expected no, yes or accesses";
}

static const struct msim_option rows[] = {
    {"--objects-sim", "no|yes|accesses", "misses by block, variable and field [no]", set_objects, 0,
     true},
    {"--objects-limit", "<size>", "memory for uses of objects, then fold [an eighth of all]",
     msim_set_limit, offsetof(struct options, limit), true},
    {"--objects-out-file", "<file>", "objects by misses [memsim.objects.%p]", msim_set_file,
     offsetof(struct options, file), false},
};

static const struct options usual = {.file = "memsim.objects.%p"};

/* A stack as long as the heap's observer has it names the same places. */
enum { CALLS = 30 };

static void needs(const void *options, struct msim_needs *needs)
{
    (void)options;
    needs->stream = needs->misses = needs->flow = needs->mappings = true;
    needs->allocations = needs->instructions = needs->pointers = true;
    needs->calls = CALLS;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    const struct options *asked = options;
    struct msim_objects *objects = msim_get(setting->mem, sizeof *objects, 64);
    (void)refusal;
    msim_objects_init(objects, setting, asked->accesses);
    objects->uses.limit = asked->limit ? asked->limit : msim_usual_limit(setting);
    if (objects->waits)
        msim_object_waits_limit(objects->waits, objects->uses.limit);
    return objects;
}

/* It counts all references or only those that missed. */
static bool takes(const void *self, enum msim_input input)
{
    return input != MSIM_INPUT_RECORDS || ((const struct msim_objects *)self)->all;
}

static void save_memory(void *self)
{
    struct msim_objects *objects = self;
    if (objects->uses.limit > objects->uses.taken)
        objects->uses.limit = objects->uses.taken + 1;
}

static void summary(const void *self, const struct msim_lines *lines)
{
    msim_objects_summary(self, lines);
    msim_within_summary(&((const struct msim_objects *)self)->within, lines);
}

static const struct msim_trace_need records[] = {
    {offsetof(struct msim_needs, pointers), "--objects-sim=yes"},
};

static const struct msim_result_file files[] = {
    {"--objects-out-file", offsetof(struct options, file), "memsim objects", msim_objects_write,
     "which data is missed, and by whom"},
};

const struct msim_observer msim_objects_observer = {
    .name = "objects",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .with = "calls",
    .turned_on_by = "--objects-sim=yes",
    .on = offsetof(struct options, on),
    .needs = needs,
    .make = make,
    .extend = msim_objects_extend,
    .takes = takes,
    .event = msim_objects_event,
    .attribute = msim_objects_attribute,
    .outcomes = msim_objects_outcomes,
    .moved = msim_objects_moved,
    .waited = msim_objects_waited,
    .record = msim_objects_record,
    .passed = msim_objects_passed,
    .save_memory = save_memory,
    .settle = msim_objects_settle,
    .refresh = msim_objects_refresh,
    .clear = msim_objects_clear,
    .summary = summary,
    .recorded_with = "--objects-sim=yes",
    .records = records,
    .records_used = 1,
};
