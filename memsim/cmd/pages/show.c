/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text, JSON and CSV of show.h. */
#include "show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/quote.h"
#include "cmd/base/utf8.h"
#include "cmd/files/json.h"

enum { SLICES = 20, BAR = 50 };
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
    uint64_t faults, copied;      /* predicted; the second are some of the first */
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

/* Names may be any bytes, and this goes to a terminal. */
static void text_line(const char *text, FILE *to)
{
    msim_utf8_put(to, text, strlen(text));
    fputc('\n', to);
}

static void text_objects(const struct msim_paged *paged, FILE *to)
{
    struct row *row = msim_zeroed(paged->object.count, sizeof *row);
    count_rows(paged, row);
    fprintf(to, "\n%8s %8s %8s", "pages", "code", "data");
    if (paged->detailed)
        fprintf(to, " %8s %8s %8s %8s %8s %8s", "fetch", "read", "write", "kernel", "faults",
                "copies");
    fputs("  of\n", to);
    for (size_t i = 0; i < paged->object.count; i++) {
        if (!(row[i].code + row[i].data + row[i].faults))
            continue;
        fprintf(to, "%8zu %8zu %8zu", row[i].code + row[i].data, row[i].code, row[i].data);
        for (int access = 0; paged->detailed && access < 4; access++)
            fprintf(to, " %8zu", row[i].access[access]);
        if (paged->detailed)
            fprintf(to, " %8" PRIu64 " %8" PRIu64, row[i].faults, row[i].copied);
        fputs("  ", to);
        text_line(paged->object.name[row[i].object], to);
    }
    free(row);
}

static void text_ranges(const struct msim_paged *paged, FILE *to)
{
    uint32_t *sorted = msim_paged_sorted(paged, true);
    fprintf(to, "\n%-37s %8s  of\n", "range", "pages");
    for (size_t from = 0, end; from < paged->pages; from = end) {
        end = msim_paged_range_end(paged, sorted, from);
        uint64_t first = paged->page[sorted[from]].page;
        uint64_t last = paged->page[sorted[end - 1]].page + paged->page_size;
        fprintf(to, "0x%016" PRIx64 "-0x%016" PRIx64 " %7" PRIu64 "  ", first, last,
                (last - first) / paged->page_size);
        text_line(paged->object.name[paged->page[sorted[from]].object], to);
    }
    free(sorted);
}

static void text_timeline(const struct msim_paged *paged, FILE *to)
{
    size_t code[SLICES] = {0}, data[SLICES] = {0}, most = 1;
    uint64_t end = paged->page[0].time;
    for (size_t i = 0; i < paged->pages; i++)
        end = paged->page[i].time > end ? paged->page[i].time : end;
    uint64_t slice = end / SLICES + 1;
    for (size_t i = 0; i < paged->pages; i++) {
        uint64_t at = paged->page[i].time / slice;
        code[at] += paged->page[i].kind == 'C';
        data[at] += paged->page[i].kind == 'D';
        most = code[at] + data[at] > most ? code[at] + data[at] : most;
    }
    fprintf(to, "\n%15s %8s %8s\n", paged->microseconds ? "from us" : "from instr", "code", "data");
    for (uint64_t at = 0; at < SLICES; at++) {
        fprintf(to, "%15s %8zu %8zu ", msim_human_count(at * slice).text, code[at], data[at]);
        for (size_t i = 0; i < code[at] * BAR / most; i++)
            fputc('#', to);
        for (size_t i = 0; i < data[at] * BAR / most; i++)
            fputc('=', to);
        fputc('\n', to);
    }
    fputs("# code, = data\n", to);
}

void msim_paged_text(const struct msim_paged *paged, FILE *to)
{
    size_t code = 0;
    for (size_t i = 0; i < paged->pages; i++)
        code += paged->page[i].kind == 'C';
    if (paged->command[0])
        text_line(paged->command, to);
    fprintf(to, "%zu pages of %s touched: %zu code, %zu data", paged->pages,
            msim_human_size(paged->page_size).text, code, paged->pages - code);
    if (paged->detailed)
        fprintf(to, "; %" PRIu64 " before the start; minor faults predicted: %" PRIu64,
                paged->before_start, paged->predicted);
    fputc('\n', to);
    text_objects(paged, to);
    text_ranges(paged, to);
    text_timeline(paged, to);
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

static void json_page(struct msim_json *json, const struct msim_paged *paged,
                      const struct msim_paged_page *page)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_value(json, "page", "\"0x%" PRIx64 "\"", page->page);
    msim_json_value(json, "kind", "\"%c\"", page->kind);
    msim_json_number(json, "time", page->time);
    if (page->access) {
        msim_json_value(json, "access", "\"%c\"", page->access);
        msim_json_number(json, "offset", page->offset);
    }
    msim_json_text(json, "object", paged->object.name[page->object]);
    msim_json_text(json, "instruction", page->place);
    msim_json_end(json);
}

void msim_paged_json(const struct msim_paged *paged, FILE *to)
{
    struct msim_json json = msim_json_start(to);
    msim_json_object(&json, NULL, MSIM_JSON_INLINE);
    msim_json_text(&json, "command", paged->command);
    msim_json_number(&json, "page_size", paged->page_size);
    msim_json_text(&json, "time", paged->microseconds ? "us" : "i");
    if (paged->detailed) {
        msim_json_number(&json, "minor_faults_predicted", paged->predicted);
        msim_json_number(&json, "touched_before_start", paged->before_start);
        json_faults(&json, paged);
    }
    msim_json_line(&json, MEMBER);
    msim_json_list(&json, "pages", ROW);
    for (size_t i = 0; i < paged->pages; i++)
        json_page(&json, paged, &paged->page[i]);
    msim_json_line(&json, MEMBER);
    msim_json_end(&json);
    msim_json_end(&json);
}

void msim_paged_csv(const struct msim_paged *paged, FILE *to)
{
    fputs("number,page,kind,time,access,offset,object,instruction\r\n", to);
    for (size_t i = 0; i < paged->pages; i++) {
        const struct msim_paged_page *page = &paged->page[i];
        fprintf(to, "%zu,0x%" PRIx64 ",%c,%" PRIu64 ",", i, page->page, page->kind, page->time);
        if (page->access)
            fprintf(to, "%c,%" PRIu64, page->access, page->offset);
        else
            fputc(',', to);
        fputc(',', to);
        msim_csv_quote(to, paged->object.name[page->object]);
        fputc(',', to);
        msim_csv_quote(to, page->place);
        fputs("\r\n", to);
    }
}
