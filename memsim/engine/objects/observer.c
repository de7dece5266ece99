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

static bool is_on(const void *options)
{
    return ((const struct options *)options)->on;
}

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
    return objects;
}

static void extend(void *self)
{
    msim_objects_extend(self);
}

static void event(void *self, const uint64_t *record, uint64_t instructions)
{
    msim_objects_event(self, record, instructions);
}

static void save_memory(void *self)
{
    struct msim_objects *objects = self;
    if (objects->uses.limit > objects->uses.taken)
        objects->uses.limit = objects->uses.taken + 1;
}

static void settle(void *self)
{
    msim_objects_settle(self);
}

static void refresh(void *self)
{
    msim_objects_refresh(self);
}

static void clear(void *self)
{
    msim_objects_clear(self);
}

static void write(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    msim_objects_write(self, about, sink);
}

static void summary(const void *self, const struct msim_lines *lines)
{
    msim_objects_summary(self, lines);
    msim_within_summary(&((const struct msim_objects *)self)->within, lines);
}

static const struct msim_result_file files[] = {
    {"--objects-out-file", offsetof(struct options, file), "memsim objects", write},
};

const struct msim_observer msim_objects_observer = {
    .name = "objects",
    .options = {rows, sizeof rows / sizeof *rows, &usual, sizeof usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .with = "calls",
    .turned_on_by = "--objects-sim=yes",
    .is_on = is_on,
    .needs = needs,
    .make = make,
    .extend = extend,
    .event = event,
    .save_memory = save_memory,
    .settle = settle,
    .refresh = refresh,
    .clear = clear,
    .summary = summary,
    .recorded_with = "--objects-sim=yes",
};
