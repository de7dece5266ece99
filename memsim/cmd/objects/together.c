/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was touched of an object's lines while they were in the first-level cache, as text: the
 * share of their bytes, which fields were touched together, and which sets of fields could be
 * apart.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "present.h"
#include "touched.h"

enum { LIVES = 14, PERCENT = 9 };

struct sheet {
    const struct msim_objects_row *row;
    struct msim_objects_fields fields;
    struct msim_objects_touched touched;
    size_t limit;
    FILE *to;
};

static void put_share(const struct sheet *sheet)
{
    const struct msim_objects_touched *touched = &sheet->touched;
    double bytes = (double)touched->lives * (double)touched->line;
    fprintf(sheet->to, "Its lines were used in the first-level cache %s time%s",
            msim_human_count(touched->lives).text, touched->lives == 1 ? "" : "s");
    if (touched->has_fetches)
        fprintf(sheet->to, ", of which %s began with a miss of its own",
                msim_human_count(touched->fetches).text);
    fprintf(sheet->to, ".\nOf the %" PRIu64 " bytes of a line, it used %.3g: %.3g%%\n",
            touched->line, (double)touched->bytes / (double)touched->lives,
            msim_percent((double)touched->bytes, bytes));
    if (touched->partly)
        fputs("(Some of its lines are left out: what is known of them is joined with that of other "
              "data.)\n",
              sheet->to);
    if (touched->unplaced)
        fprintf(sheet->to, "(In %s of these times, it is not known which fields they were.)\n",
                msim_human_count(touched->unplaced).text);
}

static void put_name(const struct sheet *sheet, size_t number)
{
    const struct msim_objects_field *field = &sheet->fields.field[number];
    char *text = msim_objects_field_text(sheet->row, field);
    if (text && *text)
        msim_utf8_put(sheet->to, text, SIZE_MAX);
    else
        fprintf(sheet->to, "offset %" PRId64, field->offset);
    free(text);
}

/* Those of most lives come first. */
static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_objects_pair *pair = context;
    return pair[a].either > pair[b].either ||
           (pair[a].either == pair[b].either && pair[a].both > pair[b].both);
}

static void put_pairs(const struct sheet *sheet)
{
    const struct msim_objects_touched *touched = &sheet->touched;
    size_t listed = touched->pairs < sheet->limit ? touched->pairs : sheet->limit;
    if (!touched->pairs)
        return;
    uint32_t *order = msim_order((uint32_t)touched->pairs, is_before, touched->pair);
    fprintf(sheet->to, "\nFields used together, while a line with both was in the cache\n");
    fprintf(sheet->to, "%*s %*s %*s  fields\n", LIVES, "both", LIVES, "one or both", PERCENT,
            "together");
    for (size_t i = 0; i < listed; i++) {
        const struct msim_objects_pair *pair = &touched->pair[order[i]];
        fprintf(sheet->to, "%*s %*s %*.3g%%  ", LIVES, msim_human_count(pair->both).text, LIVES,
                msim_human_count(pair->either).text, PERCENT - 1,
                msim_percent((double)pair->both, (double)pair->either));
        put_name(sheet, pair->one);
        fputs(", ", sheet->to);
        put_name(sheet, pair->other);
        fputc('\n', sheet->to);
    }
    if (touched->pairs > listed)
        fprintf(sheet->to, "(%zu more; --limit=0 shows all)\n", touched->pairs - listed);
    free(order);
}

static size_t sets_of(const struct msim_objects_touched *touched, size_t fields)
{
    size_t sets = 0;
    for (size_t i = 0; i < fields; i++)
        sets += touched->set[i] == i + 1;
    return sets;
}

/* Sets of fields that are hardly ever together, if a line has fields of several. */
static void put_sets(const struct sheet *sheet)
{
    const struct msim_objects_touched *touched = &sheet->touched;
    size_t fields = sheet->fields.fields, number = 0;
    bool apart = false;
    for (size_t i = 0; i < touched->pairs; i++)
        apart |= touched->set[touched->pair[i].one] != touched->set[touched->pair[i].other];
    if (!apart || sets_of(touched, fields) < 2)
        return;
    fprintf(sheet->to,
            "Sets of fields: those of different sets are together less than %d%% of the time, or "
            "never on one line\n",
            MSIM_TOGETHER_PERCENT);
    for (size_t i = 0; i < fields && number < sheet->limit; i++) {
        if (touched->set[i] != i + 1)
            continue;
        fprintf(sheet->to, "  %zu: ", ++number);
        for (size_t k = i; k < fields; k++) {
            if (touched->set[k] != i + 1)
                continue;
            fputs(k > i ? ", " : "", sheet->to);
            put_name(sheet, k);
        }
        fputc('\n', sheet->to);
    }
}

void msim_objects_together(const struct msim_objects_shown *shown, uint32_t number, FILE *to)
{
    struct sheet sheet = {.row = &shown->model->row[number], .limit = shown->limit, .to = to};
    msim_objects_fields_make(&sheet.fields, shown->model, sheet.row);
    msim_objects_touched_make(&sheet.touched, shown->model, sheet.row, &sheet.fields);
    if (sheet.touched.lives) {
        put_share(&sheet);
        put_pairs(&sheet);
        put_sets(&sheet);
        fputc('\n', to);
    }
    msim_objects_touched_free(&sheet.touched);
    msim_objects_fields_free(&sheet.fields);
}
