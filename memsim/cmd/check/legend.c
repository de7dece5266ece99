/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the words of a verdict mean, below the tables that have them. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/column.h"
#include "present.h"

enum { RULE = 100 };

/* Sentences, or words and what they mean, one after the other. */
struct legend {
    char *text;
    size_t bytes, said;
    FILE *to;
    struct msim_names seen; /* words that are explained */
};

static void begin(struct legend *legend)
{
    *legend = (struct legend){.text = NULL};
    legend->to = msim_open_text(&legend->text, &legend->bytes);
}

static void say(struct legend *legend, const char *word, const char *meaning)
{
    size_t before = legend->seen.count;
    if (msim_names_number(&legend->seen, word) == before)
        fprintf(legend->to, "%s%s: %s", legend->said++ ? "; " : "", word, meaning);
}

static void end(struct legend *legend, const struct msim_check *check, FILE *to)
{
    size_t width = check->width && check->width < RULE ? check->width : RULE;
    fclose(legend->to);
    if (legend->said)
        msim_wrap(to, legend->text, 0, 0, width);
    free(legend->text);
    msim_names_free(&legend->seen);
}

/* --- Budgets ------------------------------------------------------------------------------ */

void msim_check_explain_budgets(const struct msim_check *check, FILE *to)
{
    static const char *const meanings[MSIM_OUTCOMES] = {
        [MSIM_KEPT] = "did not grow by more than the budget that follows",
        [MSIM_LAYOUT] = "grew by more, but only by where code and data lie",
        [MSIM_GREW] = "grew by more, and whether that is work or layout is not known",
        [MSIM_BETTER] = "became less by more than the budget",
        [MSIM_WORSE] = "grew by more than the budget",
        [MSIM_CONFLICT] = "grew by more than rebuilds do, only by where code and data lie"};
    struct legend legend;
    bool varies = false, per_thousand = false;
    begin(&legend);
    for (size_t i = 0; i < check->judgement.judgements; i++) {
        const struct msim_judged *judged = &check->judgement.judged[i];
        if (msim_check_is_plain(judged))
            continue;
        say(&legend, msim_outcome_name(judged->outcome), meanings[judged->outcome]);
        varies |= msim_judged_varies(judged) > 0;
        per_thousand |=
            strstr(judged->budget->limit, ":PTI") || strstr(judged->budget->column, ":PTI");
    }
    if (per_thousand)
        say(&legend, "PTI", "per thousand instructions");
    if (varies)
        say(&legend, "varies by", "how much equal runs may be apart");
    end(&legend, check, to);
}

/* --- Columns ------------------------------------------------------------------------------ */

/* "Dr+Dw:PTI": what each of its events is. */
static void say_columns(struct legend *legend, const struct msim_counts *counts, const char *column)
{
    static const char between[] = "+/";
    char *copy = msim_copy(column), *rest = copy, *name;
    copy[strcspn(copy, ":")] = 0;
    while ((name = strtok_r(NULL, between, &rest)) != NULL) {
        char words[128];
        msim_event_phrase(counts, name, false, words, sizeof words);
        if (!strcmp(name, "peak"))
            say(legend, name, "the most bytes that the heap had");
        else if (!strcmp(name, "pageins"))
            say(legend, name, "pages that were touched first");
        else if (strcmp(words, name) != 0)
            say(legend, name, words);
    }
    free(copy);
}

void msim_check_explain_columns(const struct msim_check *check, FILE *to)
{
    const struct msim_counts *counts = &check->sides.base.counts;
    size_t event[MSIM_EVENTS_MAX], at = 0, left = msim_check_left(check);
    size_t events = msim_check_events(check, check->changes.changes - left, event);
    struct msim_judged_value value;
    struct legend legend;
    const char *column;
    begin(&legend);
    for (size_t i = 0; i < check->judgement.judgements; i++)
        if (!msim_check_is_plain(&check->judgement.judged[i]))
            say_columns(&legend, counts, check->judgement.judged[i].budget->column);
    while ((column = msim_check_total(check, &check->sides.totals[0], &at, &value)) != NULL)
        say_columns(&legend, counts, column);
    for (size_t i = 0; i < events; i++)
        say_columns(&legend, counts, check->sides.common.name[event[i]]);
    if (legend.said)
        fputc('\n', to);
    end(&legend, check, to);
}

void msim_check_explain_changes(const struct msim_check *check, FILE *to)
{
    struct legend legend;
    size_t lines = check->changes.changes - msim_check_left(check);
    bool added = false, gone = false, conflict = false;
    for (size_t i = 0; i < lines; i++) {
        added |= check->changes.change[i].added;
        gone |= check->changes.change[i].gone;
        conflict |= check->changes.change[i].conflict;
    }
    begin(&legend);
    if (added)
        say(&legend, "new", "the base has nothing there");
    if (gone)
        say(&legend, "gone", "the new run has nothing there");
    if (conflict)
        say(&legend, "conflict", "more is now in few sets of the cache than they hold at once");
    end(&legend, check, to);
}
