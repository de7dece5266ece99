/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A heap as a picture: a band for each place that allocated, stacked over time, and the total as a
 * line.
 *
 * The places are those where the peak's tree splits (file/split.h): the children of the root or, if
 * nearly all memory comes through one of these, its callers, and so on.  If the peak has no tree,
 * that of the largest snapshot with one counts.  The largest is at the bottom.  A place at several
 * addresses is one place, and so are functions without a name that one caller names.
 *
 * Each tree says how many bytes a place has.  From one tree to the next, or to an empty heap, they
 * change evenly, so a block that is in both is as high everywhere.  What the heap of a snapshot has
 * beside these bytes is a band of its own, "not split up", and bands end where the total does.
 * Before the first of these and after the last, all of the heap is in that band.
 */
#include "present.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/data/heap/set.h"
#include "cmd/draw/chart.h"
#include "cmd/names/labels.h"
#include "cmd/names/shorten.h"
#include "engine/base/numbers.h"

enum {
    WIDTH = 1060,
    HEIGHT = 540,
    NAME_ROOM = 512,
    NAME_MOST = 60,
    NAME_LEGEND = 42, /* letters that the legend has room for */
    PLACES = 12
};
/* The bands below those of the places, and above them. */
enum { OTHER = PLACES, UNSPLIT, EXTRA, STACKS, TOTAL, SERIES };
enum { MOST_MS = 10000 }; /* longer times are shown in seconds */

static const uint32_t other_grey = 0xb0b0b0, extra_grey = 0xd9d9d9, stack_grey = 0x8a8a8a,
                      unsplit_sand = 0xf0e4c8;

struct plot {
    const struct msim_heaped *heap;
    const struct msim_heaped_in_region *in; /* NULL: everything */
    struct msim_heaped_split split;
    const char *place[PLACES];
    uint64_t bytes[PLACES];
    size_t places;
    uint64_t whole;            /* the total of their snapshot */
    double *x, *y[SERIES];     /* of the bands, by point */
    double *total_x, *total_y; /* by snapshot */
    size_t points;
    double scale; /* for the time */
    const char *x_label;
    char name[SERIES][NAME_ROOM];
    struct msim_series series[SERIES];
    size_t count;
};

/* --- places ----------------------------------------------------------------------------------- */

static bool is_place(const struct plot *plot, const struct msim_heaped_node *node)
{
    return node->depth == plot->split.steps + 1 && !msim_heaped_joined(node->text);
}

struct share {
    const char *place;
    uint64_t bytes;
};

static int order_of_names(const void *left, const void *right)
{
    return strcmp(((const struct share *)left)->place, ((const struct share *)right)->place);
}

static int order_of_bytes(const void *left, const void *right)
{
    const struct share *a = left, *b = right;
    if (a->bytes != b->bytes)
        return a->bytes > b->bytes ? -1 : 1;
    return strcmp(a->place, b->place);
}

/* Returns the places of a tree, each once, in the order of their names, from malloc. */
static struct share *shares_of(const struct plot *plot, const struct msim_heaped_snapshot *snapshot,
                               size_t *count)
{
    struct share *share = NULL;
    size_t found = 0, kept = 0, at, end;
    msim_heaped_below_split(plot->heap, snapshot, &plot->split, &at, &end);
    for (; at < end; at++) {
        const struct msim_heaped_node *node = &plot->heap->node[at];
        if (!is_place(plot, node))
            continue;
        MSIM_PUSH(share, found, (struct share){msim_heaped_named(plot->heap, at), node->bytes});
    }
    msim_sort(share, found, sizeof *share, order_of_names);
    for (size_t i = 0; i < found; i++)
        if (kept && !strcmp(share[kept - 1].place, share[i].place))
            share[kept - 1].bytes = msim_sum_limited(share[kept - 1].bytes, share[i].bytes);
        else
            share[kept++] = share[i];
    *count = kept;
    return share;
}

static void choose_places(struct plot *plot)
{
    size_t count, tree = msim_heaped_largest_tree(plot->heap);
    if (tree == plot->heap->snapshots)
        return;
    const struct msim_heaped_snapshot *snapshot = &plot->heap->snapshot[tree];
    plot->split = msim_heaped_split_of(plot->heap, snapshot);
    struct share *share = shares_of(plot, snapshot, &count);
    plot->whole = msim_heaped_total(snapshot);
    msim_sort(share, count, sizeof *share, order_of_bytes);
    for (; plot->places < PLACES && plot->places < count; plot->places++) {
        if (!share[plot->places].bytes)
            break;
        plot->place[plot->places] = share[plot->places].place;
        plot->bytes[plot->places] = share[plot->places].bytes;
    }
    free(share);
}

