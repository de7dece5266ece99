/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a listing says of its file; see about.h. */
#include "about.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/column.h"
#include "cmd/counts/unlike.h"
#include "export.h"
#include "source.h"

/* --- beginning and end -------------------------------------------------------------------- */

enum { LABEL = 17 };

static void field(const char *name, const char *text, size_t room, FILE *to)
{
    bool cut = room > LABEL + 4 && strlen(text) > room - LABEL - 1;
    fprintf(to, "%-*s ", LABEL, name);
    msim_source_print(text, cut ? room - LABEL - 4 : 0, to);
    fputs(cut ? "...\n" : "\n", to);
}

/* The same on as many lines as it takes. */
static void field_wrapped(const char *name, const char *text, size_t room, FILE *to)
{
    char *line = msim_printed("%-*s %s", LABEL, name, text);
    msim_wrap(to, line, 0, LABEL + 1, room);
    free(line);
}

/* A list of names, on as many lines as it takes. */
struct list {
    size_t used, width; /* 0: no limit */
    FILE *to;
};

static struct list begin_list(const char *name, const struct msim_view *view, FILE *to)
{
    fprintf(to, "%-*s", LABEL, name);
    return (struct list){LABEL, view->width, to};
}

static void put_name(struct list *list, const char *name)
{
    size_t length = strlen(name) + 1;
    if (list->width && list->used > LABEL && list->used + length > list->width) {
        fprintf(list->to, "\n%*s", LABEL, "");
        list->used = LABEL;
    }
    fputc(' ', list->to);
    msim_source_print(name, 0, list->to);
    list->used += length;
}

static void names(const char *name, const struct msim_view *view,
                  const struct msim_columns *columns, FILE *to)
{
    struct list list = begin_list(name, view, to);
    for (size_t i = 0; i < columns->columns; i++)
        put_name(&list, columns->column[i].name);
    fputc('\n', to);
}

/* ", 12.3% of the program's Ir" */
static void put_share(const struct msim_view *view, char *text, size_t room)
{
    const struct msim_column *column = &view->sort.column[0];
    const struct msim_regions *regions = &view->counts->regions;
    int64_t whole[MSIM_EVENTS_MAX] = {0};
    for (size_t i = 0; i < regions->count; i++)
        msim_counts_add(whole, msim_region_total(regions, i), regions->events);
    double all = (double)msim_column_over(column, whole);
    if (!view->counts->base && all > 0 && column->kind == MSIM_COLUMN_COUNT)
        snprintf(text, room, ", %.1f%% of the program's %s",
                 100 * (double)msim_column_over(column, view->counts->total) / all, column->name);
}

/* Which regions are shown, and how often they began. */
static void put_region(const struct msim_view *view, size_t room, FILE *to)
{
    const struct msim_regions *regions = &view->counts->regions;
    uint32_t found = 0, shown = 0;
    uint64_t times = 0;
    char share[100] = "", text[400];
    for (uint32_t i = 1; i < regions->count; i++)
        if (regions->region[i].selected && !regions->region[regions->region[i].outer].selected) {
            times += regions->region[i].times;
            shown = i;
            found++;
        }
    put_share(view, share, sizeof share);
    char *path = found == 1 ? msim_region_path(regions, shown, ";") : NULL;
    const char *name = !*regions->only ? "none: what is in no region" : path ? path : regions->only;
    int used = snprintf(text, sizeof text, "%.200s", name);
    if (found > 1)
        used += snprintf(text + used, sizeof text - (size_t)used, " (%" PRIu32 " paths)", found);
    if (found)
        used += snprintf(text + used, sizeof text - (size_t)used, ", began %s time%s",
                         msim_human_count(times).text, times == 1 ? "" : "s");
    snprintf(text + used, sizeof text - (size_t)used, "%s", share);
    field("Region:", text, room, to);
    free(path);
}

/* What follows the beginning of such a description of the file; NULL: it has none. */
static const char *desc_of(const struct msim_view *view, const char *begin)
{
    const struct msim_counts_source *source = &view->counts->source[0];
    for (size_t i = 0; i < source->descs; i++)
        if (!strncmp(source->desc[i].text, begin, strlen(begin)))
            return source->desc[i].text + strlen(begin);
    return NULL;
}

/* How simulated cycles came about. */
static void put_simulated(const struct msim_view *view, size_t room, FILE *to)
{
    const char *core = desc_of(view, "Core: "), *sampled = desc_of(view, MSIM_SAMPLED_CYCLES);
    if (!msim_counts_have_cycles(view->counts))
        return;
    char *text = msim_printed("%s%s%s%s", sampled ? "sampled, " : "simulated",
                              sampled ? sampled : "", core ? ", core " : "", core ? core : "");
    field_wrapped("Cycles:", text, room, to);
    free(text);
}

/* Levels that do not replace by LRU, or prefetch, or are inclusive or exclusive, and what becomes of
 * writes: "real: D1 plru, prefetched by next, writes back". */
