/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim heap: finds and reads the files of a heap, and shows it over time and what allocates. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/command/command.h"
#include "cmd/counts/threads.h"
#include "cmd/data/heap/alloc.h"
#include "cmd/data/heap/inregion.h"
#include "cmd/data/heap/set.h"
#include "cmd/data/heap/user.h"
#include "cmd/draw/picture.h"
#include "cmd/files/lines.h"
#include "cmd/files/operand.h"
#include "present.h"
#include "threads/threads.h"

enum { WIDTH = 100, ROWS = 20 }; /* of text, if not to a terminal; of the lines that allocate */

/* What was found and read; the report points into it. */
struct files {
    struct msim_heaped heap;
    struct msim_allocated alloc;
    struct msim_heaped_report report;
    const char *only;                /* which regions, as the reader of counts takes it */
    struct msim_heaped_in_region in; /* then: what lies in them */
    const struct msim_alloc_time **times;
    char *beside; /* the name of the file of allocations next to that of the heap, or NULL */
    char *note;
};

static const char *alloc, *by, *snapshots, *threshold, *top, *sort, *region, *per;

static const struct msim_arg options[] = {
    {"--alloc", "FILE", "file of allocations [that of the same run, in the same folder]", &alloc},
    {"--by", "time|bytes|allocs", "horizontal axis of the graph and the picture [time]", &by},
    {"--snapshots", NULL, "show the trees of all snapshots, not only the peak's", &snapshots},
    {"--region", "NAME", "show what was in this region; * and ? match; -: in no region", &region},
    {"--per", "thread", "show only what each thread allocated and freed", &per},
    {"--threshold", "PERCENT", "join places that have less than this share of a tree [1]",
     &threshold},
    {"--top", "N", "how many of the lines that allocate, and of the regions, are listed [20]",
     &top},
    {"--sort", "EVENT",
     "sort by Allocs, Bytes, Frees, PeakBytes, Temp, Failed or EndBytes [PeakBytes; with "
     "--region, Bytes]",
     &sort},
    {.name = "--all"},
    {.name = "--mine"},
    {.name = "--system-frames"},
    {.name = "--width", .help = "width of text [the terminal's, or 100]"},
    {.name = "--format", .help = "text, json or csv; csv is the snapshots [text]"},
    {.name = "--out"},
    {.name = "--svg"},
    {.name = "--png"},
    {.name = "--size"},
    {NULL, NULL, NULL, NULL}};

/* --- options ------------------------------------------------------------------------------ */

/* Takes digits with at most one point among them. */
static double read_percent(const char *text)
{
    char *end;
    size_t digits = strspn(text, "0123456789");
    size_t more = text[digits] == '.' ? strspn(text + digits + 1, "0123456789") : 0;
    size_t length = digits + more + (text[digits] == '.');
    double percent = strtod(text, &end);
    if (!(digits + more) || text[length] || percent > 100)
        msim_bad_usage("--threshold=%s: expected a percentage from 0 to 100", text);
    return percent;
}

static struct msim_heaped_view read_view(const struct msim_invocation *invocation)
{
    struct msim_heaped_view view = {.least = 1,
                                    .mine = msim_invocation_mine(invocation),
                                    .rows = ROWS,
                                    .sort = region ? MSIM_ALLOC_BYTES : MSIM_PEAK_BYTES,
                                    .trees = snapshots != NULL};
    view.width =
        msim_invocation_width(invocation, WIDTH, MSIM_HEAPED_NARROWEST, MSIM_HEAPED_WIDEST);
    view.colour = !invocation->output.out && msim_terminal_has_colours();
    if (threshold)
        view.least = read_percent(threshold);
    if (top && !msim_read_number(top, &view.rows))
        msim_bad_usage("--top=%s: expected a number", top);
    if (sort)
        view.sort = msim_alloc_event_named(sort);
    if (view.sort == MSIM_ALLOC_EVENTS)
        msim_bad_usage(
            "--sort=%s: expected Allocs, Bytes, Frees, PeakBytes, Temp, Failed or EndBytes", sort);
    return view;
}

static struct msim_heaped_view check(const struct msim_invocation *invocation)
{
    static const char *const axes[] = {"time", "bytes", "allocs", NULL};
    static const char *const lists[] = {"thread", NULL};
    const struct msim_output *output = &invocation->output;
    msim_output_format(output);
    if (by)
        msim_arg_choice("--by", by, axes);
    if (per)
        msim_arg_choice("--per", per, lists);
    if (per && (by || region || snapshots || sort || output->svg || output->png))
        msim_bad_usage("--per=thread: one table of the whole run; leave out --by, --region, "
                       "--snapshots, --sort, --svg and --png");
    msim_invocation_check_pictures(invocation);
    return read_view(invocation);
}

/* --- input -------------------------------------------------------------------------------- */

static void load_alloc(struct files *files, const char *name, char *bytes, size_t size)
{
    if (!msim_allocated_read(&files->alloc, name, bytes, size, files->only))
        msim_bad_file(&files->alloc.profile.error);
    files->report.alloc = &files->alloc;
}

