/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A verdict as JSON; docs/format.md describes it. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/files/json.h"
#include "present.h"

enum { MEMBER = 2, ROW = 4 };

static void put_side(struct msim_json *json, const char *name, const struct msim_side *side,
                     const struct msim_more *more)
{
    msim_json_object(json, name, MSIM_JSON_INLINE);
    msim_json_text(json, "file", side->name);
    msim_json_text(json, "command", side->counts.source[0].command);
    msim_json_number(json, "runs", more->sides + 1);
    msim_json_end(json);
}

static void put_reasons(struct msim_json *json, const struct msim_reasons *reasons)
{
    msim_json_list(json, "reasons", ROW);
    for (size_t i = 0; i < reasons->reasons; i++) {
        const struct msim_reason *reason = &reasons->reason[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "what", reason->name);
        msim_json_text(json, "base", reason->base);
        msim_json_text(json, "new", reason->fresh);
        msim_json_text(json, "advice", reason->advice);
        msim_json_end(json);
    }
    msim_json_end(json);
}

/* Each event of both sides, and for the whole run what is counted beside. */
static void put_totals(struct msim_json *json, const struct msim_check *check, const char *name,
                       const struct msim_totals *totals)
{
    const struct msim_sides *sides = &check->sides;
    const struct msim_common *common = &sides->common;
    msim_json_object(json, name, ROW);
    for (size_t i = 0; i < common->events; i++) {
        msim_json_object(json, common->name[i], MSIM_JSON_INLINE);
        if (totals->base)
            msim_json_number(json, "base", (uint64_t)totals->base[common->base[i]]);
        if (totals->fresh)
            msim_json_number(json, "new", (uint64_t)totals->fresh[common->fresh[i]]);
        msim_json_end(json);
    }
    for (int i = 0; i < MSIM_EXTRAS && !totals->region; i++) {
        if (!sides->base.has[i] || !sides->fresh.has[i])
            continue;
        msim_json_object(json, msim_extra_name(i), MSIM_JSON_INLINE);
        msim_json_number(json, "base", (uint64_t)sides->base.extra[i]);
        msim_json_number(json, "new", (uint64_t)sides->fresh.extra[i]);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void put_value(struct msim_json *json, const char *name,
                      const struct msim_judged_value *value, long double number)
{
    if (value->kind == MSIM_COLUMN_COUNT)
        msim_json_value(json, name, "%.0Lf", number);
    else
        msim_json_value(json, name, "%.6Lf", number);
}

static void put_judged(struct msim_json *json, const struct msim_check *check)
{
    const struct msim_judgement *judgement = &check->judgement;
    bool several = check->sides.more_base.sides || check->sides.more_fresh.sides;
    msim_json_list(json, "budgets", ROW);
    for (size_t i = 0; i < judgement->judgements; i++) {
        const struct msim_judged *judged = &judgement->judged[i];
        const struct msim_judged_value *value = &judged->value;
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "region", judged->region);
        char *column = msim_check_column(judged);
        msim_json_text(json, "column", column);
        free(column);
        msim_json_text(json, "limit", judged->budget->limit);
        put_value(json, "base", value, value->base);
        put_value(json, "new", value, value->fresh);
        if (value->has_work) {
            put_value(json, "work", value, value->work);
            put_value(json, "layout", value, value->fresh - value->base - value->work);
        }
        if (several)
            put_value(json, "varies", value, msim_judged_varies(judged));
        msim_json_text(json, "outcome", msim_outcome_name(judged->outcome));
        msim_json_end(json);
    }
    msim_json_end(json);
}

/* One element for each event that changed in a line. */
static void put_change(struct msim_json *json, const struct msim_check *check,
                       const struct msim_change *change)
{
    const struct msim_common *common = &check->sides.common;
    char *source = msim_printed("%s:%u", change->file, change->line);
    for (size_t i = 0; i < common->events; i++) {
        if (!check->changes.watched[i] || change->base[i] == change->fresh[i])
            continue;
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "source", source);
        msim_json_text(json, "function", change->function);
        msim_json_text(json, "object", change->object);
        msim_json_text(json, "event", common->name[i]);
        msim_json_number(json, "base", (uint64_t)change->base[i]);
        msim_json_number(json, "new", (uint64_t)change->fresh[i]);
        msim_json_flag(json, "conflict", change->conflict);
        msim_json_end(json);
    }
    free(source);
}

static void put_regions(struct msim_json *json, const struct msim_check *check)
{
    msim_json_object(json, "regions", ROW);
    for (size_t i = 1; i <= check->sides.regions; i++)
        put_totals(json, check, check->sides.totals[i].region, &check->sides.totals[i]);
    msim_json_end(json);
}

void msim_check_json(const struct msim_check *check, FILE *to)
{
    struct msim_json json = msim_json_report(to, "check", MEMBER);
    msim_json_text(&json, "verdict", msim_check_verdict(check));
    put_side(&json, "base", &check->sides.base, &check->sides.more_base);
    put_side(&json, "new", &check->sides.fresh, &check->sides.more_fresh);
    put_reasons(&json, &check->reasons);
    put_totals(&json, check, "totals", &check->sides.totals[0]);
    put_regions(&json, check);
    put_judged(&json, check);
    msim_json_list(&json, "changes", ROW);
    for (size_t i = 0; i < check->changes.changes; i++)
        put_change(&json, check, &check->changes.change[i]);
    msim_json_end(&json);
    msim_json_number(&json, "small", check->changes.small);
    msim_json_end(&json);
}
