/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of allocations: one line of counts for each source line that allocates, in each part of
 * the run.
 *
 * Places with the same line but different callers are added up when the file is written; lines
 * after these say by which calls each of them allocates (docs/format.md).
 */
#include <stddef.h>

#include "engine/base/sort.h"
#include "engine/report/partlines.h"
#include "engine/report/sites.h"
#include "file.h"
#include "stream/hash.h"
#include "stream/lookup.h"

const struct msim_words msim_alloc_words[] = {
    {"Allocs", "block", "s allocated"},    {"Bytes", "byte", "s requested"},
    {"Frees", "block", "s freed"},         {"PeakBytes", "byte", "s live at the peak"},
    {"Temp", "block", "s freed at once"},  {"Failed", "call", "s that failed"},
    {"EndBytes", "byte", "s never freed"},
};

struct alloc_row {
    uint64_t count[MSIM_ALLOC_COLUMNS];
};

struct alloc_lines {
    struct msim_text *text;
    const struct msim_heap *heap;
    const uint32_t *rank;  /* of each site in the order of the file */
    const uint32_t *place; /* all places, sorted by part and site; those without a site come last */
    uint32_t places;
};

static const struct msim_place *place_at(const struct alloc_lines *lines, uint32_t i)
{
    return msim_place_at(&lines->heap->callers, lines->place[i]);
}

static bool has_site(const struct alloc_lines *lines, const struct msim_place *place)
{
    return place->site < lines->heap->dict->sites.used;
}

/* --- Rows --------------------------------------------------------------------------------- */

static struct alloc_row counts_of(const struct msim_heap *heap, const struct msim_place *place)
{
    const struct msim_alloc_counts *counts = &place->counts;
    if (place->ignored)
        return (struct alloc_row){{0}};
    return (struct alloc_row){{counts->allocs, counts->bytes, counts->frees,
                               msim_peaked_at(&place->bytes, heap->peak_number), counts->temp,
                               counts->failed, place->bytes.now}};
}

static void add(struct alloc_row *to, const struct alloc_row *from)
{
    for (unsigned i = 0; i < MSIM_ALLOC_COLUMNS; i++)
        to->count[i] += from->count[i];
}

static bool is_any(const struct alloc_row *row)
{
    bool any = false;
    for (unsigned i = 0; i < MSIM_ALLOC_COLUMNS; i++)
        any |= row->count[i] != 0;
    return any;
}

static bool place_before(const void *context, uint32_t a, uint32_t b)
{
    const struct alloc_lines *lines = context;
    const struct msim_place *x = msim_place_at(&lines->heap->callers, a);
    const struct msim_place *y = msim_place_at(&lines->heap->callers, b);
    if (x->part != y->part)
        return x->part < y->part;
    if (!has_site(lines, x) || !has_site(lines, y))
        return has_site(lines, x) && !has_site(lines, y);
    return lines->rank[x->site] < lines->rank[y->site];
}

static void prepare(struct alloc_lines *lines)
{
    const struct msim_heap *heap = lines->heap;
    uint32_t sites = heap->dict->sites.used;
    const uint32_t *sorted = msim_sites_sorted(heap->dict, heap->mem, false);
    uint32_t *rank = msim_get(heap->mem, (sites + 1) * sizeof *rank, 8);
    for (uint32_t i = 0; i < sites; i++)
        rank[sorted[i]] = i;
    lines->rank = rank;
    lines->places = heap->callers.places.used;
    lines->place = msim_sorted(heap->mem, lines->places, place_before, lines);
}

static void put_counts(struct msim_text *text, const struct alloc_row *row)
{
    for (unsigned i = 0; i < MSIM_ALLOC_COLUMNS; i++) {
        msim_put(text, " ");
        msim_put_number(text, row->count[i]);
    }
    msim_put(text, "\n");
}

static void put_two(struct msim_text *text, const char *what, uint64_t a, uint64_t b)
{
    msim_put(text, what);
    msim_put_number(text, a);
    msim_put(text, " ");
    msim_put_number(text, b);
    msim_put(text, "\n");
}

/* --- The head ----------------------------------------------------------------------------- */

static void put_numbers(struct msim_text *text, const char *what, const uint64_t *number,
                        unsigned numbers)
{
    msim_put(text, what);
    for (unsigned i = 0; i < numbers; i++) {
        msim_put(text, " ");
        msim_put_number(text, number[i]);
    }
}

static void put_at(struct msim_text *text, const char *what, const struct msim_heap_at *at)
{
    const uint64_t number[] = {at->time, at->heap, at->extra, at->stacks};
    put_numbers(text, what, number, 4);
    msim_put(text, "\n");
}

