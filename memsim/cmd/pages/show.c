/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the text, JSON and CSV of show.h. */
#include "present.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/index.h"
#include "cmd/base/utf8.h"
#include "cmd/listing/export.h"
#include "cmd/listing/next.h"

enum { SLICES = 20, BAR = 42, LEAST_NAME = 12 };
enum { MEMBER = 1, ROW = 2 }; /* indents of JSON */

size_t msim_paged_range_end(const struct msim_paged *paged, const uint32_t *sorted, size_t from)
{
    size_t end = from + 1;
    for (; end < paged->pages; end++) {
        const struct msim_paged_page *before = &paged->page[sorted[end - 1]];
        const struct msim_paged_page *here = &paged->page[sorted[end]];
        if (here->object != before->object || here->page - before->page > paged->page_size)
            break;
    }
    return end;
}

/* --- Text --------------------------------------------------------------------------------- */

struct row {
    size_t code, data, access[4]; /* x r w k */
    uint64_t faults, copied;      /* predicted faults, and how many of these are copies */
    uint32_t object;
};

static int by_pages(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    size_t one = x->code + x->data, other = y->code + y->data;
    return one != other ? (one < other) - (one > other)
                        : (x->object > y->object) - (x->object < y->object);
}

static void count_rows(const struct msim_paged *paged, struct row *row)
{
    static const char letters[] = "xrwk";
    for (size_t i = 0; i < paged->object.count; i++)
        row[i].object = (uint32_t)i;
    for (size_t i = 0; i < paged->pages; i++) {
        const struct msim_paged_page *page = &paged->page[i];
        const char *at = page->access ? strchr(letters, page->access) : NULL;
        row[page->object].code += page->kind == 'C';
        row[page->object].data += page->kind == 'D';
        if (at)
            row[page->object].access[at - letters]++;
    }
    for (size_t i = 0; i < paged->faulted; i++) {
        const struct msim_paged_faults *faults = &paged->faults[i];
        row[faults->object].faults += faults->first + faults->copied;
        row[faults->object].copied += faults->copied;
    }
    qsort(row, paged->object.count, sizeof *row, by_pages);
}

/* Names may be any bytes, and this may go to a terminal. */
static void text_line(const char *text, FILE *to)
{
    msim_utf8_put(to, text, strlen(text));
    fputc('\n', to);
}

/* Ends a line that has `used` columns with an object's name.  Where a terminal has no room for all
 * of it, folders go first, then the end of the file's name. */
static void text_object(const struct msim_paged_view *view, size_t used, const char *name, FILE *to)
{
    size_t room = view->width > used + LEAST_NAME ? view->width - used : LEAST_NAME;
    size_t length = msim_utf8_length(name);
    const char *base = msim_base_name(name);
    if (view->width && length > room && msim_utf8_length(base) >= room) {
        msim_utf8_put(to, base, room);
        fputc('\n', to);
        return;
    }
    if (view->width && length > room) {
        for (; length > room - 1; length--)
            msim_utf8_next(&name);
        fputs("\xe2\x80\xa6", to);
    }
    text_line(name, to);
}

/* The pages of a file are code if they were fetched first, else they were read or written first, by
 * the program or by the kernel. */
static void text_objects(const struct msim_paged *paged, const struct msim_paged_view *view,
                         FILE *to)
{
    struct row *row = msim_zeroed(paged->object.count, sizeof *row);
    count_rows(paged, row);
    fprintf(to, "\n%7s %7s", "pages", "code");
    fprintf(to, paged->detailed ? " %7s %7s %7s %7s %7s" : " %7s",
            paged->detailed ? "read" : "data", "write", "kernel", "faults", "copies");
    fputs("  of\n", to);
    for (size_t i = 0; i < paged->object.count; i++) {
        if (!(row[i].code + row[i].data + row[i].faults))
            continue;
        fprintf(to, "%7zu %7zu", row[i].code + row[i].data, row[i].code);
        if (!paged->detailed)
            fprintf(to, " %7zu", row[i].data);
        for (int access = 1; paged->detailed && access < 4; access++)
            fprintf(to, " %7zu", row[i].access[access]);
        if (paged->detailed)
            fprintf(to, " %7" PRIu64 " %7" PRIu64, row[i].faults, row[i].copied);
        fputs("  ", to);
        text_object(view, paged->detailed ? 57 : 25, paged->object.name[row[i].object], to);
    }
    free(row);
}

struct range {
    size_t from; /* in the sorted order */
    uint64_t first, pages;
};

