/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints annotated sources: lines with counts, some lines around them, and what is wrong with a
 * source.
 *
 * The counts of each source's lines are read again from the profile, so that only one source's are
 * in memory at a time.  The lines that cost most are marked #1 to #10.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/source.h"
#include "present.h"

enum { MARK_WIDTH = 4, SOURCE_LEAST = 20, MISSING_MOST = 10 };

struct listing {
    const struct msim_view *view;
    const struct msim_top *top;
    uint32_t file;
    struct msim_source source;
    struct msim_records records;
    struct msim_cells cells;
    int number_width;
    int64_t *shown; /* sum over all lines shown, of all files */
    FILE *to;
};

/* --- one line --------------------------------------------------------------------------------- */

static void print_line(const struct listing *of, uint32_t line, const int64_t *count)
{
    const struct msim_view *view = of->view;
    FILE *to = of->to;
    unsigned rank = count ? msim_top_rank(of->top, of->file, line) : 0;
    size_t used = msim_cells_width(&of->cells) + MARK_WIDTH + (size_t)of->number_width + 3 +
                  (view->colour ? MSIM_HEAT_BAR + 1 : 0);
    size_t most = view->width > used + SOURCE_LEAST ? view->width - used : SOURCE_LEAST;
    if (view->colour)
        msim_heat_bar(view, count, to);
    msim_cells_numbers(&of->cells, count, to);
    if (rank)
        fprintf(to, "#%-*u", MARK_WIDTH - 1, rank);
    else
        fprintf(to, "%*s", MARK_WIDTH, "");
    fprintf(to, "%*u  ", of->number_width, line);
    if (line && line <= of->source.lines)
        msim_source_print(of->source.line[line - 1], view->cut ? most : 0, to);
    fputc('\n', to);
}

/* Prints lines `from` to `end` of the source.  `at` is the first record among them; returns the
 * first one after them. */
static size_t print_range(const struct listing *of, size_t from, size_t end, size_t at)
{
    const struct msim_counts *counts = of->view->counts;
    int64_t count[MSIM_EVENTS_MAX];
    if (from > 1)
        fprintf(of->to, "-- line %zu %.*s\n", from, 40, "----------------------------------------");
    for (size_t line = from; line <= end; line++) {
        bool counted = at < of->records.records && of->records.record[at].line == line;
        if (counted) {
            at = msim_records_line(&of->records, counts, at, count);
            msim_counts_add(of->shown, count, counts->events);
        }
        print_line(of, (uint32_t)line, counted ? count : NULL);
    }
    if (end < of->source.lines)
        fprintf(of->to, "-- line %zu %.*s\n", end, 40, "----------------------------------------");
    return at;
}

/* --- a source --------------------------------------------------------------------------------- */

static size_t line_at(const struct listing *of, size_t record)
{
    return of->records.record[record].line;
}

/* The last line of the range that begins around this record's line: if the surroundings of two
 * lines meet, they are one range. */
static size_t range_end(const struct listing *of, size_t record)
{
    size_t context = of->view->context, last = line_at(of, record);
    for (; record < of->records.records; record++) {
        size_t line = line_at(of, record);
        if (line > of->source.lines || line - last > 2 * context + 1)
            break;
        last = line;
    }
    return last + context < of->source.lines ? last + context : of->source.lines;
}

/* Prints the records beyond the end of the source, from `at` on. */
static void print_beyond(const struct listing *of, size_t at)
{
    const struct msim_counts *counts = of->view->counts;
    int64_t count[MSIM_EVENTS_MAX];
    if (at == of->records.records)
        return;
    fprintf(of->to,
            "\n-- counts beyond the end of the source, which has %zu lines: it is another "
            "version of the file\n",
            of->source.lines);
    while (at < of->records.records) {
        uint32_t line = of->records.record[at].line;
        at = msim_records_line(&of->records, counts, at, count);
        print_line(of, line, count);
    }
}

static void print_no_line(const struct listing *of, size_t end)
{
    int64_t count[MSIM_EVENTS_MAX];
    if (!end)
        return;
    msim_records_line(&of->records, of->view->counts, 0, count);
    fputc('\n', of->to);
    if (of->view->colour)
        msim_heat_bar(of->view, count, of->to);
    msim_cells_numbers(&of->cells, count, of->to);
    fputs(" counts without a line\n", of->to);
}

static void measure(struct listing *of)
{
    const struct msim_counts *counts = of->view->counts;
    int64_t count[MSIM_EVENTS_MAX];
    uint32_t most = 1;
    for (size_t at = 0; at < of->records.records;) {
        most = of->records.record[at].line;
        at = msim_records_line(&of->records, counts, at, count);
        msim_cells_measure(&of->cells, count);
    }
    of->number_width = snprintf(NULL, 0, "%u", most);
    int lines = snprintf(NULL, 0, "%zu", of->source.lines);
    of->number_width = lines > of->number_width ? lines : of->number_width;
}

static void print_source_head(struct listing *of, bool chosen)
{
    const char *name = of->view->counts->file[of->file].name;
    msim_table_rule(of->to);
    fprintf(of->to, "-- %s source: ", chosen ? "Asked for" : "Annotated");
    msim_source_print(name, 0, of->to);
    if (strcmp(name, of->source.path) != 0) {
        fputs(", found as ", of->to);
        msim_source_print(of->source.path, 0, of->to);
    }
    fputc('\n', of->to);
    if (msim_source_is_newer(&of->source, of->view->file))
        fputs("-- NEWER than the profile: the lines may not be those that were counted\n", of->to);
    msim_table_fit(&of->cells, 0, of->view->width * 9 / 20);
    msim_table_head(&of->cells, 0, "rank line source", of->to);
}

