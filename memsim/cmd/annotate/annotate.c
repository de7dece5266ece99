/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim annotate FILE [SOURCE...]: shows which files, functions and lines the counts belong to. */
#include <stdlib.h>
#include <string.h>

#include "cmd/annotate/asm/asm.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/callgrind/read.h"
#include "cmd/columns/column.h"
#include "cmd/columns/usual.h"
#include "cmd/command/command.h"
#include "cmd/counts/read.h"
#include "cmd/counts/threads.h"
#include "cmd/files/kind.h"
#include "cmd/files/operand.h"
#include "cmd/listing/source.h"
#include "present.h"

enum { CONTEXT = 8, CONTEXT_MAX = 1000000000 };
static const double usual_threshold = 0.5;
static const enum msim_file_kind kinds[] = {MSIM_FILE_COUNTS, MSIM_FILE_ALLOC, MSIM_FILE_UNKNOWN};
static const enum msim_file_kind instruction_kinds[] = {
    MSIM_FILE_CALLS, MSIM_FILE_CALLGRIND, MSIM_FILE_COUNTS, MSIM_FILE_ALLOC, MSIM_FILE_UNKNOWN};

static const char *sort, *show, *threshold, *context, *automatic, *per, *region, *thread, *cycles,
    *by_instruction, *syntax;

static const struct msim_arg options[] = {
    {"--sort", "COLUMN,...", "sort by the first column; the next ones break ties [Cy]", &sort},
    {"--show", "COLUMN,...", "columns to show: all, events, D1m/D, D1m:PTI, Cy, ... [what costs]",
     &show},
    {"--threshold", "PERCENT", "hide rows below this share of the first sort column [0.5]",
     &threshold},
    {"--context", "LINES", "source lines shown around each line with counts [8]", &context},
    {"--auto", "yes|no", "show the sources of all listed functions [yes; with --per, no]",
     &automatic},
    {"--per", "KIND,...",
     "show only these lists: file, function, line, object, inline, region, thread", &per},
    {"--region", "NAME", "show what ran in this region; * and ? match; -: in no region", &region},
    {"--thread", "N", "show what this thread ran; 1 is the first", &thread},
    {"--asm", "[=FUNCTION]", "show the instructions of functions; * and ? match [all listed]",
     &by_instruction},
    {"--asm-syntax", "att|intel", "how instructions are written [att]", &syntax},
    {.name = "--mine"},
    {.name = "--system-frames"},
    {.name = "--cycles", .text = &cycles},
    {.name = "--format", .help = "text, json or csv; csv is one list, see --per [text]"},
    {.name = "--all"},
    {.name = "--width"},
    {.name = "--out"},
    {"-I", "DIR", "look for sources and objects in DIR, too; also -IDIR, -I DIR, --include=DIR",
     NULL},
    {NULL, NULL, NULL, NULL}};

/* --- options ------------------------------------------------------------------------------ */

/* Removes all forms of -I from argv and returns the number of arguments left.  Done here because -I
 * may be given several times, which the table of options cannot express. */
static int take_includes(struct msim_view *view, int argc, char **argv)
{
    int left = 1;
    bool ended = false;
    for (int i = 1; i < argc; i++) {
        const char *folder = NULL;
        ended = ended || !strcmp(argv[i], "--");
        if (!ended && !strncmp(argv[i], "--include=", 10))
            folder = argv[i] + 10;
        else if (!ended && !strcmp(argv[i], "-I"))
            folder = i + 1 < argc ? argv[++i] : "";
        else if (!ended && !strncmp(argv[i], "-I", 2))
            folder = argv[i] + (argv[i][2] == '=' ? 3 : 2);
        if (!folder) {
            argv[left++] = argv[i];
            continue;
        }
        if (!*folder)
            msim_bad_usage("-I needs a folder: -I DIR");
        MSIM_PUSH(view->include, view->includes, folder);
    }
    return left;
}

static bool read_yes(const char *option, const char *text)
{
    static const char *const names[] = {"yes", "no", NULL};
    return msim_arg_choice(option, text, names) == 0;
}