static int by_size(const void *a, const void *b)
{
    const struct range *x = a, *y = b;
    return x->pages != y->pages ? (x->pages < y->pages) - (x->pages > y->pages)
                                : (x->from > y->from) - (x->from < y->from);
}

/* The ranges, the largest first; from malloc. */
static struct range *find_ranges(const struct msim_paged *paged, const uint32_t *sorted,
                                 size_t *ranges)
{
    struct range *range = NULL;
    *ranges = 0;
    for (size_t from = 0, end; from < paged->pages; from = end) {
        uint64_t first = paged->page[sorted[from]].page;
        end = msim_paged_range_end(paged, sorted, from);
        MSIM_PUSH(
            range, *ranges,
            (struct range){from, first,
                           (paged->page[sorted[end - 1]].page - first) / paged->page_size + 1});
    }
    msim_sort(range, *ranges, sizeof *range, by_size);
    return range;
}

static void text_ranges(const struct msim_paged *paged, const struct msim_paged_view *view,
                        FILE *to)
{
    uint32_t *sorted = msim_paged_sorted(paged, true);
    size_t ranges;
    uint64_t more = 0;
    struct range *range = find_ranges(paged, sorted, &ranges);
    size_t shown = ranges < view->ranges ? ranges : view->ranges;
    if (shown)
        fprintf(to, "\n%-37s %8s  of\n", "range", "pages");
    for (size_t i = 0; i < shown; i++) {
        fprintf(to, "0x%016" PRIx64 "-0x%016" PRIx64 " %7" PRIu64 "  ", range[i].first,
                range[i].first + range[i].pages * paged->page_size, range[i].pages);
        text_object(view, 48, paged->object.name[paged->page[sorted[range[i].from]].object], to);
    }
    for (size_t i = shown; i < ranges; i++)
        more += range[i].pages;
    if (shown && shown < ranges)
        fprintf(to, "%zu more ranges have %s pages (--ranges=%zu shows all)\n", ranges - shown,
                msim_human_count(more).text, ranges);
    MSIM_FREE(range, sorted);
}

/* A touch that is too little for a character of its own has one all the same. */
static void text_bar(size_t code, size_t data, size_t most, FILE *to)
{
    if (code + data)
        fputc(' ', to);
    for (size_t i = 0; i < (code * BAR + most - 1) / most; i++)
        fputc('#', to);
    for (size_t i = 0; i < (data * BAR + most - 1) / most; i++)
        fputc('=', to);
    fputc('\n', to);
}

static void text_timeline(const struct msim_paged *paged, FILE *to)
{
    size_t code[SLICES] = {0}, data[SLICES] = {0}, most = 1;
    uint64_t start = paged->regions.only ? UINT64_MAX : 0, end = 0;
    for (size_t i = 0; i < paged->pages; i++) {
        start = paged->page[i].time < start ? paged->page[i].time : start;
        end = paged->page[i].time > end ? paged->page[i].time : end;
    }
    uint64_t slice = (end - start) / SLICES + 1;
    for (size_t i = 0; i < paged->pages; i++) {
        uint64_t at = (paged->page[i].time - start) / slice;
        code[at] += paged->page[i].kind == 'C';
        data[at] += paged->page[i].kind == 'D';
        most = code[at] + data[at] > most ? code[at] + data[at] : most;
    }
    fprintf(to, "\n%15s %8s %8s\n", paged->microseconds ? "from us" : "from instr", "code", "data");
    for (uint64_t at = 0; at < SLICES; at++) {
        fprintf(to, "%15s %8zu %8zu", msim_human_count(start + at * slice).text, code[at],
                data[at]);
        text_bar(code[at], data[at], most, to);
    }
    fputs("# code, = data\n", to);
}

void msim_paged_head_text(const struct msim_paged *paged, FILE *to)
{
    size_t code = 0;
    for (size_t i = 0; i < paged->pages; i++)
        code += paged->page[i].kind == 'C';
    const char *only = paged->regions.only;
    if (paged->command[0])
        text_line(paged->command, to);
    if (only) {
        fputs("region: ", to);
        text_line(*only ? only : "none: what is in no region", to);
    }
    fprintf(to, "%zu pages of %s touched: %zu code, %zu data", paged->pages,
            msim_human_short((double)paged->page_size, true).text, code, paged->pages - code);
    if (paged->detailed)
        fprintf(to, "; %" PRIu64 " before the start\nminor faults predicted: %" PRIu64,
                paged->before_start, paged->predicted);
    if (paged->left_out)
        fprintf(to,
                "\nnot counted: %" PRIu64 " pages and %" PRIu64
                " faults of the library that Valgrind preloads",
                paged->left_out, paged->left_out_faults);
    fputc('\n', to);
}

