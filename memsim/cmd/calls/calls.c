/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim calls FILE: functions, callers and callees, trees, flame graphs. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/callgrind/fold.h"
#include "cmd/callgrind/read.h"
#include "cmd/draw/picture.h"
#include "cmd/files/lines.h"
#include "cmd/trace/source.h"
#include "present.h"

enum { DEPTH = 40, DEPTH_MAX = 1000000, HOT = 10, HOT_MAX = 1000000 };
static const double usual_threshold = 0.5;
static const enum msim_file_kind kinds[] = {MSIM_FILE_CALLS, MSIM_FILE_CALLGRIND, MSIM_FILE_TRACE,
                                            MSIM_FILE_UNKNOWN};
/* What is proposed if no file is given: many traces have no calls. */
static const enum msim_file_kind proposed[] = {MSIM_FILE_CALLS, MSIM_FILE_CALLGRIND,
                                               MSIM_FILE_UNKNOWN};

static const char *sort, *show, *threshold, *cycles, *by, *function, *tree, *depth, *hot, *flame,
    *colour, *threads, *folded, *speedscope, *callgrind, *region;

static const struct msim_arg options[] = {
    {"--sort", "COLUMN,...", "sort by the first column; the next ones break ties [Cy]", &sort},
    {"--show", "COLUMN,...", "columns to show: all, events, D1m/D, D1m:PTI, Cy, ... [what costs]",
     &show},
    {"--threshold", "PERCENT", "hide rows below this share of the first sort column [0.5]",
     &threshold},
    {"--by", "COST", "sort functions by inclusive or exclusive cost [inclusive]", &by},
    {.name = "--cycles", .text = &cycles},
    {"--function", "NAME", "callers and callees of the functions of that name; * and ? match",
     &function},
    {"--tree", "[=top-down|bottom-up]", "the tree of calls, or of functions and their callers",
     &tree},
    {"--region", "NAME", "show what ran in this region; * and ? match; -: in no region", &region},
    {"--threads", NULL, "keep threads apart in trees, paths and flame graphs", &threads},
    {"--depth", "N", "levels of trees and flame graphs, 0 for no limit [40; of graphs, 2000]",
     &depth},
    {"--hot", "[=N]", "the paths whose last function costs most [10]", &hot},
    {"--flame", "FILE", "write a flame graph as SVG, of the first sort column", &flame},
    {.name = "--size", .help = "width and height of the flame graph in pixels [as it needs]"},
    {"--color", "RATE", "colour it by a rate of each frame, as in D1mr/Dr [by name]", &colour},
    {"--folded", NULL, "write folded stacks, a;b;c N, of the first sort column", &folded},
    {"--speedscope", "FILE", "write a file for speedscope.app, a profile for each column",
     &speedscope},
    {"--callgrind", "FILE", "write the file in Callgrind's format, without the tree", &callgrind},
    {.name = "--mine"},
    {.name = "--system-frames"},
    {.name = "--partial"},
    {.name = "--format"},
    {.name = "--all"},
    {.name = "--width"},
    {.name = "--out"},
    {NULL, NULL, NULL, NULL}};

/* --- options ------------------------------------------------------------------------------ */

static bool is_upwards(void)
{
    static const char *const ways[] = {"top-down", "bottom-up", NULL};
    return tree && *tree && msim_arg_choice("--tree", tree, ways) == 1;
}

static bool is_by_own(void)
{
    static const char *const ways[] = {"inclusive", "exclusive", NULL};
    return by && msim_arg_choice("--by", by, ways) == 1;
}

/* Only files were asked for. */
static bool is_silent(const struct msim_output *output)
{
    return (flame || speedscope || callgrind) && !folded && !output->format && !function && !tree &&
           !hot;
}

static void check_options(const struct msim_output *output)
{
    enum msim_format format = msim_output_format(output);
    if (region && callgrind)
        msim_bad_usage("--callgrind: the file has the whole run; leave out --region");
    if (output->size && !flame)
        msim_bad_usage("--size is for --flame=FILE");
    if (colour && !flame)
        msim_bad_usage("--color is for --flame=FILE");
    if (folded && (output->format || function || tree || hot))
        msim_bad_usage("--folded: expected no --format, --function, --tree or --hot beside it");
    if (format == MSIM_FORMAT_CSV && (function != NULL) + (tree != NULL) > 1)
        msim_bad_usage("--format=csv: expected one list, --function or --tree");
    if (format == MSIM_FORMAT_CSV && hot)
        msim_bad_usage("--hot: paths are shown as text or json, not as csv");
}

