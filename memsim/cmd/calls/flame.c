/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Flame graphs of calls: widths by the first column sorted by.
 *
 * Frames narrower than a thousandth of the picture are merged into one for each caller, and left
 * out where even that is narrower; a caller is then wider than what lies on it.
 *
 * In a difference, a frame is as wide as the greater of before and after, so that what is gone can
 * be seen, too; it is red if it grew, blue if it shrank.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/columns/column.h"
#include "cmd/draw/flame.h"
#include "present.h"

enum { PARTS = 1000, DEEPEST = 2000, ROOM = 4096, LEGENDS = 5 };
static const uint32_t merged_colour = 0xd0d0d0, same_colour = 0xe6e6e6, few_colour = 0xdde6f0,
                      half_colour = 0xffe08a, most_colour = 0xef5a3c, grown_colour = 0xf4694c,
                      shrunk_colour = 0x6baed6;
/* A change of this share of the greater side has the full colour. */
static const double full_change = 0.5;
/* A smaller one has none: noise is not worth a look. */
static const double least_change = 0.001;

struct flaming {
    const struct msim_calls_shown *shown;
    const struct msim_column *width, *colour;
    struct msim_shown_tree tree;
    struct msim_flame flame;
    struct msim_flame_frame *frame;
    double highest; /* the rate that has the last colour, and its row */
    size_t highest_row;
    size_t merged; /* paths */
    bool differs;
};

/* --- what a frame says ------------------------------------------------------------------------ */

static char *tooltip(const struct flaming *of, uint32_t number)
{
    const struct msim_calls_shown *shown = of->shown;
    const struct msim_calls_view *view = shown->view;
    const struct msim_tree_row *row = &of->tree.row[number];
    const int64_t *inclusive = msim_tree_inclusive(&of->tree, 0, number);
    const int64_t *own = msim_tree_own(&of->tree, 0, number);
    const struct msim_profile_frame *frame =
        row->frame == MSIM_NOTHING ? NULL : &shown->frames->frame[row->frame];
    const char *place = !frame                         ? ""
                        : strcmp(frame->file, "???")   ? frame->file
                        : strcmp(frame->object, "???") ? frame->object
                                                       : "";
    char *rate = of->colour ? msim_printed("\n%s: %s", of->colour->name,
                                           msim_value_exact(of->colour, inclusive).text)
                            : msim_printed("%s", "");
    char *made = msim_printed(
        "%s%s%s inclusive: %s (%s)\n%s exclusive: %s (%s)\ncalls: %s%s", place, *place ? "\n" : "",
        of->width->name, msim_value_exact(of->width, inclusive).text,
        msim_calls_share(view, of->width, inclusive).text, of->width->name,
        msim_value_exact(of->width, own).text, msim_calls_share(view, of->width, own).text,
        msim_calls_number(row->calls[0], row->way == MSIM_PATH_INLINED).text, rate);
    free(rate);
    return made;
}

static char *change_tooltip(const struct flaming *of, uint32_t number)
{
    const struct msim_column *column = of->width;
    struct msim_value_text side[2][MSIM_SIDES];
    msim_wide change[2];
    for (int i = 0; i < 2; i++) {
        const int64_t *before =
            i ? msim_tree_own(&of->tree, 0, number) : msim_tree_inclusive(&of->tree, 0, number);
        const int64_t *after =
            i ? msim_tree_own(&of->tree, 1, number) : msim_tree_inclusive(&of->tree, 1, number);
        side[i][0] = msim_value_exact(column, before);
        side[i][1] = msim_value_exact(column, after);
        change[i] = msim_column_over(column, after) - msim_column_over(column, before);
    }
    return msim_printed("%s inclusive: %s -> %s (%s%s)\n%s exclusive: %s -> %s (%s%s)",
                        column->name, side[0][0].text, side[0][1].text, change[0] > 0 ? "+" : "",
                        msim_wide_text(change[0], ',').text, column->name, side[1][0].text,
                        side[1][1].text, change[1] > 0 ? "+" : "",
                        msim_wide_text(change[1], ',').text);
}

/* --- colours ---------------------------------------------------------------------------------- */

static uint32_t ramp(double part)
{
    return part < 0.5 ? msim_flame_between(few_colour, half_colour, 2 * part)
                      : msim_flame_between(half_colour, most_colour, 2 * part - 1);
}