/* --- points ----------------------------------------------------------------------------------- */

/* The bytes of each place and, after them, of all others; `known`: there is any such tree. */
struct split {
    bool known;
    double bytes[PLACES + 1];
};

static bool is_anchor(const struct msim_heaped_snapshot *snapshot)
{
    return snapshot->tree || !snapshot->heap;
}

static struct split split_of(const struct plot *plot, const struct msim_heaped_snapshot *snapshot)
{
    struct split split = {.known = is_anchor(snapshot)};
    if (!snapshot->tree || !snapshot->heap)
        return split;
    size_t count;
    struct share *share = shares_of(plot, snapshot, &count);
    double rest = (double)snapshot->heap;
    for (size_t i = 0; i < plot->places; i++) {
        struct share key = {.place = plot->place[i]};
        const struct share *found =
            count ? bsearch(&key, share, count, sizeof *share, order_of_names) : NULL;
        /* A tree may add up to more than its snapshot, which is what the picture shows. */
        double bytes = found ? (double)found->bytes : 0;
        split.bytes[i] = bytes < rest ? bytes : rest;
        rest -= split.bytes[i];
    }
    split.bytes[plot->places] = rest;
    free(share);
    return split;
}

/* Between two anchors, the bytes of each place change evenly. */
static struct split between(const struct split *from, const struct split *to, double way)
{
    struct split split = {.known = true};
    for (size_t i = 0; i <= PLACES; i++)
        split.bytes[i] = from->bytes[i] * (1 - way) + to->bytes[i] * way;
    return split;
}

/* All bands have the bytes of the snapshot; what its split does not have is not split up. */
static void put_point(struct plot *plot, const struct msim_heaped_snapshot *snapshot,
                      const struct split *split)
{
    size_t point = plot->points++;
    double rest = (double)snapshot->heap;
    plot->x[point] = (double)snapshot->time * plot->scale;
    for (size_t i = 0; split->known && i <= plot->places; i++) {
        double bytes = split->bytes[i] < rest ? split->bytes[i] : rest;
        plot->y[i < plot->places ? i : OTHER][point] = bytes;
        rest -= bytes;
    }
    plot->y[UNSPLIT][point] = rest;
    plot->y[EXTRA][point] = (double)snapshot->extra;
    plot->y[STACKS][point] = (double)snapshot->stacks;
}

/* The snapshots after anchor `from`, up to anchor `to`. */
static void put_between(struct plot *plot, size_t from, size_t to)
{
    const struct msim_heaped_snapshot *first = &plot->heap->snapshot[from];
    const struct msim_heaped_snapshot *last = &plot->heap->snapshot[to];
    struct split before = split_of(plot, first), after = split_of(plot, last);
    double length = (double)(last->time - first->time);
    for (size_t i = from + 1; i < to; i++) {
        const struct msim_heaped_snapshot *snapshot = &plot->heap->snapshot[i];
        double way = length > 0 ? (double)(snapshot->time - first->time) / length : 0;
        struct split split = between(&before, &after, way);
        put_point(plot, snapshot, &split);
    }
    put_point(plot, last, &after);
}

static void put_unsplit(struct plot *plot, size_t from, size_t end)
{
    static const struct split unknown;
    for (size_t i = from; i < end; i++)
        put_point(plot, &plot->heap->snapshot[i], &unknown);
}

static void put_bands(struct plot *plot)
{
    const struct msim_heaped *heap = plot->heap;
    size_t first = 0, last = heap->snapshots;
    while (first < heap->snapshots && !is_anchor(&heap->snapshot[first]))
        first++;
    if (!plot->places || first == heap->snapshots) {
        put_unsplit(plot, 0, heap->snapshots);
        return;
    }
    while (!is_anchor(&heap->snapshot[last - 1]))
        last--;
    /* Both end anchors are drawn twice, for a vertical edge. */
    if (first > 0)
        put_unsplit(plot, 0, first + 1);
    struct split split = split_of(plot, &heap->snapshot[first]);
    put_point(plot, &heap->snapshot[first], &split);
    for (size_t from = first, i = first + 1; i < last; i++)
        if (is_anchor(&heap->snapshot[i])) {
            put_between(plot, from, i);
            from = i;
        }
    if (last < heap->snapshots)
        put_unsplit(plot, last - 1, heap->snapshots);
}