static unsigned read_per(struct msim_view *view, const char *text)
{
    static const char *const names[] = {"object", "file",   "function", "line",
                                        "inline", "region", "thread"};
    unsigned lists = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        int found = MSIM_PERS;
        for (int i = 0; i < MSIM_PERS; i++)
            if (strlen(names[i]) == length && !strncmp(at, names[i], length))
                found = i;
        if (found == MSIM_PERS)
            msim_bad_usage(
                "--per=%s: expected one or more of file, function, line, object, inline, "
                "region, thread, separated by commas",
                text);
        lists += !view->per[found];
        view->per[found] = true;
        at += length;
        if (!*at)
            return lists;
    }
}

/* The lists shown without --per: in text, files, functions and sources; in JSON, all but objects,
 * which few files have; in CSV, functions. */
static void choose_lists(struct msim_view *view, enum msim_format format)
{
    bool text = format == MSIM_FORMAT_TEXT, csv = format == MSIM_FORMAT_CSV;
    if (per && read_per(view, per) > 1 && csv)
        msim_bad_usage("--per=%s: expected one list for CSV", per);
    if (!per) {
        view->per[MSIM_PER_FUNCTION] = true;
        view->per[MSIM_PER_FILE] = !csv;
        view->per[MSIM_PER_LINE] = !csv && !text;
    }
    view->per[MSIM_PER_REGION] |= !per && !csv;
    view->per[MSIM_PER_THREAD] |= !per && !csv;
    view->listed = per != NULL;
    view->joined = !text;
    view->sources = automatic ? read_yes("--auto", automatic) : !per;
    view->threshold = threshold ? msim_arg_percent("--threshold", threshold)
                      : text    ? usual_threshold
                                : 0;
}

static void choose_width(const struct msim_invocation *invocation, struct msim_view *view)
{
    view->colour = !invocation->output.out && msim_terminal_has_colours();
    view->width = msim_invocation_width(invocation, MSIM_WIDTH_USUAL, 0, MSIM_WIDTH_MOST);
    view->cut = invocation->output.width ? view->width > 0
                                         : !invocation->output.out && msim_terminal_width() > 0;
}

/* --- what depends on the file ------------------------------------------------------------- */

static void make_columns(struct msim_columns *columns, const struct msim_counts *counts,
                         const char *option, const char *list)
{
    char *error = msim_columns_make(columns, counts, cycles, list);
    if (error)
        msim_bad_input("%s=%s: %s", option, list, error);
}

/* Hides columns that are zero in every line, unless they were named. */
static void fold(struct msim_view *view)
{
    size_t kept = 0, room = 1;
    struct msim_columns *columns = &view->show;
    for (size_t i = 0; i < columns->columns; i++)
        room += strlen(columns->column[i].name) + 1;
    view->folded = msim_zeroed(room, 1);
    view->named = show && strcmp(show, "all") != 0;
    if (view->named || msim_view_is_unchanged(view))
        return;
    for (size_t i = 0; i < columns->columns; i++) {
        struct msim_column column = columns->column[i];
        bool last = i + 1 == columns->columns && !kept;
        if (!last && msim_column_is_zero(&column, view->counts)) {
            strcat(strcat(view->folded, *view->folded ? " " : ""), column.name);
            msim_column_free(&column);
        } else {
            columns->column[kept++] = column;
        }
    }
    columns->columns = kept;
}

static bool is_in(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (!strncmp(at, name, length) && (!at[length] || at[length] == ','))
            return true;
    return false;
}

/* Text shows what costs most; what goes to programs has all events, in their order, as it always
 * had. */
static void choose_columns(struct msim_view *view, enum msim_format format)
{
    static struct msim_usual usual;
    static char shown[2 * MSIM_USUAL_ROOM], sorted[MSIM_USUAL_ROOM];
    const struct msim_counts *counts = view->counts;
    long weight[MSIM_EVENTS_MAX];
    view->cycles = cycles;
    view->estimated = msim_formula_read(counts, weight);
    msim_usual_columns(&usual, counts, cycles);
    if (format != MSIM_FORMAT_TEXT)
        strcpy(usual.sort, strcpy(usual.show, "all"));
    else if (!show)
        view->usual = strcmp(usual.show, "all") != 0;
    if (view->usual)
        view->minor = usual.minor;
    if (show)
        make_columns(&view->show, counts, "--show", show);
    /* A named list is sorted by its first column. */
    if (format == MSIM_FORMAT_TEXT && show)
        snprintf(sorted, sizeof sorted, "%.*s,all", (int)strcspn(show, ","), show);
    make_columns(&view->sort, counts, "--sort", sort ? sort : *sorted ? sorted : usual.sort);
    if (!show) {
        /* The column sorted by is shown, whatever it costs. */
        const char *first = view->sort.column[0].name;
        bool missing = view->usual && !is_in(usual.show, first);
        snprintf(shown, sizeof shown, "%s%s%s", missing ? first : "", missing ? "," : "",
                 usual.show);
        make_columns(&view->show, counts, "--show", shown);
    }
    fold(view);
}