static void choose_view(const struct msim_invocation *invocation, struct msim_calls_view *view)
{
    bool text = msim_output_format(&invocation->output) == MSIM_FORMAT_TEXT;
    view->width = msim_invocation_width(invocation, MSIM_WIDTH_USUAL, 0, MSIM_WIDTH_MOST);
    view->threshold = threshold ? msim_arg_percent("--threshold", threshold)
                      : text    ? usual_threshold
                                : 0;
    view->by_own = is_by_own();
    view->colour = !invocation->output.out && msim_terminal_has_colours();
    view->size = msim_picture_asked(&invocation->output);
    view->depth = depth ? msim_arg_number("--depth", depth, 0, DEPTH_MAX) : 0;
}

/* --- the function that is asked for ------------------------------------------------------- */

/* Of several functions, those that reach the threshold, and the first one. */
static void leave_out(struct msim_calls_shown *shown, uint32_t *row, size_t found)
{
    const struct msim_costs *costs = shown->costs;
    for (size_t i = 0; i < found; i++)
        if (!i || msim_calls_reaches(shown->view, costs->inclusive + row[i] * costs->events))
            row[shown->chosens++] = row[i];
    shown->unchosen = found - shown->chosens;
}

/* --- trees -------------------------------------------------------------------------------- */

struct ordering {
    const struct msim_calls_view *view;
    const struct msim_shown_tree *tree;
};

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct ordering *of = context;
    return msim_calls_order(of->view, msim_tree_inclusive(of->tree, 0, a),
                            msim_tree_inclusive(of->tree, 0, b)) < 0;
}

static void make_tree(struct msim_shown_tree *made, const struct msim_calls_shown *shown)
{
    const struct msim_calls_view *view = shown->view;
    struct msim_tree_limits limits = {msim_calls_least(view), depth ? view->depth : DEPTH};
    struct ordering ordering = {view, made};
    if (shown->upwards) {
        msim_tree_up(made, shown->paths, view, &limits);
    } else {
        msim_wide *weight = msim_paths_own(shown->paths, 0, &view->sort.column[0]);
        msim_paths_add_up(shown->paths, weight);
        msim_tree_down(made, shown->paths, weight, &limits);
        free(weight);
    }
    msim_tree_sort(made, is_before, &ordering);
}

/* Ends the command if what is asked for needs a tree and there is none. */
static bool needs_tree(const struct msim_call_profile *calls, const char *file)
{
    bool needs = tree || hot || flame || folded || speedscope;
    if (needs && !calls->context)
        msim_bad_input("%s: has no tree of contexts, only edges; memsim writes one: memsim run "
                       "--calls=yes -- COMMAND",
                       file);
    return needs;
}

/* --- files -------------------------------------------------------------------------------- */

static void write_flame(const struct msim_calls_shown *shown)
{
    struct msim_whole_file file;
    struct msim_column rate;
    const struct msim_counts *counts = shown->view->counts;
    if (shown->view->sort.column[0].kind != MSIM_COLUMN_COUNT)
        msim_bad_input("--flame: widths are sums, and %s is a rate; choose one with --sort",
                       shown->view->sort.column[0].name);
    const struct msim_column *width = &shown->view->sort.column[0];
    if (msim_column_over(width, counts->total) <= 0)
        msim_bad_input("--flame: nothing to draw, as %s is 0; choose another column with --sort",
                       width->name);
    char *error = colour ? msim_column_make(&rate, counts, cycles, colour, strlen(colour)) : NULL;
    if (error)
        msim_bad_input("--color=%s: %s", colour, error);
    if (colour && rate.kind == MSIM_COLUMN_COUNT)
        msim_bad_input("--color=%s: expected a rate, as in D1mr/Dr", colour);
    msim_whole_open(&file, flame);
    msim_calls_flame(shown, colour ? &rate : NULL, file.to);
    msim_whole_close(&file, NULL);
    if (colour)
        msim_column_free(&rate);
}

static void write_speedscope(const struct msim_calls_shown *shown)
{
    struct msim_whole_file file;
    msim_whole_open(&file, speedscope);
    msim_calls_speedscope(shown, file.to);
    msim_whole_close(&file, NULL);
}

/* The lines of the file up to its tree. */
static void write_callgrind(const char *bytes, size_t size)
{
    struct msim_whole_file file;
    const char *end = strstr(bytes, "\n# memsim tree:");
    msim_whole_open(&file, callgrind);
    fwrite(bytes, 1, end ? (size_t)(end + 1 - bytes) : size, file.to);
    msim_whole_close(&file, NULL);
}

