/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file in Massif's format. */
#include "file.h"

#define WHOLE UINT64_C(100000000) /* 100%, in the units of the options */

struct writer {
    struct msim_text text;
    const struct msim_heap *heap;
    uint32_t number; /* of the next snapshot */
};

static void put_field(struct msim_text *text, const char *name, uint64_t number)
{
    msim_put(text, name);
    msim_put_number(text, number);
    msim_put(text, "\n");
}

/* --- The head ----------------------------------------------------------------------------- */

static void put_names(struct msim_text *text, const char *option,
                      const struct msim_option_names *names)
{
    for (unsigned i = 0; i < names->used; i++) {
        msim_put(text, option);
        msim_put_name(text, names->name[i]);
    }
}

static void put_if_not(struct msim_text *text, const char *option, uint64_t value, uint64_t usual)
{
    if (value == usual)
        return;
    msim_put(text, option);
    msim_put_number(text, value);
}

static void put_threshold(struct msim_text *text, uint32_t threshold)
{
    uint32_t unit = WHOLE / 100, rest = threshold % unit;
    msim_put(text, " --threshold=");
    msim_put_number(text, threshold / unit);
    msim_put(text, rest ? "." : "");
    for (; rest; rest %= unit)
        msim_put_number(text, rest / (unit /= 10));
}

static const char *unit_name(enum msim_time_unit unit)
{
    return unit == MSIM_TIME_MS ? "ms" : unit == MSIM_TIME_BYTES ? "B" : "i";
}

const struct msim_heap_options msim_heap_usual = {.on = true,
                                                  .depth = 30,
                                                  .threshold = 1000000,
                                                  .detailed_freq = 10,
                                                  .max_snapshots = 100,
                                                  .admin = MSIM_ADMIN_AUTO,
                                                  .heap_file = "memsim.heap.%p",
                                                  .alloc_file = "memsim.alloc.%p"};

/* Writes the options that differ from the defaults; Massif writes all that were given. */
static void put_options(struct msim_text *text, const struct msim_heap_options *options)
{
    const struct msim_heap_options *usual = &msim_heap_usual;
    put_names(text, " --alloc-fn=", &options->alloc_fns);
    for (unsigned i = 0; i < options->allocators.used; i++) {
        msim_put(text, " --allocator=");
        msim_put_name(text, options->allocators.one[i].text);
    }
    put_names(text, " --ignore-fn=", &options->ignore_fns);
    put_if_not(text, " --depth=", options->depth, usual->depth);
    if (options->threshold != usual->threshold)
        put_threshold(text, options->threshold);
    put_if_not(text, " --detailed-freq=", options->detailed_freq, usual->detailed_freq);
    put_if_not(text, " --max-snapshots=", options->max_snapshots, usual->max_snapshots);
    if (options->time_unit != usual->time_unit) {
        msim_put(text, " --time-unit=");
        msim_put(text, unit_name(options->time_unit));
    }
    msim_put(text, options->stacks ? " --stacks=yes" : "");
    msim_put(text, options->pages ? " --pages-as-heap=yes" : "");
    put_if_not(text, " --heap-admin=", options->admin, usual->admin);
}

/* The format has room for one line. */
static void put_fingerprint(struct msim_text *text, const struct msim_about *about)
{
    uint64_t hash = about->dict ? msim_fingerprint_hash(about->dict) : 0;
    if (!hash)
        return;
    msim_put(text, "; fingerprint ");
    msim_put_hex(text, hash);
}

static void put_head(struct msim_text *text, const struct msim_heap *heap,
                     const struct msim_about *about)
{
    msim_put(text, "desc: memsim");
    put_options(text, &heap->options);
    msim_put(text, about->incomplete ? " " : "");
    msim_put(text, about->incomplete ? about->incomplete : "");
    put_fingerprint(text, about);
    msim_put(text, "\ncmd: ");
    msim_put_name(text, about->command);
    msim_put(text, "\ntime_unit: ");
    msim_put(text, unit_name(heap->options.time_unit));
    msim_put(text, "\n");
}

