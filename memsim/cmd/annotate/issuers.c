/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of issuers.h. */
#include "issuers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/wrap.h"

enum { SHOWN = 10, ROW = 4 };

struct found {
    const struct msim_counts *counts;
    size_t event[MSIM_ISSUER_SETS][MSIM_ISSUER_EVENTS]; /* counts->events: the file has it not */
    uint32_t known;
    struct msim_issuer *line;
    size_t lines;
};

/* --- Finding -------------------------------------------------------------------------------- */

static void take_line(void *context, uint32_t file, const struct msim_record *record,
                      size_t records, const int64_t *count)
{
    struct found *found = context;
    struct msim_issuer line = {.file = file, .number = record->line, .known = found->known};
    (void)records;
    for (int set = 0; set < MSIM_ISSUER_SETS; set++)
        for (int i = 0; i < MSIM_ISSUER_EVENTS; i++)
            if (found->event[set][i] < found->counts->events)
                line.of[i] += count[found->event[set][i]];
    if (line.of[0] > 0)
        MSIM_PUSH(found->line, found->lines, line);
}

static int by_first(const void *one, const void *other)
{
    const struct msim_issuer *a = one, *b = other;
    if (a->of[0] != b->of[0])
        return a->of[0] < b->of[0] ? 1 : -1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static void find_event(struct found *found, int set, int i, const char *name)
{
    size_t event =
        name ? msim_counts_event(found->counts, name, strlen(name)) : found->counts->events;
    found->event[set][i] = event;
    if (event < found->counts->events)
        found->known |= UINT32_C(1) << i;
}

/* False: the file does not have such columns, or is a difference. */
static bool find(struct found *found, const struct msim_issuers *kind,
                 const struct msim_counts *counts)
{
    *found = (struct found){.counts = counts};
    for (int set = 0; set < MSIM_ISSUER_SETS; set++)
        for (int i = 0; i < MSIM_ISSUER_EVENTS; i++)
            find_event(found, set, i, kind->names[set][i]);
    if (counts->base || found->event[0][0] == counts->events)
        return false;
    msim_each_line(counts, take_line, found);
    if (found->lines)
        qsort(found->line, found->lines, sizeof *found->line, by_first);
    return true;
}

/* --- Printing ------------------------------------------------------------------------------- */

/* A text from malloc, whose further lines are indented by two more. */
static void put_text(const struct msim_view *view, size_t indent, char *text, FILE *to)
{
    fprintf(to, "%*s", (int)indent, "");
    msim_wrap(to, text, indent, indent + 2, view->width);
    free(text);
}

static void put(const struct msim_issuers *kind, const struct msim_view *view,
                const struct msim_issuer *line, FILE *to)
{
    const char *file = msim_base_name(view->counts->file[line->file].name);
    char *said = kind->say(line), *advice = kind->advise(line);
    put_text(view, 2, msim_printed("%s:%" PRIu32 "  %s", file, line->number, said), to);
    free(said);
    if (advice)
        put_text(view, 4, advice, to);
}

void msim_issuers_text(const struct msim_issuers *kind, const struct msim_view *view, FILE *to)
{
    struct found found;
    if (!find(&found, kind, view->counts) || !found.lines)
        return;
    fprintf(to, "%s%s\n", kind->title, found.lines > SHOWN ? " (ten of them)" : "");
    for (size_t i = 0; i < found.lines && i < SHOWN; i++)
        put(kind, view, &found.line[i], to);
    fputc('\n', to);
    free(found.line);
}

void msim_issuers_json(const struct msim_issuers *kind, const struct msim_view *view,
                       struct msim_json *json)
{
    struct found found;
    if (!find(&found, kind, view->counts))
        return;
    char *fields = msim_printed("file,line,%s", kind->fields);
    struct msim_export out = msim_export_json(json, kind->list, ROW, fields, NULL);
    for (size_t i = 0; i < found.lines; i++) {
        const struct msim_issuer *line = &found.line[i];
        msim_export_row(&out);
        msim_export_text(&out, view->counts->file[line->file].name);
        msim_export_number(&out, line->number);
        kind->put_values(line, &out);
        msim_export_end(&out);
    }
    msim_export_done(&out);
    MSIM_FREE(fields, found.line);
}
