/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A verdict as text. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/utf8.h"
#include "present.h"

enum { NAME = 24, NUMBER = 16, PERCENT = 10, PLACE = 46, FUNCTION = 30, WORDS = 1000 };

static void rule(FILE *to)
{
    for (int i = 0; i < 100; i++)
        fputc('-', to);
    fputc('\n', to);
}

static void put_sides(const struct msim_check *check, FILE *to)
{
    const struct msim_side *const side[] = {&check->sides.base, &check->sides.fresh};
    const size_t more[] = {check->sides.more_base.sides, check->sides.more_fresh.sides};
    static const char *const name[] = {"base", "new "};
    for (int i = 0; i < 2; i++) {
        fprintf(to, "%s  ", name[i]);
        msim_utf8_put(to, side[i]->name, WORDS);
        fputs(": ", to);
        msim_utf8_put(to, side[i]->counts.source[0].command, WORDS);
        if (more[i])
            fprintf(to, "  (of %zu runs; lines are of this one, values are means)", more[i] + 1);
        fputc('\n', to);
    }
}

/* Why it is the same, although something is better. */
static void put_not_better(const struct msim_check *check, FILE *to)
{
    const struct msim_judged *judged = check->refused ? NULL : msim_not_better(&check->judgement);
    if (!judged || strcmp(msim_check_verdict(check), "same") != 0)
        return;
    char *column = msim_check_column(judged);
    fputs("not better: ", to);
    msim_utf8_put(to, column, WORDS);
    fprintf(to, " grew by more than its budget, %s\n\n", judged->budget->limit);
    free(column);
}

static void put_reasons(const struct msim_check *check, FILE *to)
{
    const struct msim_reasons *reasons = &check->reasons;
    for (size_t i = 0; i < reasons->reasons; i++) {
        const struct msim_reason *reason = &reasons->reason[i];
        fprintf(to, "\n%s differs\n", reason->name);
        fputs("  base  ", to);
        msim_utf8_put(to, reason->base ? reason->base : "(not in the file)", WORDS);
        fputs("\n  new   ", to);
        msim_utf8_put(to, reason->fresh ? reason->fresh : "(not in the file)", WORDS);
        fprintf(to, "\n  %s\n", reason->advice);
    }
    if (check->refused)
        fputs("\nThe counts were not compared; to compare them anyway: --anyway\n", to);
}

/* --- values ----------------------------------------------------------------------------------- */

static void put_head(const char *what, FILE *to)
{
    fprintf(to, "\n%-*s %*s %*s %*s\n", NAME, what, NUMBER, "base", NUMBER, "new", NUMBER,
            "change");
    rule(to);
}

static void put_value(const char *region, const char *column, const struct msim_judged_value *value,
                      FILE *to)
{
    char name[4 * NAME + 8], whole[256];
    snprintf(whole, sizeof whole, "%.160s%s%.60s", region ? region : "", region ? ": " : "",
             column);
    msim_utf8_clean(name, sizeof name, whole, NAME);
    fprintf(to, "%s%*s %*s %*s %*s %*s", name, NAME - (int)msim_utf8_length(name), "", NUMBER,
            msim_check_value(value, value->base).text, NUMBER,
            msim_check_value(value, value->fresh).text, NUMBER,
            msim_check_growth(value, value->fresh - value->base).text, PERCENT,
            msim_check_percent(value->fresh - value->base, value->base).text);
}

/* How much of the growth is work, where layout plays a part. */
static void put_work(const struct msim_judged_value *value, FILE *to)
{
    long double layout = value->fresh - value->base - value->work;
    if (value->has_work && layout != 0)
        fprintf(to, "  (work %s, layout %s)", msim_check_growth(value, value->work).text,
                msim_check_growth(value, layout).text);
}

/* Of what is judged, how much equal runs may be apart. */
static void put_varies(const struct msim_judged *judged, FILE *to)
{
    long double varies = msim_judged_varies(judged);
    if (varies > 0)
        fprintf(to, "  (varies by %s)", msim_check_value(&judged->value, varies).text);
}

static void put_judged(const struct msim_check *check, FILE *to)
{
    put_head("Budgets", to);
    for (size_t i = 0; i < check->judgement.judgements; i++) {
        const struct msim_judged *judged = &check->judgement.judged[i];
        if (msim_check_is_plain(judged))
            continue;
        char *column = msim_check_column(judged);
        put_value(judged->region, column, &judged->value, to);
        free(column);
        fprintf(to, "  %s: %s", msim_outcome_name(judged->outcome), judged->budget->limit);
        put_work(&judged->value, to);
        put_varies(judged, to);
        fputc('\n', to);
    }
    if (!check->judgement.judgements)
        fputs("none\n", to);
}