static void put_spans(struct msim_text *text, const struct msim_heap *heap,
                      const struct msim_heap_part *part, const struct msim_heap_at *end)
{
    for (uint32_t i = part->first_span; i;) {
        struct msim_heap_span span = msim_heap_parts_span(&heap->in_parts, i, end);
        put_two(text, "desc: region-open ", span.from, span.to);
        i = span.next;
    }
}

/* Returns the number of each part among the regions, from 1; 0: it is no region. */
static const uint32_t *put_regions(struct msim_text *text, const struct msim_heap *heap)
{
    const struct msim_heap_at end = msim_heap_now(heap, heap->sim->instructions);
    const struct msim_parts *parts = &heap->sim->parts;
    uint32_t used = 0,
             *number = msim_get(heap->mem, parts->open.tree.parts.used * sizeof *number, 8);
    for (uint32_t i = 1; i < parts->open.tree.parts.used; i++) {
        struct msim_heap_part part = msim_heap_parts_end(&heap->in_parts, i, &end);
        const uint64_t numbers[] = {part.lasted, part.live_most, part.live_kept, part.live};
        if (!part.known)
            continue;
        number[i] = ++used;
        put_numbers(text, "desc: region", numbers, 4);
        msim_put(text, " ");
        msim_put_part_names(text, parts, heap->dict, i, "\t");
        msim_put(text, "\n");
        put_at(text, "desc: region-began", &part.began);
        put_at(text, "desc: region-most", &part.most);
        put_at(text, "desc: region-ended", &part.ended);
        put_spans(text, heap, &part, &end);
    }
    return number;
}

/* Writes lines for the threads that freed anything. */
static void put_frees(struct msim_text *text, const struct msim_heap *heap)
{
    for (uint32_t i = 0; i < heap->frees.thread.used; i++) {
        const struct msim_thread_frees *by = msim_thread_frees_at(&heap->frees, i);
        const uint64_t number[] = {i, by->frees, by->bytes, by->others, by->others_bytes};
        if (!by->frees)
            continue;
        put_numbers(text, "desc: thread-frees", number, 5);
        msim_put(text, "\n");
    }
}

/* Writes what Massif's format has no room for: with it, `memsim heap --by=` can draw over calls and
 * bytes, and knows which region a snapshot is in. */
static void put_time(struct msim_text *text, const struct msim_snapshot *snapshot,
                     const uint32_t *region)
{
    const uint64_t number[] = {snapshot->time, snapshot->calls, snapshot->changed,
                               region ? region[snapshot->part] : 0};
    put_numbers(text, "desc: at", number, region ? 4 : 3);
    msim_put(text, "\n");
}

static const uint32_t *put_times(struct msim_text *text, const struct msim_heap *heap)
{
    bool parts = heap->sim && msim_has_parts(&heap->sim->parts);
    const uint32_t *region = parts ? put_regions(text, heap) : NULL;
    for (uint32_t i = 0; i < heap->timeline.used; i++)
        put_time(text, &heap->timeline.snapshots[i], region);
    if (heap->peak_number)
        put_time(text, &heap->peak, region);
    return region;
}

/* Returns the numbers of regions by part. */
static const uint32_t *put_head(struct msim_text *text, const struct msim_heap *heap,
                                const struct msim_about *about)
{
    msim_usage_describe(&heap->usage, text);
    put_two(text, "desc: peak ", heap->bytes_max, heap->stacks_max);
    put_two(text, "desc: never-freed ", msim_heap_live(heap), heap->bytes);
    put_frees(text, heap);
    const uint32_t *region = put_times(text, heap);
    msim_put_about(text, "desc: ", about);
    msim_put(text, "cmd: ");
    msim_put_name(text, about->command);
    msim_put(text, "\nevents:");
    for (unsigned i = 0; i < MSIM_ALLOC_COLUMNS; i++) {
        msim_put(text, " ");
        msim_put(text, msim_alloc_words[i].name);
    }
    msim_put(text, "\n");
    return region;
}

/* True: both places belong to the same line of the file. */
static bool are_one(const struct alloc_lines *lines, const struct msim_place *a,
                    const struct msim_place *b)
{
    if (a->part != b->part || has_site(lines, a) != has_site(lines, b))
        return false;
    return !has_site(lines, a) || msim_sites_are_one(lines->heap->dict, a->site, b->site, false);
}

struct wanted {
    const struct alloc_lines *lines;
    uint32_t part;
};

static bool is_of_earlier(const void *context, uint64_t number)
{
    const struct wanted *wanted = context;
    return place_at(wanted->lines, (uint32_t)number)->part < wanted->part;
}

