/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints functions by instruction: in the order of addresses, each piece of a source line above the
 * instructions that were made of it, with their sum.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/listing/about.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/source.h"

enum { INDENT = 4, TEXT_LEAST = 20 };

/* A source file that was tried. */
struct tried {
    bool tried, good;
    struct msim_source source;
};

struct printer {
    const struct msim_asm *of;
    const struct msim_asm_listing *listing;
    struct tried *source; /* by the number of the file's name */
    struct msim_cells cells;
    int64_t *sum; /* of the rows of one piece of a line */
    int digits;   /* of addresses */
    FILE *to;
};

/* --- rows ------------------------------------------------------------------------------------- */

static void print_numbers(const struct printer *of, const int64_t *count)
{
    if (of->of->view->colour)
        msim_heat_bar(of->of->view, count, of->to);
    msim_cells_numbers(&of->cells, count, of->to);
}

/* Columns that are left after the numbers; 0: no limit. */
static size_t room_left(const struct printer *of)
{
    const struct msim_view *view = of->of->view;
    size_t used = msim_cells_width(&of->cells) + 1 + (view->colour ? MSIM_HEAT_BAR + 1 : 0);
    if (!view->cut)
        return 0;
    return view->width > used + TEXT_LEAST ? view->width - used : TEXT_LEAST;
}

static bool has_lines(const struct msim_asm_listing *listing)
{
    bool any = false;
    for (size_t i = 0; i < listing->rows; i++)
        any |= listing->row[i].line > 0;
    return any;
}

/* True: the row begins another piece of a line than the row before it. */
static bool begins_line(const struct msim_asm_listing *listing, size_t at, size_t before)
{
    const struct msim_asm_row *row = &listing->row[at], *last = &listing->row[before];
    return row->count && (at == before || row->file != last->file || row->line != last->line);
}

/* The sum over the rows from `at` on up to the next piece of a line. */
static void sum_up(const struct printer *of, size_t at)
{
    const struct msim_asm_listing *listing = of->listing;
    size_t events = of->of->calls->counts.events, last = at;
    memset(of->sum, 0, events * sizeof *of->sum);
    for (size_t i = at; i < listing->rows; i++) {
        const struct msim_asm_row *row = &listing->row[i];
        if (!row->count)
            continue;
        if (i > at && (row->begins || begins_line(listing, i, last)))
            break;
        msim_counts_add(of->sum, row->count, events);
        last = i;
    }
}

static const struct msim_source *source_of(const struct printer *of, uint32_t file)
{
    struct tried *tried = &of->source[file];
    if (!tried->tried)
        tried->good =
            msim_source_read(&tried->source, of->of->view, of->of->calls->file.name[file]);
    tried->tried = true;
    return tried->good ? &tried->source : NULL;
}

/* "hashreset.c:34          while (bucket[i]) {" */
static void print_line(const struct printer *of, const struct msim_asm_row *row)
{
    char place[200];
    const char *file = msim_base_name(of->of->calls->file.name[row->file]);
    const struct msim_source *source = source_of(of, row->file);
    size_t room = room_left(of);
    print_numbers(of, of->sum);
    if (row->line)
        snprintf(place, sizeof place, "%.180s:%" PRIu32, file, row->line);
    else
        snprintf(place, sizeof place, "(no line)");
    fputc(' ', of->to);
    msim_source_print(place, room, of->to);
    if (source && row->line && row->line <= source->lines) {
        size_t used = strlen(place) + 2;
        fputs("  ", of->to);
        msim_source_print(source->line[row->line - 1],
                          !room                  ? 0
                          : room > used + INDENT ? room - used
                                                 : INDENT,
                          of->to);
    }
    fputc('\n', of->to);
}

static void append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void append(char *text, size_t size, const char *format, ...)
{
    va_list values;
    size_t used = strlen(text);
    va_start(values, format);
    vsnprintf(text + used, size - used, format, values);
    va_end(values);
}

/* "-> compare (340), other (12)": where a call went, and how often, unless the text says it. */
static void append_calls(const struct printer *of, const struct msim_asm_row *row,
                         const char *place, char *text, size_t size)
{
    enum { MOST = 4 };
    const struct msim_asm *all = of->of;
    size_t shown = 0, left = row->end_call - row->first_call;
    for (size_t i = row->first_call; i < row->end_call; i++, left--) {
        const struct msim_calls_cost *call = &all->calls->cost[all->order[i]];
        const char *name = msim_calls_name(all->calls, call->callee);
        if (!strncmp(place, name, strlen(name)))
            continue;
        if (shown == MOST) {
            append(text, size, ", and %zu more", left);
            return;
        }
        append(text, size, "%s%.80s (%" PRIu64 ")", shown++ ? ", " : "  -> ", name, call->calls);
    }
}

static void print_instruction(const struct printer *of, const struct msim_asm_row *row)
{
    char text[1200] = "", place[MSIM_ASM_PLACE] = "";
    const struct msim_asm_instruction *is = &row->instruction;
    size_t used = INDENT + (size_t)of->digits + 3, room = room_left(of);
    if (row->known)
        append(text, sizeof text, is->is_branch ? "%-6s" : "%s", is->text);
    else if (!of->listing->why)
        append(text, sizeof text, "(not known)");
    if (row->known && is->target) {
        msim_asm_place(of->listing, is->target, place);
        append(text, sizeof text, is->is_branch ? " %" PRIx64 : "  # %" PRIx64, is->target);
        if (*place)
            append(text, sizeof text, " <%s>", place);
    }
    append_calls(of, row, is->is_branch ? place : "", text, sizeof text);
    print_numbers(of, row->count);
    fprintf(of->to, " %*s%*" PRIx64 ":", INDENT, "", of->digits, row->address);
    if (*text) {
        fputs("  ", of->to);
        msim_source_print(text, !room ? 0 : room > used + INDENT ? room - used : INDENT, of->to);
    }
    fputc('\n', of->to);
}