static int write_view(struct msim_invocation *invocation, const struct msim_calls_shown *shown)
{
    static void (*const write_as[])(const struct msim_calls_shown *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_calls_text,
                                               [MSIM_FORMAT_JSON] = msim_calls_json,
                                               [MSIM_FORMAT_CSV] = msim_calls_csv};
    FILE *to = msim_invocation_open(invocation);
    if (folded)
        msim_calls_folded(shown, to);
    else
        write_as[msim_output_format(&invocation->output)](shown, to);
    return msim_invocation_close(invocation);
}

static int show_all(struct msim_invocation *invocation, struct msim_calls_shown *shown)
{
    struct msim_paths paths;
    struct msim_shown_tree made;
    uint32_t *chosen = NULL;
    if (function) {
        size_t found;
        shown->chosen = chosen = msim_calls_named(shown, function, &found);
        leave_out(shown, chosen, found);
    }
    bool needs = needs_tree(shown->calls, shown->view->file);
    if (needs) {
        msim_paths_make(&paths, shown->frames, &shown->calls, 1, threads != NULL);
        shown->paths = &paths;
    }
    if (tree) {
        make_tree(&made, shown);
        shown->tree = &made;
    }
    int status = is_silent(&invocation->output) ? MSIM_DONE : write_view(invocation, shown);
    if (status == MSIM_DONE && flame)
        write_flame(shown);
    if (status == MSIM_DONE && speedscope)
        write_speedscope(shown);
    if (tree)
        msim_tree_free(&made);
    if (needs)
        msim_paths_free(&paths);
    free(chosen);
    return status;
}

/* --- the profile -------------------------------------------------------------------------- */

/* What the command line names, and how it is shown. */
struct source {
    struct msim_operand file;
    const char *pages; /* a list of page-ins that the profile must fit; NULL: none */
    bool paged;        /* faults are shown */
};

/* All bytes of the profile: of the file, or made from the trace. */
static char *read_profile(const struct msim_invocation *invocation,
                          const struct msim_operand *given, const char *file, size_t *size)
{
    static const char *const observers[] = {"calls", "page-ins", NULL};
    const struct msim_making how = {.observers = observers, .file = "--calls-out-file"};
    char **operand = msim_zeroed((size_t)given->operands + 1, sizeof *operand);
    memcpy(operand, given->operand, (size_t)given->operands * sizeof *operand);
    /* A function is a region, too, if it is asked for. */
    char *more = region ? msim_printed("--region=%s", region) : msim_copy("--calls=yes");
    operand[given->operands] = more;
    struct msim_operand source = {file, operand, given->operands + 1};
    char *bytes = msim_operand_bytes(invocation, &source, "a profile", how, size);
    MSIM_FREE(more, operand);
    return bytes;
}

/* Reading changes the bytes. */
static void load(struct msim_call_profile *calls, const char *name, const char *bytes, size_t size)
{
    char *copy = msim_copy_part(bytes, size);
    bool good = msim_calls_read(calls, name, copy, size);
    free(copy);
    if (!good)
        msim_bad_file(&calls->counts.error);
}

/* Only trees say what regions count. */
static void need_region(const struct msim_call_profile *calls, const char *file)
{
    if (!calls->context)
        msim_bad_input("%s: --region needs a tree of calls, which memsim.calls.PID has", file);
    msim_regions_need(&calls->counts.regions, file);
}

/* Whether the functions that --function fits best are all of libraries: then nothing is folded. */
static bool asks_for_library(const struct msim_call_profile *calls, const struct msim_mine *mine)
{
    bool library = function != NULL, *is_mine = msim_calls_mine(calls, mine);
    int best = 1;
    for (uint32_t i = 0; function && i < calls->functions; i++) {
        struct msim_profile_frame frame = msim_frame_of(calls, i);
        int how = msim_frame_fits(function, &frame);
        if (how >= best)
            library = (library || how > best) && !is_mine[i];
        best = how > best ? how : best;
    }
    free(is_mine);
    return library;
}

/* What other programs read, and the list of page-ins, has all frames unless the user asks. */
static void fold(const struct msim_invocation *invocation, struct msim_call_profile *calls,
                 const struct source *source)
{
    const struct msim_mine *mine = msim_invocation_mine(invocation);
    bool asked = invocation->system_frames || invocation->mine.folders;
    if (mine && calls->context && (asked || !(folded || speedscope || source->paged)) &&
        !asks_for_library(calls, mine))
        msim_calls_fold(calls, mine);
}

