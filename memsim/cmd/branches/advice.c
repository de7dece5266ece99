/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What can be said of a branch (present.h). */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "present.h"

/* Shares: of all branches, for what is said of layout; of a branch, mispredicted often; taken either
 * way, and nearly always. */
static const double least_times = 0.005, often = 0.1, either = 0.1, nearly_always = 0.9;

static double share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* "parse.cold", "parse.cold.3" */
static bool is_cold(const char *function)
{
    const char *at = strstr(function, ".cold");
    return at && (!at[5] || at[5] == '.' || at[5] == '(' || at[5] == ' ');
}

/* What has no name is mostly a linkage table, whose jumps have one target each. */
static bool is_named(const char *function)
{
    return strcmp(function, "???") != 0;
}

static bool is_frequent(const struct msim_branch_view *view,
                        const struct msim_counted_branch *branch)
{
    return share(branch->times, view->times[0] + view->times[1]) >= least_times;
}

static bool is_often_wrong(const struct msim_branch_view *view,
                           const struct msim_counted_branch *branch)
{
    uint64_t all = view->wrong[0] + view->wrong[1];
    return share(branch->wrong, branch->times) >= often && share(branch->wrong, all) >= least_times;
}

enum msim_branch_advice msim_branch_advice_of(const struct msim_branch_view *view,
                                              const struct msim_shown_branch *branch)
{
    const struct msim_counted_branch *is = &branch->is;
    double taken = share(is->taken, is->times);
    if (branch->is_library)
        return MSIM_BRANCH_FINE;
    if (is_cold(is->function) && is_frequent(view, is))
        return MSIM_BRANCH_IN_COLD;
    if (is_often_wrong(view, is)) {
        if (is->indirect)
            return is_named(is->function) ? MSIM_BRANCH_TARGETS : MSIM_BRANCH_FINE;
        if (taken >= either && taken <= 1 - either)
            return MSIM_BRANCH_SELECT;
    }
    if (is->indirect || is->jump <= 0 || taken < nearly_always || !is_frequent(view, is))
        return MSIM_BRANCH_FINE;
    return is->taken == is->times ? MSIM_BRANCH_SKIPS : MSIM_BRANCH_RARE;
}

char *msim_branch_advice_text(const struct msim_shown_branch *branch)
{
    const struct msim_counted_branch *is = &branch->is;
    switch (branch->advice) {
    case MSIM_BRANCH_IN_COLD:
        return msim_printed(
            "hot code in a cold section: no [[unlikely]], __builtin_expect or cold on "
            "the way to %s",
            is->function);
    case MSIM_BRANCH_SELECT:
        return msim_printed(
            "unpredictable: a selection without a branch (a conditional move) saves "
            "up to %s cycles",
            msim_human_count((uint64_t)llround(branch->cycles)).text);
    case MSIM_BRANCH_TARGETS:
        return msim_printed("goes elsewhere too often: test for the most frequent target first, or "
                            "sort by target");
    case MSIM_BRANCH_SKIPS:
        return msim_printed("always jumps over %" PRId64 " bytes, which are cold: mark them "
                            "[[unlikely]] (__builtin_expect)",
                            is->jump);
    case MSIM_BRANCH_RARE:
        return msim_printed("jumps ahead in %.0f%%; what follows it is the rare way: mark that "
                            "[[unlikely]] (__builtin_expect)",
                            floor(100 * share(is->taken, is->times)));
    default:
        return NULL;
    }
}

char *msim_branch_source(const struct msim_counted_branch *branch)
{
    if (!branch->line)
        return msim_printed("%s", branch->function);
    return msim_printed("%s:%" PRIu32, branch->file, branch->line);
}