/* --- Trees -------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *base = path;
    for (; *path; path++)
        if (*path == '/')
            base = path + 1;
    return base;
}

/* "0x109168: main (prog.c:12)", "0x109168: ??? (in /usr/bin/prog)". */
static void put_frame(struct msim_text *text, const struct msim_callers *callers,
                      const struct msim_heap_node *node)
{
    if (node->frame == MSIM_NO_FRAME) {
        msim_put(text, "0x0: ???");
        return;
    }
    const struct msim_dict *dict = callers->dict;
    const struct msim_frame *frame = msim_frame_at(&dict->calls, node->frame);
    struct msim_heap_function level = msim_callers_level(callers, node->frame, node->level);
    const char *object = msim_dict_text(dict, frame->object);
    msim_put_hex(text, frame->address);
    msim_put(text, ": ");
    msim_put_name(text, msim_dict_text(dict, level.function));
    if (level.line) {
        msim_put(text, " (");
        msim_put_name(text, base_name(msim_dict_text(dict, level.file)));
        msim_put(text, ":");
        msim_put_number(text, level.line);
        msim_put(text, ")");
    } else if (object[0]) {
        msim_put(text, " (in ");
        msim_put_name(text, object);
        msim_put(text, ")");
    }
}

static void put_joined(struct msim_text *text, uint32_t places, uint32_t threshold)
{
    msim_put(text, "in ");
    msim_put_number(text, places);
    msim_put(text, places == 1 ? " place, below" : " places, all below");
    msim_put(text, " massif's threshold (");
    msim_put_percent(text, threshold, WHOLE, 2, 0);
    msim_put(text, ")");
}

static void put_node(struct writer *writer, const struct msim_forest *forest, uint32_t number,
                     unsigned level)
{
    struct msim_text *text = &writer->text;
    const struct msim_heap *heap = writer->heap;
    const struct msim_heap_node *node = msim_heap_node_at(forest, number);
    for (unsigned i = 0; i < level; i++)
        msim_put(text, " ");
    msim_put(text, "n");
    msim_put_number(text, node->children);
    msim_put(text, ": ");
    msim_put_number(text, node->bytes);
    msim_put(text, " ");
    if (node->places)
        put_joined(text, node->places, heap->options.threshold);
    else if (level)
        put_frame(text, &heap->callers, node);
    else if (heap->options.pages)
        msim_put(text, "(page allocation syscalls) mmap/mremap/brk, --alloc-fns, etc.");
    else
        msim_put(text, "(heap allocation functions) malloc/new/new[], --alloc-fns, etc.");
    msim_put(text, "\n");
    for (uint32_t child = node->child; child; child = msim_heap_node_at(forest, child)->next)
        put_node(writer, forest, child, level + 1);
}

/* --- Snapshots ---------------------------------------------------------------------------- */

static void put_snapshot(struct writer *writer, const struct msim_forest *forest,
                         const struct msim_snapshot *snapshot, const char *tree)
{
    struct msim_text *text = &writer->text;
    msim_put(text, "#-----------\n");
    put_field(text, "snapshot=", writer->number++);
    msim_put(text, "#-----------\n");
    put_field(text, "time=", snapshot->time);
    put_field(text, "mem_heap_B=", snapshot->heap);
    put_field(text, "mem_heap_extra_B=", snapshot->extra);
    put_field(text, "mem_stacks_B=", snapshot->stacks);
    msim_put(text, "heap_tree=");
    msim_put(text, snapshot->tree ? tree : "empty");
    msim_put(text, "\n");
    if (snapshot->tree)
        put_node(writer, forest, snapshot->tree, 0);
}

static void put_peak(struct writer *writer)
{
    const struct msim_heap *heap = writer->heap;
    struct msim_snapshot peak = msim_heap_peak(heap);
    struct msim_forest forest;
    if (!heap->peak_number)
        return;
    msim_forest_init(&forest, heap->forest.mem, heap->forest.callers);
    peak.tree = msim_heap_tree(heap, &forest, &peak, true);
    put_snapshot(writer, &forest, &peak, "peak");
}

void msim_heap_file(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    struct msim_heap *heap = self;
    struct writer writer = {.heap = heap};
    const struct msim_timeline *timeline = &heap->timeline;
    uint32_t i = 0;
    msim_text_init(&writer.text, sink);
    put_head(&writer.text, heap, about);
    for (; i < timeline->used && timeline->snapshots[i].time <= heap->peak.time; i++)
        put_snapshot(&writer, timeline->forest, &timeline->snapshots[i], "detailed");
    put_peak(&writer);
    for (; i < timeline->used; i++)
        put_snapshot(&writer, timeline->forest, &timeline->snapshots[i], "detailed");
    msim_text_flush(&writer.text);
}