static void put_points(struct plot *plot)
{
    const struct msim_heaped *heap = plot->heap;
    size_t room = heap->snapshots + 2;
    plot->x = msim_zeroed(room, sizeof *plot->x);
    plot->total_x = msim_zeroed(room, sizeof *plot->total_x);
    plot->total_y = msim_zeroed(room, sizeof *plot->total_y);
    for (size_t i = 0; i < TOTAL; i++)
        plot->y[i] = msim_zeroed(room, sizeof *plot->y[i]);
    for (size_t i = 0; i < heap->snapshots; i++) {
        plot->total_x[i] = (double)heap->snapshot[i].time * plot->scale;
        plot->total_y[i] = (double)msim_heaped_total(&heap->snapshot[i]);
    }
    put_bands(plot);
}

static void dispose(struct plot *plot)
{
    MSIM_FREE(plot->x, plot->total_x, plot->total_y);
    for (size_t i = 0; i < TOTAL; i++)
        free(plot->y[i]);
}

/* --- series ----------------------------------------------------------------------------------- */

/* The colours of the chart without black, then lighter ones. */
static uint32_t colour_of(size_t band)
{
    enum { COLOURS = 6 };
    uint32_t colour = msim_chart_colour(band % COLOURS), lighter = 0;
    if (band < COLOURS)
        return colour;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t part = colour >> shift & 0xff;
        lighter |= (part + (0xff - part) * 55 / 100) << shift;
    }
    return lighter;
}

/* Leaves out bands that are empty everywhere. */
static void add_band(struct plot *plot, size_t band, const char *name, uint32_t colour)
{
    double most = 0;
    for (size_t i = 0; i < plot->points; i++)
        most = plot->y[band][i] > most ? plot->y[band][i] : most;
    if (most <= 0)
        return;
    msim_utf8_clean(plot->name[plot->count], NAME_ROOM, name, NAME_MOST);
    plot->series[plot->count] = (struct msim_series){.name = plot->name[plot->count],
                                                     .x = plot->x,
                                                     .y = plot->y[band],
                                                     .points = plot->points,
                                                     .stroke = {.colour = colour},
                                                     .area = true};
    plot->count++;
}

/* " (prog.c:12)"; of a library, " (in /usr/lib/libw.so.1)", its name alone. */
static void put_place(struct msim_labels *labels, const char *place)
{
    static const char in[] = " (in ";
    char file[NAME_ROOM];
    size_t length = strlen(place), before = sizeof in - 1;
    if (strncmp(place, in, before) != 0 || length < before + 1) {
        msim_labels_put(labels, MSIM_LABEL_PLACE, "%s", place);
        return;
    }
    char *path = msim_copy_part(place + before, length - before - 1);
    msim_shorten_file(file, sizeof file, path, NAME_LEGEND);
    msim_labels_put(labels, MSIM_LABEL_FILE, " (%s)", file);
    free(path);
}

/* "main (prog.c:12)", of all places, so that they look different. */
static void name_places(const struct plot *plot, struct msim_labels *labels)
{
    for (size_t i = 0; i < plot->places; i++) {
        char label[NAME_ROOM];
        msim_heaped_label(label, sizeof label, plot->place[i]);
        const char *place = msim_shorten_location(label);
        msim_labels_next(labels, 0);
        msim_labels_put(labels, MSIM_LABEL_NAME, "%.*s", (int)(place - label), label);
        put_place(labels, place);
    }
    msim_labels_fit(labels, NAME_LEGEND - sizeof "12.3%");
}

static void add_series(struct plot *plot)
{
    struct msim_labels labels = {.count = 0};
    name_places(plot, &labels);
    for (size_t i = 0; i < plot->places; i++) {
        double part = (double)plot->bytes[i], whole = (double)plot->whole;
        char *name = msim_printed("%.1f%% %s", whole > 0 ? 100 * part / whole : 0,
                                  msim_labels_text(&labels, i));
        add_band(plot, i, name, colour_of(i));
        free(name);
    }
    msim_labels_free(&labels);
    add_band(plot, OTHER, "other places", other_grey);
    add_band(plot, UNSPLIT, plot->places ? "heap, not split up" : "heap",
             plot->places ? unsplit_sand : colour_of(0));
    add_band(plot, EXTRA, "extra heap", extra_grey);
    add_band(plot, STACKS, "stacks", stack_grey);
    plot->series[plot->count++] = (struct msim_series){.name = "total, all snapshots",
                                                       .x = plot->total_x,
                                                       .y = plot->total_y,
                                                       .points = plot->heap->snapshots,
                                                       .stroke = {.colour = 0, .width = 1.4}};
}