/* Reads the requested sources before anything is printed: if one is missing, that is an error. */
static void choose_sources(struct msim_view *view, char **name, int names)
{
    struct msim_source source;
    for (int i = 0; i < names; i++) {
        uint32_t file = msim_source_named(view->counts, name[i]);
        if (file == MSIM_NOTHING)
            msim_bad_input(
                "%s: no counts for this file in '%s'; its files: memsim annotate --per=file %s",
                name[i], view->file, view->file);
        if (!msim_source_read(&source, view, view->counts->file[file].name))
            msim_bad_input("cannot read '%s': %s", view->counts->file[file].name, source.why);
        msim_source_free(&source);
        MSIM_PUSH(view->chosen, view->chosen_files, file);
    }
}

static int write_view(struct msim_invocation *invocation, const struct msim_view *view)
{
    static void (*const write_as[])(const struct msim_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_annotate_text,
                                               [MSIM_FORMAT_JSON] = msim_annotate_json,
                                               [MSIM_FORMAT_CSV] = msim_annotate_csv};
    write_as[msim_output_format(&invocation->output)](view, msim_invocation_open(invocation));
    return msim_invocation_close(invocation);
}

/* Only files with regions have such a list. */
static void check_regions(struct msim_view *view)
{
    if (msim_has_regions(&view->counts->regions))
        return;
    if (per && view->per[MSIM_PER_REGION])
        msim_bad_input(
            "'%s' has no regions: programs mark them with MEMSIM_BEGIN and MEMSIM_END of "
            "<valgrind/memsim.h>",
            view->file);
    view->per[MSIM_PER_REGION] = false;
}

/* Only files of runs that were divided by thread have such a list; without regions in threads, it
 * says all that there is. */
static void check_threads(struct msim_view *view)
{
    struct msim_threads threads;
    if (per && view->per[MSIM_PER_THREAD])
        msim_threads_need(&view->counts->regions, view->file);
    msim_threads_make(&threads, &view->counts->regions);
    view->per[MSIM_PER_THREAD] &= msim_has_threads(&threads);
    view->per[MSIM_PER_REGION] &= per || threads.inside;
    msim_threads_free(&threads);
}

static void check_inlined(const struct msim_view *view)
{
    if (view->per[MSIM_PER_INLINE] && !view->counts->inlined.count)
        msim_bad_input("'%s' does not say which code was inlined; record that with: memsim run "
                       "--inline=yes -- %s",
                       view->file, view->counts->source[0].command);
}

/* --- instructions ------------------------------------------------------------------------- */

/* The profile of calls has the counts of instructions only if they were asked for. */
static void check_instructions(const struct msim_call_profile *calls, const char *file)
{
    if (!calls->has_instructions)
        msim_bad_input("%s: has no counts of instructions; run with --dump-instr=yes: memsim run "
                       "--dump-instr=yes -- COMMAND",
                       file);
}

static void load_instructions(struct msim_call_profile *calls, const char *file)
{
    enum msim_file_kind kind = msim_file_kind_of(file);
    if (kind == MSIM_FILE_COUNTS || kind == MSIM_FILE_ALLOC)
        msim_bad_input("%s: has no counts of instructions; run with --dump-instr=yes and give "
                       "memsim.calls.PID",
                       file);
    calls->keep_costs = true;
    msim_calls_load(calls, file);
    check_instructions(calls, file);
}

static enum msim_asm_syntax read_syntax(void)
{
    static const char *const names[] = {"att", "intel", NULL};
    return syntax ? (enum msim_asm_syntax)msim_arg_choice("--asm-syntax", syntax, names)
                  : MSIM_ASM_ATT;
}