/* Keeps a note, joined from three strings. */
static void note(struct files *files, const char *before, const char *name, const char *after)
{
    files->note = msim_printed("%s%s%s", before, name, after);
    files->report.note = files->note;
}

static void end_with_commands(const struct files *files)
{
    enum { MOST = 60 };
    char own[4 * MOST + 8], other[sizeof own]; /* safe for a terminal */
    msim_utf8_clean(own, sizeof own, files->heap.command, MOST);
    msim_utf8_clean(other, sizeof other, files->alloc.command, MOST);
    msim_bad_input("%s is from a different command than %s: '%s', not '%s'", files->alloc.name,
                   files->heap.name, other, own);
}

/* False: there is none with a name like the heap's, or it is of another command. */
static bool find_by_name(struct files *files)
{
    size_t size;
    const char *name = files->beside = msim_heaped_name_beside(files->heap.name);
    if (!name || access(name, F_OK) != 0)
        return false;
    char *bytes = msim_need_all(name, &size);
    load_alloc(files, name, bytes, size);
    if (msim_heaped_same_command(&files->heap, &files->alloc))
        return true;
    files->report.alloc = NULL;
    note(files, "", name, " is of another command and is left out");
    return false;
}

/* False: no other file in the folder is of the same run. */
static bool find_by_contents(struct files *files)
{
    size_t size;
    char *found = msim_heaped_find_beside(&files->heap);
    if (!found)
        return false;
    char *bytes = msim_need_all(found, &size);
    msim_allocated_free(&files->alloc);
    load_alloc(files, found, bytes, size);
    MSIM_FREE(files->beside, files->note);
    files->beside = found;
    note(files, "calls, sizes and lines that allocate are from ", found, ", of the same run");
    return true;
}

static void find_alloc(struct files *files)
{
    static const char without[] =
        "; so no table of calls, sizes and lines that allocate (--alloc=FILE)";
    size_t size;
    if (alloc) {
        char *bytes = msim_need_all(alloc, &size);
        load_alloc(files, alloc, bytes, size);
        if (!msim_heaped_same_command(&files->heap, &files->alloc))
            end_with_commands(files);
        return;
    }
    if (find_by_name(files) || find_by_contents(files) || files->note)
        return;
    note(files, files->beside ? "there is no file of allocations " : "no file of allocations",
         files->beside ? files->beside : "", without);
}

static void load(struct files *files, const char *name)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    if (msim_allocated_is(bytes)) {
        if (alloc)
            msim_bad_input("%s is a file of allocations itself; --alloc=%s would be a second one",
                           name, alloc);
        load_alloc(files, name, bytes, size);
        note(files, "no snapshots in ", name, "; so no graph, no table of them and no tree");
        return;
    }
    if (!msim_heaped_read(&files->heap, name, bytes, size))
        msim_bad_file(&files->heap.error);
    files->report.heap = &files->heap;
    find_alloc(files);
}

/* Leaves library code out of the trees and lines. */
static void fold(struct files *files, const struct msim_mine *mine)
{
    struct msim_heaped_sources sources;
    if (files->report.alloc)
        msim_allocated_fold(&files->alloc, mine);
    if (!mine || !files->report.heap)
        return;
    msim_heaped_sources_make(&sources, &files->heap, mine);
    msim_heaped_fold(&files->heap, &sources);
    msim_heaped_sources_free(&sources);
}

static void unload(struct files *files)
{
    msim_heaped_free(&files->heap);
    msim_allocated_free(&files->alloc);
    msim_heaped_in_region_free(&files->in);
    MSIM_FREE(files->times, files->beside, files->note);
}

/* Selects the region.  Without one, the files may say in which each snapshot is. */
static void choose_region(struct files *files, const char *name)
{
    const struct msim_heaped *heap = files->report.heap;
    if (!files->report.alloc && region)
        msim_bad_input("%s: --region=%s: regions are in the file of allocations of the same run, "
                       "which is not there (--alloc=FILE; record it with --alloc-out-file)",
                       name, region);
    if (!files->report.alloc || (!region && !files->alloc.regions))
        return;
    if (region)
        msim_regions_need(&files->alloc.profile.regions, files->alloc.name);
    files->times = heap ? msim_heaped_times(heap, &files->alloc) : NULL;
    files->report.times = files->times;
    if (!region)
        return;
    if (!msim_heaped_select(&files->in, heap, &files->alloc))
        msim_bad_input(
            "%s: --region=%s: its snapshots are not those of %s: they are from different "
            "runs",
            heap->name, region, files->alloc.name);
    files->report.in = &files->in;
}

static const struct msim_alloc_time *time_at(const struct msim_allocated *alloc, uint64_t time)
{
    for (size_t i = 0; i < alloc->times; i++)
        if (alloc->time[i].time == time)
            return &alloc->time[i];
    return NULL;
}

