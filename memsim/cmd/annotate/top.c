/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines that cost most, with their sources: the answer, at the beginning of the text.
 *
 * All lines are read once; the functions of a file only if it has counts without a line.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/columns/column.h"
#include "cmd/columns/reasons.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/source.h"
#include "cmd/listing/stack.h"
#include "cmd/listing/symbols.h"
#include "present.h"

enum { LEAST = 3, RANK_WIDTH = 4, INDENT = 8 };
static const double least_share = 1; /* percent, of all but the first LEAST lines */

/* --- finding ---------------------------------------------------------------------------------- */

enum { HAS_LINES = 1, HAS_NO_LINE = 2 };

struct finding {
    struct msim_top *top;
    const struct msim_view *view;
    unsigned char *files; /* what each file has */
};

static void offer(struct finding *finding, struct msim_top_line line, const int64_t *count)
{
    struct msim_top *top = finding->top;
    size_t at = top->lines, bytes = finding->view->counts->events * sizeof *count;
    line.amount = msim_amount(msim_column_over(&finding->view->sort.column[0], count));
    if (!line.amount || (at == MSIM_TOP && top->line[at - 1].amount >= line.amount))
        return;
    line.count = at == MSIM_TOP ? top->line[at - 1].count : msim_zeroed(1, bytes);
    at -= at == MSIM_TOP;
    top->lines = at + 1;
    for (; at > 0 && top->line[at - 1].amount < line.amount; at--)
        top->line[at] = top->line[at - 1];
    memcpy(line.count, count, bytes);
    top->line[at] = line;
}

static void take_line(void *context, uint32_t file, const struct msim_record *record,
                      size_t records, const int64_t *count)
{
    struct finding *finding = context;
    (void)records;
    finding->files[file] |= record->line ? HAS_LINES : HAS_NO_LINE;
    if (record->line)
        offer(finding, (struct msim_top_line){file, record->line, MSIM_NOTHING, MSIM_NOTHING, 0, 0},
              count);
}

/* Offers what a part has in line 0, and returns how much that is. */
static double take_part(struct finding *finding, uint32_t part)
{
    const struct msim_counts *counts = finding->view->counts;
    int64_t room[MSIM_EVENTS_MAX];
    const int64_t *count = room;
    uint32_t function = counts->part[part].function, file = counts->function[function].file;
    if (finding->files[file] & HAS_LINES) {
        struct msim_records records = {0};
        msim_records_of_part(&records, counts, part);
        bool any = records.records && !records.record[0].line;
        if (any)
            msim_records_line(&records, counts, 0, room);
        free(records.record);
        if (!any)
            return 0;
    } else {
        count = msim_part_total(counts, part);
    }
    offer(finding, (struct msim_top_line){file, 0, function, part, 0, 0}, count);
    return (double)msim_amount(msim_column_over(&finding->view->sort.column[0], count));
}

/* The function that has most of a line. */
static uint32_t function_of(const struct msim_view *view, const struct msim_top_line *line)
{
    const struct msim_counts *counts = view->counts;
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_records records = {0};
    uint32_t best = MSIM_NOTHING;
    msim_wide most = 0;
    for (uint32_t i = counts->file[line->file].first; i != MSIM_NOTHING;
         i = counts->function[i].next) {
        msim_records_of_function(&records, counts, i);
        for (size_t at = 0; at < records.records;) {
            uint32_t number = records.record[at].line;
            at = msim_records_line(&records, counts, at, count);
            msim_wide amount = msim_amount(msim_column_over(&view->sort.column[0], count));
            if (number == line->line && amount > most) {
                best = i;
                most = amount;
            }
        }
    }
    free(records.record);
    return best;
}

void msim_top_find(struct msim_top *top, const struct msim_view *view)
{
    const struct msim_counts *counts = view->counts;
    const struct msim_column *column = &view->sort.column[0];
    struct finding finding = {top, view, msim_zeroed(counts->files + 1, 1)};
    double whole = (double)msim_amount(msim_column_over(column, counts->total)), without = 0;
    *top = (struct msim_top){0};
    msim_each_line(counts, take_line, &finding);
    for (uint32_t i = 0; i < counts->parts; i++)
        if (finding.files[counts->function[counts->part[i].function].file] & HAS_NO_LINE)
            without += take_part(&finding, i);
    top->without = whole ? 100 * without / whole : 0;
    for (size_t i = 0; i < top->lines; i++)
        if (top->line[i].function == MSIM_NOTHING)
            top->line[i].function = function_of(view, &top->line[i]);
    free(finding.files);
}

