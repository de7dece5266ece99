/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap's row in the table of observers: its options, and what a study calls. */
#include <stddef.h>

#include "engine/base/observer.h"
#include "file.h"

/* --- Options ------------------------------------------------------------------------------ */

static const char *set_depth(void *options, const struct msim_option *option, const char *value)
{
    struct msim_heap_options *heap = options;
    (void)option;
    return msim_set_number(&heap->depth, value, 1, 200, "expected a number from 1 to 200");
}

static const char *set_detailed(void *options, const struct msim_option *option, const char *value)
{
    struct msim_heap_options *heap = options;
    (void)option;
    return msim_set_number(&heap->detailed_freq, value, 1, 1000000,
                           "expected a number from 1 to 1000000");
}

static const char *set_snapshots(void *options, const struct msim_option *option, const char *value)
{
    struct msim_heap_options *heap = options;
    (void)option;
    return msim_set_number(&heap->max_snapshots, value, 10, 1000,
                           "expected a number from 10 to 1000");
}

static const char *set_admin(void *options, const struct msim_option *option, const char *value)
{
    struct msim_heap_options *heap = options;
    (void)option;
    if (!msim_same_text(value, "auto"))
        return msim_set_number(&heap->admin, value, 0, 1024,
                               "expected auto or a number from 0 to 1024");
    heap->admin = MSIM_ADMIN_AUTO;
    return NULL;
}

/* A percentage with up to six decimals. */
static const char *set_threshold(void *options, const struct msim_option *option, const char *value)
{
    struct msim_heap_options *heap = options;
    static const char allowed[] = "expected a percentage from 0 to 100 with at most 6 decimals";
    uint32_t whole, unit = 1000000;
    (void)option;
    if (!msim_read_whole(&value, &whole) || whole > 100)
        return allowed;
    whole *= unit;
    if (*value == '.' && value[1])
        for (value++; *value >= '0' && *value <= '9' && unit > 1; value++)
            whole += (uint32_t)(*value - '0') * (unit /= 10);
    if (*value || whole > 100000000)
        return allowed;
    heap->threshold = whole;
    return NULL;
}

static const char *set_time_unit(void *options, const struct msim_option *option, const char *value)
{
    struct msim_heap_options *heap = options;
    static const char *const names[] = {"i", "ms", "B"}; /* in the order of enum msim_time_unit */
    (void)option;
    for (unsigned unit = 0; unit < sizeof names / sizeof *names; unit++)
        if (msim_same_text(value, names[unit])) {
            heap->time_unit = (enum msim_time_unit)unit;
            return NULL;
        }
    return "expected i (instructions), ms or B (bytes allocated and freed)";
}

#define FIELD(f) offsetof(struct msim_heap_options, f)

static const struct msim_option rows[] = {
    {"--heap", "no|yes", "observe the heap [yes]", msim_set_flag, FIELD(on), true},
    {"--heap-out-file", "<file>", "the heap over time, in Massif's format [memsim.heap.%p]",
     msim_set_file, FIELD(heap_file), false},
    {"--alloc-out-file", "<file>", "allocations per source line [memsim.alloc.%p]", msim_set_file,
     FIELD(alloc_file), false},
    {"--alloc-fn", "<name>", "wraps malloc: leave it out of the trees; also a glob", msim_add_name,
     FIELD(alloc_fns), true},
    {"--allocator", "<name>[:size=<N>]...", "the program's own allocator; size is argument N [1]",
     msim_add_allocator, FIELD(allocators), true},
    {"--ignore-fn", "<name>", "leave out what the function allocates", msim_add_name,
     FIELD(ignore_fns), true},
    {"--depth", "<1..200>", "maximum depth of the call trees [30]", set_depth, 0, true},
    {"--threshold", "<percent>", "join places below this share in the trees [1.0]", set_threshold,
     0, true},
    {"--detailed-freq", "<N>", "every N-th snapshot has a tree [10]", set_detailed, 0, true},
    {"--max-snapshots", "<10..1000>", "maximum number of snapshots kept [100]", set_snapshots, 0,
     true},
    {"--time-unit", "i|ms|B", "time is instructions, milliseconds or bytes [i]", set_time_unit, 0,
     true},
    {"--stacks", "no|yes", "count stacks as memory, too [no]", msim_set_flag, FIELD(stacks), true},
    {"--pages-as-heap", "no|yes", "the heap is what is mapped, not malloc's blocks [no]",
     msim_set_flag, FIELD(pages), true},
    {"--heap-admin", "auto|<bytes>", "what each block takes beyond its size [auto]", set_admin, 0,
     true},
};

