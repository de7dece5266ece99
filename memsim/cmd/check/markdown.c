/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A verdict as Markdown, for a comment on a pull request: what was judged and the lines that
 * changed; all totals are folded. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/utf8.h"
#include "present.h"

enum { WORDS = 200 };

/* Prints text in which nothing is markup.  In code, only "|" and "`" mean something. */
static void put_code(const char *text, FILE *to)
{
    char clean[4 * WORDS + 8];
    msim_utf8_clean(clean, sizeof clean, text, WORDS);
    fputc('`', to);
    for (const char *at = clean; *at; at++) {
        if (*at == '|')
            fputc('\\', to);
        fputc(*at == '`' ? '\'' : *at, to);
    }
    fputc('`', to);
}

static void put_head(const struct msim_check *check, FILE *to)
{
    fprintf(to, "### memsim check: %s\n\n", msim_check_verdict(check));
    put_code(check->sides.base.counts.source[0].command, to);
    fputs(" → ", to);
    put_code(check->sides.fresh.counts.source[0].command, to);
    fputs("\n\n", to);
}

static void put_reasons(const struct msim_check *check, FILE *to)
{
    const struct msim_reasons *reasons = &check->reasons;
    if (!reasons->reasons)
        return;
    fputs("| | base | new | what to do |\n|---|---|---|---|\n", to);
    for (size_t i = 0; i < reasons->reasons; i++) {
        const struct msim_reason *reason = &reasons->reason[i];
        fprintf(to, "| %s | ", reason->name);
        put_code(reason->base ? reason->base : "not in the file", to);
        fputs(" | ", to);
        put_code(reason->fresh ? reason->fresh : "not in the file", to);
        fprintf(to, " | %s |\n", reason->advice);
    }
    fputs(check->refused ? "\nThe counts were not compared; `--anyway` compares them.\n"
                         : "\nThe counts were compared anyway.\n\n",
          to);
}

static void put_value(const char *region, const char *column, const struct msim_judged_value *value,
                      FILE *to)
{
    fputs("| ", to);
    if (region) {
        put_code(region, to);
        fputc(' ', to);
    }
    put_code(column, to);
    fprintf(to, " | %s | %s | %s | %s |", msim_check_value(value, value->base).text,
            msim_check_value(value, value->fresh).text,
            msim_check_growth(value, value->fresh - value->base).text,
            msim_check_percent(value->fresh - value->base, value->base).text);
    if (value->has_work)
        fprintf(to, " %s |", msim_check_growth(value, value->work).text);
    else
        fputs(" |", to);
}

static void put_judged(const struct msim_check *check, FILE *to)
{
    if (!check->judgement.judgements)
        return;
    fputs("| | base | new | change | | by work | budget | |\n"
          "|---|---:|---:|---:|---:|---:|---|---|\n",
          to);
    for (size_t i = 0; i < check->judgement.judgements; i++) {
        const struct msim_judged *judged = &check->judgement.judged[i];
        if (msim_check_is_plain(judged))
            continue;
        bool worse = judged->outcome == MSIM_WORSE || judged->outcome == MSIM_CONFLICT;
        char *column = msim_check_column(judged);
        put_value(judged->region, column, &judged->value, to);
        free(column);
        fprintf(to, " `%s` | %s%s%s |\n", judged->budget->limit, worse ? "**" : "",
                msim_outcome_name(judged->outcome), worse ? "**" : "");
    }
    fputc('\n', to);
}

static void put_changes(const struct msim_check *check, FILE *to)
{
    const struct msim_changes *changes = &check->changes;
    const struct msim_judged_value plain = {.kind = MSIM_COLUMN_COUNT};
    size_t left = msim_check_left(check), lines = changes->changes - left;
    size_t event[MSIM_EVENTS_MAX], events = msim_check_events(check, lines, event);
    if (!changes->changes) {
        fprintf(to, "No source line does %smore or less than before.\n",
                changes->small ? "much " : "");
        return;
    }
    fputs("| line | function |", to);
    for (size_t i = 0; i < events; i++)
        fprintf(to, " %s |", check->sides.common.name[event[i]]);
    fputs("\n|---|---|", to);
    for (size_t i = 0; i < events; i++)
        fputs("---:|", to);
    fputc('\n', to);
    for (size_t i = 0; i < lines; i++) {
        const struct msim_change *change = &changes->change[i];
        char place[4 * WORDS];
        msim_check_place(change, place, sizeof place);
        fputs("| ", to);
        put_code(place, to);
        fputs(change->added ? " (new)" : change->gone ? " (gone)" : "", to);
        fputs(change->conflict ? " (conflict) | " : " | ", to);
        put_code(change->function, to);
        for (size_t k = 0; k < events; k++) {
            long double by =
                (long double)change->fresh[event[k]] - (long double)change->base[event[k]];
            fprintf(to, " | %s", by != 0 ? msim_check_growth(&plain, by).text : "");
        }
        fputs(" |\n", to);
    }
    if (left)
        fprintf(to, "\n... and %zu more line%s.\n", left, left > 1 ? "s" : "");
}

static void put_columns(const struct msim_check *check, const struct msim_totals *totals, FILE *to)
{
    struct msim_judged_value value;
    size_t at = 0;
    const char *column;
    while ((column = msim_check_total(check, totals, &at, &value)) != NULL) {
        put_value(totals->region, column, &value, to);
        fputc('\n', to);
    }
}

static void put_totals(const struct msim_check *check, FILE *to)
{
    size_t regions, *region = msim_check_regions(check, &regions);
    fputs("\n<details><summary>Totals</summary>\n\n| | base | new | change | | by work |\n"
          "|---|---:|---:|---:|---:|---:|\n",
          to);
    put_columns(check, &check->sides.totals[0], to);
    for (size_t i = 0; i < regions; i++)
        put_columns(check, &check->sides.totals[region[i]], to);
    free(region);
    fputs("\n</details>\n", to);
}

void msim_check_markdown(const struct msim_check *check, FILE *to)
{
    put_head(check, to);
    put_reasons(check, to);
    if (check->refused)
        return;
    put_judged(check, to);
    put_changes(check, to);
    put_totals(check, to);
}
