/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gain of cures in words. */
#include <inttypes.h>

#include "cmd/base/human.h"
#include "present.h"

/* "6,675 misses become 0, which saves 99.8% of all, about 1,335,000 cycles" */
static void put_change(const struct msim_bounced *bounced, uint64_t before, uint64_t after,
                       FILE *to)
{
    uint64_t change = after < before ? before - after : after - before;
    uint64_t cycles = msim_bounced_cycles(bounced, change);
    fprintf(to, "%s ", msim_human_things(before, "miss", "misses").text);
    if (!change) {
        fputs(before == 1 ? "stays" : "stay", to);
        return;
    }
    fprintf(to, "%s %s, which %s %.1f%% of all", before == 1 ? "becomes" : "become",
            msim_human_count(after).text, after < before ? "saves" : "adds",
            msim_percent((double)change, (double)msim_shared_misses(bounced->shared->total)));
    if (cycles)
        fprintf(to, ", about %s cycles", msim_human_count(cycles).text);
}

void msim_share_put_gain(const struct msim_share_view *view, size_t number, FILE *to)
{
    const struct msim_bounced *bounced = view->bounced;
    if (!view->gain || !view->gain->line[number].is_parted)
        return;
    uint64_t before = bounced->line[number].misses, after = view->gain->line[number].misses;
    fputs("         counted: ", to);
    put_change(bounced, before, after, to);
    fputc('\n', to);
}

void msim_share_put_gains(const struct msim_share_view *view, FILE *to)
{
    const struct msim_gain *gain = view->gain;
    uint64_t all = msim_shared_misses(view->bounced->shared->total);
    if (!gain || !gain->parted)
        return;
    fprintf(to, "%-14sof %zu line%s, counted together: ", "Cures:", gain->parted,
            gain->parted == 1 ? "" : "s");
    put_change(view->bounced, gain->before, gain->after, to);
    fprintf(to, "\n%-14s", "");
    if (gain->total == all)
        fprintf(to, "the whole run has %s as before\n", msim_human_count(all).text);
    else
        fprintf(to, "the whole run has %s instead of %s\n", msim_human_count(gain->total).text,
                msim_human_count(all).text);
}

/* Does a layout part one of the lines that are shown? */
static bool has_parts(const struct msim_share_view *view)
{
    for (size_t i = 0; i < view->shown; i++)
        if (!view->bounced->line[i].unit->predicted && view->cure[i].parts)
            return true;
    return false;
}

void msim_share_put_no_gain(const struct msim_share_view *view, FILE *to)
{
    if (view->gain || !has_parts(view))
        return;
    fprintf(to,
            "\nWhat the cures gain is counted from a trace:\n"
            "   memsim run --cores=%" PRIu32 " --trace-file=memsim.trace.%%p -- COMMAND\n"
            "   memsim share memsim.trace.PID\n",
            view->bounced->shared->cores);
}