/* Where the places of a part begin. */
static uint32_t first_of(const struct alloc_lines *lines, uint32_t part)
{
    struct wanted wanted = {lines, part};
    return (uint32_t)msim_search(lines->places, is_of_earlier, &wanted);
}

/* Adds up all places that share a line with the first; moves `i` past them.  False: all is 0. */
static bool take_row(const struct alloc_lines *lines, uint32_t *i, struct alloc_row *row)
{
    const struct msim_place *first = place_at(lines, *i);
    *row = (struct alloc_row){{0}};
    for (; *i < lines->places && are_one(lines, first, place_at(lines, *i)); (*i)++) {
        struct alloc_row more = counts_of(lines->heap, place_at(lines, *i));
        add(row, &more);
    }
    return is_any(row);
}

static bool has_rows(const void *self, uint32_t part)
{
    const struct alloc_lines *lines = self;
    struct alloc_row row;
    for (uint32_t i = first_of(lines, part); i < lines->places && place_at(lines, i)->part == part;)
        if (take_row(lines, &i, &row))
            return true;
    return false;
}

static void put_rows(void *self, uint32_t part)
{
    const struct alloc_lines *lines = self;
    struct msim_site_lines to;
    struct alloc_row row;
    msim_site_lines_init(&to, lines->text, lines->heap->dict, false);
    for (uint32_t i = first_of(lines, part);
         i < lines->places && place_at(lines, i)->part == part;) {
        const struct msim_place *place = place_at(lines, i);
        if (!take_row(lines, &i, &row))
            continue;
        if (has_site(lines, place))
            msim_put_site(&to, place->site);
        else
            msim_put_no_site(&to);
        put_counts(lines->text, &row);
    }
}

/* --- Paths -------------------------------------------------------------------------------- */

/* Calls that lead to a place: a frame, and the path that calls it; 0: none. */
struct path {
    uint32_t caller, frame, next;
};

/* Blocks of all places of a path, a level of its frame and a region. */
struct path_blocks {
    uint32_t path, level, region, next;
    struct alloc_row row;
};

static uint32_t hash_path(const void *element)
{
    const struct path *path = element;
    return (uint32_t)msim_mix((uint64_t)path->caller << 32 | path->frame);
}

static bool same_path(const void *element, const void *wanted)
{
    const struct path *a = element, *b = wanted;
    return a->caller == b->caller && a->frame == b->frame;
}

static const struct msim_lookup_kind paths_by_frame = {hash_path, same_path,
                                                       offsetof(struct path, next), 0};

static uint32_t hash_blocks(const void *element)
{
    const struct path_blocks *blocks = element;
    return (uint32_t)msim_mix((uint64_t)blocks->path << 32 | blocks->region) ^ blocks->level;
}

static bool same_blocks(const void *element, const void *wanted)
{
    const struct path_blocks *a = element, *b = wanted;
    return a->path == b->path && a->level == b->level && a->region == b->region;
}

static const struct msim_lookup_kind blocks_by_path = {hash_blocks, same_blocks,
                                                       offsetof(struct path_blocks, next), 0};

struct path_lines {
    struct msim_text *text;
    const struct msim_heap *heap;
    const struct msim_calls *calls;
    struct msim_table paths, blocks; /* struct path, struct path_blocks */
    struct msim_lookup by_frame, by_path;
    uint32_t *frame, frames; /* by frame: its number in the file, 0: it is not there; the last */
};

static void put_level(const struct path_lines *lines, uint32_t frame, uint32_t level)
{
    const struct msim_heap *heap = lines->heap;
    struct msim_text *text = lines->text;
    struct msim_heap_function is = msim_callers_level(&heap->callers, frame, level);
    msim_put(text, "\t");
    msim_put_name(text, msim_dict_text(heap->dict, is.function));
    msim_put(text, "\t");
    msim_put_number(text, is.line);
    msim_put(text, "\t");
    msim_put_name(text, msim_dict_text(heap->dict, is.file));
}

static void put_frame(const struct path_lines *lines, uint32_t frame)
{
    const struct msim_heap *heap = lines->heap;
    const char *object = msim_dict_text(heap->dict, msim_frame_at(lines->calls, frame)->object);
    uint32_t last = msim_callers_levels(&heap->callers, frame);
    msim_put(lines->text, "fl=# heap-frame: ");
    msim_put_name(lines->text, *object ? object : "???");
    for (uint32_t level = 0; level <= last; level++)
        put_level(lines, frame, level);
    msim_put(lines->text, "\n");
}

