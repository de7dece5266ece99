/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim diff A B, of two profiles of calls: which functions and paths cost more. */
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/callgrind/read.h"
#include "cmd/command/command.h"
#include "cmd/counts/unlike.h"
#include "cmd/draw/picture.h"
#include "cmd/files/operand.h"
#include "present.h"

enum { TOP = 20, TOP_MAX = 1000000, DEPTH_MAX = 1000000 };
static const double usual_threshold = 0.5;
static const enum msim_file_kind kinds[] = {MSIM_FILE_CALLS, MSIM_FILE_CALLGRIND,
                                            MSIM_FILE_UNKNOWN};

static const char *sort, *show, *threshold, *top, *depth, *flame;

static const struct msim_arg options[] = {
    {"--sort", "COLUMN,...", "sort by the first column; the next ones break ties [Cy]", &sort},
    {"--show", "COLUMN,...", "columns to show: all, events, sums, Cy [what costs]", &show},
    {"--threshold", "PERCENT", "hide functions that changed by less of the total before [0.5]",
     &threshold},
    {.name = "--cycles"},
    {"--top", "N", "how many paths to show, 0 for all [20; in json and csv, all]", &top},
    {"--flame", "FILE", "write a flame graph as SVG: red what grew, blue what shrank", &flame},
    {.name = "--size", .help = "width and height of the flame graph in pixels [as it needs]"},
    {"--depth", "N", "levels of the flame graph [2000]", &depth},
    {.name = "--format"},
    {.name = "--width"},
    {.name = "--out"},
    {NULL, NULL, NULL, NULL}};

/* True: an option that only profiles of calls have.  Both forms have the last one. */
static bool asks_for_calls(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        for (const struct msim_arg *option = options; option->name; option++) {
            size_t length = strlen(option->name);
            if (!strncmp(argv[i], option->name, length) && argv[i][length] == '=' &&
                strcmp(option->name, "--out") != 0)
                return true;
        }
    return false;
}

/* Of a folder, options say which of its profiles is meant. */
static bool are_compared(int argc, char **argv)
{
    int first = 1;
    while (first < argc && *argv[first] == '-')
        first++;
    enum msim_file_kind kind = first < argc ? msim_file_kind_of(argv[first]) : MSIM_FILE_UNKNOWN;
    if (first < argc && msim_operand_is_folder(argv[first]))
        return asks_for_calls(argc, argv);
    return kind == MSIM_FILE_CALLS || kind == MSIM_FILE_CALLGRIND;
}

/* --- counts ------------------------------------------------------------------------------- */

static void check_events(const struct msim_counts *before, const struct msim_counts *after)
{
    bool same = before->events == after->events;
    for (size_t i = 0; same && i < before->events; i++)
        same = !strcmp(before->event[i], after->event[i]);
    if (!same)
        msim_bad_input("%s:%zu: events: expected those of %s:%zu", after->source[0].name,
                       after->events_line, before->source[0].name, before->events_line);
}

static void warn_unlike(const struct msim_counts *before, const struct msim_counts *after)
{
    struct msim_counts_source source[] = {before->source[0], after->source[0]};
    struct msim_counts both = {.source = source, .sources = 2};
    both.descs_differ = msim_counts_are_unlike(&source[0], &source[1]);
    msim_counts_warn_unlike(&both, true);
}

struct msim_counts msim_calls_change_counts(const struct msim_counts *before,
                                            const struct msim_counts *after)
{
    struct msim_counts counts = *after;
    size_t events = after->events;
    counts.total = msim_zeroed(events, sizeof *counts.total);
    counts.base = msim_zeroed(events, sizeof *counts.base);
    counts.magnitude = msim_zeroed(events, sizeof *counts.magnitude);
    for (size_t i = 0; i < events; i++) {
        counts.total[i] = after->total[i] - before->total[i];
        counts.base[i] = before->total[i];
        counts.magnitude[i] = (uint64_t)before->total[i] + (uint64_t)after->total[i];
    }
    return counts;
}

void msim_calls_change_counts_free(struct msim_counts *counts)
{
    MSIM_FREE(counts->total, counts->base, counts->magnitude);
}

void msim_calls_change_costs(struct msim_costs *changed, const struct msim_costs *before,
                             const struct msim_costs *after)
{
    size_t counts = before->frames * before->events;
    *changed = (struct msim_costs){.frames = before->frames, .events = before->events};
    changed->own = msim_zeroed(counts, sizeof *changed->own);
    changed->inclusive = msim_zeroed(counts, sizeof *changed->inclusive);
    changed->calls = msim_zeroed(before->frames, sizeof *changed->calls);
    for (size_t i = 0; i < counts; i++) {
        changed->own[i] = after->own[i] - before->own[i];
        changed->inclusive[i] = after->inclusive[i] - before->inclusive[i];
    }
    for (size_t i = 0; i < before->frames; i++)
        changed->calls[i] = after->calls[i] - before->calls[i];
}

/* --- the subcommand ----------------------------------------------------------------------- */