/* --- a function ------------------------------------------------------------------------------- */

/* True: the row is near one that ran. */
static bool *near_rows(const struct msim_asm_listing *listing, size_t context)
{
    bool *near = msim_zeroed(listing->rows, sizeof *near);
    size_t since = SIZE_MAX;
    for (size_t i = 0; i < listing->rows; i++) {
        since = listing->row[i].count ? 0 : since < SIZE_MAX ? since + 1 : since;
        near[i] = since <= context;
    }
    since = SIZE_MAX;
    for (size_t i = listing->rows; i-- > 0;) {
        since = listing->row[i].count ? 0 : since < SIZE_MAX ? since + 1 : since;
        near[i] |= since <= context;
    }
    return near;
}

static void print_left_out(const struct printer *of, size_t rows)
{
    if (rows)
        fprintf(of->to, "-- %zu instruction%s that never ran (--context)\n", rows,
                rows > 1 ? "s" : "");
}

static void print_rows(const struct printer *of)
{
    const struct msim_asm_listing *listing = of->listing;
    bool *near = near_rows(listing, of->of->view->context);
    size_t left_out = 0, last = SIZE_MAX;
    bool lines = has_lines(listing);
    for (size_t i = 0; i < listing->rows; i++) {
        const struct msim_asm_row *row = &listing->row[i];
        if (row->begins && i) {
            print_left_out(of, left_out);
            left_out = 0;
            last = SIZE_MAX;
            fputs("-- elsewhere\n", of->to);
        }
        if (!near[i]) {
            left_out++;
            continue;
        }
        print_left_out(of, left_out);
        left_out = 0;
        if (lines && begins_line(listing, i, last == SIZE_MAX ? i : last)) {
            sum_up(of, i);
            print_line(of, row);
        }
        print_instruction(of, row);
        last = row->count ? i : last;
    }
    print_left_out(of, left_out);
    free(near);
}

static void print_title(const struct printer *of)
{
    const struct msim_view *view = of->of->view;
    const struct msim_asm_listing *listing = of->listing;
    const struct msim_call_profile *calls = of->of->calls;
    uint32_t function = listing->function->function;
    const struct msim_column *column = &view->sort.column[0];
    const char *name = msim_calls_name(calls, function);
    msim_table_rule(of->to);
    fputs("-- Function: ", of->to);
    msim_source_print(!strcmp(name, "???") ? "(no symbols)" : name, 0, of->to);
    if (column->kind == MSIM_COLUMN_COUNT)
        fprintf(of->to, ", %.1f%% of %s", msim_view_share(view, column, listing->function->total),
                column->name);
    fputs("\n-- Object: ", of->to);
    msim_source_print(msim_calls_object(calls, function), 0, of->to);
    if (listing->object && listing->object->path &&
        strcmp(listing->object->path, msim_calls_object(calls, function)) != 0) {
        fputs(", found as ", of->to);
        msim_source_print(listing->object->path, 0, of->to);
    }
    if (listing->why) {
        fputs("\n-- Not disassembled: ", of->to);
        msim_source_print(listing->why, 0, of->to);
    } else if (!msim_code_symbols_find(&listing->object->symbols, listing->row[0].address)) {
        fputs("\n-- No symbols: the file was stripped; a build without -s, or its debug symbols, "
              "have them",
              of->to);
    }
    fputc('\n', of->to);
}

static void measure(struct printer *of)
{
    const struct msim_asm_listing *listing = of->listing;
    uint64_t last = 0;
    msim_cells_make(&of->cells, of->of->view);
    for (size_t i = 0; i < listing->rows; i++) {
        const struct msim_asm_row *row = &listing->row[i];
        last = row->address > last ? row->address : last;
        if (row->count)
            msim_cells_measure(&of->cells, row->count);
    }
    msim_cells_measure(&of->cells, listing->function->total);
    of->digits = snprintf(NULL, 0, "%" PRIx64, last);
}

static void print_function(struct printer *of)
{
    print_title(of);
    measure(of);
    msim_table_fit(&of->cells, 0, of->of->view->width * 11 / 20);
    msim_table_head(&of->cells, 0, "source line; address and instruction", of->to);
    print_rows(of);
    print_numbers(of, of->listing->function->total);
    fputs(" in this function\n\n", of->to);
    msim_cells_free(&of->cells);
}

void msim_asm_text(struct msim_asm *of, FILE *to)
{
    struct msim_asm_listing listing;
    struct printer printer = {.of = of, .listing = &listing, .to = to};
    size_t files = of->calls->file.count;
    printer.source = msim_zeroed(files, sizeof *printer.source);
    printer.sum = msim_zeroed(of->calls->counts.events, sizeof *printer.sum);
    msim_listing_head(of->view, to);
    msim_listing_totals(of->view, to);
    fprintf(to, "\nFunctions by instruction: %zu of %zu\n\n", of->functions, of->all);
    for (size_t i = 0; i < of->functions; i++) {
        msim_asm_list(&listing, of, i);
        print_function(&printer);
        msim_asm_list_free(&listing);
    }
    msim_listing_tail(of->view, to);
    for (size_t i = 0; i < files; i++)
        msim_source_free(&printer.source[i].source);
    MSIM_FREE(printer.source, printer.sum);
}