static void put_path(struct path_lines *lines, const struct path *path)
{
    if (!lines->frame[path->frame]) {
        put_frame(lines, path->frame);
        lines->frame[path->frame] = ++lines->frames;
    }
    msim_put(lines->text, "fl=# heap-path: ");
    msim_put_number(lines->text, path->caller);
    msim_put(lines->text, " ");
    msim_put_number(lines->text, lines->frame[path->frame]);
    msim_put(lines->text, "\n");
}

/* The number of the path that a call ends, of so many frames at most; what is new is put.  So a
 * trace with deeper calls has the paths of a run that looked no deeper. */
static uint32_t path_of(struct path_lines *lines, uint32_t call, uint32_t depth)
{
    if (!call || !depth)
        return 0;
    const struct msim_call *is = msim_call_at(lines->calls, call);
    struct path path = {path_of(lines, is->caller, depth - 1), is->frame, 0};
    uint32_t before = lines->paths.used;
    uint32_t number = msim_lookup_number(&lines->by_frame, &lines->paths, &path);
    if (lines->paths.used > before)
        put_path(lines, &path);
    return number + 1;
}

static void add_place(struct path_lines *lines, const struct msim_place *place, uint32_t region)
{
    struct alloc_row counts = counts_of(lines->heap, place);
    struct path_blocks blocks = {.level = place->level, .region = region};
    if (!is_any(&counts))
        return;
    blocks.path = path_of(lines, place->call, lines->heap->options.depth);
    uint32_t number = msim_lookup_number(&lines->by_path, &lines->blocks, &blocks);
    add(&MSIM_TABLE_AT(&lines->blocks, number, struct path_blocks)->row, &counts);
}

/* As many paths as there can be: each place has one of each length. */
static uint32_t most_paths(const struct msim_heap *heap)
{
    uint64_t most = (uint64_t)heap->callers.places.used * heap->options.depth;
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX - 1;
}

/* By which calls each place allocates: frames, the paths that they are of, and then their blocks.
 * Numbers begin with 1. `region`: by part of the run, the number of its region; NULL: it has none. */
static void put_paths(struct msim_text *text, const struct msim_heap *heap, const uint32_t *region)
{
    const struct msim_calls *calls = &heap->dict->calls;
    struct path_lines lines = {.text = text, .heap = heap, .calls = calls};
    msim_table_init(&lines.paths, heap->mem, sizeof(struct path), most_paths(heap));
    msim_table_init(&lines.blocks, heap->mem, sizeof(struct path_blocks),
                    heap->callers.places.used);
    msim_lookup_init(&lines.by_frame, heap->mem, &paths_by_frame);
    msim_lookup_init(&lines.by_path, heap->mem, &blocks_by_path);
    lines.frame = msim_get(heap->mem, (calls->frames.used + 1) * sizeof *lines.frame, 8);
    for (uint32_t i = 0; i < heap->callers.places.used; i++) {
        const struct msim_place *place = msim_place_at(&heap->callers, i);
        add_place(&lines, place, region ? region[place->part] : 0);
    }
    for (uint32_t i = 0; i < lines.blocks.used; i++) {
        const struct path_blocks *blocks = MSIM_TABLE_AT(&lines.blocks, i, struct path_blocks);
        msim_put(text, "fl=# heap-blocks: ");
        msim_put_number(text, blocks->path);
        msim_put(text, " ");
        msim_put_number(text, blocks->level);
        msim_put(text, " ");
        msim_put_number(text, blocks->region);
        put_counts(text, &blocks->row);
    }
}

/* ------------------------------------------------------------------------------------------ */

static void put_total(const struct alloc_lines *lines)
{
    struct alloc_row total = {{0}};
    for (uint32_t i = 0; i < lines->places; i++) {
        struct alloc_row row = counts_of(lines->heap, place_at(lines, i));
        add(&total, &row);
    }
    msim_put(lines->text, "summary:");
    put_counts(lines->text, &total);
}

void msim_alloc_file(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    const struct msim_heap *heap = self;
    struct msim_text text;
    struct alloc_lines lines = {.text = &text, .heap = heap};
    const struct msim_part_lines each = {"fl=# part: ", put_rows, has_rows, &lines};
    msim_text_init(&text, sink);
    prepare(&lines);
    const uint32_t *region = put_head(&text, heap, about);
    if (heap->sim && msim_has_parts(&heap->sim->parts))
        msim_put_each_part(&text, &heap->sim->parts, heap->dict, &each);
    else
        put_rows(&lines, 0);
    put_paths(&text, heap, region);
    put_total(&lines);
    msim_text_flush(&text);
}