static void write_flame(const struct msim_calls_change *change)
{
    struct msim_whole_file file;
    struct msim_calls_shown shown = {.calls = change->calls[1],
                                     .frames = change->frames,
                                     .view = change->view,
                                     .paths = change->paths};
    if (change->view->sort.column[0].kind != MSIM_COLUMN_COUNT)
        msim_bad_input("--flame: widths are sums, and %s is a rate; choose one with --sort",
                       change->view->sort.column[0].name);
    const struct msim_column *width = &change->view->sort.column[0];
    if (msim_column_over(width, change->calls[0]->counts.total) <= 0 &&
        msim_column_over(width, change->calls[1]->counts.total) <= 0)
        msim_bad_input("--flame: nothing to draw, as %s is 0; choose another column with --sort",
                       width->name);
    msim_whole_open(&file, flame);
    msim_calls_flame(&shown, NULL, file.to);
    msim_whole_close(&file, NULL);
}

static int write_change(struct msim_invocation *invocation, const struct msim_calls_change *change)
{
    static void (*const write_as[])(const struct msim_calls_change *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_calls_change_text,
                                               [MSIM_FORMAT_JSON] = msim_calls_change_json,
                                               [MSIM_FORMAT_CSV] = msim_calls_change_csv};
    write_as[msim_output_format(&invocation->output)](change, msim_invocation_open(invocation));
    return msim_invocation_close(invocation);
}

static bool is_text(const struct msim_invocation *invocation)
{
    return msim_output_format(&invocation->output) == MSIM_FORMAT_TEXT;
}

static int compare(struct msim_invocation *invocation, struct msim_call_profile *calls,
                   struct msim_calls_view *view)
{
    const struct msim_call_profile *both[] = {&calls[0], &calls[1]};
    struct msim_profile_frames frames;
    struct msim_costs costs[MSIM_SIDES], changed;
    struct msim_paths paths;
    bool trees = calls[0].context && calls[1].context;
    if (flame && !trees)
        msim_bad_input("%s: has no tree of contexts, only edges; memsim writes one: memsim run "
                       "--calls=yes -- COMMAND",
                       calls[calls[0].context != NULL].counts.source[0].name);
    msim_frames_make(&frames, &calls[0], &calls[1]);
    for (int side = 0; side < MSIM_SIDES; side++)
        msim_costs_make(&costs[side], &calls[side], &frames, side);
    msim_calls_change_costs(&changed, &costs[0], &costs[1]);
    struct msim_calls_change change = {.calls = {both[0], both[1]},
                                       .frames = &frames,
                                       .view = view,
                                       .costs = {&costs[0], &costs[1]},
                                       .changed = &changed,
                                       .top = is_text(invocation) ? TOP : 0};
    if (top)
        change.top = msim_arg_number("--top", top, 0, TOP_MAX);
    if (trees) {
        msim_paths_make(&paths, &frames, both, MSIM_SIDES, false);
        change.paths = &paths;
    }
    int status =
        flame && !invocation->output.format ? MSIM_DONE : write_change(invocation, &change);
    if (status == MSIM_DONE && flame)
        write_flame(&change);
    if (trees)
        msim_paths_free(&paths);
    msim_costs_free(&costs[0]);
    msim_costs_free(&costs[1]);
    msim_costs_free(&changed);
    msim_frames_free(&frames);
    return status;
}

static int run(struct msim_invocation *invocation)
{
    struct msim_call_profile calls[MSIM_SIDES] = {{.functions = 0}};
    int names = msim_invocation_args(invocation);
    if (names != 2)
        msim_bad_usage("diff: expected two files, found %d; usage: memsim %s", names,
                       invocation->command->usage);
    bool text = is_text(invocation);
    struct msim_calls_view view = {
        .width = msim_invocation_width(invocation, MSIM_WIDTH_USUAL, 0, MSIM_WIDTH_MOST)};
    view.size = msim_picture_asked(&invocation->output);
    if (view.size.x > 0 && !flame)
        msim_bad_usage("--size is for --flame=FILE");
    view.depth = depth ? msim_arg_number("--depth", depth, 0, DEPTH_MAX) : 0;
    view.threshold = threshold ? msim_arg_percent("--threshold", threshold)
                     : text    ? usual_threshold
                               : 0;
    for (int side = 0; side < MSIM_SIDES; side++)
        msim_calls_load(&calls[side], msim_operand_file(invocation->argv[side], kinds));
    check_events(&calls[0].counts, &calls[1].counts);
    warn_unlike(&calls[0].counts, &calls[1].counts);
    struct msim_counts counts = msim_calls_change_counts(&calls[0].counts, &calls[1].counts);
    view.counts = &counts;
    view.file = calls[1].counts.source[0].name;
    msim_calls_columns(&view, show, sort, invocation->cycles, text);
    int status = compare(invocation, calls, &view);
    msim_calls_columns_free(&view);
    msim_calls_change_counts_free(&counts);
    msim_calls_free(&calls[0]);
    msim_calls_free(&calls[1]);
    return status;
}

const struct msim_command msim_calls_diff_command = {
    .name = "diff",
    .usage = "diff A B [options]",
    .options = options,
    .run = run,
    .asked = are_compared,
    .about = "Two profiles of calls:",
};