void msim_top_free(struct msim_top *top)
{
    for (size_t i = 0; i < top->lines; i++)
        free(top->line[i].count);
    top->lines = 0;
}

unsigned msim_top_rank(const struct msim_top *top, uint32_t file, uint32_t line)
{
    for (unsigned i = 0; i < top->lines; i++)
        if (top->line[i].file == file && top->line[i].line == line)
            return i + 1;
    return 0;
}

/* --- printing --------------------------------------------------------------------------------- */

size_t msim_top_worth(const struct msim_view *view, const struct msim_top *top)
{
    size_t lines = top->lines;
    const struct msim_column *column = &view->sort.column[0];
    double whole = (double)msim_amount(msim_column_over(column, msim_counts_whole(view->counts)));
    while (lines > LEAST && 100 * (double)top->line[lines - 1].amount < least_share * whole)
        lines--;
    return lines;
}

/* The text of a line, without its indentation; NULL: it cannot be shown. */
static const char *text_of(struct msim_source *source, const struct msim_view *view,
                           const struct msim_top_line *line)
{
    const char *file = view->counts->file[line->file].name;
    if (!line->line || !msim_source_read(source, view, file) || line->line > source->lines)
        return NULL;
    const char *text = source->line[line->line - 1];
    return text + strspn(text, " \t");
}

/* Prints the second line of an entry: where the code is, and its text. */
static void print_place(const struct msim_view *view, const struct msim_top_line *line, FILE *to)
{
    struct msim_source source = {0};
    char ending[40] = "";
    const struct msim_counts *counts = view->counts;
    const char *path = counts->file[line->file].name, *text = text_of(&source, view, line);
    uint32_t object = line->part == MSIM_NOTHING ? MSIM_NOTHING : counts->part[line->part].object;
    size_t room = !view->width ? 0 : view->width > 2 * INDENT ? view->width - INDENT : INDENT;
    if (!strcmp(path, "???") && object != MSIM_NOTHING)
        path = counts->object.name[object];
    if (line->line)
        snprintf(ending, sizeof ending, ":%u", line->line);
    fprintf(to, "%*s", INDENT, "");
    if (!text) {
        msim_path_print(path, room, line->line || counts->base ? ending : " (no line numbers)", to);
    } else {
        /* Of a long line, the place may take what a third of the width cannot show. */
        const char *file = msim_base_name(path);
        size_t third = room / 3, least = strlen(file) + strlen(ending);
        size_t all = strlen(path) + strlen(ending),
               left = room > strlen(text) + 2 ? room - strlen(text) - 2 : 0;
        size_t used = left > third ? left : third;
        used = used > all ? all : used < least ? least : used;
        msim_path_print(path, room ? used : 0, ending, to);
        fputs("  ", to);
        msim_source_print(text, !room ? 0 : room > used + 2 ? room - used - 2 : 1, to);
        fputs(msim_source_is_newer(&source, view->file) ? "  (a NEWER source)" : "", to);
    }
    fputc('\n', to);
    msim_source_free(&source);
}

static void print_top_line(const struct msim_view *view, const struct msim_cells *cells,
                           struct msim_stack *stack, const struct msim_top_line *line, size_t rank,
                           FILE *to)
{
    size_t used = RANK_WIDTH + msim_cells_width(cells) + 1 + (view->colour ? MSIM_HEAT_BAR + 1 : 0);
    size_t room = !view->cut ? 0 : view->width > used + 8 ? view->width - used : 8;
    const char *function =
        line->function == MSIM_NOTHING ? "???" : view->counts->function[line->function].name;
    fprintf(to, "#%-*zu", RANK_WIDTH - 1, rank);
    if (view->colour)
        msim_heat_bar(view, line->count, to);
    msim_cells_numbers(cells, line->count, to);
    fputc(' ', to);
    msim_name_print(!strcmp(function, "???") ? "(no symbols)" : function, room, to);
    fputc('\n', to);
    if (room && strlen(function) > room) {
        /* On a line of its own, there is more room. */
        fprintf(to, "%*s", INDENT, "");
        msim_name_print(function, view->width > 2 * INDENT ? view->width - INDENT : INDENT, to);
        fputc('\n', to);
    }
    print_place(view, line, to);
    msim_reasons_hint(view->counts, line->count, INDENT, to);
    msim_stack_print(stack, "", INDENT, line->count, to);
    msim_annotate_chain(view, line, msim_stack_cycles(stack, line->count), INDENT, to);
}