/* --- the picture ------------------------------------------------------------------------------ */

static void choose_time(struct plot *plot)
{
    const struct msim_heaped *heap = plot->heap;
    plot->scale = 1;
    plot->x_label = msim_heaped_unit_name(heap->unit);
    if (strcmp(heap->unit, "ms") != 0 || heap->snapshot[heap->snapshots - 1].time <= MOST_MS)
        return;
    plot->scale = 0.001;
    plot->x_label = "seconds";
}

/* Cuts off the " (FILE:LINE)" or " (in OBJECT)" at the end. */
static void cut_location(char *label)
{
    char *end = label;
    for (char *at = label; (at = strstr(at, " (")) != NULL; at++)
        end = at;
    if (end != label && label[strlen(label) - 1] == ')')
        *end = 0;
}

/* When the region is open, as parts of the axis, from malloc. */
static struct msim_chart_span *spans_of(const struct plot *plot)
{
    struct msim_chart_span *span = msim_zeroed(plot->in ? plot->in->spans : 0, sizeof *span);
    for (size_t i = 0; plot->in && i < plot->in->spans; i++)
        span[i] = (struct msim_chart_span){(double)plot->in->span[i].from * plot->scale,
                                           (double)plot->in->span[i].to * plot->scale};
    return span;
}

/* The peak, or the largest heap while the region is open. */
static struct msim_mark mark_of(const struct plot *plot, char *text, size_t room)
{
    const struct msim_heaped_snapshot *peak = &plot->heap->snapshot[plot->heap->peak];
    bool region = plot->in && plot->in->has_most;
    uint64_t total = region ? msim_alloc_moment_total(&plot->in->most) : msim_heaped_total(peak);
    char name[NAME_MOST + 8];
    msim_utf8_clean(name, sizeof name, region ? plot->in->name : "peak", NAME_MOST / 4);
    snprintf(text, room, "%s%s: %s", region ? "most in " : "", name,
             msim_human_short((double)total, true).text);
    return (struct msim_mark){
        text, (double)(region ? plot->in->most.time : peak->time) * plot->scale, (double)total};
}

/* "Heap over time", or what nearly all of it comes through. */
static void put_title(const struct plot *plot, char *to, size_t room)
{
    static const char title[] = "Heap over time";
    const struct msim_heaped_split *split = &plot->split;
    char label[NAME_ROOM], name[NAME_ROOM];
    snprintf(to, room, "%s", title);
    if (!split->steps || !plot->places)
        return;
    msim_heaped_label(label, sizeof label, split->place[split->steps - 1]);
    cut_location(label);
    msim_shorten_function(name, sizeof name, label, NAME_MOST);
    snprintf(to, room, "%s: %.1f%% comes through %s, called by", title,
             plot->whole ? 100 * ((double)split->bytes / (double)plot->whole) : 0, name);
}

static void draw(const struct plot *plot, struct msim_canvas *canvas)
{
    const struct msim_heaped *heap = plot->heap;
    char text[2 * NAME_MOST], title[2 * NAME_ROOM];
    put_title(plot, title, sizeof title);
    struct msim_mark mark = mark_of(plot, text, sizeof text);
    struct msim_chart_span *span = spans_of(plot);
    struct msim_chart chart = {
        .title = title,
        .subtitle = heap->command,
        .legend = !plot->places                     ? NULL
                  : heap->snapshot[heap->peak].tree ? "allocated by, in percent of the peak"
                                                    : "allocated by, in percent at its most",
        .x = {.label = plot->x_label,
              .unit = !strcmp(heap->unit, "B") ? MSIM_BYTES : MSIM_COUNT,
              .tight = true},
        .y = {.label = "live memory", .unit = MSIM_BYTES},
        .series = plot->series,
        .count = plot->count,
        .mark = &mark,
        .span = span,
        .spans = plot->in ? plot->in->spans : 0,
    };
    msim_chart_draw(canvas, &chart, (struct msim_point){0, 0}, canvas->size);
    free(span);
}

struct msim_point msim_heaped_picture_size(double width)
{
    width = width > 0 ? width : WIDTH;
    return (struct msim_point){width, msim_chart_height(width, SERIES, HEIGHT)};
}

void msim_heaped_picture(const struct msim_heaped *heap, const struct msim_heaped_in_region *in,
                         struct msim_canvas *canvas)
{
    struct plot plot = {.heap = heap, .in = in};
    choose_time(&plot);
    choose_places(&plot);
    put_points(&plot);
    add_series(&plot);
    draw(&plot, canvas);
    dispose(&plot);
}
