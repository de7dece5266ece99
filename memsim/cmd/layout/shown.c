/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a layout changes: shown.h. */
#include "shown.h"

#include <string.h>

#include "cmd/base/human.h"
#include "cmd/base/utf8.h"

enum { NAME = 32, COMMAND = 120, PARTS = 4 };

/* --- Counts ------------------------------------------------------------------------------- */

size_t msim_layout_events(const struct msim_machine *machine, enum msim_count event[MSIM_COUNTS])
{
    size_t used = 0;
    for (int count = MSIM_MISS_L1; count < MSIM_COUNTS; count++)
        if (msim_has_count(machine, MSIM_READ, (enum msim_count)count))
            event[used++] = (enum msim_count)count;
    return used;
}

uint64_t msim_layout_misses(const struct msim_row *row, enum msim_count event, bool whole)
{
    uint64_t sum = row->count[MSIM_READ][event] + row->count[MSIM_WRITE][event];
    bool shared = event != MSIM_MISS_L1 && event != MSIM_MISS_T1 && event != MSIM_REFS;
    return sum + (whole && shared ? row->count[MSIM_FETCH][event] : 0);
}

const char *msim_layout_saved(uint64_t before, uint64_t after, char text[static 16])
{
    double part = before ? ((double)before - (double)after) / (double)before * 100 : 0;
    if (!before && after)
        snprintf(text, 16, "new");
    else
        snprintf(text, 16, "%.1f%%", part > -0.05 && part < 0 ? 0 : part);
    return text;
}

/* All rows of a rule. */
static struct msim_row layout_sum(const struct msim_relocation *relocation, size_t rule,
                                  const struct msim_tried *tried)
{
    struct msim_row sum = {0};
    const struct msim_relocation_rule *of = &relocation->rule[rule];
    for (size_t i = 0; i <= of->names; i++)
        msim_row_add(&sum, &tried->row[of->row + i]);
    return sum;
}

/* --- Text --------------------------------------------------------------------------------- */

static void put_line(FILE *to, const char *name, uint64_t before, uint64_t after)
{
    char saved[16], change[40];
    snprintf(change, sizeof change, "%s%s", after > before ? "-" : "",
             msim_human_count(after > before ? after - before : before - after).text);
    fprintf(to, "  %-24s %14s %14s %14s %8s\n", name, msim_human_count(before).text,
            msim_human_count(after).text, change, msim_layout_saved(before, after, saved));
}

static void put_head(FILE *to, const char *what)
{
    fprintf(to, "  %-24s %14s %14s %14s\n", what, "before", "after", "saved");
}

static void put_events(const struct msim_layout_view *view, const struct msim_row *before,
                       const struct msim_row *after, bool whole, FILE *to)
{
    enum msim_count event[MSIM_COUNTS];
    size_t events = msim_layout_events(view->machine, event);
    put_line(to, msim_counted[MSIM_REFS].data, msim_layout_misses(before, MSIM_REFS, whole),
             msim_layout_misses(after, MSIM_REFS, whole));
    for (size_t i = 0; i < events; i++)
        put_line(to, msim_counted[event[i]].data, msim_layout_misses(before, event[i], whole),
                 msim_layout_misses(after, event[i], whole));
}

static const char *kind_of(const struct msim_layout_rule *rule, bool one)
{
    if (rule->is_local)
        return one ? "frame" : "frames";
    if (rule->variables)
        return one ? "variable" : "variables";
    return one ? "block" : "blocks";
}

/* "10,000 blocks of 64 bytes; 10,000 moved; an element has 2 parts: 16 + 48 bytes" */
static void put_blocks(const struct msim_relocation_rule *of,
                       const struct msim_relocation_counts *counts, FILE *to)
{
    fprintf(to, "  %s %s of %s", msim_human_count(counts->blocks).text,
            kind_of(of->rule, counts->blocks == 1), msim_human_count(counts->least).text);
    if (counts->most != counts->least)
        fprintf(to, " to %s", msim_human_count(counts->most).text);
    fprintf(to, " bytes; %s moved", msim_human_count(counts->moved).text);
    if (counts->unfit)
        fprintf(to, "; %s too small for the rule, left as %s", msim_human_count(counts->unfit).text,
                counts->unfit == 1 ? "it is" : "they are");
    if (counts->parts)
        fprintf(to, "; an element has ");
    if (counts->parts > 1)
        fprintf(to, "%u parts of ", counts->parts);
    for (unsigned i = 0; i < counts->parts && i < PARTS; i++)
        fprintf(to, "%s%s", i ? " + " : "", msim_human_count(counts->part_bytes[i]).text);
    if (counts->parts > PARTS)
        fprintf(to, " + ...");
    fprintf(to, "%s\n", counts->parts ? " bytes" : "");
}

