/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A verdict as text. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "present.h"

/* WIDE: with fewer columns, numbers take less. */
enum { NAME = 24, NUMBER = 16, LESS = 13, PERCENT = 10, WORDS = 1000, RULE = 100, WIDE = 100 };

static int number_width(const struct msim_check *check)
{
    return check->width && check->width < WIDE ? LESS : NUMBER;
}

static void put_sides(const struct msim_check *check, FILE *to)
{
    const struct msim_side *const side[] = {&check->sides.base, &check->sides.fresh};
    const size_t more[] = {check->sides.more_base.sides, check->sides.more_fresh.sides};
    static const char *const name[] = {"base", "new "};
    for (int i = 0; i < 2; i++) {
        char *runs = more[i]
                         ? msim_printed("  (of %zu runs; lines are of this one, values are means)",
                                        more[i] + 1)
                         : msim_copy("");
        char *text = msim_printed("%s  %.1000s: %.1000s%s", name[i], side[i]->name,
                                  side[i]->counts.source[0].command, runs);
        msim_wrap(to, text, 0, sizeof "base  " - 1, check->width);
        MSIM_FREE(text, runs);
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

static void put_reason(const struct msim_check *check, const char *what, const char *text, FILE *to)
{
    size_t used = strlen(what);
    fputs(what, to);
    msim_wrap(to, text, used, used, check->width);
}

static void put_reasons(const struct msim_check *check, FILE *to)
{
    const struct msim_reasons *reasons = &check->reasons;
    for (size_t i = 0; i < reasons->reasons; i++) {
        const struct msim_reason *reason = &reasons->reason[i];
        fprintf(to, "\n%s differs\n", reason->name);
        put_reason(check, "  base  ", reason->base ? reason->base : "(not in the file)", to);
        put_reason(check, "  new   ", reason->fresh ? reason->fresh : "(not in the file)", to);
        put_reason(check, "  ", reason->advice, to);
    }
    if (check->refused)
        fputs("\nThe counts were not compared; to compare them anyway: --anyway\n", to);
}

/* --- values ----------------------------------------------------------------------------------- */

static void put_head(const struct msim_check *check, const char *what, FILE *to)
{
    int width = number_width(check);
    fprintf(to, "\n%-*s %*s %*s %*s\n", NAME, what, width, "base", width, "new", width, "change");
    msim_check_rule(check, to);
}

/* What follows the values of a row, on a line of its own if it must be. */
static void put_rest(const struct msim_check *check, const char *text, FILE *to)
{
    size_t used = NAME + 3 * (size_t)(number_width(check) + 1) + PERCENT + 1;
    if (check->width && *text && used + msim_utf8_length(text) > check->width) {
        fputs("\n    ", to);
        msim_wrap(to, text + strspn(text, " "), 4, 4, check->width);
        return;
    }
    fprintf(to, "%s\n", text);
}

static void put_value(const struct msim_check *check, const char *region, const char *column,
                      const struct msim_judged_value *value, FILE *to)
{
    char name[4 * NAME + 8], whole[256];
    int width = number_width(check);
    snprintf(whole, sizeof whole, "%.160s%s%.60s", region ? region : "", region ? ": " : "",
             column);
    msim_utf8_clean(name, sizeof name, whole, NAME);
    fprintf(to, "%s%*s %*s %*s %*s %*s", name, NAME - (int)msim_utf8_length(name), "", width,
            msim_check_value(value, value->base).text, width,
            msim_check_value(value, value->fresh).text, width,
            msim_check_growth(value, value->fresh - value->base).text, PERCENT,
            msim_check_percent(value->fresh - value->base, value->base).text);
}

/* How much of the growth is work, where layout plays a part; from malloc. */
static char *work_of(const struct msim_judged_value *value)
{
    long double layout = value->fresh - value->base - value->work;
    if (!value->has_work || layout == 0)
        return msim_copy("");
    return msim_printed("  (work %s, layout %s)", msim_check_growth(value, value->work).text,
                        msim_check_growth(value, layout).text);
}

/* Of what is judged, how much equal runs may be apart; from malloc. */
static char *varies_of(const struct msim_judged *judged)
{
    long double varies = msim_judged_varies(judged);
    return varies > 0
               ? msim_printed("  (varies by %s)", msim_check_value(&judged->value, varies).text)
               : msim_copy("");
}

static void put_judged(const struct msim_check *check, FILE *to)
{
    put_head(check, "Budgets", to);
    for (size_t i = 0; i < check->judgement.judgements; i++) {
        const struct msim_judged *judged = &check->judgement.judged[i];
        if (msim_check_is_plain(judged))
            continue;
        char *column = msim_check_column(judged);
        char *work = work_of(&judged->value), *varies = varies_of(judged);
        char *text = msim_printed("  %s: %s%s%s", msim_outcome_name(judged->outcome),
                                  judged->budget->limit, work, varies);
        put_value(check, judged->region, column, &judged->value, to);
        put_rest(check, text, to);
        MSIM_FREE(column, work, varies, text);
    }
    if (!check->judgement.judgements)
        fputs("none\n", to);
    msim_check_explain_budgets(check, to);
}

static void put_columns(const struct msim_check *check, const struct msim_totals *totals, FILE *to)
{
    struct msim_judged_value value;
    size_t at = 0;
    const char *column;
    while ((column = msim_check_total(check, totals, &at, &value)) != NULL) {
        char *work = work_of(&value);
        put_value(check, totals->region, column, &value, to);
        put_rest(check, work, to);
        free(work);
    }
}

/* Whether a row says how much is work. */
static bool has_work(const struct msim_check *check)
{
    struct msim_judged_value value;
    size_t at = 0;
    while (msim_check_total(check, &check->sides.totals[0], &at, &value))
        if (value.has_work && value.fresh - value.base != value.work)
            return true;
    return false;
}

static void put_totals(const struct msim_check *check, FILE *to)
{
    const struct msim_sides *sides = &check->sides;
    size_t regions, *region = msim_check_regions(check, &regions);
    put_head(check, "Totals", to);
    put_columns(check, &sides->totals[0], to);
    for (size_t i = 0; i < regions; i++) {
        if (!i)
            put_head(check, "Regions", to);
        put_columns(check, &sides->totals[region[i]], to);
    }
    free(region);
    if (has_work(check))
        msim_wrap(
            to,
            "work: what the program does more or less; layout: what only the addresses of its "
            "code and data cause",
            0, 0, check->width && check->width < RULE ? check->width : RULE);
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
    msim_check_put_changes(check, to);
    msim_check_explain_columns(check, to);
}