/* --- Observing ---------------------------------------------------------------------------- */

enum { WRAPPERS = 40 /* frames */ };

/* Wrappers are left out of a stack that was recorded. */
static uint32_t frames_of(const struct msim_heap_options *heap)
{
    return heap->depth + (heap->alloc_fns.used ? WRAPPERS : 0);
}

static void needs(const void *options, struct msim_needs *needs)
{
    const struct msim_heap_options *heap = options;
    needs->allocations = !heap->pages;
    needs->mapped = heap->pages;
    needs->stacks = heap->stacks;
    needs->milliseconds = heap->time_unit == MSIM_TIME_MS;
    needs->calls = frames_of(heap);
    needs->allocators = &heap->allocators;
}

static void *make(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal)
{
    (void)refusal;
    struct msim_heap *heap = msim_get(setting->mem, sizeof *heap, 64);
    msim_heap_init(heap, setting->mem, setting->dict, options);
    heap->callers.inlined = setting->inlined;
    if (setting->sim) { /* it is divided among the parts of the run */
        heap->sim = setting->sim;
        msim_heap_parts_init(&heap->in_parts, heap->mem, &heap->sim->parts.open.tree);
        msim_heap_frees_init(&heap->frees, heap->mem, &heap->sim->parts.open);
    }
    return heap;
}

static void not_recorded(const void *recorded, const void *wanted, struct msim_lacks *lacks)
{
    const struct msim_heap_options *had = recorded, *heap = wanted;
    if (heap->pages != had->pages)
        msim_lacks_add(lacks, heap->pages ? "--pages-as-heap=yes" : "--pages-as-heap=no");
    if (!msim_same_allocators(&heap->allocators, &had->allocators))
        msim_lacks_add(lacks, "--allocator=FUNCTION");
    if (heap->stacks && !had->stacks)
        msim_lacks_add(lacks, "--stacks=yes");
    if (heap->time_unit == MSIM_TIME_MS && had->time_unit != MSIM_TIME_MS)
        msim_lacks_add(lacks, "--time-unit=ms");
    if (frames_of(heap) > frames_of(had))
        msim_lacks_add(lacks, heap->depth > had->depth ? "--depth=200" : "--alloc-fn=FUNCTION");
}

static const struct msim_trace_need records[] = {
    {offsetof(struct msim_needs, allocations), "--heap=yes"},
    {offsetof(struct msim_needs, stacks), "--stacks=yes"},
    {offsetof(struct msim_needs, mapped), "--pages-as-heap=yes"},
    {offsetof(struct msim_needs, milliseconds), "--time-unit=ms"},
};

static const struct msim_result_file files[] = {
    {"--heap-out-file", FIELD(heap_file), "memsim heap", msim_heap_file,
     "who holds the memory at its peak"},
    {"--alloc-out-file", FIELD(alloc_file), "memsim annotate", msim_alloc_file,
     "which lines allocate"},
};

const struct msim_observer msim_heap_observer = {
    .name = "heap",
    .options = {rows, sizeof rows / sizeof *rows, &msim_heap_usual, sizeof msim_heap_usual},
    .files = files,
    .files_used = sizeof files / sizeof *files,
    .words = msim_alloc_words,
    .words_used = MSIM_ALLOC_COLUMNS,
    .on = offsetof(struct msim_heap_options, on),
    .needs = needs,
    .make = make,
    .event = msim_heap_event,
    .regions = msim_heap_change_regions,
    .clear = msim_heap_clear,
    .summary = msim_heap_summary,
    .recorded_with = "--heap=yes",
    .records = records,
    .records_used = sizeof records / sizeof *records,
    .not_recorded = not_recorded,
};