static void print_source(struct listing *of, bool chosen)
{
    size_t context = of->view->context, at = 0, without;
    msim_records_of_file(&of->records, of->view->counts, of->file);
    while (at < of->records.records && !of->records.record[at].line)
        at++;
    without = at;
    msim_cells_make(&of->cells, of->view);
    measure(of);
    print_source_head(of, chosen);
    while (at < of->records.records && line_at(of, at) <= of->source.lines) {
        size_t line = line_at(of, at);
        at = print_range(of, line > context ? line - context : 1, range_end(of, at), at);
    }
    print_beyond(of, at);
    print_no_line(of, without);
    fputc('\n', of->to);
    msim_cells_free(&of->cells);
}

/* --- which sources ---------------------------------------------------------------------------- */

enum wanted { NOT_WANTED, AUTOMATIC, CHOSEN };

static bool has_lines(const struct msim_counts *counts, uint32_t file)
{
    struct msim_records records = {0};
    msim_records_of_file(&records, counts, file);
    bool has = records.records && records.record[records.records - 1].line;
    free(records.record);
    return has;
}

/* Unavailable sources are listed last. */
struct missing {
    uint32_t file;
    const char *why;
};

struct sources {
    struct listing of;
    enum wanted *wanted; /* for each file, until it has been tried */
    bool *tried;
    struct missing *missing;
    size_t missed, printed;
};

static void try_source(struct sources *sources, uint32_t file)
{
    struct listing *of = &sources->of;
    enum wanted wanted = sources->wanted[file];
    of->file = file;
    sources->wanted[file] = NOT_WANTED;
    sources->tried[file] = true;
    if (wanted == NOT_WANTED || (wanted == AUTOMATIC && !has_lines(of->view->counts, file)))
        return;
    if (msim_source_read(&of->source, of->view, of->view->counts->file[file].name)) {
        print_source(of, wanted == CHOSEN);
        sources->printed++;
    } else {
        MSIM_PUSH(sources->missing, sources->missed, (struct missing){file, of->source.why});
    }
    msim_source_free(&of->source);
}

static void print_missing(const struct sources *sources, FILE *to)
{
    if (!sources->missed)
        return;
    msim_table_rule(to);
    fputs("Sources that cannot be shown (-I DIR looks for them in DIR)\n", to);
    msim_table_rule(to);
    const struct msim_view *view = sources->of.view;
    for (size_t i = 0; i < sources->missed && i < MISSING_MOST; i++) {
        char why[256];
        snprintf(why, sizeof why, ": %s", sources->missing[i].why);
        size_t room = view->cut && view->width > 2 ? view->width - 2 : 0;
        fputs("  ", to);
        msim_path_print(view->counts->file[sources->missing[i].file].name, room, why, to);
        fputc('\n', to);
    }
    if (sources->missed > MISSING_MOST)
        fprintf(to, "  ... and %zu more\n", sources->missed - MISSING_MOST);
    fputc('\n', to);
}

static void print_shown(const struct listing *of)
{
    struct msim_cells cells;
    msim_cells_make(&cells, of->view);
    msim_cells_measure(&cells, of->shown);
    msim_table_fit(&cells, 0, of->view->width * 9 / 20);
    msim_table_head(&cells, 0, "", of->to);
    if (of->view->colour)
        msim_heat_bar(of->view, of->shown, of->to);
    msim_cells_numbers(&cells, of->shown, of->to);
    fputs(" in the lines above\n\n", of->to);
    msim_cells_free(&cells);
}

/* Prints the sources of the rows, in their order. */
static void print_of_rows(struct sources *sources, const struct msim_rows *functions)
{
    const struct msim_counts *counts = sources->of.view->counts;
    for (size_t i = 0; i < functions->shown; i++) {
        uint32_t file = functions->row[functions->order[i]].in;
        if (!sources->tried[file] && strcmp(counts->file[file].name, "???") != 0)
            sources->wanted[file] = AUTOMATIC;
    }
    for (size_t i = 0; i < functions->shown; i++)
        try_source(sources, functions->row[functions->order[i]].in);
}

void msim_annotate_sources(const struct msim_view *view, const struct msim_rows *functions,
                           const struct msim_top *top, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    struct sources sources = {.of = {.view = view, .top = top, .to = to}};
    if (!view->chosen_files && !(view->sources && functions))
        return;
    sources.wanted = msim_zeroed(counts->files, sizeof *sources.wanted);
    sources.tried = msim_zeroed(counts->files, sizeof *sources.tried);
    sources.of.shown = msim_zeroed(counts->events, sizeof *sources.of.shown);
    for (size_t i = 0; i < view->chosen_files; i++)
        sources.wanted[view->chosen[i]] = CHOSEN;
    for (size_t i = 0; i < view->chosen_files; i++)
        try_source(&sources, view->chosen[i]);
    if (view->sources && functions)
        print_of_rows(&sources, functions);
    print_missing(&sources, to);
    if (sources.printed)
        print_shown(&sources.of);
    MSIM_FREE(sources.of.records.record, sources.of.shown, sources.wanted, sources.tried,
              sources.missing);
}
