/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The branches that matter, as JSON and CSV (present.h). */
#include <math.h>
#include <stdlib.h>

#include "cmd/listing/export.h"
#include "present.h"

enum { MEMBER = 2, ROW = 4 }; /* indents of JSON */

static const char fields[] =
    "source,function,address,executed,taken,mispredicted,cycles,kind,advice";

static const char *kind_of(enum msim_branch_advice advice)
{
    static const char *const names[] = {
        [MSIM_BRANCH_FINE] = NULL,       [MSIM_BRANCH_IN_COLD] = "cold",
        [MSIM_BRANCH_SELECT] = "select", [MSIM_BRANCH_TARGETS] = "targets",
        [MSIM_BRANCH_SKIPS] = "skips",   [MSIM_BRANCH_RARE] = "rare"};
    return names[advice];
}

static void put_rows(struct msim_export *out, const struct msim_branch_view *view)
{
    for (size_t i = 0; i < view->shown; i++) {
        const struct msim_shown_branch *row = &view->row[i];
        char *source = msim_branch_source(&row->is), *advice = msim_branch_advice_text(row);
        msim_export_row(out);
        msim_export_text(out, source);
        msim_export_text(out, row->is.function);
        msim_export_address(out, row->is.address);
        msim_export_number(out, row->is.times);
        msim_export_number_if(out, !row->is.indirect, row->is.taken);
        msim_export_number(out, row->is.wrong);
        msim_export_number(out, (uint64_t)llround(row->cycles));
        msim_export_text(out, kind_of(row->advice));
        msim_export_text(out, advice);
        msim_export_end(out);
        free(source);
        free(advice);
    }
    msim_export_done(out);
}

static void put_totals(struct msim_json *json, const struct msim_branch_view *view)
{
    const uint64_t total[] = {view->times[0], view->taken, view->wrong[0], view->times[1],
                              view->wrong[1]};
    static const char *const name[] = {"conditional", "taken", "conditional_mispredicted",
                                       "indirect", "indirect_mispredicted"};
    msim_json_object(json, "totals", MSIM_JSON_INLINE);
    for (size_t i = 0; i < sizeof total / sizeof *total; i++)
        msim_json_number(json, name[i], total[i]);
    msim_json_end(json);
}

void msim_branches_json(const struct msim_branch_view *view, FILE *to)
{
    struct msim_json json = msim_json_report(to, "branches", MEMBER);
    put_totals(&json, view);
    struct msim_export out = msim_export_json(&json, "branches", ROW, fields, NULL);
    put_rows(&out, view);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

void msim_branches_csv(const struct msim_branch_view *view, FILE *to)
{
    struct msim_export out = msim_export_csv(to, fields, NULL);
    put_rows(&out, view);
}