static void put_fields(const struct msim_layout_view *view, const struct msim_relocation_rule *of,
                       enum msim_count event, FILE *to)
{
    char head[48];
    snprintf(head, sizeof head, "%s by field", msim_counted[event].data);
    put_head(to, head);
    for (size_t i = 0; i <= of->names; i++) {
        char name[4 * NAME];
        uint64_t before = msim_layout_misses(&view->before->row[of->row + i], event, false);
        uint64_t after = msim_layout_misses(&view->after->row[of->row + i], event, false);
        msim_utf8_clean(name, sizeof name, i < of->names ? of->name[i] : "other bytes", NAME);
        if (before || after || i < of->names)
            put_line(to, name, before, after);
    }
}

static void put_text(FILE *to, const char *text, size_t most)
{
    msim_utf8_put(to, text, most);
    fputc('\n', to);
}

void msim_layout_text(const struct msim_layout_view *view, FILE *to)
{
    enum msim_count event[MSIM_COUNTS];
    size_t events = msim_layout_events(view->machine, event);
    put_text(to, view->command, COMMAND);
    for (size_t i = 0; i < view->layout->rules; i++) {
        const struct msim_relocation_rule *of = &view->relocation->rule[i];
        struct msim_row before = layout_sum(view->relocation, i, view->before);
        struct msim_row after = layout_sum(view->relocation, i, view->after);
        fputc('\n', to);
        put_text(to, view->layout->rule[i].text, strlen(view->layout->rule[i].text));
        put_blocks(of, &view->after->counts[i], to);
        put_head(to, "its data");
        put_events(view, &before, &after, false, to);
        if (of->names && events)
            put_fields(view, of, event[0], to);
    }
    fputs("\nThe whole program\n", to);
    put_head(to, "data; L2 and beyond: code");
    put_events(view, &view->before->total, &view->after->total, true, to);
}

/* --- JSON --------------------------------------------------------------------------------- */

void msim_layout_counts(struct msim_json *json, const char *name,
                        const struct msim_machine *machine, const struct msim_row *row, bool whole)
{
    msim_json_object(json, name, MSIM_JSON_INLINE);
    for (int kind = whole ? MSIM_FETCH : MSIM_READ; kind < MSIM_KINDS; kind++)
        for (int count = MSIM_REFS; count < MSIM_COUNTS; count++)
            if (msim_has_count(machine, (enum msim_kind)kind, (enum msim_count)count))
                msim_json_number(json, msim_counted[count].column[kind].name,
                                 row->count[kind][count]);
    msim_json_end(json);
}

static void put_both(const struct msim_layout_view *view, struct msim_json *json,
                     const struct msim_row *before, const struct msim_row *after, bool whole)
{
    msim_layout_counts(json, "before", view->machine, before, whole);
    msim_layout_counts(json, "after", view->machine, after, whole);
}

static void put_rule(const struct msim_layout_view *view, size_t number, struct msim_json *json)
{
    const struct msim_relocation_rule *of = &view->relocation->rule[number];
    const struct msim_relocation_counts *counts = &view->after->counts[number];
    struct msim_row before = layout_sum(view->relocation, number, view->before);
    struct msim_row after = layout_sum(view->relocation, number, view->after);
    msim_json_object(json, NULL, 6);
    msim_json_text(json, "rule", view->layout->rule[number].text);
    msim_json_text(json, "name", view->layout->rule[number].where);
    msim_json_number(json, "blocks", counts->blocks);
    msim_json_number(json, "bytes", counts->bytes);
    msim_json_number(json, "moved", counts->moved);
    msim_json_number(json, "unfit", counts->unfit);
    msim_json_number(json, "parts", counts->parts);
    put_both(view, json, &before, &after, false);
    msim_json_list(json, "fields", 8);
    for (size_t i = 0; i <= of->names; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        if (i < of->names)
            msim_json_text(json, "name", of->name[i]);
        else
            msim_json_null(json, "name");
        put_both(view, json, &view->before->row[of->row + i], &view->after->row[of->row + i],
                 false);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_end(json);
}

void msim_layout_json(const struct msim_layout_view *view, FILE *to)
{
    struct msim_json json = msim_json_report(to, "what-if", 2);
    msim_json_text(&json, "command", view->command);
    msim_json_list(&json, "rules", 4);
    for (size_t i = 0; i < view->layout->rules; i++)
        put_rule(view, i, &json);
    msim_json_end(&json);
    msim_json_object(&json, "allocator", 4);
    put_both(view, &json, &view->before->row[MSIM_RELOCATION_ALLOCATOR],
             &view->after->row[MSIM_RELOCATION_ALLOCATOR], false);
    msim_json_end(&json);
    msim_json_object(&json, "totals", 4);
    put_both(view, &json, &view->before->total, &view->after->total, true);
    msim_json_end(&json);
    msim_json_end(&json);
}