static int annotate_instructions(struct msim_invocation *invocation, struct msim_view *view,
                                 enum msim_format format)
{
    static void (*const write_as[])(struct msim_asm *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_asm_text,
                                               [MSIM_FORMAT_JSON] = msim_asm_json,
                                               [MSIM_FORMAT_CSV] = msim_asm_csv};
    struct msim_call_profile calls = {0};
    struct msim_asm made;
    enum msim_asm_syntax written = read_syntax();
    load_instructions(&calls, view->file);
    view->counts = &calls.counts;
    choose_columns(view, format);
    msim_asm_make(&made, view, &calls, by_instruction, written);
    write_as[format](&made, msim_invocation_open(invocation));
    int status = msim_invocation_close(invocation);
    msim_asm_free(&made);
    msim_calls_free(&calls);
    return status;
}

/* Whoever asks for inlined functions means those of libraries, too. */
static const struct msim_mine *mine_of(const struct msim_invocation *invocation,
                                       const struct msim_view *view)
{
    bool asked = invocation->system_frames || invocation->mine.folders;
    return view->per[MSIM_PER_INLINE] && !asked ? NULL : msim_invocation_mine(invocation);
}

static int annotate_lines(struct msim_invocation *invocation, struct msim_view *view,
                          enum msim_format format, int names)
{
    char **argv = invocation->argv;
    char *own = thread ? msim_thread_pattern(thread) : NULL;
    const char *only = region && !strcmp(region, "-") ? "" : region;
    struct msim_counts counts = {.regions.only = own ? own : only,
                                 .weighed = cycles != NULL,
                                 .mine = mine_of(invocation, view)};
    if (format != MSIM_FORMAT_TEXT && names > 1)
        msim_bad_usage("%s: sources are shown as text, not as %s", argv[1],
                       msim_format_names[format]);
    view->counts = &counts;
    msim_counts_load(&counts, view->file, false, NULL);
    if (region)
        msim_regions_need(&counts.regions, view->file);
    if (thread)
        msim_thread_need(&counts.regions, view->file);
    check_regions(view);
    check_threads(view);
    check_inlined(view);
    choose_columns(view, format);
    choose_sources(view, argv + 1, names - 1);
    int status = write_view(invocation, view);
    msim_counts_free(&counts);
    free(own);
    return status;
}

/* Options that exclude each other. */
static void check_options(int names)
{
    if (by_instruction && (per || automatic || region || thread || names > 1))
        msim_bad_usage(
            "--asm: expected one file, and no --per, --auto, --region or --thread beside it");
    if (syntax && !by_instruction)
        msim_bad_usage("--asm-syntax is for --asm");
    if (region && thread)
        msim_bad_usage("--region=%s and --thread=%s: expected one of them; a region of a thread is "
                       "--region='thread %s;%s'",
                       region, thread, thread, region);
}

static int run(struct msim_invocation *invocation)
{
    struct msim_view view = {0};
    invocation->argc = take_includes(&view, invocation->argc, invocation->argv);
    int names = msim_invocation_args(invocation);
    if (!names)
        msim_operand_missing(invocation->command->usage,
                             by_instruction ? instruction_kinds : kinds);
    enum msim_format format = msim_output_format(&invocation->output);
    char *error = cycles ? msim_cycles_check(cycles) : NULL;
    if (error)
        msim_bad_usage("--cycles=%s: %s", cycles, error);
    check_options(names);
    choose_lists(&view, format);
    choose_width(invocation, &view);
    view.context = context ? msim_arg_number("--context", context, 0, CONTEXT_MAX) : CONTEXT;
    view.file = msim_operand_file(invocation->argv[0], by_instruction ? instruction_kinds : kinds);
    int status = by_instruction ? annotate_instructions(invocation, &view, format)
                                : annotate_lines(invocation, &view, format, names);
    msim_columns_free(&view.show);
    msim_columns_free(&view.sort);
    MSIM_FREE(view.folded, view.include, view.chosen);
    return status;
}

const struct msim_command msim_annotate_command = {
    .name = "annotate",
    .form = "FILE [SOURCE...]",
    .summary = "show which functions and lines the counts belong to",
    .usage = "annotate FILE [SOURCE...] [options]",
    .options = options,
    .run = run,
};