static void put_columns(const struct msim_check *check, const struct msim_totals *totals, FILE *to)
{
    struct msim_judged_value value;
    size_t at = 0;
    const char *column;
    while ((column = msim_check_total(check, totals, &at, &value)) != NULL) {
        put_value(totals->region, column, &value, to);
        put_work(&value, to);
        fputc('\n', to);
    }
}

static void put_totals(const struct msim_check *check, FILE *to)
{
    const struct msim_sides *sides = &check->sides;
    size_t regions, *region = msim_check_regions(check, &regions);
    put_head("Totals", to);
    put_columns(check, &sides->totals[0], to);
    for (size_t i = 0; i < regions; i++) {
        if (!i)
            put_head("Regions", to);
        put_columns(check, &sides->totals[region[i]], to);
    }
    free(region);
    for (size_t i = 1, shown = 0; i <= sides->regions && shown < check->most; i++) {
        const struct msim_totals *totals = &sides->totals[i];
        if (totals->base && totals->fresh)
            continue;
        shown++;
        fputs("\nThe region ", to);
        msim_utf8_put(to, totals->region, WORDS);
        fprintf(to, " is in the %s file only.\n", totals->base ? "base" : "new");
    }
    if (sides->regions > check->most)
        fprintf(to, "\n%zu region%s in all; --lines=N shows N, and --format=json all\n",
                sides->regions, sides->regions > 1 ? "s" : "");
}

/* --- lines ------------------------------------------------------------------------------------ */

static void put_function(const struct msim_change *change, FILE *to)
{
    char name[4 * FUNCTION + 8];
    msim_utf8_clean(name, sizeof name, change->function, FUNCTION);
    fprintf(to, " %s%*s", name, FUNCTION - (int)msim_utf8_length(name), "");
}

static void put_change(const struct msim_change *change, const size_t *event, size_t events,
                       FILE *to)
{
    const struct msim_judged_value plain = {.kind = MSIM_COLUMN_COUNT};
    char place[4 * PLACE + 8];
    msim_check_place(change, place, sizeof place);
    fprintf(to, "%s%*s", place, PLACE - (int)msim_utf8_length(place), "");
    put_function(change, to);
    for (size_t i = 0; i < events; i++) {
        long double by = (long double)change->fresh[event[i]] - (long double)change->base[event[i]];
        fprintf(to, " %*s", NUMBER - 2, by != 0 ? msim_check_growth(&plain, by).text : ".");
    }
    fputs(change->added ? "  new" : change->gone ? "  gone" : "", to);
    fputs(change->conflict ? "  conflict" : "", to);
    fputc('\n', to);
}

static void put_small(const struct msim_changes *changes, FILE *to)
{
    if (changes->small)
        fprintf(to,
                "Not listed: %zu line%s that changed by less than a tenth of what budgets allow\n",
                changes->small, changes->small > 1 ? "s" : "");
}

static void put_changes(const struct msim_check *check, FILE *to)
{
    const struct msim_changes *changes = &check->changes;
    size_t left = msim_check_left(check), lines = changes->changes - left;
    size_t event[MSIM_EVENTS_MAX], events = msim_check_events(check, lines, event);
    if (!changes->changes) {
        fprintf(to, "\nNo source line does %smore or less than before.\n",
                changes->small ? "much " : "");
        put_small(changes, to);
        return;
    }
    fprintf(to, "\n%-*s %-*s", PLACE, "Lines that changed", FUNCTION, "");
    for (size_t i = 0; i < events; i++)
        fprintf(to, " %*s", NUMBER - 2, check->sides.common.name[event[i]]);
    fputc('\n', to);
    rule(to);
    for (size_t i = 0; i < lines; i++)
        put_change(&changes->change[i], event, events, to);
    if (left)
        fprintf(to, "... and %zu more; --lines=N shows N\n", left);
    put_small(changes, to);
}

void msim_check_text(const struct msim_check *check, FILE *to)
{
    fprintf(to, "%s\n\n", msim_check_verdict(check));
    put_not_better(check, to);
    put_sides(check, to);
    put_reasons(check, to);
    if (check->refused)
        return;
    put_judged(check, to);
    put_totals(check, to);
    put_changes(check, to);
}