/* Replaces the time of the snapshots by calls or bytes, which only the file of allocations has. */
static void change_time(struct files *files, bool bytes)
{
    struct msim_heaped *heap = &files->heap;
    const char *unit = bytes ? "B" : "allocs";
    if (!strcmp(heap->unit, unit))
        return;
    if (!files->report.alloc || !files->alloc.times)
        msim_bad_input(
            "%s: --by=%s: its time is in %s, and there is no file of allocations with the "
            "other units (--alloc=FILE)",
            heap->name, bytes ? "bytes" : "allocs", msim_heaped_unit_name(heap->unit));
    if (files->times)
        msim_heaped_in_region_by(&files->in, files->times, heap->snapshots, bytes);
    for (size_t i = 0; i < heap->snapshots; i++) {
        const struct msim_alloc_time *at = time_at(&files->alloc, heap->snapshot[i].time);
        if (!at)
            msim_bad_input("%s has nothing about snapshot %zu of %s: they are from different runs",
                           files->alloc.name, i, heap->name);
        heap->snapshot[i].time = bytes ? at->bytes : at->calls;
    }
    heap->unit = unit;
}

/* Checks that the files have what the options ask for. */
static void check_there_is(struct files *files, const struct msim_output *output)
{
    bool by_time = !by || !strcmp(by, "time");
    if (!files->report.heap && (output->svg || output->png || !by_time))
        msim_bad_input("%s has no snapshots, which %s needs", files->alloc.name,
                       output->svg   ? "--svg"
                       : output->png ? "--png"
                                     : "--by");
    if (files->report.alloc && sort && !strcmp(sort, "EndBytes") &&
        files->alloc.events <= MSIM_END_BYTES)
        msim_bad_input(
            "%s: --sort=EndBytes: this older file does not say what was never freed; its "
            "columns: Allocs, Bytes, Frees, PeakBytes, Temp, Failed",
            files->alloc.name);
    if (!by_time)
        change_time(files, !strcmp(by, "bytes"));
}

/* What threads allocated is in the file of allocations, if the run was divided. */
static void check_threads(const struct files *files, const char *name)
{
    if (!files->report.alloc)
        msim_bad_input("%s: --per=thread: threads are in the file of allocations of the same run, "
                       "which is not there (--alloc=FILE; record it with --alloc-out-file)",
                       name);
    msim_threads_need(&files->alloc.profile.regions, files->alloc.name);
}

/* --- output ------------------------------------------------------------------------------- */

static void draw(const struct msim_heaped_report *report, const struct msim_output *output)
{
    struct msim_picture picture = {.output = output};
    while (msim_picture_next(&picture, msim_heaped_picture_size(msim_picture_asked(output).x)))
        msim_heaped_picture(report->heap, report->in, picture.canvas);
}

static int write_report(struct msim_invocation *invocation, const struct msim_heaped_report *report,
                        const struct msim_heaped_view *view)
{
    static void (*const write_as[])(const struct msim_heaped_report *,
                                    const struct msim_heaped_view *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_heaped_text,
                                               [MSIM_FORMAT_JSON] = msim_heaped_json,
                                               [MSIM_FORMAT_CSV] = msim_heaped_csv};
    static void (*const threads_as[])(const struct msim_allocated *, size_t,
                                      FILE *) = {[MSIM_FORMAT_TEXT] = msim_heaped_threads_text,
                                                 [MSIM_FORMAT_JSON] = msim_heaped_threads_json,
                                                 [MSIM_FORMAT_CSV] = msim_heaped_threads_csv};
    FILE *to = msim_invocation_open(invocation);
    enum msim_format format = msim_output_format(&invocation->output);
    if (per)
        threads_as[format](report->alloc, view->width, to);
    else
        write_as[format](report, view, to);
    return msim_invocation_close(invocation);
}

/* Refuses bad options before it reads anything. */
static int show(struct msim_invocation *invocation, const char *name)
{
    struct files files = {.note = NULL};
    struct msim_heaped_view view = check(invocation);
    files.only = region && !strcmp(region, "-") ? "" : region;
    load(&files, name);
    fold(&files, msim_invocation_mine(invocation));
    choose_region(&files, name);
    check_there_is(&files, &invocation->output);
    if (per)
        check_threads(&files, name);
    if (files.report.heap)
        draw(&files.report, &invocation->output);
    int status = msim_output_is_picture(&invocation->output)
                     ? MSIM_DONE
                     : write_report(invocation, &files.report, &view);
    unload(&files);
    return status;
}

static int run(struct msim_invocation *invocation)
{
    static const enum msim_file_kind kinds[] = {MSIM_FILE_HEAP, MSIM_FILE_ALLOC, MSIM_FILE_UNKNOWN};
    int names = msim_invocation_args(invocation);
    if (!names)
        msim_operand_missing(invocation->command->usage, kinds);
    if (names > 1)
        msim_bad_usage("heap: expected one file, found %s as well", invocation->argv[1]);
    return show(invocation, msim_operand_file(invocation->argv[0], kinds));
}

const struct msim_command msim_heap_command = {
    .name = "heap",
    .form = "FILE",
    .summary = "show the heap over time and what allocates",
    .usage = "heap FILE [options]",
    .options = options,
    .run = run,
};