/* The libraries without lines, and where these are. */
static void print_libraries(const struct msim_view *view, FILE *to)
{
    enum { LEAST = 3 };
    const struct msim_counts *counts = view->counts;
    const struct msim_column *column = &view->sort.column[0];
    double whole = (double)msim_amount(msim_column_over(column, counts->total));
    static const struct msim_mine usual; /* of which -g is what helps */
    struct msim_lacking lacking = {.share = NULL};
    for (uint32_t i = 0; i < counts->parts && whole > 0; i++) {
        const struct msim_counts_part *part = &counts->part[i];
        const char *file = counts->file[counts->function[part->function].file].name;
        const char *of = part->object == MSIM_NOTHING ? NULL : counts->object.name[part->object];
        msim_wide amount = msim_amount(msim_column_over(column, msim_part_total(counts, i)));
        if (!strcmp(file, "???") && of && *of == '/' && !msim_is_mine(&usual, NULL, of))
            msim_lacking_add(&lacking, of, 100 * (double)amount / whole);
    }
    msim_lacking_put(&lacking, LEAST, to);
    msim_lacking_free(&lacking);
}

/* What to do about code that cannot be shown by line. */
static void print_advice(const struct msim_view *view, const struct msim_top *top, FILE *to)
{
    if (top->without < 10 || view->counts->base || view->sort.column[0].kind != MSIM_COLUMN_COUNT)
        return;
    fprintf(to,
            "\n%.0f%% of %s is in code without line numbers.  To see lines, compile with -g, or\n"
            "install the debug symbols of the libraries.\n",
            top->without, view->sort.column[0].name);
    print_libraries(view, to);
}

/* How much code of libraries was inlined into the user's, without the file saying where; percent.
 * */
static double share_of_headers(const struct msim_view *view)
{
    const struct msim_counts *counts = view->counts;
    const struct msim_column *column = &view->sort.column[0];
    double whole = (double)msim_amount(msim_column_over(column, counts->total)), part = 0;
    for (uint32_t i = 0; i < counts->parts && !counts->inlined.count && whole > 0; i++) {
        uint32_t object = counts->part[i].object, in = counts->part[i].function;
        const char *of = object == MSIM_NOTHING ? NULL : counts->object.name[object];
        const char *source = counts->file[counts->function[in].file].name;
        if (msim_is_mine(counts->mine, NULL, of) && !msim_is_mine(counts->mine, source, NULL) &&
            strcmp(source, "???") != 0)
            part += (double)msim_amount(msim_column_over(column, msim_part_total(counts, i)));
    }
    return whole > 0 ? 100 * part / whole : 0;
}

/* How it could be counted in the user's lines. */
static void print_headers(const struct msim_view *view, FILE *to)
{
    bool applies = view->counts->mine && !view->counts->base;
    double share = applies ? share_of_headers(view) : 0;
    if (share < 10 || view->sort.column[0].kind != MSIM_COLUMN_COUNT)
        return;
    fprintf(
        to,
        "\n%.0f%% of %s is in headers of libraries, inlined into your code.  To see it in your\n"
        "lines: memsim run --inline=yes -- %s\n",
        share, view->sort.column[0].name, view->counts->source[0].command);
}

void msim_annotate_top(const struct msim_view *view, const struct msim_top *top, size_t most,
                       FILE *to)
{
    struct msim_cells cells;
    struct msim_stack stack;
    char words[96];
    size_t lines = msim_top_worth(view, top);
    lines = lines < most ? lines : most;
    if (!lines)
        return;
    msim_stack_init(&stack, view->counts, view->width, view->colour);
    msim_cells_make(&cells, view);
    for (size_t i = 0; i < lines; i++)
        msim_cells_measure(&cells, top->line[i].count);
    msim_event_phrase(view->counts, view->sort.column[0].name, false, words, sizeof words);
    fprintf(to, "%s most, by %s", view->counts->base ? "What changed" : "What costs",
            view->sort.column[0].name);
    fprintf(to, strcmp(words, view->sort.column[0].name) != 0 ? " (%s)\n" : "\n", words);
    msim_table_fit(&cells, RANK_WIDTH, view->width / 3);
    msim_table_head(&cells, RANK_WIDTH, "function", to);
    for (size_t i = 0; i < lines; i++)
        print_top_line(view, &cells, &stack, &top->line[i], i + 1, to);
    msim_stack_legend(&stack, to);
    print_advice(view, top, to);
    print_headers(view, to);
    msim_annotate_next(view, to);
    fputc('\n', to);
    msim_cells_free(&cells);
}