static uint32_t change_colour(const struct flaming *of, uint32_t number)
{
    double before = (double)msim_column_over(of->width, msim_tree_inclusive(&of->tree, 0, number));
    double after = (double)msim_column_over(of->width, msim_tree_inclusive(&of->tree, 1, number));
    double more = before > after ? before : after;
    double change = after > before ? after - before : before - after;
    if (more <= 0 || change / more < least_change)
        return same_colour;
    return msim_flame_between(same_colour, after > before ? grown_colour : shrunk_colour,
                              0.15 + 0.85 * change / more / full_change);
}

static uint32_t colour_of(const struct flaming *of, uint32_t number, const char *name)
{
    double rate;
    if (of->differs)
        return change_colour(of, number);
    if (!of->colour)
        return msim_flame_colour(name);
    if (!msim_column_value(of->colour, msim_tree_inclusive(&of->tree, 0, number), &rate))
        return same_colour;
    return ramp(of->highest > 0 ? rate / of->highest : 0);
}

/* The highest rate of a frame that has 1% of the width. */
static void find_highest(struct flaming *of)
{
    for (size_t i = 0; of->colour && i < of->tree.rows; i++) {
        double rate;
        if (of->tree.row[i].weight * 100 >= of->tree.row[0].weight &&
            msim_column_value(of->colour, msim_tree_inclusive(&of->tree, 0, i), &rate) &&
            rate > of->highest) {
            of->highest = rate;
            of->highest_row = i;
        }
    }
}

/* --- frames ----------------------------------------------------------------------------------- */

static uint32_t add_frame(struct flaming *of, struct msim_flame_frame frame)
{
    of->frame = msim_room(of->frame, of->flame.frames, sizeof *of->frame);
    of->frame[of->flame.frames] = frame;
    return (uint32_t)of->flame.frames++;
}

static uint32_t add_row(struct flaming *of, uint32_t number, uint32_t parent)
{
    const struct msim_tree_row *row = &of->tree.row[number];
    char room[ROOM];
    const char *name = msim_path_name(of->tree.frames, row->frame, row->way, room, sizeof room);
    if (row->frame == MSIM_NOTHING)
        name = "all";
    struct msim_flame_frame frame = {.parent = parent,
                                     .name = msim_copy(name),
                                     .tooltip = of->differs ? change_tooltip(of, number)
                                                            : tooltip(of, number),
                                     .width = (double)row->weight,
                                     .colour = colour_of(of, number, name)};
    return add_frame(of, frame);
}

/* One frame for what a row hides, if that is wide enough. */
static void add_hidden(struct flaming *of, uint32_t number, uint32_t parent, msim_wide least)
{
    const struct msim_tree_row *row = &of->tree.row[number];
    of->merged += row->hidden;
    if (!row->hidden || row->hidden_weight < least || row->hidden_weight <= 0)
        return;
    struct msim_flame_frame frame = {
        .parent = parent,
        .name = msim_printed("(%" PRIu32 " merged)", row->hidden),
        .tooltip = msim_printed("%s calls that are narrower than 0.1%%%s\n%s in all: %s",
                                msim_human_count(row->hidden).text,
                                row->is_too_deep ? ", or deeper than what is drawn" : "",
                                of->width->name, msim_wide_text(row->hidden_weight, ',').text),
        .width = (double)row->hidden_weight,
        .colour = merged_colour};
    add_frame(of, frame);
}

/* Depth first, without recursion. */
static void add_frames(struct flaming *of, msim_wide least)
{
    const struct msim_shown_tree *tree = &of->tree;
    uint32_t *next = msim_zeroed(tree->rows, sizeof *next);
    uint32_t *drawn = msim_zeroed(tree->rows, sizeof *drawn), at = 0;
    drawn[0] = add_row(of, 0, 0);
    for (;;) {
        const struct msim_tree_row *row = &tree->row[at];
        if (next[at] < row->children) {
            uint32_t child = tree->child[row->first + next[at]++];
            drawn[child] = add_row(of, child, drawn[at]);
            at = child;
            continue;
        }
        add_hidden(of, at, drawn[at], least);
        if (!at)
            break;
        at = row->parent;
    }
    MSIM_FREE(next, drawn);
}