/* What to look at next: on whose behalf, if the run has calls, too. */
static void text_next(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to)
{
    char *calls = msim_next_file(paged->name, ".pagein.", ".calls.");
    if (!calls)
        return;
    char *command = msim_printed("memsim pages --by=context %s", calls);
    fputc('\n', to);
    msim_next_put("Which calls touch them", command, view->width, to);
    MSIM_FREE(calls, command);
}

void msim_paged_text(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to)
{
    msim_paged_head_text(paged, to);
    msim_paged_regions_text(paged, to);
    if (!paged->pages)
        return;
    text_objects(paged, view, to);
    if (!paged->detailed)
        fputs("[data]: a list made with --pagein-detail=no does not say which file it is of\n", to);
    text_ranges(paged, view, to);
    text_timeline(paged, to);
    text_next(paged, view, to);
}

/* --- JSON, CSV ---------------------------------------------------------------------------- */

static void json_faults(struct msim_json *json, const struct msim_paged *paged)
{
    msim_json_line(json, MEMBER);
    msim_json_list(json, "faults", ROW);
    for (size_t i = 0; i < paged->faulted; i++) {
        const struct msim_paged_faults *faults = &paged->faults[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_number(json, "first", faults->first);
        msim_json_number(json, "copied", faults->copied);
        msim_json_text(json, "object", paged->object.name[faults->object]);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static const char fields[] = "|number,page,kind,time,access,offset,object,instruction,|region";

/* A list of a run without regions has no such field. */
static const char plain_fields[] = "|number,page,kind,time,access,offset,object,instruction";

static void put_page(struct msim_export *out, const struct msim_paged *paged,
                     const struct msim_paged_page *page)
{
    const char kind[] = {page->kind, 0}, access[] = {page->access, 0};
    msim_export_row(out);
    msim_export_number(out, page->number);
    msim_export_address(out, page->page);
    msim_export_text(out, kind);
    msim_export_number(out, page->time);
    if (page->access) {
        msim_export_text(out, access);
        msim_export_number(out, page->offset);
    } else {
        msim_export_absent(out);
        msim_export_absent(out);
    }
    msim_export_text(out, paged->object.name[page->object]);
    msim_export_text(out, page->place);
    if (paged->has_regions && out->json) {
        msim_json_region(out->json, &paged->regions, page->region);
    } else if (paged->has_regions) {
        char *path = msim_region_path(&paged->regions, page->region, ";");
        msim_export_text(out, path);
        free(path);
    }
    msim_export_end(out);
}

static void put_pages(struct msim_export *out, const struct msim_paged *paged)
{
    for (size_t i = 0; i < paged->pages; i++)
        put_page(out, paged, &paged->page[i]);
}

void msim_paged_head_json(const struct msim_paged *paged, struct msim_json *json)
{
    msim_json_text(json, "command", paged->command);
    if (paged->regions.only)
        msim_json_text(json, "region", *paged->regions.only ? paged->regions.only : "-");
    msim_json_number(json, "page_size", paged->page_size);
    msim_json_text(json, "time", paged->microseconds ? "us" : "i");
    if (!paged->detailed)
        return;
    msim_json_number(json, "minor_faults_predicted", paged->predicted);
    msim_json_number(json, "touched_before_start", paged->before_start);
    msim_json_number(json, "left_out", paged->left_out);
    msim_json_number(json, "left_out_faults", paged->left_out_faults);
    json_faults(json, paged);
}

void msim_paged_json(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to)
{
    (void)view;
    struct msim_json json = msim_json_report(to, "pages", MSIM_JSON_INLINE);
    msim_paged_head_json(paged, &json);
    if (paged->has_regions) {
        msim_json_line(&json, MEMBER);
        msim_paged_regions_json(paged, &json);
    }
    msim_json_line(&json, MEMBER);
    struct msim_export out = msim_export_json(&json, "pages", ROW, fields, NULL);
    put_pages(&out, paged);
    msim_json_line(&json, MEMBER);
    msim_export_done(&out);
    msim_json_end(&json);
}

void msim_paged_csv(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to)
{
    struct msim_export out = msim_export_csv(to, paged->has_regions ? fields : plain_fields, NULL);
    (void)view;
    put_pages(&out, paged);
}