static void put_model(const struct msim_view *view, size_t room, FILE *to)
{
    static const char ways[] = "associative, ", direct[] = "direct-mapped, ";
    const struct msim_counts_source *source = &view->counts->source[0];
    const char *model = desc_of(view, "Model: "), *between = model ? ": " : "";
    char text[512];
    int used = snprintf(text, sizeof text, "%s", model ? model : "");
    for (size_t i = 0; i < source->descs; i++) {
        const char *desc = source->desc[i].text, *at = strstr(desc, ways);
        at = at                     ? at + strlen(ways)
             : strstr(desc, direct) ? strstr(desc, direct) + strlen(direct)
                                    : NULL;
        if (!at || used > (int)sizeof text - 160)
            continue;
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%.*s %.120s", between,
                         (int)strcspn(desc, ": "), desc, at);
        between = ", ";
    }
    if (desc_of(view, "Writes: ") && used < (int)sizeof text - 60)
        used += snprintf(text + used, sizeof text - (size_t)used, "%swrites %.40s", between,
                         desc_of(view, "Writes: "));
    if (used)
        field("Model:", text, room, to);
}

void msim_listing_head(const struct msim_view *view, FILE *to)
{
    size_t room = view->cut ? view->width : 0;
    field("Command:", view->counts->source[0].command, room, to);
    field("Data file:", view->file, room, to);
    if (view->counts->regions.only)
        put_region(view, room, to);
    put_simulated(view, room, to);
    put_model(view, room, to);
    fputc('\n', to);
}

/* How Cy is computed, in words. */
static void print_cycles(const struct msim_view *view, FILE *to)
{
    bool shown = false;
    for (size_t i = 0; i < view->show.columns; i++)
        shown |= strstr(view->show.column[i].name, "Cy") != NULL;
    if (!shown && !strstr(view->sort.column[0].name, "Cy"))
        return;
    if (view->cycles)
        field("Cy, cycles:", view->cycles, 0, to);
    else if (view->estimated && desc_of(view, MSIM_SIMULATED_CYCLES))
        field("Cy, cycles:",
              msim_cycles_are_sampled(view->counts)
                  ? "sampled: the sum in \"Cycles\" below, as \"Sampled cycles\" says"
                  : "simulated: the sum in \"Cycles\" below",
              0, to);
    else if (view->estimated && desc_of(view, "Est. latencies: "))
        field("Cy, cycles:", "by usual latencies, as \"Est. cycles\" below", 0, to);
    else if (view->estimated)
        field("Cy, cycles:", "by the machine's latencies, as \"Est. cycles\" below", 0, to);
    else
        field("Cy, cycles:", MSIM_USUAL_CYCLES " (no latencies known)", 0, to);
}

/* A fact of the fingerprint is no longer than other lines. */
static void description(const struct msim_view *view, const char *text, FILE *to)
{
    bool cut = view->cut && view->width && strlen(text) > view->width && msim_counts_is_fact(text);
    if (!cut) {
        msim_wrap(to, text, 0, 2, view->cut ? view->width : 0);
        return;
    }
    msim_source_print(text, view->width - 3, to);
    fputs("...\n", to);
}

void msim_listing_tail(const struct msim_view *view, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    const struct msim_counts_source *source = &counts->source[0];
    fputs("About this profile\n", to);
    msim_table_rule(to);
    names("Columns shown:", view, &view->show, to);
    if (view->minor && *view->minor)
        field("Cost too little:", view->minor, 0, to);
    if (*view->folded)
        field("All zero:", view->folded, 0, to);
    if (view->usual)
        field("", "--show=all: all events; --show=Ir,D1m/D: what you name", 0, to);
    print_cycles(view, to);
    names("Sorted by:", view, &view->sort, to);
    fprintf(to, "%-*s %g%% of %s\n", LABEL, "Threshold:", view->threshold,
            view->sort.column[0].name);
    for (size_t i = 0; i < view->includes; i++)
        field(i ? "" : "Sources also in:", view->include[i], 0, to);
    for (size_t i = 0; i < view->chosen_files; i++)
        field(i ? "" : "Asked for:", counts->file[view->chosen[i]].name, 0, to);
    struct list list = begin_list("Events recorded:", view, to);
    for (size_t i = 0; i < counts->events; i++)
        put_name(&list, counts->event[i]);
    fputc('\n', to);
    size_t shown = 0, most = 24; /* a file of allocations has a histogram here, for memsim heap */
    for (; shown < source->descs && shown < most; shown++)
        description(view, source->desc[shown].text, to);
    if (shown < source->descs)
        fprintf(to, "... and %zu more lines of description\n", source->descs - shown);
}

/* --- JSON --------------------------------------------------------------------------------- */

void msim_listing_json_head(struct msim_json *json, const struct msim_view *view)
{
    const struct msim_counts *counts = view->counts;
    msim_json_text(json, "format", "memsim annotate");
    msim_json_number(json, "version", 1);
    msim_json_text(json, "file", view->file);
    msim_json_text(json, "command", counts->source[0].command);
    if (counts->regions.only)
        msim_json_text(json, "region", counts->regions.only);
    msim_json_desc(json, counts);
    msim_json_list(json, "events", MSIM_JSON_INLINE);
    for (size_t i = 0; i < counts->events; i++)
        msim_json_text(json, NULL, counts->event[i]);
    msim_json_end(json);
    msim_json_columns(json, &view->show);
    msim_json_text(json, "sort", view->sort.column[0].name);
    msim_json_value(json, "threshold", "%.6g", view->threshold);
    msim_json_values(json, &view->show, "totals", counts->total);
    if (counts->base)
        msim_json_values(json, &view->show, "base", counts->base);
    else
        msim_json_null(json, "base");
}