/* By name, so that two pictures have the same order. */
static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_shown_tree *tree = context;
    const struct msim_tree_row *one = &tree->row[a], *other = &tree->row[b];
    int order =
        strcmp(tree->frames->frame[one->frame].name, tree->frames->frame[other->frame].name);
    return order ? order < 0 : one->way < other->way;
}

/* --- weights ---------------------------------------------------------------------------------- */

/* Of a difference, what is greater: before or after. */
static msim_wide *weigh(const struct flaming *of)
{
    const struct msim_paths *paths = of->shown->paths;
    msim_wide *weight = msim_paths_own(paths, 0, of->width);
    msim_wide *after = of->differs ? msim_paths_own(paths, 1, of->width) : NULL;
    for (size_t i = 0; after && i < paths->paths; i++)
        weight[i] = after[i] > weight[i] ? after[i] : weight[i];
    free(after);
    msim_paths_add_up(paths, weight);
    return weight;
}

/* --- the picture ------------------------------------------------------------------------------ */

static void put_picture(struct flaming *of, FILE *to)
{
    const struct msim_calls_view *view = of->shown->view;
    const char *legend[LEGENDS];
    uint32_t colour[LEGENDS];
    char words[96];
    msim_event_phrase(view->counts, of->width->name, false, words, sizeof words);
    struct msim_value_text total = msim_value_exact(of->width, view->counts->total);
    char *title = msim_printed(
        "%s%s%s%s%s", of->width->name, strcmp(words, of->width->name) ? ", " : "",
        strcmp(words, of->width->name) ? words : "",
        of->differs ? ", before and after: " : ", by calls: ", view->counts->source[0].command);
    char *merged = of->merged ? msim_printed("; %s frames below 0.1%% of the width are merged",
                                             msim_human_count(of->merged).text)
                              : msim_printed("%s", "");
    if (msim_calls_folded_note(view->counts)) {
        char *more = msim_printed("%s; folded beyond --calls-limit", merged);
        free(merged);
        merged = more;
    }
    char *subtitle = of->differs ? msim_printed("change: %s%s", total.text, merged)
                                 : msim_printed("total: %s%s", total.text, merged);
    char *low = NULL, *high = NULL;
    struct msim_flame *flame = &of->flame;
    if (of->colour) {
        low = msim_printed("%s 0", of->colour->name);
        high = msim_printed(
            "%s",
            msim_value_exact(of->colour, msim_tree_inclusive(&of->tree, 0, of->highest_row)).text);
        legend[0] = low, legend[1] = "", legend[2] = high;
        colour[0] = ramp(0), colour[1] = ramp(0.5), colour[2] = ramp(1);
        flame->legends = 3;
    } else if (of->differs) {
        legend[0] = "grew", legend[1] = "shrank", legend[2] = "the same";
        colour[0] = grown_colour, colour[1] = shrunk_colour, colour[2] = same_colour;
        flame->legends = 3;
    }
    flame->title = title;
    flame->subtitle = subtitle;
    flame->legend = legend;
    flame->legend_colour = colour;
    flame->width = view->size.x;
    flame->height = view->size.y;
    flame->frame = of->frame;
    msim_flame_write(flame, to);
    MSIM_FREE(title, merged, subtitle, low, high);
}

void msim_calls_flame(const struct msim_calls_shown *shown, const struct msim_column *colour,
                      FILE *to)
{
    struct flaming of = {.shown = shown,
                         .width = &shown->view->sort.column[0],
                         .colour = colour,
                         .differs = shown->paths->sides > 1};
    msim_wide *weight = weigh(&of);
    struct msim_tree_limits limits = {(weight[0] + PARTS - 1) / PARTS,
                                      shown->view->depth ? shown->view->depth : DEEPEST};
    msim_tree_down(&of.tree, shown->paths, weight, &limits);
    msim_tree_sort(&of.tree, is_before, &of.tree);
    find_highest(&of);
    add_frames(&of, limits.least);
    put_picture(&of, to);
    for (size_t i = 0; i < of.flame.frames; i++)
        MSIM_FREE((char *)of.frame[i].name, of.frame[i].tooltip);
    MSIM_FREE(of.frame, weight);
    msim_tree_free(&of.tree);
}