static int show_profile(struct msim_invocation *invocation, const struct source *source)
{
    struct msim_call_profile calls = {
        .counts = {.regions.only = region && !strcmp(region, "-") ? "" : region,
                   .weighed = cycles != NULL}};
    struct msim_profile_frames frames;
    struct msim_costs costs;
    size_t size;
    enum msim_format format = msim_output_format(&invocation->output);
    struct msim_calls_view view = {.counts = &calls.counts};
    struct msim_calls_shown shown = {.calls = &calls,
                                     .frames = &frames,
                                     .view = &view,
                                     .costs = &costs,
                                     .totals = source->paged};
    check_options(&invocation->output);
    choose_view(invocation, &view);
    shown.upwards = is_upwards();
    if (hot)
        shown.hot = *hot ? msim_arg_number("--hot", hot, 1, HOT_MAX) : HOT;
    view.file = msim_operand_file(source->file.name, kinds);
    char *bytes = read_profile(invocation, &source->file, view.file, &size);
    load(&calls, view.file, bytes, size);
    if (region)
        need_region(&calls, view.file);
    if (msim_calls_folded_note(&calls.counts) &&
        (format != MSIM_FORMAT_TEXT || folded || is_silent(&invocation->output)))
        msim_warn("note: %s", msim_calls_folded_note(&calls.counts));
    fold(invocation, &calls, source);
    if (source->paged)
        msim_calls_need_pages(&calls, view.file);
    if (source->pages)
        msim_calls_check_pages(&calls, view.file, source->pages);
    msim_calls_columns(&view, show, sort, cycles, format == MSIM_FORMAT_TEXT && !speedscope);
    msim_frames_make(&frames, &calls, NULL);
    msim_costs_make(&costs, &calls, &frames, 0);
    int status = show_all(invocation, &shown);
    if (status == MSIM_DONE && callgrind)
        write_callgrind(bytes, size);
    free(bytes);
    msim_costs_free(&costs);
    msim_frames_free(&frames);
    msim_calls_columns_free(&view);
    msim_calls_free(&calls);
    return status;
}

static int run(struct msim_invocation *invocation)
{
    struct source source = {msim_operand_or_trace(invocation, proposed), NULL, false};
    return show_profile(invocation, &source);
}

const struct msim_command msim_calls_command = {
    .name = "calls",
    .form = "FILE",
    .summary = "show functions with callers and callees, trees, flame graphs",
    .usage = "calls FILE [options] | calls TRACE [options] [tool options]",
    .options = options,
    .run = run,
};

/* --- page-ins by context ------------------------------------------------------------------ */

static const char by_context[] = "--by=context";

static bool is_asked_by_context(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], by_context))
            return true;
    return false;
}

/* The tree, by predicted faults, unless something else is asked for. */
static void choose_pages(const struct msim_output *output)
{
    bool text = msim_output_format(output) == MSIM_FORMAT_TEXT;
    if (!function && !hot && !tree && !folded && !is_silent(output))
        tree = "";
    if (!sort && !show)
        sort = "Pf";
    if (!show)
        show = text ? "Pf,Pfx,Pfr,Pfw,Pfc,Pg" : "Pf,Pg,Pgx,Pgr,Pgw,Pfx,Pfr,Pfw,Pfc";
}

static int run_by_context(struct msim_invocation *invocation)
{
    int left = 1;
    for (int i = 1; i < invocation->argc; i++)
        if (strcmp(invocation->argv[i], by_context) != 0)
            invocation->argv[left++] = invocation->argv[i];
    invocation->argc = left;
    struct source source = {msim_operand_or_trace(invocation, proposed), NULL, true};
    char *beside = NULL;
    choose_pages(&invocation->output);
    if (msim_file_kind_of(source.file.name) == MSIM_FILE_PAGES) {
        source.pages = source.file.name;
        source.file.name = beside = msim_calls_beside_pages(source.file.name);
    }
    int status = show_profile(invocation, &source);
    free(beside);
    return status;
}

const struct msim_command msim_calls_pages_command = {
    .name = "pages",
    .usage = "pages --by=context FILE|TRACE [options]",
    .options = options,
    .run = run_by_context,
    .asked = is_asked_by_context,
    .about = "By calling context, of a profile of calls, or of a list with one beside it:",
};
